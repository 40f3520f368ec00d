"""What players may name on a state: its units."""

from __future__ import annotations

from referee.core.spoken.named import Named, Thing

from ..rules import BattalionsRules
from ..state import State
from .read import vocabulary


def named(state: State, rules: BattalionsRules) -> Named:
    """Return the units that live, each with its Space and its player."""
    players = {one.id: one.player for one in state.battalions}
    things = [
        Thing(unit.id, "", ",".join(map(str, unit.at)) if unit.at else "", players.get(unit.battalion, ""))
        for unit in state.units
        if unit.status in (None, "alive")
    ]
    return Named(vocabulary(rules), things, fields=("unit",))
