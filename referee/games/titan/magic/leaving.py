"""Pieces that leave a battle unslain: Evoked Characters with their casters, and those who go through a gate."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ..battle.pieces import OFF, Piece
from ..battle.position import BattlePosition
from ..battle.state import LeftState
from ..sides import SIDES
from .cup import all_intrinsic, put_back
from .spellbooks import type_of


def leave(
    position: BattlePosition,
    recorder: Recorder,
    pieces: Sequence[Piece],
    why: str,
    cites: Iterable[str],
    banished: bool = False,
    to: str | None = None,
) -> None:
    """Take pieces out of the battle, and end what hangs on them (MM 16.5); who is slain already counts as slain.

    `banished` says that the counter of an Evoked Character, which its caster still holds, no longer counts in this
    battle. `to` is the legion that they join through a gate.
    """
    fight = position.fight
    if not pieces:
        return
    changes = []
    for piece in pieces:
        where = fight.board.labels[piece.hex] if piece.hex != OFF else None
        changes.append(Change(piece.id, "hex", where, None, "leaves the battle"))
    names = ", ".join(position.named(piece) for piece in pieces)
    for piece in pieces:
        fight.remove(piece)
        if piece.slain and not piece.banished:
            # who is slain and not banished too is scored (MM 19.1)
            fight.gone.append(piece)
            continue
        fight.by_hazard.discard(piece.id)
        left = LeftState(
            id=piece.id, character=piece.profile.name, side=SIDES[piece.owner], by=piece.by, to=to, banished=banished
        )
        position.left = [*position.left, left]
    said = "leaves" if len(pieces) == 1 else "leave"
    recorder.write(f"{names} {said} the battle: {why}", changes=changes, cites=list(cites), by_referee=True)
    position.upkeep.removed(position, recorder, pieces)


def dismiss(position: BattlePosition, recorder: Recorder, gone: Iterable[Piece]) -> None:
    """Let those leave whom Spells of pieces brought that have left the battle (MM 16.5, 17.1)."""
    casters = {piece.id for piece in gone}
    evoked = [p for p in position.fight.pieces.values() if p.by in casters and not p.slain]
    if evoked:
        names = " and ".join(dict.fromkeys(p.by for p in evoked if p.by is not None))
        leave(position, recorder, evoked, f"{names} has left it", position.rules.cite("evoked_leave"))


def dismiss_all(position: BattlePosition, recorder: Recorder) -> None:
    """Let all leave whom Spells brought, as the battle ends; those who are slain stay slain (MM 17.1)."""
    evoked = [p for p in position.fight.pieces.values() if p.by is not None and not p.slain]
    leave(position, recorder, evoked, "it ends", position.rules.cite("evoked_leave"))


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
