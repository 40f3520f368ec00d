"""What happens as a character goes through a gate: who leaves, who comes, and what shuts the gate (MM 18.4)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ..battle.pieces import Piece
from ..battle.position import BattlePosition
from ..battle.state import SpellState
from .gates import changed_gate
from .leaving import leave
from .newcomers import give_back


def go_out(position: BattlePosition, recorder: Recorder, piece: Piece, row: SpellState) -> None:
    """Take a piece, healed, out of the battle to the legion of a gate, and shut the gate (MM 18.4.3)."""
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
    shut(position, recorder, row)


def come_in(position: BattlePosition, recorder: Recorder, piece: Piece, row: SpellState) -> None:
    """Add a piece to the battle that comes from the legion of a gate, and shut the gate (MM 18.4.4)."""
    assert row.gate is not None
    changed_gate(position, row.gate, leaves=piece.profile.name)
    position.passed = [*position.passed, (piece, row.gate, True)]
    shut(position, recorder, row)


def shut(position: BattlePosition, recorder: Recorder, row: SpellState) -> None:
    """Shut a gate by which one character has gone; it lies there until the Maneuver Phase ends (MM 18.4.6).

    Where its caster has gone, it has ended already.
    """
    if any(one.id == row.id for one in position.spells):
        rows = [replace(one, shut=True) if one.id == row.id else one for one in position.spells]
        position.set_spells(rows, position.storm)
        change = Change(str(row.id), "shut", False, True, "is shut")
        text = f"{row.id} is shut: one character has gone through it"
        recorder.write(text, changes=[change], cites=position.rules.cite("gate", "gate_shut"), by_referee=True)
