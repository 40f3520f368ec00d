"""The owner of a battalion, which every order checks first, and the battalions that an owner may order."""

from __future__ import annotations

from referee.core import documents
from referee.core.game.orders import Objection

from ..board.battlefield import Battalion
from ..position import BattalionsPosition


def owned(position: BattalionsPosition, player: str, ident: str, field: str = "battalion") -> Battalion | Objection:
    """Return a battalion of the player who orders it, or the objection that it is not theirs."""
    known = position.theatre.battalions
    battalion = known.get(ident)
    if battalion is None:
        return Objection(f"'{ident}' is no battalion of this game{documents.nearest(ident, known)}", (), field)
    if battalion.player != player:
        return Objection(f"{ident} belongs to {battalion.player}", position.rules.cite("own"), field)
    return battalion


def ordered_by(position: BattalionsPosition, player: str, piece: str | None) -> list[Battalion]:
    """Return a player's battalions with living units, or the one that is named."""
    every = position.theatre.battalions.values()
    return [b for b in every if b.player == player and b.living and piece in (None, b.id)]
