"""Questions said on one line, as the documents they stand for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee import games
from referee.core.documents import Document, Problem, Unreadable
from referee.core.documents import Path as Place
from referee.core.notation import one_line, situations
from referee.core.notation.tokens import Misread

from .given import ruleset_of


def question_line(text: str, ruleset: str, folders: Sequence[Path] = ()) -> Document:
    """Return the document that a situation with its question, said on one line, stands for; raises Unreadable."""
    game, found = games.load(ruleset, tuple(folders))
    try:
        said = situations.read(text, game.state, game.situation_forms, game.questions)
    except Misread as error:
        raise Unreadable([Problem("the question", 1, error.offset + 1, "", error.message)]) from None
    if game.printed_names is not None:
        said = game.printed_names(said, found)
    value = {"format": 1, "ruleset": ruleset, **said}
    return SaidDocument("", "the question", value)


def state_question(document: Document, text: str, folders: Sequence[Path] = ()) -> Document:
    """Return the document of a saved state with a question, said on one line, beside it; raises Unreadable."""
    game, _ = ruleset_of(document, folders)
    try:
        question = one_line.read(text, game.questions, "a question").value
    except Misread as error:
        raise Unreadable([Problem("the question", 1, error.offset + 1, "", error.message)]) from None
    value = {**document.value, "ask": question}
    return SaidDocument(document.text, document.file, value)


class SaidDocument(Document):
    """A document whose question was said on one line and stands in no file."""

    def place(self, path: Place) -> tuple[int, int]:
        """Return the place of a value, (0, 0) where it stands in no file."""
        return super().place(path) if self.text and path[:1] != ("ask",) else (0, 0)

    def key_place(self, path: Place) -> tuple[int, int]:
        """Return the place of a key, (0, 0) where it stands in no file."""
        return super().key_place(path) if self.text and path[:1] != ("ask",) else (0, 0)
