"""What a text may name on a table: its elements."""

from __future__ import annotations

from referee.core.line.things import Thing

from ..rules import HordesRules
from ..state import State


def things(state: State, rules: HordesRules) -> list[Thing]:
    """Return the elements of a state with the facts by which they are named."""
    return [Thing(one.id, one.army, {"name": one.type, "army": one.army}) for one in state.elements or ()]
