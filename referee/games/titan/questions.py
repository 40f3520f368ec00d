"""Every question of a Titan game by its verb, each imported when it is first asked."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.core.game.lazy_verbs import LazyVerbs
from referee.core.game.questions import Question, Unanswerable

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


def assume(state: State, question: Question, rules: Any) -> tuple[State, dict[str, Any]]:
    """Leave of a state what a question is about, fill in what it leaves out, and tell what was assumed."""
    from .battle.supposing import BattleQuestion
    from .battle.supposing import assume as assume_battle
    from .masterboard.supposing import MasterQuestion
    from .masterboard.supposing import assume as assume_masterboard

    if isinstance(question, BattleQuestion):
        if state.battle is None:
            raise Unanswerable("'battle' is missing: the question is about one")
        return assume_battle(msgspec.structs.replace(state, masterboard=None), question, rules)
    assert isinstance(question, MasterQuestion)
    if state.masterboard is None:
        raise Unanswerable("'masterboard' is missing: the question is about one")
    return assume_masterboard(state, question, rules)


def oddities(state: State, question: Question, rules: Any) -> list[str]:
    """Return what cannot have come about by the rules, of the board that a question is about."""
    from .battle.supposing import BattleQuestion
    from .oddities import of_battle, of_masterboard

    if isinstance(question, BattleQuestion):
        return of_battle(state.battle, rules) if state.battle is not None else []
    return of_masterboard(state.masterboard, rules) if state.masterboard is not None else []


def suppose(state: State, question: Question, rules: Any) -> State:
    """Return a state in which the facts hold that a question supposes."""
    from .battle.supposing import BattleQuestion
    from .battle.supposing import suppose as suppose_battle
    from .masterboard.supposing import MasterQuestion
    from .masterboard.supposing import suppose as suppose_masterboard

    if isinstance(question, BattleQuestion):
        return suppose_battle(state, question)
    assert isinstance(question, MasterQuestion)
    return suppose_masterboard(state, question)
