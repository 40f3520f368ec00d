"""Whom a battle waits for."""

from __future__ import annotations

from referee.core.game.trace import Awaiting

from .orders.arrive import Muster, Summon
from .position import BattlePosition


def awaiting(position: BattlePosition) -> list[Awaiting]:
    """Return whom a battle waits for, with the pieces that must act and what else may be ordered."""
    phase = position.phase()
    if phase is None:
        return []
    player, striking = phase.players[0], position.fight.striking_phase
    may = [p.id for p in (position.chances() if striking else position.movers())]
    if not striking:
        may += [
            f"{kind.verb} {order.character()}" for kind in (Muster, Summon) for order in kind.open(position, player)
        ]
    must = [p.id for p in position.duties()]
    return [Awaiting(player, phase.name, must, may)]
