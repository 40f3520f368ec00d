"""When Spells end by themselves: after one round, and with their casters, targets and ground (MM 11.4, 16.5)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from referee.core.game.recorder import Recorder

from ..battle.pieces import Piece
from ..battle.position import BattlePosition
from ..battle.state import SpellState
from ..sides import SIDES
from .grounds import fallen_with, with_dependent
from .in_effect import end_spells, reverted
from .outcomes import lasts_of_row
from .spellbooks import spell_called


def end_due(position: BattlePosition, recorder: Recorder) -> None:
    """End the one-round Spells of the side whose Maneuver Phase ends, except those cast in it (MM 11.4.2)."""
    side = SIDES[position.fight.active]
    settled = [row for row in position.spells if not row.fresh and _side(position, row) == side]
    due = [row for row in settled if lasts_of_row(position, row) == "round"]
    _end(position, recorder, due, "the round for which it lasts is over", "one_round")


def settle_fresh(position: BattlePosition) -> None:
    """Let the Spells that were cast in a phase be fresh no longer as it ends."""
    if any(row.fresh for row in position.spells):
        position.set_spells([replace(row, fresh=False) for row in position.spells], position.storm)


def end_with(position: BattlePosition, recorder: Recorder, pieces: Sequence[Piece]) -> None:
    """End the Spells of pieces that have left the battle, and those that lie on them (MM 11.4.1, 16.5)."""
    for piece in pieces:
        cast = [row for row in position.spells if row.by == piece.id]
        gone = [*cast, *(row for row in fallen_with(position, piece.id) if row not in cast)]
        _end(position, recorder, gone, f"{piece.id} has left the battle", "falls_with")


def _end(position: BattlePosition, recorder: Recorder, rows: Sequence[SpellState], why: str, key: str) -> None:
    """End Spells and what depends on them, each with a step of the trace."""
    named = {row.id for row in rows}
    for row in with_dependent(position, list(rows)):
        if row not in position.spells:
            continue
        spell = spell_called(position.rules, row.spell)
        assert spell is not None
        because = why if row.id in named else "what it lay on is gone"
        changes = end_spells(position, [row])
        cites = [*position.rules.cite(key if row.id in named else "ground_gone"), *spell.cites]
        cites += reverted(position, changes)
        recorder.write(f"{spell.title} ({row.id}) ends: {because}", changes=changes, cites=cites, by_referee=True)


def _side(position: BattlePosition, row: SpellState) -> str | None:
    """Return the side that cast a Spell."""
    return row.side or position.laid_by(row.by)
