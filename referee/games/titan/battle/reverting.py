"""Pieces under control go home: as the effect on them ends, as their controller loses, and as the battle ends."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.rules.ledger import cites_of

from ..carriers import Effect
from ..sides import SIDES
from .effects import turned_by
from .pieces import Piece
from .position import BattlePosition


def go_home(position: BattlePosition, recorder: Recorder) -> None:
    """Make those fight for their owners again whose effect has ended in the phase that now ends."""
    if not position.rules.controlling:
        return
    tables = position.rules.effects.values()
    cites = [cite for effect in tables if effect.reverts == "phase_ends" for cite in _cites(effect)]
    pieces = [piece for piece in position.fight.pieces.values() if piece.controlled and piece.controller is None]
    _release(position, recorder, pieces, cites, "at the end of the phase")


def release(position: BattlePosition, recorder: Recorder, loser: int, kept: Collection[str] = ()) -> None:
    """Give the living that fight for a side which has lost back to their owner, except those `kept`, by their ids."""
    if not position.rules.controlling:
        return
    go_home(position, recorder)
    for piece in [piece for piece in position.fight.living(loser) if piece.controlled and piece.id not in kept]:
        _release(position, recorder, [piece], _cites(control_of(position, piece)), "as its controller has lost")


def release_in_time(position: BattlePosition, recorder: Recorder, loser: int) -> None:
    """Give the living back that fight for a side which loses by time; by an option some of them fall with it."""
    lost = {
        piece.id
        for piece in position.fight.living(loser)
        if piece.controlled
        and (table := control_of(position, piece)) is not None
        and table.lost_by_time is not None
        and position.rules.chosen(table.lost_by_time, True)
    }
    release(position, recorder, loser, lost)


def settle_control(position: BattlePosition, recorder: Recorder, winner: int) -> None:
    """Settle what becomes of those whom the winner controls, as the battle ends: they are kept, or leave it."""
    if not position.rules.controlling:
        return
    fight, stranded = position.fight, list[Piece]()
    for piece in [piece for piece in fight.of(winner) if piece.controlled]:
        table = control_of(position, piece)
        if table is None or table.at_end != "keeps" or not _may_keep(position, piece, winner):
            stranded.append(piece)
            continue
        was, piece.owner = piece.owner, winner
        position.kept = [*position.kept, piece]
        change = Change(piece.id, "owner", SIDES[was], SIDES[winner], f"belongs to {position.player(winner)}")
        text = f"{position.named(piece)} stays with {position.player(winner)}"
        recorder.write(text, changes=[change], cites=_cites(table), by_referee=True)
    for piece in stranded:
        table = control_of(position, piece)
        scored = table is None or table.stranded == "slain"
        fight.take_out([piece])
        piece.side = piece.owner if scored else piece.side
        _free(position, piece)
        where = Change(piece.id, "hex", fight.board.labels[piece.hex] if piece.hex >= 0 else None, None)
        text = f"{position.named(piece)} is {'slain with' if scored else 'removed, as is'} its legion"
        recorder.write(text, changes=[where], cites=_cites(table), by_referee=True)


def control_of(position: BattlePosition, piece: Piece) -> Effect | None:
    """Return the row of the effect that controls a piece, None where nothing does."""
    grip = position.held.get(piece.id)
    return grip.table if grip is not None else None


def _may_keep(position: BattlePosition, piece: Piece, winner: int) -> bool:
    """Return whether the one who controls a piece lives, and its legion may hold the piece: no Titan, and not full."""
    source = position.fight.pieces.get(piece.controller or "")
    own = [one for one in position.fight.of(winner) if one.owner == winner]
    lives = source is not None and source.owner == winner
    return lives and not piece.profile.vital and len(own) < position.rules.combat.legion_most


def _free(position: BattlePosition, piece: Piece) -> None:
    """End what gives control of a piece, so that it fights for its owner."""
    rules = position.rules
    effects = [e for e in position.effects if e.piece != piece.id or rules.effects[e.effect].control is None]
    laid = rules.laid_by_spells
    spells = [one for one in position.spells if one.on != piece.id or laid.get(one.spell) not in rules.controlling]
    position.set_spells(spells, position.storm)
    position.set_effects(effects, (piece.id,))


def _cites(table: Effect | None) -> list[str]:
    if table is None:
        return []
    return [*([table.cite] if table.cite is not None else []), *cites_of(table.control_cite)]


def _release(
    position: BattlePosition, recorder: Recorder, pieces: Iterable[Piece], cites: list[str], when: str
) -> None:
    """Make pieces fight for their owners again, ending what controls them."""
    for piece in pieces:
        changes = turned_by(position, partial(_free, position, piece))
        text = f"{position.named(piece)} fights for {position.player(piece.owner)} again {when}"
        recorder.write(text, changes=changes, cites=cites, by_referee=True)
