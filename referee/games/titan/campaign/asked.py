"""The battle of a game as questions see it, alone: with what the Masterboard holds for it."""

from __future__ import annotations

from msgspec.structs import replace

from ..masterboard.position import MasterboardPosition
from ..rules import TitanRules
from ..state import State
from .battles import resume


def with_stacks(state: State, rules: TitanRules) -> State:
    """Return a game whose battle shows what the Masterboard holds for it: stacks of Spells, and where gates lead."""
    assert state.masterboard is not None
    assert state.battle is not None
    battle = resume(MasterboardPosition(state.masterboard, rules, state.view), state.battle)
    known = {piece.id: piece for piece in (*battle.fight.pieces.values(), *battle.fight.gone)}
    shown = replace(
        state.battle,
        storm=battle.storm,
        gates=list(battle.gates.values()),
        may_muster_by=battle.may_muster_by,
        pieces=[replace(p, held=known[p.id].held, barred=known[p.id].barred) for p in state.battle.pieces],
        slain=[replace(p, held=known[p.id].held) for p in state.battle.slain],
    )
    return replace(state, battle=shown)
