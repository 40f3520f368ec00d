"""What one player sees of a battle: all but the Cup and the stacks of Spells of others (LoT 9.1, MM 20.1)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..sides import SIDES
from .state import BattleState, PieceState


def has_secrets(battle: BattleState) -> bool:
    """Return whether anything in a battle is hidden from a player."""
    return battle.cup is not None or any(piece.held is not None for piece in (*battle.pieces, *battle.slain))


def view_battle(battle: BattleState, player: str) -> BattleState:
    """Return a battle as a player sees it; one who fights in it sees the stacks of their own side."""
    if not has_secrets(battle):
        return battle
    named = battle.players
    own: set[str] = {side for side in SIDES if (side if named is None else getattr(named, side)) == player}
    return msgspec.structs.replace(battle, cup=None, pieces=_seen(battle.pieces, own), slain=_seen(battle.slain, own))


def _seen(pieces: Sequence[PieceState], own: set[str]) -> list[PieceState]:
    return [
        piece if (piece.owner or piece.side) in own else msgspec.structs.replace(piece, held=None, barred=[])
        for piece in pieces
    ]
