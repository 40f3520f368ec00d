"""Questions as people speak: tried where the strict form of a line was not understood."""

from __future__ import annotations

from typing import Any

from referee.core.asking import ask_document, without_words
from referee.core.documents import Document, Problem, Unreadable
from referee.core.documents.problems import known_name
from referee.core.game.game import Game
from referee.core.game.state_reading import read_state
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


def heard_of_state(document: Document, text: str, game: Game, ruleset: Ruleset, player: str | None) -> OneLineDocument:
    """Return a state with the question that a text asks of it; raises NotUnderstood with every fault, and Unreadable.

    `player` is the one who asks, if that is known.
    """
    from referee.core.spoken.on_state import read
    from referee.core.spoken.terms import Spoken
    from referee.core.spoken.vocabulary import words_of

    assert game.named is not None
    value = {key: inner for key, inner in document.value.items() if key not in ("ask", "id")}
    state = read_state(game, ruleset, document, value)
    named = game.named(state, game.compile(ruleset, state.options))
    asks = known_name(player, [thing.player for thing in named.things]) if player is not None else None
    heard = read(text, game.questions, words_of(ruleset), named, asks)
    out = OneLineDocument(document.text, document.file, {**document.value, "ask": heard.question})
    out.heard = Spoken(heard.line, {}, heard.notes)
    return out


def told(error: NotUnderstood, strict: list[Problem], as_line: bool) -> list[Problem]:
    """Return the faults of a text as problems, those of its strict form first if it looks like one.

    The line to paste comes last.
    """
    out = [*strict] if as_line else []
    out += [Problem("the question", 0, 0, "", fault) for fault in error.faults]
    if error.paste is not None:
        out.append(Problem("the question", 0, 0, "", f"as one line: {error.paste}"))
    return out
