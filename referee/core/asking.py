"""Answer questions: fill in the situation, find the ruling, and try the other readings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

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


class Asked(NamedTuple):
    """A question, its pieces named by their ids, and the position that it is asked of.

    The position is that of `filled`, the `state` with what the question supposes and what is `assumed`.
    """

    game: Game
    state: State
    question: Question
    filled: State
    position: Position
    assumed: dict[str, Any]

    def under(self, option: str, value: Any, apart: bool = False) -> Asked:
        """Return the same question under another value of an option; `apart`, on a position that may be changed."""
        changed = msgspec.structs.replace(self.state, options={**self.state.options, option: value})
        rules = self.game.compile(self.position.rules.ruleset, changed.options)
        filled, assumed = _filled(self.game, rules, changed, self.question)
        shared = self.position.under(filled, rules, option) if assumed == self.assumed and not apart else None
        position = shared or self.game.open(filled, rules)
        return self._replace(state=changed, filled=filled, position=position, assumed=assumed)


def open_question(
    game: Game, rules: CompiledRules, state: State, question: Question, opened: Position | None = None
) -> Asked:
    """Return a question with its position; raises Unanswerable.

    `opened` is the position of the state, where it is known.
    """
    if opened is None or opened.rules is not rules:
        opened = game.open(state, rules)
    question = question.meant(state)
    found, objections = resolve_names(question, opened, None)
    if objections:
        raise Unanswerable(objections[0].message, ("ask", objections[0].field or question.verb))
    filled, assumed = _filled(game, rules, state, found)
    return Asked(game, state, found, filled, opened if filled is state else game.open(filled, rules), assumed)


def ask(game: Game, ruleset: Ruleset, state: State, question: Question, opened: Position | None = None) -> Answer:
    """Answer a question; raises Unanswerable.

    For each option that was consulted, `otherwise` gives the answers under its other values that differ. `opened` is
    the position of the state, where it is known and the question leaves it as it is.
    """
    return answered(open_question(game, game.compile(ruleset, state.options), state, question, opened))


def answered(asked: Asked) -> Answer:
    """Answer a question of its position as `ask` does."""
    game, state, question, _, position, assumed = asked
    rules = position.rules
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
    if stale := rules.ruleset.stale(state.rules):
        answer.notes.append(stale)
    if consulted:
        _otherwise(asked, answer, consulted)
    return answer


def sentences(asked: Asked, answer: Answer, further: Mapping[str, Any] | None = None) -> list[Sentence]:
    """Return an answer as sentences, each with its rules; the verdict on what is asked `further` comes first."""
    _, _, question, _, position, _ = asked
    return [*(question.foremost(position, further) if further else ()), *question.say(position, answer)]


def said_otherwise(asked: Asked, answer: Answer) -> list[tuple[list[str], list[str]]]:
    """Return, for each other reading, the sentences that it adds to the answer and those that it drops."""
    question = asked.question
    own = [sentence.text for sentence in question.say(asked.position, answer)]
    out = []
    for other in answer.otherwise:
        position = asked.under(other["option"], other["value"], apart=True).position
        question.reread(position, asked.position)
        found = [sentence.text for sentence in question.say(position, question.answer(position))]
        out.append(([said for said in found if said not in own], [said for said in own if said not in found]))
    return out


def _filled(game: Game, rules: CompiledRules, state: State, question: Question) -> tuple[State, dict[str, Any]]:
    """Return a complete state for a question, and what was assumed and supposed; raises Unanswerable."""
    facts, aside = question.supposed(), dict[str, Any]()
    supposed = state
    if facts is not None and game.suppose is not None:
        supposed, aside = game.suppose(state, question, rules)
        wrong = game.validate_state(supposed, rules, False)
        if wrong:
            raise Unanswerable(f"this cannot be supposed: {wrong[0][1]}", ("ask", "supposing"))
        aside = {**facts.given(), **aside}
    filled, assumed = game.assume(supposed, question, rules)
    return filled, {**assumed, **aside}


def _otherwise(asked: Asked, answer: Answer, consulted: set[str]) -> None:
    """Add to an answer the different answers under other values of the options consulted."""
    rules = asked.position.rules
    for option in sorted(consulted):
        number, ruling = rules.ruleset.ruling_of(option)
        shown = len(answer.otherwise)
        for other in [ruling.default, *ruling.alternatives]:
            if other is None or other == rules.options[option]:
                continue
            found = asked.question.outcome(asked.under(option, other).position)
            if found != answer.answer and without_words(found) != without_words(answer.answer):
                answer.otherwise.append({"ruling": number, "option": option, "value": other, "answer": found})
        if len(answer.otherwise) > shown:
            clarifying = _clarifying(rules.ruleset, number)
            answer.cites += [cite for cite in (number, *clarifying) if cite not in answer.cites]


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


@contextmanager
def put_to(game: Game, ruleset: Ruleset, document: Document) -> Iterator[Asked]:
    """Put the question of a document to its situation; raises Unreadable, also for what proves unanswerable within."""
    state, question = read_asked(game, ruleset, document)
    try:
        yield open_question(game, game.compile(ruleset, state.options), state, question)
    except Unanswerable as error:
        raise Unreadable([document.problem(error.path, error.message)]) from None


def ask_document(game: Game, ruleset: Ruleset, document: Document) -> Answer:
    """Answer the question of a document with its situation; raises Unreadable."""
    with put_to(game, ruleset, document) as asked:
        return answered(asked)
