"""`otherwise` shows the readings that change an answer, in every game: the options consulted are tried by core."""

from __future__ import annotations

from random import Random
from typing import Any

import asked_battalions
import asked_hordes
import msgspec
import pytest
from asked import Table
from test_asked import battalions_states, hordes_states

from referee import games
from referee.core.asking import ask, read_question, without_words
from referee.core.documents import Document
from referee.core.game.questions import Unanswerable


def questions(name: str, chance: Random) -> Any:
    """Yield states of a game, each with a question about it."""
    game, ruleset = games.load(name)
    states, asked = {
        "battalions": (battalions_states, asked_battalions.questions),
        "hordes": (hordes_states, asked_hordes.questions),
    }[name]
    for state in states(3):
        if state is not None:
            found = list(asked(state, Table(game, ruleset, state).position, chance))
            for one in chance.sample(found, min(4, len(found))):
                yield state, read_question(game, Document("", "question", one.question), one.question)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["battalions", "hordes"])
def test_every_reading_that_is_shown_changes_the_answer(name: str) -> None:
    game, ruleset = games.load(name)
    shown = 0
    for state, question in questions(name, Random(3)):
        try:
            answer = ask(game, ruleset, state, question)
        except Unanswerable:
            continue
        others = [(one["option"], one["value"]) for one in answer.otherwise]
        assert len(set(others)) == len(others)
        for one in answer.otherwise:
            assert without_words(one["answer"]) != without_words(answer.answer)
            assert one["ruling"] in answer.cites
        shown += len(others)
    assert shown > 5


@pytest.mark.slow
def test_every_reading_that_changes_an_answer_of_battalions_is_shown() -> None:
    game, ruleset = games.load("battalions")
    options = {ruling.option: [ruling.default, *ruling.alternatives] for ruling in ruleset.rulings.values()}
    found = set()
    for state, question in questions("battalions", Random(3)):
        if question.verb != "attack":
            continue
        answer = ask(game, ruleset, state, question)
        shown = {(one["option"], one["value"]) for one in answer.otherwise}
        chosen = ruleset.resolve(state.options)
        for option, values in options.items():
            for value in values:
                if option is None or value in (None, chosen[option]):
                    continue
                other = ask(game, ruleset, _with(state, option, value), question)
                differs = without_words(other.answer) != without_words(answer.answer)
                assert ((option, value) in shown) == differs
                found |= {option} if differs else set()
    assert {"leader_loss", "attack_shape"} <= found


def _with(state: Any, option: str, value: Any) -> Any:
    return msgspec.structs.replace(state, options={**state.options, option: value})
