"""A situation that leaves something out, or somebody, is answered or refused with a reason, by every question."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from documents_found import cases, examples, states
from fuzzing.corpus import RULESETS

import referee
from referee import api, games


def _without(value: Any) -> Iterator[Any]:
    """Yield a document once for each key and each entry of a list in it, without that."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield {name: other for name, other in value.items() if name != key}
            yield from ({**value, key: less} for less in _without(inner))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield [*value[:number], *value[number + 1 :]]
            yield from ([*value[:number], less, *value[number + 1 :]] for less in _without(inner))


def _ids(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("id"), str):
            yield value["id"]
        value = list(value.values())
    for inner in value if isinstance(value, list) else ():
        yield from _ids(inner)


def _asked(chance: Random, question: dict[str, Any], ids: list[str], verb: str) -> dict[str, Any]:
    """Return a question, its pieces now and then those of the situation."""
    names = {key for key, value in question.items() if isinstance(value, str) and key in (verb, "at", "in", "from")}
    return {key: chance.choice(ids) if key in names and ids else value for key, value in question.items()}


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("engaged", [False, True])
def test_every_question_on_what_is_left_of_a_situation(ruleset: str, engaged: bool, chance: Random) -> None:
    game, _ = games.load(ruleset)
    found = [state for state in states() if state["ruleset"] == ruleset]
    if engaged:
        # what names legions that may not be there
        found = [state for state in found if (state.get("masterboard") or {}).get("engagement")]
    if not found:
        return
    asked = {verb: list(examples(kind)) for verb, kind in game.questions.items()}
    for case in cases():
        question = case.get("ask") if case["ruleset"] == ruleset else None
        verb = next((verb for verb in game.questions if isinstance(question, dict) and verb in question), None)
        if verb is not None:
            asked[verb].append(question)
    answered = 0
    for number in range(80):
        # of little that is left, few questions are answered
        if number >= 8 and answered:
            break
        state = {key: value for key, value in chance.choice(found).items() if key not in ("rules", "step")}
        for _ in range(chance.choice([1, 1, 2, 3])):
            less = [one for one in _without(state) if {"format", "ruleset"} <= one.keys()]
            state = chance.choice(less) if less else state
        ids = list(_ids(state))
        for verb, questions in asked.items():
            question = _asked(chance, chance.choice(questions), ids, verb)
            try:
                api.ask({**state, "ask": question})
                answered += 1
            except referee.Unreadable:
                continue
    assert answered
