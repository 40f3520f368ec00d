"""One-line questions, as documents: in the strict form, or as people speak."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from referee import games
from referee.core.documents import Document, Problem, Unreadable
from referee.core.game.game import Game
from referee.core.game.questions import Answer
from referee.core.rules.rulesets import Ruleset

from .given import OneLineDocument, document_of, ruleset_of, strict_line, with_value
from .states import as_seen_by

# a question that people speak is no longer than this
_LONGEST = 4000


def question_line(text: str, ruleset: str, folders: Sequence[Path] = ()) -> Document:
    """Return the document of a one-line situation with its question; raises Unreadable if it cannot be read.

    What is not in the strict form is read as people speak, where the game knows how.
    """
    game, found = games.load(ruleset, tuple(folders))
    document: Document | None = None
    problems: list[Problem] = []
    try:
        document = strict_line(text, game, found)
        _sound(document, game, found)
        return document
    except Unreadable as error:
        problems = error.problems
    from referee.core.line.reader import NotUnderstood

    from .spoken import heard_document, no_verdict

    try:
        heard = heard_document(text, game, found)
    except NotUnderstood as error:
        if document is not None:
            return document
        strict = [*problems, *_lacking(text, game, found)] if _looks_strict(text, game) else []
        raise no_verdict(error, strict, text, game, found) from None
    if heard is not None:
        return heard
    if document is None:
        raise Unreadable(problems)
    return document


def _looks_strict(text: str, game: Game) -> bool:
    """Return whether the last clause of a text begins like a strict question."""
    last = text.rpartition(";")[2].split()
    return bool(last) and last[0] in game.questions


def _lacking(text: str, game: Game, ruleset: Ruleset) -> list[Problem]:
    """Return what a strict question leaves out, its situation aside; nothing where the text is no strict question."""
    from referee.core.asking import ask_document, read_question
    from referee.core.notation import one_line
    from referee.core.notation.tokens import Misread

    try:
        question = one_line.read(text, game.questions, "a question").value
        alone = OneLineDocument("", "the question", {"format": 1, "ruleset": ruleset.name, "ask": question})
        read_question(game, alone, question)
    except (Misread, Unreadable):
        return []
    try:
        ask_document(game, ruleset, alone)
    except Unreadable as error:
        return [problem for problem in error.problems if problem.where.startswith("ask")]
    return []


def _sound(document: Document, game: Game, ruleset: Ruleset) -> None:
    """Raise Unreadable if a document that could be read has a name in it that the game does not know."""
    from referee.core.asking import put_to

    with put_to(game, ruleset, document):
        pass


def with_what_was_heard(answer: Answer, document: Document) -> Answer:
    """Return an answer with what was assumed and corrected where its question was spoken."""
    if isinstance(document, OneLineDocument) and document.heard is not None:
        answer.assumed = {**document.heard.assumed, **answer.assumed}
        answer.notes = [*document.heard.notes, *answer.notes]
    return answer


def spoken_answer(document: Document, folders: Sequence[Path] = (), player: str | None = None) -> dict[str, Any]:
    """Return the answer to `{ruleset, say}` or `{state, say}` with what was understood under `asked`.

    `state` is a state, or the name of its file. `player` is the one who asks. Raises Unreadable.
    """
    from referee.core.asking import ask_document

    from .spoken import told

    text, state = _said(document), _seen_state(document, folders, player)
    if (standing := told(text, str(document.value.get("ruleset", "")), state, folders)) is not None:
        shown = {"winners": standing.winners, "players": standing.players} if not standing.claim else {}
        return {"asked": text, "answer": shown, "cites": standing.cites, "verdict": standing.verdict}
    said = _question_said(document, text, state, folders, player)
    game, ruleset = ruleset_of(said, folders)
    answer = with_what_was_heard(ask_document(game, ruleset, said), said)
    out = {"asked": echo(said, game, text), **msgspec.to_builtins(answer)}
    return {**out, "verdict": verdict} if (verdict := _foremost(said, game, ruleset, answer)) else out


def spoken_question(document: Document, folders: Sequence[Path] = (), player: str | None = None) -> Document:
    """Return the question of `{ruleset, say}` or `{state, say}` with its situation; raises Unreadable."""
    return _question_said(document, _said(document), _seen_state(document, folders, player), folders, player)


def _said(document: Document) -> str:
    """Return the text of a spoken question; raises Unreadable if anything stands beside it that has no place there."""
    text, strange = document.value["say"], document.value.keys() - {"id", "ruleset", "state", "say"}
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise Unreadable([document.problem(("say",), f"is a question of at most {_LONGEST} characters")])
    if strange:
        raise Unreadable([document.problem((min(strange),), "has no place beside 'say'")])
    return text


def _seen_state(document: Document, folders: Sequence[Path], player: str | None) -> Document | None:
    """Return the state of a spoken question as its player sees it, None if it is of none."""
    if "state" not in document.value:
        return None
    state = as_seen_by(_state_of(document), player, folders)
    name = ruleset_of(state, folders)[1].name
    if document.value.get("ruleset", name) != name:
        raise Unreadable([document.problem(("ruleset",), f"the state is one of {name}")])
    return state


def _question_said(
    document: Document, text: str, state: Document | None, folders: Sequence[Path], player: str | None
) -> Document:
    if state is not None:
        return state_question(state, text, folders, player)
    return question_line(text, ruleset_of(document, folders)[1].name, folders)


def _foremost(document: Document, game: Game, ruleset: Ruleset, answer: Answer) -> str | None:
    """Return the verdict on what else a text asks, which its answer tells anyway; None where it asks no more."""
    from referee.core.asking import put_to, sentences

    heard = document.heard if isinstance(document, OneLineDocument) else None
    if heard is None or not heard.further:
        return None
    with put_to(game, ruleset, document) as asked:
        return sentences(asked, answer, heard.further)[0].text


def echo(document: Document, game: Game, text: str) -> str:
    """Return the strict line of a question as it was understood, the text itself where it was strict."""
    from referee.core.notation import line_writer, situations

    if not isinstance(document, OneLineDocument) or document.heard is None:
        return text
    asked = document.value["ask"]
    line = line_writer.line(asked, next(game.questions[verb] for verb in asked if verb in game.questions))
    told = situations.write(document.heard.value, game.state, game.situation_forms)
    return f"{told}; {line}" if told else line


def _state_of(document: Document) -> Document:
    """Return the state of a spoken question, given in it or as the name of a file; raises Unreadable."""
    given = document.value["state"]
    if isinstance(given, dict):
        return document_of(given, "state")
    if not isinstance(given, str):
        raise Unreadable([document.problem(("state",), "is a state, or the name of its file")])
    try:
        return document_of(Path(given).read_bytes(), given)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable([document.problem(("state",), f"'{given}' cannot be read: {reason}")]) from None


def state_question(
    document: Document, text: str, folders: Sequence[Path] = (), player: str | None = None
) -> OneLineDocument:
    """Return the document of a saved state with a question added, strict or spoken; raises Unreadable.

    `player` is the one who asks, if that is known.
    """
    from referee.core.asking import read_question
    from referee.core.notation import one_line
    from referee.core.notation.tokens import Misread

    game, _ = ruleset_of(document, folders)
    try:
        question = one_line.read(text, game.questions, "a question").value
        strict = with_value(document, {**document.value, "ask": question})
        read_question(game, strict, question)
    except Misread as error:
        problems = [Problem("the question", 1, error.offset + 1, "", error.message)]
        return _spoken_of_state(document, text, folders, player, problems)
    except Unreadable as error:
        return _spoken_of_state(document, text, folders, player, error.problems)
    if _names_joined(document, question):
        try:
            return _spoken_of_state(document, text, folders, player, [])
        except Unreadable:
            return strict
    return strict


def _names_joined(document: Document, question: dict[str, Any]) -> bool:
    """Return whether a list of names holds a word that names nothing on a state, such as the `and` between two."""
    several = [value for value in question.values() if isinstance(value, list) and len(value) > 2]
    words = {word.lower() for value in several for word in value if isinstance(word, str)}
    if not words:
        return False
    rows = [row for value in document.value.values() if isinstance(value, list) for row in value]
    ids = {str(row["id"]).lower() for row in rows if isinstance(row, dict) and "id" in row}
    return bool(words & ids) and bool(words - ids)


def _spoken_of_state(
    document: Document,
    text: str,
    folders: Sequence[Path],
    player: str | None,
    problems: list[Problem],
) -> OneLineDocument:
    """Return the document of a state with a spoken question added; raises Unreadable, with `problems` if it is strict.

    `problems` are those of the strict form.
    """
    game, ruleset = ruleset_of(document, folders)
    from referee.core.line.reader import NotUnderstood

    from .spoken import heard_of_state, no_verdict

    try:
        heard = heard_of_state(document, text, game, ruleset, player)
    except NotUnderstood as error:
        strict = problems if text.split()[:1] and text.split()[0] in game.questions else []
        raise no_verdict(error, strict, text, game, ruleset) from None
    if heard is None:
        raise Unreadable(problems)
    return heard
