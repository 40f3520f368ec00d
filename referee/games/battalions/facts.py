"""What a player knows of a game, for the conditions of orders that react: all but orders that are not carried out."""

from __future__ import annotations

from referee.core.game.facts import Facts

from .board.grid import field_said
from .position import BattalionsPosition
from .state import Place


def facts_of(position: BattalionsPosition, player: str) -> Facts:
    """Return the facts of a game: Spaces of units and Fields of battalions; `hits` is the Constitution lost.

    `round` is the combat turn that is awaited, or the round of the over-world.
    """
    theatre = position.theatre
    turns = [combat.turn + 1 for combat in theatre.running]
    units = [unit for unit in theatre.units.values() if unit.alive]
    living = [battalion for battalion in theatre.battalions.values() if battalion.living]
    battalions = {b.id: field_said(b.station) for b in living if b.station is not None}
    return Facts(
        round=max(turns) if position.fighting else position.round,
        places={**battalions, **{unit.id: _space(unit.at) for unit in units}},
        hits={unit.id: unit.stats["c"] - unit.con for unit in units},
    )


def _space(at: Place | None) -> str:
    return f"[{at[0]},{at[1]}]" if at is not None else "off-board"
