"""What happens as a character goes through a gate: who leaves, who comes, and the end of the gate (MM 18.4)."""

from __future__ import annotations

from referee.core.game.recorder import Recorder

from ..battle.pieces import Piece
from ..battle.position import BattlePosition
from ..battle.state import SpellState
from .gates import changed_gate
from .in_effect import end_spells
from .leaving import leave
from .newcomers import give_back


def go_out(position: BattlePosition, recorder: Recorder, piece: Piece, row: SpellState) -> None:
    """Take a piece, healed, out of the battle to the legion of a gate, and end the gate (MM 18.4.3)."""
    cite, gate = position.rules.cite, row.gate
    assert gate is not None
    piece.hits = 0
    give_back(position, [piece])
    changed_gate(position, gate, joins=piece.profile.name)
    casts = any(one.by == piece.id for one in position.spells)
    charms = any(one.controller == piece.id for one in position.fight.pieces.values())
    cites = [*cite("gate_exit"), *cite("left_unscored"), *(cite("gate_caster") if casts else ())]
    cites += cite("gate_charmer") if charms else ()
    leave(position, recorder, [piece], f"it joins {gate}", cites, to=gate)
    position.passed = [*position.passed, (piece, gate, False)]
    close(position, recorder, row)


def come_in(position: BattlePosition, recorder: Recorder, piece: Piece, row: SpellState) -> None:
    """Add a piece to the battle that comes from the legion of a gate, and end the gate (MM 18.4.4)."""
    assert row.gate is not None
    changed_gate(position, row.gate, leaves=piece.profile.name)
    position.passed = [*position.passed, (piece, row.gate, True)]
    close(position, recorder, row)


def close(position: BattlePosition, recorder: Recorder, row: SpellState) -> None:
    """End a gate by which one character has gone; what its caster takes along has ended already (MM 18.4)."""
    if any(one.id == row.id for one in position.spells):
        changes = end_spells(position, [one for one in position.spells if one.id == row.id])
        text = f"{row.id} ends: one character has gone through it"
        recorder.write(text, changes=changes, cites=position.rules.cite("gate"), by_referee=True)
