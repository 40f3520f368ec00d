"""One-line questions in their strict form, as documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.core.documents import Document, Problem, Unreadable
from referee.core.documents import Path as Place
from referee.core.game.game import Game
from referee.core.rules.rulesets import Ruleset

if TYPE_CHECKING:
    from referee.core.line.reader import Heard


class OneLineDocument(Document):
    """A document whose question was given on one line and is in no file; `heard` where it was no strict line."""

    heard: Heard | None = None

    def place(self, path: Place) -> tuple[int, int]:
        """Return the line and column of a value, (0, 0) if it is in no file."""
        return super().place(path) if self.text and path[:1] != ("ask",) else (0, 0)

    def key_place(self, path: Place) -> tuple[int, int]:
        """Return the line and column of a key, (0, 0) if it is in no file."""
        return super().key_place(path) if self.text and path[:1] != ("ask",) else (0, 0)


def with_value(document: Document, value: dict[str, Any]) -> OneLineDocument:
    """Return a document with another value, which keeps the places of what is in its file."""
    return OneLineDocument(document.text, document.file, value)


def strict_line(text: str, game: Game, ruleset: Ruleset) -> OneLineDocument:
    """Return the document of a strict one-line situation with its question; raises Unreadable if it cannot be read."""
    from referee.core.notation import situations
    from referee.core.notation.tokens import Misread

    try:
        situation = situations.read(text, game.state, game.situation_forms, game.questions)
    except Misread as error:
        raise Unreadable([Problem("the question", 1, error.offset + 1, "", error.message)]) from None
    if game.printed_names is not None:
        situation = game.printed_names(situation, ruleset)
    value = {"format": 1, "ruleset": ruleset.name, **situation}
    return OneLineDocument("", "the question", value)
