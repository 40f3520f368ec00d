"""Questions as people speak: tried where the strict form of a line was not understood."""

from __future__ import annotations

from typing import Any

from referee.core.asking import ask_document, without_words
from referee.core.documents import Problem, Unreadable
from referee.core.game.game import Game
from referee.core.rules.rulesets import Ruleset
from referee.core.spoken.terms import NotUnderstood

from .strict import OneLineDocument, strict_line


def heard_document(text: str, game: Game, ruleset: Ruleset) -> OneLineDocument:
    """Return the document of a question in the words of players; raises NotUnderstood with every fault."""
    assert game.spoken is not None

    def judge(line: str) -> Any:
        try:
            found = ask_document(game, ruleset, strict_line(line, game, ruleset))
        except Unreadable:
            return None
        return without_words(found.answer)

    heard = game.spoken(text, ruleset, judge)
    document = strict_line(heard.line, game, ruleset)
    document.heard = heard
    return document


def told(error: NotUnderstood, strict: list[Problem], as_line: bool) -> list[Problem]:
    """Return the faults of a text as problems, those of its strict form first if it looks like one.

    The line to paste comes last.
    """
    out = [*strict] if as_line else []
    out += [Problem("the question", 0, 0, "", fault) for fault in error.faults]
    if error.paste is not None:
        out.append(Problem("the question", 0, 0, "", f"as one line: {error.paste}"))
    return out
