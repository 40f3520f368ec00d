"""What a text may name on a state: its units."""

from __future__ import annotations

from referee.core.line.things import Thing

from ..rules import BattalionsRules
from ..state import State


def things(state: State, rules: BattalionsRules) -> list[Thing]:
    """Return the units and battalions of a state with the facts by which they are named."""
    owners = {one.id: one.player for one in state.battalions or ()}
    units = [
        Thing(one.id, owners.get(one.battalion, ""), {"at": list(one.at) if one.at else None, "name": one.id})
        for one in state.units or ()
    ]
    return [*units, *(Thing(one.id, one.player, {"player": one.player}) for one in state.battalions or ())]
