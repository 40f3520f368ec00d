"""What a piece of a battle is scored as, with its Spells (MM 19.1)."""

from __future__ import annotations

from ..battle.pieces import Piece
from ..battle.position import BattlePosition
from ..points import Worth


def worth_of(position: BattlePosition, piece: Piece) -> Worth:
    """Return what a piece is scored as: a Mage with its Spells, less those of the Evoked Characters that it has lost.

    A Mage whose Spells are not given holds its intrinsic ones.
    """
    name, cites = f"{piece.profile.title} {piece.id}", position.rules.cite("mage_value")
    if piece.by is not None:
        return Worth(name, piece.profile, cites=cites)
    if piece.profile.name not in position.rules.keeping_spells:
        charmed = position.rules.cite("charmed_points") if piece.controlled else ()
        return Worth(name, piece.profile, cites=charmed, drew=piece.drew)
    held = len(piece.held if piece.held is not None else piece.profile.chart.intrinsic)
    killed = sum(one.by == piece.id for one in position.fight.gone)
    banished = sum(one.by == piece.id and one.banished for one in position.left)
    return Worth(name, piece.profile, spells=max(held - killed - banished, 0), cites=cites)
