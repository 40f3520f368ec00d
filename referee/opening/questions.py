"""One-line questions, as documents."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee import games
from referee.core.documents import Document, Problem, Unreadable
from referee.core.documents import Path as Place

from .given import ruleset_of


def question_line(text: str, ruleset: str, folders: Sequence[Path] = ()) -> Document:
    """Return the document of a one-line situation with its question; raises Unreadable if it cannot be read."""
    from referee.core.notation import situations
    from referee.core.notation.tokens import Misread

    game, found = games.load(ruleset, tuple(folders))
    try:
        situation = situations.read(text, game.state, game.situation_forms, game.questions)
    except Misread as error:
        raise Unreadable([Problem("the question", 1, error.offset + 1, "", error.message)]) from None
    if game.printed_names is not None:
        situation = game.printed_names(situation, found)
    value = {"format": 1, "ruleset": ruleset, **situation}
    return OneLineDocument("", "the question", value)


def state_question(document: Document, text: str, folders: Sequence[Path] = ()) -> Document:
    """Return the document of a saved state with a one-line question added; raises Unreadable if it cannot be read."""
    from referee.core.notation import one_line
    from referee.core.notation.tokens import Misread

    game, _ = ruleset_of(document, folders)
    try:
        question = one_line.read(text, game.questions, "a question").value
    except Misread as error:
        raise Unreadable([Problem("the question", 1, error.offset + 1, "", error.message)]) from None
    value = {**document.value, "ask": question}
    return OneLineDocument(document.text, document.file, value)


class OneLineDocument(Document):
    """A document whose question was given on one line and is in no file."""

    def place(self, path: Place) -> tuple[int, int]:
        """Return the line and column of a value, (0, 0) if it is in no file."""
        return super().place(path) if self.text and path[:1] != ("ask",) else (0, 0)

    def key_place(self, path: Place) -> tuple[int, int]:
        """Return the line and column of a key, (0, 0) if it is in no file."""
        return super().key_place(path) if self.text and path[:1] != ("ask",) else (0, 0)
