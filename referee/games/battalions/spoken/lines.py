"""Strict lines from what a text says of units: an army, a blow, a combat turn, a retreat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec

from referee.core.spoken.terms import Judge, Spoken

from ..rules import BattalionsRules
from ..state import Direction
from . import standing
from .account import Account
from .commands import Told
from .mentions import STATS, Unit
from .parties import OTHER, SIDES, Place

# units of two sides on a board of two Fields, each with one battalion
_NAMES = {"r": "R", "b": "B"}
_FIELD = 10
# what each stat is where nothing is said: nothing that is asked hangs on more than Intelligence
_USUAL = 2
# where two units stand whose Spaces are not said: in one row, so many Spaces apart
_ROW, _EAST = 2, 9
_FAR, _CLOSE = 6, 2


def army(account: Account, faults: list[str]) -> str | None:
    """Return the line that asks whether an army is legal."""
    units = account.listed
    leaders = [unit for unit in units if unit.leader]
    if not units:
        faults.append("what the units are is not said: write each as 4-2-2-4")
        return None
    if len(leaders) != 1 and len(units) > 1:
        faults.append("which unit is the leader is not said" if not leaders else "an army here has one leader")
    faults += account.unfinished()
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
    ordered = list(account.commands)
    side = ordered[0] if ordered else units[0].side
    told = account.commands.get(side, Told("advance"))
    around = rules.commands[told.command].strikes == "around"
    front = _facing(rules, told.command, told.direction)
    fronts: dict[str, Direction] = {"r": "E", "b": "W"}
    if front is not None:
        fronts[side] = front
    faults += standing.place(units, account.relations, fronts, rules, any_way=around)
    faults += [*_spaces_unsaid(units), *_shared(units), *account.unfinished()]
    if any(unit.at is None for unit in units):
        # for the line to paste, all stand side by side
        units = [msgspec.structs.replace(unit, at=(_EAST + n, _ROW)) for n, unit in enumerate(units)]
    if not ordered:
        faults.append("which command is not said: advance, hold, fall back, flank left or flank right")
    elif told.number is not None and not rules.commands[told.command].holds:
        faults.append("the number moves it: say what the other side does, and ask what becomes of both")
    own = [unit for unit in units if unit.side == side]
    strikers = {blow.unit.id for blow in account.blows if blow.unit is not None and blow.side == side}
    if ordered and any(blow.side not in (None, side) for blow in account.blows):
        faults.append(f"what {SIDES[OTHER[side]]} does is not said: it advances, falls back, flanks or holds")
    named = next(iter(strikers)) if len(strikers) == 1 else account.asked
    asked = next((u for u in own if u.id == named), own[0] if own else units[0])
    several = len(strikers) > 1 or (not strikers and sum("i" in unit.stats for unit in own) > 1)
    if ordered and len(own) > 1 and (named is None or several):
        faults.append(f"{len(own)} units of {SIDES[side]} fit, {' and '.join(u.id for u in own)}; name one")
    asked.stats = {**account.loose, **asked.stats}
    if not account.blows and not (set(asked.stats) == {"i"} and len(units) > 1):
        faults.append("what is asked is not said: whom does it strike?")
    if "i" not in asked.stats:
        faults.append(f"the Intelligence of {asked.id} is not said, and how far it strikes hangs on it")
    if len({unit.side for unit in units}) == 1:
        faults.append("no enemy is named: it is asked whom a unit strikes")
    asks = f"attack {asked.id} command {told.command}"
    lines = {
        facing: "; ".join(
            [
                *_head(account, units, _pair(side, facing)),
                *(_unit(unit, _NAMES[unit.side]) for unit in units),
                asks,
            ]
        )
        for facing in dict.fromkeys([fronts[side], _turned(units, side, fronts[side])])
    }
    # one that goes forward goes towards its enemy; the others go by where the Fields lie
    forward = rules.commands[told.command].moves == "front"
    told_front = front is not None or not forward or any(one.way in standing.SIDEWAYS for one in account.relations)
    if not faults and not told_front and len({repr(judge(line)) for line in lines.values()}) > 1:
        faults.append(f"the enemy lies {' and '.join(set(lines) - {fronts[side]})} of {asked.id}: name the direction")
    return lines[fronts[side]]


def _pair(side: str, front: str) -> tuple[str, str]:
    """Return which way red and blue face, by the front of one of them."""
    other = _BACK[front]
    return (front, other) if side == "r" else (other, front)


def _turned(units: list[Unit], side: str, front: str) -> str:
    """Return the way in which every enemy lies from every unit of a side along a row, or else its usual front."""
    own, others = ([unit.at[0] for unit in units if (unit.side == side) == mine and unit.at] for mine in (True, False))
    if not own or not others:
        return front
    return "W" if min(own) > max(others) else "E" if max(own) < min(others) else front


def _spaces_unsaid(units: list[Unit]) -> list[str]:
    return [f"the Space of {unit.id} is not said" for unit in units if unit.at is None]


def _shared(units: list[Unit]) -> list[str]:
    """Return a fault for each Space on which several units stand."""
    found: dict[Place, list[str]] = {}
    for unit in units:
        if unit.at is not None:
            found.setdefault(unit.at, []).append(unit.id)
    return [
        f"{' and '.join(ids)} stand on one Space, {at[0]},{at[1]}; a Space holds one unit"
        for at, ids in found.items()
        if len(ids) > 1
    ]


def turn(account: Account, rules: BattalionsRules, judge: Judge, faults: list[str]) -> Spoken | None:
    """Return what a text asks of a combat turn; every way to fill in what it leaves open must end alike."""
    units = list(account.units.values())
    if account.loose:
        faults.append("of which unit the stats are is not said")
    if {unit.side for unit in units} != set(SIDES):
        faults.append("a combat is between two sides: list units of both, as red 4-2-2-4 at 5,2")
        return None
    faults += [f"the stats of {u.id} are not said: write them as 4-2-2-4" for u in units if set(u.stats) != set(STATS)]
    far = _distance(account, units)
    if far is None:
        faults += standing.place(units, account.relations, {"r": "E", "b": "W"}, rules, any_way=False)
    faults += [*_shared(units), *account.unfinished()]
    for letter, colour in SIDES.items():
        if letter not in account.commands:
            faults.append(f"what {colour} does is not said: it advances, falls back, flanks or holds")
    spaceless = [unit for unit in units if unit.at is None]
    if spaceless and (len(units) > 2 or len(spaceless) < len(units)):
        faults += _spaces_unsaid(units)
    if faults:
        commands = {letter: account.commands.get(letter, Told("hold")) for letter in SIDES}
        whole = [msgspec.structs.replace(u, stats={s: u.stats.get(s, _USUAL) for s in STATS}) for u in units]
        placed = _apart(whole, 1) if spaceless else whole
        return Spoken(_turn_line(account, placed, _numbered(rules, commands, 1), ("E", "W")))
    found: dict[str, str] = {}
    open_number = any(_needs_number(rules, told) for told in account.commands.values())
    for line in _ways(account, rules, units, far):
        answer = judge(line)
        if answer is None or (account.closing and (spaceless or open_number) and not _met(answer)):
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
    if far is not None:
        assumed["place"] = "the two stand in one row"
    elif spaceless:
        assumed["place"] = "the two stand in one row, as near as the commands bring them together"
    unsaid = [SIDES[s] for s, told in account.commands.items() if _needs_number(rules, told)]
    if unsaid:
        assumed["number"] = f"{' and '.join(unsaid)} may give any number: all end alike"
    return Spoken(line, assumed)


def retreat(account: Account, rules: BattalionsRules, faults: list[str]) -> str | None:
    """Return the line that asks whether a unit may retreat."""
    standing.place(list(account.units.values()), account.relations, {"r": "E", "b": "W"}, rules, any_way=False)
    units = [unit for unit in account.units.values() if unit.at is not None]
    faults += [*_shared(units), *account.unfinished()]
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
    able = [unit.id for unit in units if "d" in unit.stats]
    only = able[0] if len(able) == 1 and able[0][0] == account.me and not account.loose else None
    if account.asked is None and only is None:
        faults.append("who retreats is not said: name the unit, as in: may r1 retreat")
    asked = account.asked or only or next((u.id for u in units if u.side == (account.subject or "r")), units[0].id)
    account.units[asked].stats = {**account.loose, **account.units[asked].stats}
    if "d" not in account.units[asked].stats:
        faults.append(f"the Dexterity of {asked} is not said, and how far it goes hangs on it")
    towards = f" towards {account.towards}" if account.towards is not None else ""
    return "; ".join([*clauses, f"retreat {asked}{towards}"])


def _distance(account: Account, units: list[Unit]) -> int | None:
    """Return how far two units stand apart in one row where the text says only that, None otherwise."""
    if len(units) != 2 or len(account.relations) != 1 or any(unit.at is not None for unit in units):
        return None
    told = account.relations[0]
    return (told.far or 1) if told.way in (None, "ahead") else None


def _ways(account: Account, rules: BattalionsRules, units: list[Unit], told_far: int | None) -> Iterator[str]:
    """Yield every line that a text about a combat turn may mean; lines that are sure to end alike are left out."""
    spaceless = units[0].at is None
    fastest = max(unit.stats["d"] for unit in units)
    # units that come into contact do so alike from near and far
    reach = range(1, 2 + (min(fastest, _CLOSE) if account.closing else fastest + _FAR)) if spaceless else [0]
    for far in [told_far] if told_far is not None else reach:
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
    # the Fields lie east and west of each other unless the units stand only north and south of each other
    pairs: list[tuple[int, tuple[Direction, Direction]]] = [(0, ("E", "W")), (1, ("N", "S"))]
    for axis, (forward, backward) in pairs:
        if max(p[axis] for p in red) < min(p[axis] for p in blue):
            return [(forward, backward)]
        if min(p[axis] for p in red) > max(p[axis] for p in blue):
            return [(backward, forward)]
    if all(rules.commands[told.command].holds for told in account.commands.values()):
        return [("E", "W")]
    return [("E", "W"), ("W", "E"), ("N", "S"), ("S", "N")]


_BACK: dict[str, Direction] = {"N": "S", "S": "N", "E": "W", "W": "E"}


def _turn_line(
    account: Account, units: list[Unit], commands: dict[str, Told], fronts: tuple[Direction, Direction]
) -> str:
    said = []
    for letter, told in commands.items():
        number = f" {told.number}" if told.number is not None else ""
        words = f"{told.command}{number}"
        said.append(f'{_NAMES[letter]} "{words}"' if number else f"{_NAMES[letter]} {words}")
    head = _head(account, units, fronts)
    return "; ".join([*head, *(_unit(unit, _NAMES[unit.side]) for unit in units), f"turn {' '.join(said)}"])


def _head(account: Account, units: list[Unit], fronts: tuple[str, str]) -> list[str]:
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
                f"battalion {_NAMES[letter]} {SIDES[letter]} field {list(places[letter])} facing {front}{lead}"
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


def _facing(rules: BattalionsRules, command: str, direction: str | None) -> Direction | None:
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
