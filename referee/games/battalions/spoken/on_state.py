"""What players may name on a state: its units, battalions and combats, and commands and ways in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from referee.core.documents.problems import listed
from referee.core.spoken.named import Maker, Named, Thing, Told
from referee.core.spoken.terms import NotUnderstood
from referee.core.spoken.vocabulary import Pattern

from ..rules import BattalionsRules
from ..state import State
from .read import vocabulary

_UNIT, _BATTALION, _COMBAT = "unit", "battalion", "combat"
_LEADER = "leader"
# the four stats by which a unit is called
_STATS = Pattern(
    "who",
    r"(\d+)\s*[-/–]\s*(\d+)\s*[-/–]\s*(\d+)\s*[-/–]\s*(\d+)(?!\d)",
    lambda m: _stats(m.groups()),
    ("-", "/", "–"),
)
_WAYS = {f"direction_{way}": way for way in "NESW"}
# after these words an enemy is named, whom the command goes against
_AT = ("strike", "against", "towards")
_HOLDS_ALL, _ALL = "both_hold", "both"


def named(state: State, rules: BattalionsRules) -> Named:
    """Return the units that live, the battalions and the combats, each with its place and its player."""
    fighting = {one.id for combat in state.combats if not combat.ended for one in combat.battalions}
    if state.mode == "skirmish":
        fighting = {one.id for one in state.battalions}
    # a battalion that is wiped out is meant only where its id is said
    there = {one.battalion for one in state.units if one.status in (None, "alive")}
    fighting &= there
    resting = there - fighting
    units = [one.id for one in state.units if one.battalion in fighting and one.at is not None]
    ways = ("num", *_WAYS)
    return Named(
        vocabulary(rules, of_states=True),
        list(_things(state)),
        fields=(_UNIT, _BATTALION, _COMBAT),
        nouns={"battalion": _BATTALION, "piece": _UNIT, "pieces": _UNIT, "fought": _COMBAT},
        likely={"attack": units, "retreat": units, "turn": fighting, "move": resting, "join": there},
        makers={
            "turn": Maker(
                partial(_commands, state, rules), ("command", "num", _HOLDS_ALL, _ALL, *_AT), (_BATTALION,), True
            ),
            "move": Maker(_path, ways, (_BATTALION,), True),
        },
        patterns_here=[_STATS],
    )


def _stats(numbers: Any) -> str:
    return "-".join(map(str, numbers))


def _things(state: State) -> Iterator[Thing]:
    players = {one.id: one.player for one in state.battalions}
    leaders = {one.leader for one in state.battalions}
    living = [one for one in state.units if one.status in (None, "alive")]
    for unit in living:
        called = _stats((unit.s, unit.d, unit.i, unit.c))
        also = (_LEADER,) if unit.id in leaders else ()
        whose = players.get(unit.battalion, "")
        yield Thing(unit.id, called, _place(unit.at), whose, sort=_UNIT, within=unit.battalion, also=also)
    for one in state.battalions:
        yield Thing(one.id, "", _place(one.field), one.player, sort=_BATTALION)
    for combat in state.combats:
        yield Thing(combat.id, sort=_COMBAT)


def _place(at: tuple[int, int] | None) -> str:
    return ",".join(map(str, at)) if at is not None else ""


def _path(told: list[Told], player: str | None) -> dict[str, Any]:
    """Return the way of a move, a Field a step; raises NotUnderstood."""
    out: list[str] = []
    number: int | None = None
    last: str | None = None
    for one in told:
        if one.kind in ("thing", "verb"):
            if number is not None:
                raise NotUnderstood([f"'{number}' is not understood here"])
            last = None
        elif one.kind == "num" and last is not None:
            # `east 2`: so many steps of the way named before it
            out += [last] * (one.value - 1)
            last = None
        elif one.kind == "num":
            number = one.value
        elif one.kind in _WAYS:
            last = _WAYS[one.kind] if number is None else None
            out += [_WAYS[one.kind]] * (1 if number is None else number)
            number = None
    if number is not None or not 0 < len(out) <= 1000:
        raise NotUnderstood(["which way it moves is not said: north, east, south or west, Field by Field"])
    return {"path": out}


def _commands(state: State, rules: BattalionsRules, told: list[Told], player: str | None) -> dict[str, Any]:
    """Return the command of each battalion that a text names; raises NotUnderstood."""
    orders: dict[str, dict[str, Any]] = {}
    who: str | None = None
    aimed = False
    faults: list[str] = []
    for one in told:
        if one.kind == "thing":
            if aimed and who is not None and one.value != who:
                orders[who]["towards"] = one.value
            else:
                who = one.value
                orders.setdefault(who, {})
            aimed = False
        elif one.kind in _AT:
            aimed = True
        elif one.kind == _HOLDS_ALL or (one.kind == _ALL and who is None):
            who = None
            orders |= {ident: {} for ident in _of_one_combat(state) if ident not in orders}
            if one.kind == _HOLDS_ALL:
                _command_all(orders, next(name for name, row in rules.commands.items() if row.holds))
        elif one.kind == "command":
            aimed = False
            faults += _put(orders, who, "command", one)
        elif one.kind == "num":
            faults += _put(orders, who, "number", one)
    faults += [f"the command of {ident} is not said" for ident, row in orders.items() if "command" not in row]
    for ident, row in orders.items():
        if "command" in row and rules.commands[row["command"]].holds == ("number" in row):
            command, said = row["command"], "number" in row
            faults.append(f"{command} has no number" if said else f"how far {ident} goes is not said: {command} 2")
    if faults or not orders:
        raise NotUnderstood(faults or ["no command is said"])
    return {"turn": {ident: _line(row) for ident, row in orders.items()}}


def _put(orders: dict[str, dict[str, Any]], who: str | None, key: str, one: Told) -> list[str]:
    """Give a battalion, or all that are meant, a word of their command; return what is wrong."""
    meant = [orders[who]] if who is not None else list(orders.values())
    if not meant or (key == "number" and not all("command" in row for row in meant)):
        return [f"'{one.text}': whose it is is not said" if not meant else f"'{one.text}' is not understood here"]
    if any(key in row for row in meant):
        return [f"'{one.text}': a battalion has one command with one number"]
    for row in meant:
        row[key] = one.value
    return []


def _command_all(orders: Mapping[str, dict[str, Any]], command: str) -> None:
    for row in orders.values():
        row.setdefault("command", command)


def _line(row: Mapping[str, Any]) -> str:
    """Return a command as the question writes it."""
    number = f" {row['number']}" if "number" in row else ""
    towards = f" towards {row['towards']}" if "towards" in row else ""
    return f"{row['command']}{number}{towards}"


def _of_one_combat(state: State) -> list[str]:
    """Return the battalions of the only combat; raises NotUnderstood where there are several."""
    if state.mode == "skirmish":
        return [one.id for one in state.battalions]
    running = [combat for combat in state.combats if not combat.ended]
    if len(running) != 1:
        those = listed([combat.id for combat in running], "or")
        raise NotUnderstood([f"which combat is meant is not said: {those}" if running else "no combat is fought"])
    return [one.id for one in running[0].battalions]
