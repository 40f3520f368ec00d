"""Where units stand whose Spaces are not said, by how they stand to each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..rules import BattalionsRules
from ..state import Direction
from .mentions import Relation, Unit
from .parties import Place

# where the unit stands from which others are placed
_BASE = (9, 5)
SIDEWAYS = {"ahead": "front", "behind": "back", "left": "left", "right": "right"}


def place(
    units: Sequence[Unit],
    relations: Sequence[Relation],
    fronts: Mapping[str, Direction],
    rules: BattalionsRules,
    any_way: bool,
) -> list[str]:
    """Give Spaces to units by how they stand from others; `fronts` say which way each side faces.

    With `any_way`, an unsaid way is any of the four. Returns a fault for each relation that is not so or not clear.
    """
    faults = []
    for said in relations:
        other = said.other or next((u for u in units if u is not said.one and u.side != said.one.side), None)
        if other is None:
            faults.append(f"from whom {said.one.id} stands so is not said")
        elif said.one.at is not None and other.at is not None:
            faults += _untrue(said, said.one.at, other.at, other, fronts, rules)
        elif said.way != "line" or said.far is not None:
            faults += _placed(said, other, fronts, rules, any_way)
    return faults


def _placed(
    said: Relation, other: Unit, fronts: Mapping[str, Direction], rules: BattalionsRules, any_way: bool
) -> list[str]:
    """Place one of two units from the other."""
    one = said.one
    vector = _vector(said, fronts[other.side], rules)
    if vector is None:
        if not any_way:
            return [f"in which direction {one.id} stands from {other.id} is not said"]
        vector = rules.vectors["E"]
    if said.far is None and said.way != "diagonal":
        return [f"how far {one.id} stands from {other.id} is not said"]
    far = said.far or 1
    if other.at is None and one.at is None:
        other.at = _BASE
    if other.at is None and one.at is not None:
        other.at = (one.at[0] - far * vector[0], one.at[1] - far * vector[1])
    elif other.at is not None:
        one.at = (other.at[0] + far * vector[0], other.at[1] + far * vector[1])
    found = [unit for unit in (one, other) if unit.at is not None and min(unit.at) < 0]
    for unit in found:
        unit.at = None
    return [f"{unit.id} would stand outside the board" for unit in found]


def _vector(said: Relation, front: Direction, rules: BattalionsRules) -> Place | None:
    """Return the step from the other unit towards the one that stands so; None where the way is not said."""
    if said.way == "diagonal":
        return 1, 1
    if said.way in SIDEWAYS:
        x, y = rules.vectors[getattr(rules.relative[front], SIDEWAYS[said.way])]
        return x, y
    if said.way in rules.vectors:
        x, y = rules.vectors[said.way]
        return x, y
    return None


def _untrue(
    said: Relation, at: Place, other: Place, whom: Unit, fronts: Mapping[str, Direction], rules: BattalionsRules
) -> list[str]:
    """Return a fault if two units do not stand as a text says."""
    x, y = at[0] - other[0], at[1] - other[1]
    straight = x == 0 or y == 0
    wrong = said.way == "line" and not straight
    wrong = wrong or (said.way == "diagonal" and abs(x) != abs(y))
    wrong = wrong or (said.far is not None and said.way != "diagonal" and abs(x) + abs(y) != said.far)
    if said.way in (*rules.vectors, *SIDEWAYS):
        u, v = _vector(said, fronts[whom.side], rules) or (0, 0)
        wrong = wrong or x * u + y * v <= 0
    spaces = f"{at[0]},{at[1]} and {other[0]},{other[1]}"
    return [f"{said.one.id} does not stand so from {whom.id}: they are on {spaces}"] if wrong else []
