"""Answer questions: fill in the situation, find the ruling, and try the other readings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from .documents import Document, Problem, Unreadable
from .game.game import Game
from .game.position import Position
from .game.questions import Answer, Question, Sentence, Unanswerable
from .game.reading import read_verb, resolve_names
from .game.state import State
from .game.state_reading import read_state
from .rules.compiled import CompiledRules
from .rules.rulesets import Ruleset


def read_question(game: Game, document: Document, value: Any) -> Question:
    """Return the question of a document by its verb; raises Unreadable."""
    question: Question
    question, _ = read_verb(document, value, ("ask",), game.questions, "a question")
    return question


def ask(game: Game, ruleset: Ruleset, state: State, question: Question, opened: Position | None = None) -> Answer:
    """Answer a question; raises Unanswerable.

    For each option that was consulted, `otherwise` gives the answers under its other values that differ. `opened` is
    the position of the state, where it is known and the question leaves it as it is.
    """
    rules = game.compile(ruleset, state.options)
    if opened is None or opened.rules is not rules:
        opened = game.open(state, rules)
    question = _understood(opened, question.meant(state))
    filled, assumed = _filled(game, rules, state, question)
    position = opened if filled is state else game.open(filled, rules)
    with rules.consulting() as consulted:
        answer = question.answer(position)
    about = game.asked_of(state, question, rules)
    faults = list(game.impossible(about, rules))
    if any(getattr(state, field) is not None and getattr(about, field) is None for field in state.__struct_fields__):
        # what the question leaves out of the state may contradict what it is asked of
        faults += game.impossible(state, rules)
    answer.cannot_be = list(dict.fromkeys(fault.message for fault in faults if not fault.odd))
    answer.warnings = list(dict.fromkeys(fault.message for fault in faults if fault.odd))
    answer.assumed = {**assumed, **answer.assumed}
    answer.notes += question.remarks(position, answer)
    if stale := ruleset.stale(state.rules):
        answer.notes.append(stale)
    if consulted:
        _otherwise(game, position, state, question, answer, consulted, assumed)
    return answer


def opened_for(game: Game, rules: CompiledRules, state: State, question: Question) -> tuple[Position, Question]:
    """Return the position that a question is asked of, filled in, and the question with pieces named by their ids.

    Raises Unanswerable.
    """
    asked = understood(game, rules, state, question)
    return game.open(_filled(game, rules, state, asked)[0], rules), asked


def sentences(
    game: Game,
    rules: CompiledRules,
    state: State,
    question: Question,
    answer: Answer,
    further: Mapping[str, Any] | None = None,
) -> list[Sentence]:
    """Return an answer as sentences, each with its rules; the verdict on what is asked `further` comes first."""
    asked = understood(game, rules, state, question)
    filled, _ = _filled(game, rules, state, asked)
    position = game.open(filled, rules)
    return [*(asked.foremost(position, further) if further else ()), *asked.say(position, answer)]


def odds_told(game: Game, rules: CompiledRules, state: State, question: Question, answer: Answer) -> list[Sentence]:
    """Return the odds that people want with an answer, as sentences."""
    asked = understood(game, rules, state, question)
    filled, _ = _filled(game, rules, state, asked)
    return asked.odds_told(game.open(filled, rules), answer)


def situation_of(game: Game, rules: CompiledRules, state: State, question: Question) -> tuple[State, Question]:
    """Return the complete state that a question is asked of, and the question with pieces named by their ids."""
    asked = understood(game, rules, state, question)
    return _filled(game, rules, state, asked)[0], asked


def said_otherwise(
    game: Game, ruleset: Ruleset, state: State, question: Question, answer: Answer
) -> list[tuple[list[str], list[str]]]:
    """Return, for each other reading, the sentences that it adds to the answer and those that it drops."""
    rules = game.compile(ruleset, state.options)
    asked = understood(game, rules, state, question)
    filled, _ = _filled(game, rules, state, asked)
    original = game.open(filled, rules)
    own = [sentence.text for sentence in asked.say(original, answer)]
    out = []
    for other in answer.otherwise:
        changed = msgspec.structs.replace(state, options={**state.options, other["option"]: other["value"]})
        reading = game.compile(ruleset, changed.options)
        filled, _ = _filled(game, reading, changed, asked)
        position = game.open(filled, reading)
        asked.reread(position, original)
        found = [sentence.text for sentence in asked.say(position, asked.answer(position))]
        out.append(([said for said in found if said not in own], [said for said in own if said not in found]))
    return out


def _supposed(game: Game, rules: CompiledRules, state: State, question: Question) -> tuple[State, dict[str, Any]]:
    """Return a state with what a question supposes, and remarks; raises Unanswerable if that is impossible."""
    facts = question.supposed()
    if facts is None or game.suppose is None:
        return state, {}
    supposed, aside = game.suppose(state, question, rules)
    wrong = game.validate_state(supposed, rules, False)
    if wrong:
        raise Unanswerable(f"this cannot be supposed: {wrong[0][1]}", ("ask", "supposing"))
    return supposed, {**facts.given(), **aside}


def _filled(game: Game, rules: CompiledRules, state: State, question: Question) -> tuple[State, dict[str, Any]]:
    """Return a complete state for a question, and what was assumed and supposed."""
    supposed, told = _supposed(game, rules, state, question)
    filled, assumed = game.assume(supposed, question, rules)
    return filled, {**assumed, **told}


def understood(game: Game, rules: CompiledRules, state: State, question: Question) -> Question:
    """Return a question with pieces named by their ids; raises Unanswerable for a name that fits several."""
    return _understood(game.open(state, rules), question.meant(state))


def _understood(position: Position, question: Question) -> Question:
    found, objections = resolve_names(question, position, None)
    if objections:
        raise Unanswerable(objections[0].message, ("ask", objections[0].field or question.verb))
    return found


def _otherwise(
    game: Game,
    position: Position,
    state: State,
    question: Question,
    answer: Answer,
    consulted: set[str],
    assumed: dict[str, Any],
) -> None:
    """Add to an answer on a position the different answers under other values of the options consulted.

    `assumed` is what was assumed and supposed for the position.
    """
    rules = position.rules
    ruleset = rules.ruleset
    for option in sorted(consulted):
        number, ruling = ruleset.ruling_of(option)
        shown = len(answer.otherwise)
        for other in [ruling.default, *ruling.alternatives]:
            if other is None or other == rules.options[option]:
                continue
            changed = msgspec.structs.replace(state, options={**state.options, option: other})
            reading = game.compile(ruleset, changed.options)
            filled, told = _filled(game, reading, changed, question)
            other_position = position.under(filled, reading, option) if told == assumed else None
            found = question.outcome(other_position or game.open(filled, reading))
            if found != answer.answer and without_words(found) != without_words(answer.answer):
                answer.otherwise.append({"ruling": number, "option": option, "value": other, "answer": found})
        if len(answer.otherwise) > shown:
            answer.cites += [cite for cite in (number, *_clarifying(ruleset, number)) if cite not in answer.cites]


def _clarifying(ruleset: Ruleset, number: str) -> list[str]:
    """Return the errata that set the option of a ruling."""
    if "errata" not in ruleset.tables:
        return []
    from .rules.errata import beside_ruling

    return beside_ruling(ruleset, number)


def without_words(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without the words of its reasons, for comparison; nested reasons become true or false."""
    return {key: _wordless(value) for key, value in answer.items() if key != "because"}


def _wordless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: bool(inner) if key == "because" else _wordless(inner) for key, inner in value.items()}
    return [_wordless(one) for one in value] if isinstance(value, list) else value


def read_asked(game: Game, ruleset: Ruleset, document: Document) -> tuple[State, Question]:
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
        state = read_state(game, ruleset, document, situation)
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
    """Answer the question of a document with its situation; raises Unreadable."""
    state, question = read_asked(game, ruleset, document)
    try:
        return ask(game, ruleset, state, question)
    except Unanswerable as error:
        raise Unreadable([document.problem(error.path, error.message)]) from None
