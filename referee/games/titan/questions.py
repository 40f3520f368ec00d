"""Every question of a Titan game by its verb, each imported when it is first asked."""

from __future__ import annotations

from typing import Any

from referee.core.game.lazy_verbs import LazyVerbs
from referee.core.game.questions import Question, Unanswerable

from .rules import TitanRules
from .state import State

QUESTIONS = LazyVerbs(
    __package__,
    {
        "strike": "battle.questions:AskStrike",
        "rangestrike": "battle.questions:AskRangestrike",
        "reach": "battle.questions:AskReach",
        "enter": "battle.questions:AskEnter",
        "travel": "masterboard.questions:AskTravel",
        "muster": "masterboard.questions:AskMuster",
        "value": "masterboard.questions:AskValue",
        "overfull": "masterboard.questions:AskOverfull",
        "acquire": "masterboard.questions:AskAcquire",
        "standing": "masterboard.questions:AskStanding",
    },
)


def assume(state: State, question: Question, rules: TitanRules) -> tuple[State, dict[str, Any]]:
    """Leave of a state what a question is about, fill in what it leaves out, and tell what was assumed."""
    if _of_masterboard(question):
        from .masterboard.supposing import MasterQuestion
        from .masterboard.supposing import assume as assume_masterboard

        assert isinstance(question, MasterQuestion)
        if state.masterboard is None:
            raise Unanswerable("'masterboard' is missing: the question is about one")
        return assume_masterboard(state, question, rules)
    from .battle.supposing import BattleQuestion
    from .battle.supposing import assume as assume_battle

    assert isinstance(question, BattleQuestion)
    if state.battle is None:
        raise Unanswerable("'battle' is missing: the question is about one")
    return assume_battle(state, question, rules)


def oddities(state: State, question: Question, rules: TitanRules) -> list[str]:
    """Return what cannot have come about by the rules, of the board that a question is about."""
    if _of_masterboard(question):
        from .masterboard.check_possible import masterboard_impossibilities
        from .masterboard.supposing import with_phase_and_mover

        board = state.masterboard
        return masterboard_impossibilities(with_phase_and_mover(board, question), rules) if board is not None else []
    from .battle.check_possible import battle_impossibilities
    from .battle.supposing import with_phase

    return battle_impossibilities(with_phase(state.battle, question), rules) if state.battle is not None else []


def suppose(state: State, question: Question, rules: TitanRules) -> tuple[State, dict[str, Any]]:
    """Return a state in which the facts hold that a question supposes, and what is set aside for them."""
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
