"""Every question of a Titan game by its verb; those of the Masterboard are loaded when one of them is asked."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from referee.core.orders import Question, Unanswerable

from .battle.questions import QUESTIONS as BATTLE
from .battle.questions import BattleQuestion
from .battle.questions import assume as assume_battle
from .state import State

_MASTERBOARD = ("travel", "muster", "value", "overfull", "acquire", "standing")


class _Verbs(Mapping[str, type[Question]]):
    """The questions by verb, those of the Masterboard imported when they are asked for."""

    def __getitem__(self, verb: str) -> type[Question]:
        if verb in BATTLE:
            return BATTLE[verb]
        if verb not in _MASTERBOARD:
            raise KeyError(verb)
        kinds: dict[str, type[Question]] = importlib.import_module(f"{__package__}.masterboard.questions").QUESTIONS
        return kinds[verb]

    def __contains__(self, verb: object) -> bool:
        return verb in BATTLE or verb in _MASTERBOARD

    def __iter__(self) -> Iterator[str]:
        return iter((*BATTLE, *_MASTERBOARD))

    def __len__(self) -> int:
        return len(BATTLE) + len(_MASTERBOARD)


QUESTIONS: Mapping[str, type[Question]] = _Verbs()


def assume(state: State, question: Question, rules: Any) -> tuple[State, dict[str, Any]]:
    """Leave of a state what a question is about, fill in what it leaves out, and tell what was assumed."""
    if isinstance(question, BattleQuestion):
        if state.battle is None:
            raise Unanswerable("'battle' is missing: the question is about one")
        return assume_battle(msgspec.structs.replace(state, masterboard=None), question, rules)
    from .masterboard.questions import assume as assume_masterboard

    if state.masterboard is None:
        raise Unanswerable("'masterboard' is missing: the question is about one")
    return assume_masterboard(state, question, rules)
