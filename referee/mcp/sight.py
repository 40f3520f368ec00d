"""What a player sees: every state is reduced to it before anything else is done, so that no answer holds more."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.core.documents import Document, Problem, Unreadable, make_document
from referee.core.documents.problems import Argument, known_name
from referee.core.game.state_reading import read_state
from referee.opening.given import ruleset_of
from referee.opening.states import as_seen_by


def seen(document: Document, asked: str | None, fixed: str | None, folders: Sequence[Path]) -> Document:
    """Return a state as the player asked for sees it, or the one who is fixed; raises Unreadable."""
    if fixed is None:
        return as_seen_by(document, asked, folders)
    refuse_other(asked, fixed)
    try:
        hides = _hides(document, fixed, folders)
    except Unreadable as error:
        raise unexplained(document, fixed, error) from None
    return as_seen_by(document, fixed, folders) if hides else _unchained(document)


def said(document: Document, asked: str | None, fixed: str | None, folders: Sequence[Path]) -> Document:
    """Return a situation that a client has put into words, as a player in it sees it.

    The words of a client who is no player in it hold nothing that the client does not know. Raises Unreadable.
    """
    if fixed is None:
        return as_seen_by(document, asked, folders)
    refuse_other(asked, fixed)
    players = _open(document, folders)[1]
    return as_seen_by(document, fixed, folders) if known_name(fixed, players) in players else document


def refuse_other(asked: str | None, fixed: str) -> None:
    """Raise Unreadable for a view of another player than the one who is fixed."""
    if asked is not None and known_name(asked, [fixed]) != fixed:
        message = f"this server shows what {fixed} sees, and no other view; leave 'player' out"
        raise Unreadable([Problem(Argument("player"), 0, 0, "", message)])


def _open(document: Document, folders: Sequence[Path]) -> tuple[Any, list[str], Any]:
    """Return a state with its players and its game; raises Unreadable."""
    game, ruleset = ruleset_of(document, folders)
    value = {key: one for key, one in document.value.items() if key not in ("ask", "id")}
    state = read_state(game, ruleset, document, value)
    return state, list(game.open(state, game.compile(ruleset, state.options)).players), game


def _hides(document: Document, fixed: str, folders: Sequence[Path]) -> bool:
    """Return whether a state must be reduced: the player plays in it, or it hides something from those who watch."""
    state, players, game = _open(document, folders)
    return known_name(fixed, players) in players or game.view(state, fixed) is not state


def _unchained(document: Document) -> Document:
    """Return an open state without the digests of its chain, which may be those of hidden orders."""
    if "chain" not in document.value:
        return document
    return make_document({key: one for key, one in document.value.items() if key != "chain"}, document.file)


def unexplained(document: Document, fixed: str | None, error: Unreadable) -> Unreadable:
    """Return what is wrong with a state that cannot be read; where a player is fixed, no more of a whole state."""
    if fixed is None:
        return error
    if isinstance(document.value, dict) and document.value.get("view") == fixed:
        return error
    message = (
        f"this state cannot be read. A problem of a whole state may show what {fixed} does not see: `referee check` "
        f"reports it to its keeper. A state with 'view: {fixed}' in it is explained here"
    )
    return Unreadable([Problem(document.file, 0, 0, "", message)])
