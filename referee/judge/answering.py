"""The answer to the question of a document, with all that a report of it needs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.core.asking import answered, open_question, read_asked
from referee.core.documents import Document, Unreadable
from referee.core.game.questions import Unanswerable
from referee.opening.given import ruleset_of
from referee.opening.questions import with_what_was_heard
from referee.report.reports import AnswerReport


def answer_to(document: Document, folders: Sequence[Path] = ()) -> AnswerReport:
    """Answer the question of a document with its situation; raises Unreadable."""
    game, ruleset = ruleset_of(document, folders)
    state, question = read_asked(game, ruleset, document)
    try:
        asked = open_question(game, game.compile(ruleset, state.options), state, question)
        return AnswerReport(asked, with_what_was_heard(answered(asked), document), document)
    except Unanswerable as error:
        raise Unreadable([document.problem(error.path, error.message)]) from None
