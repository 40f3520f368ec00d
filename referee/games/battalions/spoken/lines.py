"""Strict lines from what a text says of units: an army, a blow, a combat turn, a retreat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec

from referee.core.spoken.terms import Judge, NotUnderstood, Spoken

from ..rules import BattalionsRules
from ..state import Direction
from .account import SIDES, STATS, Account, Place, Told, Unit

# units of two sides on a board of two Fields, each with one battalion
_NAMES = {"r": "R", "b": "B"}
_FIELD = 10
# what each stat is where nothing is said: nothing that is asked hangs on more than Intelligence
_USUAL = 2
# where two units stand whose Spaces are not said: in one row, so many Spaces apart
_ROW, _EAST = 2, 9
_FAR, _CLOSE = 6, 2
# Intelligences that are tried where it is not said
_REACHES = 7


def army(account: Account, faults: list[str]) -> str | None:
    """Return the line that asks whether an army is legal."""
    units = account.listed
    leaders = [unit for unit in units if unit.leader]
    if not units:
        faults.append("what the units are is not said: write each as 4-2-2-4")
        return None
    if len(leaders) != 1 and len(units) > 1:
        faults.append("which unit is the leader is not said" if not leaders else "an army here has one leader")
    lead = leaders[0] if leaders else units[0]
    head = (f"points {account.limit} " if account.limit is not None else "") + "players red"
    clauses = [f"battalion R red leader {lead.id}", *(_unit(unit, "R") for unit in units)]
    return "; ".join([head, *clauses, "army"])


def attack(account: Account, rules: BattalionsRules, judge: Judge, faults: list[str]) -> str | None:
    """Return the line that asks whom a unit strikes from where all stand."""
    units = list(account.units.values())
    if not units:
        faults.append("no unit is named: write r1, r2 for red units and b1, b2 for blue ones")
        return None
    faults += [f"the Space of {unit.id} is not said" for unit in units if unit.at is None]
    if any(unit.at is None for unit in units):
        # for the line to paste, all stand side by side
        units = [msgspec.structs.replace(unit, at=(_EAST + n, _ROW)) for n, unit in enumerate(units)]
    faults += _shared(units)
    ordered = list(account.commands)
    wanting = [letter for letter in dict.fromkeys(account.strikers) if letter not in account.commands]
    if ordered and wanting:
        faults.append(f"which command {SIDES[wanting[0]]} has is not said: it advances, holds, falls back or flanks")
    if not ordered:
        faults.append("which command is not said: advance, hold, fall back, flank left or flank right")
    elif len(ordered) > 1:
        faults.append("several commands: ask of one unit at a time")
    elif not account.struck and not _only_reach(account):
        faults.append("what is asked is not said: whom does it strike?")
    elif (told := account.commands[ordered[0]]).number is not None and not rules.commands[told.command].holds:
        faults.append("the number moves it: say what the other side does, and ask what becomes of both")
    side = ordered[0] if ordered else units[0].side
    own = [unit for unit in units if unit.side == side]
    asked = next((u for u in own if u.id == account.asked), own[0] if own else units[0])
    if account.striker is not None and account.striker[0] == side:
        asked = next((u for u in units if u.id == account.striker), asked)
    if ordered and len(own) > 1 and account.asked is None:
        faults.append(f"{len(own)} units of {SIDES[side]} fit, {' and '.join(u.id for u in own)}; name one")
    told = account.commands.get(side, Told("advance"))
    if len({unit.side for unit in units}) == 1:
        faults.append("no enemy is named: it is asked whom a unit strikes")
    front = _facing(rules, told.command, told.direction)
    facing: dict[str, str] = {side: front} if front is not None else {}
    head = _head(account, units, ("E", "W"), facing)

    def line(reach: int | None) -> str:
        row = [
            msgspec.structs.replace(u, stats={**u.stats, "i": reach}) if u is asked and reach is not None else u
            for u in units
        ]
        return "; ".join([*head, *(_unit(u, _NAMES[u.side]) for u in row), f"attack {asked.id} command {told.command}"])

    if "i" not in asked.stats:
        struck = {repr(answer.get("targets")) if (answer := judge(line(n))) else "" for n in range(1, _REACHES)}
        if len(struck) > 1:
            faults.append(f"the Intelligence of {asked.id} is not said, and how far it strikes hangs on it")
    return line(None)


def wants_command(account: Account) -> bool:
    """Return whether one side of a turn strikes by a command that is not said."""
    whole = all(set(unit.stats) == set(STATS) for unit in account.units.values())
    sides = {unit.side for unit in account.units.values()}
    return (
        whole and sides == set(SIDES) and bool(account.commands) and bool(set(account.strikers) - set(account.commands))
    )


def _only_reach(account: Account) -> bool:
    """Return whether nothing can be asked but whom a unit strikes: its Intelligence alone is said."""
    known = [set(unit.stats) for unit in account.units.values() if unit.stats]
    return known == [{"i"}]


def _shared(units: list[Unit]) -> list[str]:
    """Return a fault for each Space on which several units are said to stand."""
    places = [unit.at for unit in units if unit.at is not None]
    twice = [place for n, place in enumerate(places) if place in places[:n]]
    return [f"two units are said to stand on {place[0]},{place[1]}: a Space holds one" for place in twice]


def turn(account: Account, rules: BattalionsRules, judge: Judge, faults: list[str]) -> Spoken | None:
    """Return what a text asks of a combat turn; every way to fill in what it leaves open must end alike."""
    units = list(account.units.values())
    if {unit.side for unit in units} != set(SIDES):
        faults.append("a combat is between two sides: list units of both, as red 4-2-2-4 at 5,2")
        return None
    faults += [f"the stats of {u.id} are not said: write them as 4-2-2-4" for u in units if set(u.stats) != set(STATS)]
    for letter, colour in SIDES.items():
        if letter not in account.commands:
            faults.append(f"what {colour} does is not said: it advances, falls back, flanks or holds")
    faults += _shared(units)
    for letter, number in account.counted:
        if number != sum(unit.side == letter for unit in units):
            faults.append(f"{number} units of {SIDES[letter]} are counted, and others are listed")
    spaceless = [unit for unit in units if unit.at is None]
    if spaceless and (len(units) > 2 or len(spaceless) < len(units)):
        faults += [f"the Space of {unit.id} is not said" for unit in spaceless]
    if faults:
        assumed_of = {letter: Told("advance" if letter in account.strikers else "hold") for letter in SIDES}
        commands = assumed_of | account.commands
        whole = [msgspec.structs.replace(u, stats={s: u.stats.get(s, _USUAL) for s in STATS}) for u in units]
        placed = _apart(whole, 1) if spaceless else whole
        return Spoken(_turn_line(account, placed, _numbered(rules, commands, 1), ("E", "W")))
    found: dict[str, str] = {}
    for line in _ways(account, rules, units):
        answer = judge(line)
        if answer is None or (account.closing and not _met(answer)):
            continue
        found.setdefault(_ends(answer, with_places=not spaceless), line)
        if len(found) > 1:
            break
    if not found:
        faults.append("no such turn can be played: name the Spaces, and the number of each command")
        return None
    line = next(iter(found.values()))
    if len(found) > 1:
        open_ = [f"how far {SIDES[s]} goes" for s, told in account.commands.items() if _needs_number(rules, told)]
        open_ += ["on which Spaces the units stand"] if spaceless else []
        open_ += ["where the enemy lies"] if not open_ else []
        faults.append(f"{' and '.join(open_)} is not said, and the answer hangs on it")
        return Spoken(line)
    assumed: dict[str, Any] = {}
    if spaceless:
        assumed["place"] = "the two stand in one row, as near as the commands bring them together"
    unsaid = [SIDES[s] for s, told in account.commands.items() if _needs_number(rules, told)]
    if unsaid:
        assumed["number"] = f"{' and '.join(unsaid)} may give any number: all end alike"
    return Spoken(line, assumed)


def retreat(account: Account, rules: BattalionsRules, judge: Judge, faults: list[str]) -> str | None:
    """Return the line that asks whether a unit may retreat."""
    units = [unit for unit in account.units.values() if unit.at is not None]
    size = account.size
    if not units:
        faults.append("who retreats is not said: name the unit and its Space, as r1 at 5,2")
        return None
    if size is None:
        faults.append("how large a Field is is not said, as in Fields of 5 by 5")
        size = (5, 5)
    if {unit.side for unit in units} != set(SIDES):
        faults.append("whom it fights is not said: name an enemy and its Space, as b1 at 10,2")
    homes = {letter: sorted({_field(u.at, size) for u in units if u.side == letter and u.at}) for letter in SIDES}
    every = [*homes["r"], *homes["b"], *account.fields]
    board = [max(place[axis] for place in every) + 2 for axis in (0, 1)]
    clauses = [f"mode overworld players red blue board {{fields: {board}, field_size: {list(size)}}}"]
    for letter, places in homes.items():
        if places:
            own = next(unit.id for unit in units if unit.side == letter)
            clauses.append(f"battalion {_NAMES[letter]} {SIDES[letter]} field {list(places[0])} leader {own}")
    for number, place in enumerate(account.fields, 2):
        clauses.append(f"battalion B{number} blue field {list(place)} leader b9{number}")
    members = ", ".join(f"{{id: {_NAMES[s]}, from: {list(places[0])}}}" for s, places in homes.items() if places)
    used = sorted({place for places in homes.values() for place in places})
    clauses.append(f"combat k1 used {[list(place) for place in used]} battalions [{members}]")
    clauses += [_unit(unit, _NAMES[unit.side]) for unit in units]
    clauses += [f"b9{number} B{number} s 2 d 2 i 2 c 2" for number, _ in enumerate(account.fields, 2)]
    asked = account.asked or next((u.id for u in units if u.side == (account.subject or "r")), units[0].id)
    if "d" not in account.units[asked].stats:
        faults.append(f"the Dexterity of {asked} is not said, and how far it goes hangs on it")
    towards = f" towards {account.towards}" if account.towards is not None else ""
    return "; ".join([*clauses, f"retreat {asked}{towards}"])


def refuse(account: Account, faults: list[str], line: str | None, judge: Judge) -> NotUnderstood:
    """Return the refusal of a text, with the nearest line where it can be answered."""
    return NotUnderstood(faults, line if line is not None and judge(line) is not None else None)


def _ways(account: Account, rules: BattalionsRules, units: list[Unit]) -> Iterator[str]:
    """Yield every line that a text about a combat turn may mean; lines that are sure to end alike are left out."""
    spaceless = units[0].at is None
    fastest = max(unit.stats["d"] for unit in units)
    # units that come into contact do so alike from near and far
    farthest = 0 if account.adjacent else min(fastest, _CLOSE) if account.closing else fastest + _FAR
    reach = range(1, 2 + farthest) if spaceless else [0]
    for far in reach:
        placed = _apart(units, far) if spaceless else units
        numbers = [_numbers(account, rules, units, letter, far if spaceless else None) for letter in SIDES]
        for fronts in _fronts(account, rules, placed):
            for pair in product(*numbers):
                told = {
                    letter: msgspec.structs.replace(account.commands[letter], number=number)
                    for letter, number in zip(SIDES, pair, strict=True)
                }
                yield _turn_line(account, placed, told, fronts)


def _numbers(
    account: Account, rules: BattalionsRules, units: list[Unit], letter: str, far: int | None
) -> list[int | None]:
    """Return the numbers that a command may have: the one that is said, or all that differ for these units."""
    told = account.commands[letter]
    if not _needs_number(rules, told):
        return [told.number]
    if far is not None and account.closing:
        return [max(1, far - 1)]
    return list(range(1, 1 + max(1, *(unit.stats["d"] for unit in units if unit.side == letter))))


def _needs_number(rules: BattalionsRules, told: Told) -> bool:
    return not rules.commands[told.command].holds and told.number is None


def _numbered(rules: BattalionsRules, commands: dict[str, Told], number: int) -> dict[str, Told]:
    return {
        letter: msgspec.structs.replace(told, number=number) if _needs_number(rules, told) else told
        for letter, told in commands.items()
    }


def _apart(units: list[Unit], far: int) -> list[Unit]:
    """Return two units in one row, red in the west, so many Spaces apart."""
    return [
        msgspec.structs.replace(unit, at=(_EAST, _ROW) if unit.side == "r" else (_EAST + far, _ROW)) for unit in units
    ]


def _fronts(account: Account, rules: BattalionsRules, units: list[Unit]) -> list[tuple[Direction, Direction]]:
    """Return which way each side may face: as a direction says, or else towards the other."""
    for letter, told in account.commands.items():
        front = _facing(rules, told.command, told.direction)
        if front is not None:
            own: Any = front if letter == "r" else _BACK[front]
            return [(own, _BACK[own])]
    red, blue = ([unit.at for unit in units if unit.side == letter and unit.at] for letter in SIDES)
    out: list[tuple[Direction, Direction]] = []
    for axis, forward, backward in ((0, "E", "W"), (1, "N", "S")):
        if max(p[axis] for p in red) < min(p[axis] for p in blue):
            out.append((forward, backward))  # type: ignore[arg-type]
        elif min(p[axis] for p in red) > max(p[axis] for p in blue):
            out.append((backward, forward))  # type: ignore[arg-type]
    if all(rules.commands[told.command].holds for told in account.commands.values()):
        return out[:1] or [("E", "W")]
    return out or [("E", "W"), ("W", "E"), ("N", "S"), ("S", "N")]


_BACK: dict[str, Direction] = {"N": "S", "S": "N", "E": "W", "W": "E"}


def _turn_line(
    account: Account, units: list[Unit], commands: dict[str, Told], fronts: tuple[Direction, Direction]
) -> str:
    said = []
    for letter, told in commands.items():
        number = f" {told.number}" if told.number is not None else ""
        words = f"{told.command}{number}"
        said.append(f'{_NAMES[letter]} "{words}"' if number else f"{_NAMES[letter]} {words}")
    head = _head(account, units, fronts, {})
    return "; ".join([*head, *(_unit(unit, _NAMES[unit.side]) for unit in units), f"turn {' '.join(said)}"])


def _head(account: Account, units: list[Unit], fronts: tuple[str, str], facing: dict[str, str]) -> list[str]:
    """Return the clauses of the board and the battalions: two Fields side by side, each side in its own."""
    sides = [letter for letter in SIDES if any(unit.side == letter for unit in units)]
    sides = sides if len(sides) == 2 or len(units) > 1 else list(SIDES)
    upright = fronts[0] in "NS"
    places = {"r": (0, 0), "b": (0, 1) if upright else (1, 0)}
    if fronts[0] in "WS":
        places = {"r": places["b"], "b": places["r"]}
    width, height = (1, 2) if upright else (2, 1)
    spaces = [unit.at for unit in units if unit.at is not None]
    wide = max([_FIELD, *(-(-(x + 1) // width) for x, _ in spaces)])
    high = max([_FIELD, *(-(-(y + 1) // height) for _, y in spaces)])
    size = account.size or (wide, high)
    clauses = [
        f"mode skirmish players red blue board {{fields: [{width}, {height}], field_size: [{size[0]}, {size[1]}]}}"
    ]
    for letter, front in zip(SIDES, fronts, strict=True):
        if letter in sides:
            own = [unit.id for unit in units if unit.side == letter]
            lead = f" leader {own[0]}" if own else ""
            clauses.append(
                f"battalion {_NAMES[letter]} {SIDES[letter]} field {list(places[letter])} "
                f"facing {facing.get(letter, front)}{lead}"
            )
    return clauses


def _met(answer: dict[str, Any]) -> bool:
    """Return whether units that close with each other have come into contact."""
    places = [fate["at"] for fate in answer.get("units", {}).values()]
    if None in places or len(places) != 2:
        return True
    (x, y), (u, v) = places
    return bool(abs(x - u) + abs(y - v) <= 1)


def _ends(answer: dict[str, Any], with_places: bool) -> str:
    """Return what an answer says, with or without where the units stand."""
    if with_places or "units" not in answer:
        return repr(answer)
    fates = {ident: (fate["fate"], fate["con"]) for ident, fate in answer["units"].items()}
    return repr((fates, answer["over"], answer["hold_banned"]))


def _facing(rules: BattalionsRules, command: str, direction: str | None) -> str | None:
    """Return the front with which a command goes in a direction."""
    way = rules.commands[command].moves
    if direction is None or way is None:
        return None
    return next((front for front, ways in rules.relative.items() if getattr(ways, way) == direction), None)


def _field(place: Place | None, size: Place) -> Place:
    assert place is not None
    return place[0] // size[0], place[1] // size[1]


def _unit(unit: Unit, battalion: str) -> str:
    stats = " ".join(f"{stat} {unit.stats.get(stat, _USUAL)}" for stat in STATS)
    con = f" con {unit.con}" if unit.con is not None else ""
    place = f" at {list(unit.at)}" if unit.at is not None else ""
    return f"{unit.id} {battalion} {stats}{con}{place}"
