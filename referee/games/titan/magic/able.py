"""Who may still cast in this phase, as far as everybody can see (MM 11.1)."""

from __future__ import annotations

from ..battle.pieces import Piece
from ..battle.position import BattlePosition
from .casting import barring_rows, caster_objections
from .spellbooks import casts


def able_casters(position: BattlePosition) -> list[Piece]:
    """Return the pieces of the ordering side that may cast now, whatever Spells they hold, which is secret."""
    fight = position.fight
    if position.over or position.ordering != fight.active:
        return []
    player = position.player(fight.active)
    return [piece for piece in fight.of(fight.active) if casts(piece) and _may_cast(position, player, piece)]


def _may_cast(position: BattlePosition, player: str, piece: Piece) -> bool:
    return not caster_objections(position, player, piece, "") and not barring_rows(position, piece, {})
