"""What one player sees of a battle: all but the Cup and the stacks of Spells of others (LoT 9.1, MM 20.1)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..sides import SIDES
from .state import BattleState, PieceState


def has_secrets(battle: BattleState) -> bool:
    """Return whether anything in a battle is hidden from a player."""
    if battle.may_muster_by or battle.gates or battle.cup is not None:
        return True
    return any(piece.held is not None for piece in (*battle.pieces, *battle.slain))


def view_battle(battle: BattleState, player: str) -> BattleState:
    """Return a battle as a player sees it; one who fights in it sees the stacks of their own side."""
    if not has_secrets(battle):
        return battle
    named = battle.players
    own: set[str] = {side for side in SIDES if (side if named is None else getattr(named, side)) == player}
    by_spell = battle.may_muster_by if "defender" in own else []
    gates = [gate if gate.side in own else msgspec.structs.replace(gate, characters=[]) for gate in battle.gates]
    pieces, slain = _seen(battle.pieces, own), _seen(battle.slain, own)
    return msgspec.structs.replace(battle, cup=None, pieces=pieces, slain=slain, may_muster_by=by_spell, gates=gates)


def _seen(pieces: Sequence[PieceState], own: set[str]) -> list[PieceState]:
    return [
        piece if (piece.owner or piece.side) in own else msgspec.structs.replace(piece, held=None, barred=[])
        for piece in pieces
    ]
