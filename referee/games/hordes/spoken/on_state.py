"""What players may name on a table: its elements."""

from __future__ import annotations

from referee.core.spoken.named import Named, Thing

from ..rules import HordesRules
from ..state import State
from .names import vocabulary

# every question about a table has this part of a situation
_TABLE = "table"


def named(state: State, rules: HordesRules) -> Named:
    """Return the elements that have not been destroyed."""
    things = [
        Thing(one.id, one.type, "", one.army, "", {}, (), _TABLE) for one in state.elements if one.status != "destroyed"
    ]
    return Named(vocabulary(rules), things)
