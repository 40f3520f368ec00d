"""Every question of a Titan game by its verb, each imported when it is first asked."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import replace

from referee.core.game.lazy_types import LazyTypes
from referee.core.game.questions import Question, Unanswerable

from .rules import TitanRules
from .state import State

if TYPE_CHECKING:
    from .battle.state import BattleState
    from .battle.supposing import BattleQuestion
    from .masterboard.supposing import MasterQuestion

QUESTIONS = LazyTypes(
    __package__,
    {
        "strike": "battle.questions:AskStrike",
        "carry": "battle.carry_question:AskCarry",
        "rangestrike": "battle.questions:AskRangestrike",
        "cast": "magic.questions:AskCast",
        "undo": "magic.questions:AskUndo",
        "shift": "magic.questions:AskShift",
        "use": "battle.ability_question:AskUse",
        "reach": "battle.move_questions:AskReach",
        "enter": "battle.move_questions:AskEnter",
        "locked": "battle.contact_questions:AskLocked",
        "must_strike": "battle.contact_questions:AskMustStrike",
        "sees": "battle.contact_questions:AskSees",
        "summon": "campaign.late_questions:AskSummon",
        "reinforce": "campaign.late_questions:AskReinforce",
        "time_loss": "battle.time_question:AskTimeLoss",
        "harm": "battle.time_question:AskHarm",
        "travel": "magic.strategic_question:AskTravel",
        "muster": "magic.strategic_question:AskMuster",
        "draw": "magic.draw_question:AskDraw",
        "value": "masterboard.questions:AskValue",
        "overfull": "masterboard.questions:AskOverfull",
        "acquire": "masterboard.questions:AskAcquire",
        "teleport": "masterboard.travel_question:AskTeleport",
        "flee": "campaign.giving_way_questions:AskFlee",
        "concede": "campaign.giving_way_questions:AskConcede",
        "titan_slain": "campaign.titan_question:AskTitanSlain",
        "invoke": "masterboard.questions:AskInvoke",
        "standing": "masterboard.questions:AskStanding",
    },
)


def assume(state: State, question: Question, rules: TitanRules) -> tuple[State, dict[str, Any]]:
    """Reduce a state to the board of a question and fill in what it omits; return it, and what was assumed by name.

    The facts that a question itself gives are put in first.
    """
    state, told = _set_up(state, question, rules)
    state, assumed = _assumed(state, question, rules)
    return state, {**told, **assumed}


def _assumed(state: State, question: Question, rules: TitanRules) -> tuple[State, dict[str, Any]]:
    if _of_masterboard(question):
        from .masterboard.supposing import MasterQuestion
        from .masterboard.supposing import assume as assume_masterboard

        assert isinstance(question, MasterQuestion)
        if state.masterboard is None:
            raise Unanswerable("'masterboard' is missing: the question is about one")
        return assume_masterboard(state, question, rules)
    if state.battle is None:
        raise Unanswerable("'battle' is missing: the question is about one")
    if state.masterboard is not None and rules.spells:
        from .campaign.battles import with_stacks

        state = with_stacks(state, rules)
    return _assume_battle()(state, question, rules)


# what questions about a battle need is imported once, with the first of them


@cache
def _assume_battle() -> Callable[[State, Any, TitanRules], tuple[State, dict[str, Any]]]:
    from .battle.supposing import assume

    return assume


@cache
def _with_phase() -> Callable[[BattleState, Any, TitanRules], BattleState]:
    from .battle.supposing import with_phase

    return with_phase


def _set_up(state: State, question: Question, rules: TitanRules) -> tuple[State, dict[str, Any]]:
    found, told = cast("BattleQuestion | MasterQuestion", question).set_up(state, rules)
    if state.battle is None and found.battle is not None:
        # a battle that the question supposes is no Engagement of the game
        found = replace(found, masterboard=None)
    return found, told


def asked_of(state: State, question: Question, rules: TitanRules) -> State:
    """Return the board that a question is about, with the phase that it asks about."""
    if _of_masterboard(question):
        from .masterboard.supposing import MasterQuestion, with_phase_and_mover

        assert isinstance(question, MasterQuestion)
        board = state.masterboard
        found = with_phase_and_mover(board, question, rules) if board is not None else None
        return replace(state, masterboard=found, battle=None)
    battle = _with_phase()(state.battle, question, rules) if state.battle is not None else None
    return replace(state, masterboard=None, battle=battle)


def suppose(state: State, question: Question, rules: TitanRules) -> tuple[State, dict[str, Any]]:
    """Return the state with what a question supposes put in, and a remark on what is set aside for it."""
    if _of_masterboard(question):
        from .masterboard.supposing import MasterQuestion
        from .masterboard.supposing import suppose as suppose_masterboard

        assert isinstance(question, MasterQuestion)
        return suppose_masterboard(state, question, rules)
    from .battle.supposing import BattleQuestion
    from .battle.supposing import suppose as suppose_battle

    assert isinstance(question, BattleQuestion)
    return suppose_battle(state, question), {}


def _of_masterboard(question: Question) -> bool:
    return question.about == "masterboard"
