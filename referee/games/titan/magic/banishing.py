"""Banishing Evoked Characters: when one leaves, and where its counter goes (MM 13.0, REF magi-78)."""

from __future__ import annotations

from referee.core.game.recorder import Recorder

from ..battle.pieces import Piece
from ..battle.position import BattlePosition
from .cup import all_intrinsic, put_back
from .leaving import leave
from .spellbooks import type_of


def banish(position: BattlePosition, recorder: Recorder, caster: Piece, piece: Piece) -> None:
    """Banish a piece: a friend leaves at once in a Maneuver Phase, an enemy in a Strike Phase; else as it ends."""
    piece.banished = True
    if (piece.side == caster.side) != position.fight.striking_phase:
        leave_banished(position, recorder)


def leave_banished(position: BattlePosition, recorder: Recorder) -> None:
    """Take those who are banished out of the battle, each with its counter; even the slain score nothing."""
    for piece in [piece for piece in position.fight.pieces.values() if piece.banished]:
        stays = _lose_counter(position, piece)
        why = "it is banished" if stays else "it is banished, and its counter goes into the Cup"
        leave(position, recorder, [piece], why, position.rules.cite("banished"), banished=stays)


def _lose_counter(position: BattlePosition, piece: Piece) -> bool:
    """Take the counter of a banished piece from its caster, unless it is intrinsic; return whether it stays there."""
    fight = position.fight
    caster = next((one for one in (*fight.pieces.values(), *fight.gone) if one.id == piece.by), None)
    if caster is None or caster.held is None:
        return True
    kind = piece.profile.name
    named = [one for one in caster.used if one == piece.id] or [
        one for one in caster.used if type_of(position.rules, one) == kind
    ]
    counter = next((one for one in named if one in caster.held), None)
    if counter is None or counter == kind or counter in all_intrinsic(position.rules):
        return True
    caster.held = _without(caster.held, counter)
    caster.used = _without(caster.used, counter)
    put_back(position, [counter])
    return False


def _without(counters: list[str], counter: str) -> list[str]:
    out = list(counters)
    out.remove(counter)
    return out
