"""Answering questions: a situation, what is assumed of it, the ruling, and the other readings."""

from __future__ import annotations

from typing import Any

import msgspec

from .documents import Document, Problem, Unreadable
from .game import Game
from .orders import Answer, Question, Unanswerable, read_verb
from .rulesets import Ruleset


def read_state(game: Game, ruleset: Ruleset, document: Document, value: Any, playing: bool) -> Any:
    """Return a document's state or situation as its type, judged against the tables; raises Unreadable."""
    from . import documents

    state = documents.convert(document, game.state, value)
    rules = rules_for(game, ruleset, document, state)
    faults = game.faults(state, rules, playing)
    if faults:
        raise Unreadable([document.problem(path, message) for path, message in faults])
    return state


def rules_for(game: Game, ruleset: Ruleset, document: Document, state: Any) -> Any:
    """Return the rules a state is played by: the ruleset's, under the state's own options."""
    try:
        return game.compile(ruleset, state.options)
    except ValueError as error:
        raise Unreadable([document.problem(("options",), str(error))]) from None


def read_question(game: Game, document: Document, value: Any) -> Question:
    """Return the question of a document by its verb; raises Unreadable."""
    question: Question = read_verb(document, value, ("ask",), game.questions, "a question")
    return question


def ask(game: Game, ruleset: Ruleset, state: Any, question: Question) -> Answer:
    """Answer a question; raises Unanswerable.

    Where the ruling turned on an option, `otherwise` gives the answer under each alternative that differs.
    """
    rules = game.compile(ruleset, state.options)
    filled, assumed = game.assume(state, question, rules)
    answer = question.answer(game.open(filled, rules))
    answer.assumed = assumed
    if answer.turned:
        _otherwise(game, ruleset, state, question, answer)
    return answer


def _otherwise(game: Game, ruleset: Ruleset, state: Any, question: Question, answer: Answer) -> None:
    for option, value in answer.turned.items():
        number, ruling = ruleset.ruling_of(option)
        for other in [ruling.default, *ruling.alternatives]:
            if other is None or other == value:
                continue
            changed = msgspec.structs.replace(state, options={**state.options, option: other})
            rules = game.compile(ruleset, changed.options)
            filled, _ = game.assume(changed, question, rules)
            found = question.answer(game.open(filled, rules)).answer
            if _ruling(found) != _ruling(answer.answer):
                answer.otherwise.append({"ruling": number, "option": option, "value": other, "answer": found})
                if number not in answer.cites:
                    answer.cites.append(number)
    answer.turned = {}


def _ruling(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without the words in which a no is given."""
    return {key: value for key, value in answer.items() if key != "because"}


def ask_document(game: Game, ruleset: Ruleset, document: Document, value: Any = None) -> Answer:
    """Answer the question that stands beside the situation in a document; raises Unreadable."""
    given = document.value if value is None else value
    if not isinstance(given, dict):
        raise Unreadable([document.problem((), "a question is a mapping with 'ask' and a situation")])
    if "ask" not in given:
        raise Unreadable([document.problem((), "'ask' is missing: what is the question?")])
    situation = {key: inner for key, inner in given.items() if key not in ("ask", "id")}
    problems: list[Problem] = []
    state = question = None
    try:
        state = read_state(game, ruleset, document, situation, playing=False)
    except Unreadable as error:
        problems += error.problems
    try:
        question = read_question(game, document, given["ask"])
    except Unreadable as error:
        problems += error.problems
    if problems or state is None or question is None:
        raise Unreadable(problems)
    try:
        return ask(game, ruleset, state, question)
    except Unanswerable as error:
        raise Unreadable([document.problem(error.path, error.message)]) from None
