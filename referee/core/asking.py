"""Answering questions: a situation, what is assumed of it, the ruling, and the other readings."""

from __future__ import annotations

from typing import Any

import msgspec

from .documents import Document, Problem, Unreadable
from .game import Game
from .orders import Answer, Objection, Question, Unanswerable, named, read_verb
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
    question: Question
    question, _ = read_verb(document, value, ("ask",), game.questions, "a question")
    return question


def ask(game: Game, ruleset: Ruleset, state: Any, question: Question) -> Answer:
    """Answer a question; raises Unanswerable.

    Where the ruling turned on an option, `otherwise` gives the answer under each alternative that differs.
    """
    rules = game.compile(ruleset, state.options)
    question = understood(game, rules, state, question)
    filled, assumed = _filled(game, rules, state, question)
    answer = question.answer(game.open(filled, rules))
    answer.assumed = {**assumed, **answer.assumed}
    if answer.turned:
        _otherwise(game, ruleset, state, question, answer)
    return answer


def said(game: Game, rules: Any, state: Any, question: Question, answer: Answer) -> list[Objection]:
    """Return an answer in sentences, each with its rules."""
    asked = understood(game, rules, state, question)
    filled, _ = _filled(game, rules, state, asked)
    return asked.say(game.open(filled, rules), answer)


def _filled(game: Game, rules: Any, state: Any, question: Question) -> tuple[Any, dict[str, Any]]:
    """Return a state as a question supposes it, filled in where it leaves things out, and what was assumed."""
    facts = question.supposed()
    if facts is None or game.suppose is None:
        return game.assume(state, question, rules)
    supposed = game.suppose(state, question, rules)
    wrong = game.faults(supposed, rules, False)
    if wrong:
        raise Unanswerable(f"this cannot be supposed: {wrong[0][1]}", ("ask", "supposing"))
    filled, assumed = game.assume(supposed, question, rules)
    return filled, {**assumed, **facts.given()}


def understood(game: Game, rules: Any, state: Any, question: Question) -> Question:
    """Return a question with every piece in it named by its id; raises Unanswerable where a name fits several."""
    found, objections = named(question, game.open(state, rules), None)
    if objections:
        raise Unanswerable(objections[0].message, ("ask", objections[0].field or question.verb))
    return found


def _otherwise(game: Game, ruleset: Ruleset, state: Any, question: Question, answer: Answer) -> None:
    for option, value in answer.turned.items():
        number, ruling = ruleset.ruling_of(option)
        for other in [ruling.default, *ruling.alternatives]:
            if other is None or other == value:
                continue
            changed = msgspec.structs.replace(state, options={**state.options, option: other})
            rules = game.compile(ruleset, changed.options)
            filled, _ = _filled(game, rules, changed, question)
            found = question.answer(game.open(filled, rules)).answer
            if _ruling(found) != _ruling(answer.answer):
                answer.otherwise.append({"ruling": number, "option": option, "value": other, "answer": found})
                if number not in answer.cites:
                    answer.cites.append(number)
    answer.turned = {}


def _ruling(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without the words in which a no is given."""
    return {key: value for key, value in answer.items() if key != "because"}


def read_asked(game: Game, ruleset: Ruleset, document: Document) -> tuple[Any, Question]:
    """Return the situation of a document and the question beside it; raises Unreadable."""
    given = document.value
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
    return state, question


def ask_document(game: Game, ruleset: Ruleset, document: Document) -> Answer:
    """Answer the question that stands beside the situation in a document; raises Unreadable."""
    state, question = read_asked(game, ruleset, document)
    try:
        return ask(game, ruleset, state, question)
    except Unanswerable as error:
        raise Unreadable([document.problem(error.path, error.message)]) from None
