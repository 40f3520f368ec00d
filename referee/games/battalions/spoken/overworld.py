"""Read a question about an over-world move: where a battalion ends, and which combat it begins or joins."""

from __future__ import annotations

from referee.core.spoken.terms import Spoken, Terms

from ..rules import BattalionsRules
from .march import COMBAT, FRIEND, March, Standing
from .parties import OTHER, SIDES


def read(terms: Terms, rules: BattalionsRules, faults: list[str]) -> tuple[str | None, Spoken | None]:
    """Return the line of a question about a move, and what it means where nothing is wanting."""
    march = March(terms, {str(way): step for way, step in rules.vectors.items()})
    march.read_all()
    march.finish()
    faults += [*march.faults_left(), *march.faults]
    assumed = {} if march.board is not None else {"board": "large enough for the move"}
    return _line(march), None if faults else Spoken(_line(march), assumed)


def _line(march: March) -> str:
    own = march.own or march.me
    start, dexterity = march.start or (1, 1), march.dexterity if march.dexterity is not None else 2
    every = [start, *(one.place for one in march.others)]
    reach = max(dexterity, 1)
    board = list(march.board or [max(place[axis] for place in every) + reach + 1 for axis in (0, 1)])
    clauses = [f"mode overworld players red blue board {{fields: {board}, field_size: [5, 5]}}"]
    name = f"{own.upper()}1"
    clauses.append(
        f"battalion {name} {SIDES[own]} field {list(start)} facing {'E' if own == 'r' else 'W'} leader {own}1"
    )
    units = [f"{own}1 {name} s 2 d {dexterity} i 2 c 2"]
    fought = [one for one in march.others if one.kind == COMBAT]
    members = []
    for number, one in enumerate(march.others, 2):
        letter = _side(one, own, fought)
        clauses.append(
            f"battalion {letter.upper()}{number} {SIDES[letter]} field {list(one.place)} leader {letter}{number}"
        )
        x, y = (part * 5 + 2 for part in one.place)
        units.append(f"{letter}{number} {letter.upper()}{number} s 2 d 2 i 2 c 2 at [{x}, {y}]")
        if one.kind == COMBAT:
            members.append(f"{{id: {letter.upper()}{number}, from: {list(one.place)}}}")
    if fought:
        used = [list(one.place) for one in fought]
        clauses.append(f"combat k1 used {used} turn 5 battalions [{', '.join(members)}]")
    asked = f"move {name} path {' '.join(march.path)}" if march.path else f"join {name}"
    return "; ".join([*clauses, *units, asked])


def _side(one: Standing, own: str, fought: list[Standing]) -> str:
    """Return the side of a battalion; of a combat whose sides are not said, the enemy is in the Field named first."""
    if one.kind != COMBAT:
        return own if one.kind == FRIEND else OTHER[own]
    if one.side is not None:
        return one.side
    said = [other.side for other in fought if other.side is not None]
    if said:
        return OTHER[said[0]]
    return OTHER[own] if fought.index(one) % 2 == 0 else own
