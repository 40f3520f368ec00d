"""The documents that tests begin with: every state of the cases and examples, one of each kind, and their orders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import referee
from referee import api, games
from referee.core import documents
from referee.core.game.state_reading import read_state

ROOT = Path(__file__).parent.parent
# the first example in a docstring, and those after it
_EXAMPLE = re.compile(r"`(\{[^`]*\})`")


def examples(kind: type[Any]) -> list[dict[str, Any]]:
    """Return the examples that the docstring of an order or a question gives."""
    return [documents.parse(found, kind.__name__).value for found in _EXAMPLE.findall(kind.__doc__ or "")]


@cache
def case_documents() -> list[documents.Document]:
    """Return the document of every case under tests/cases."""
    files = sorted((ROOT / "tests" / "cases").rglob("*.yaml"))
    found = [part for file in files for part in documents.parse_all(file.read_bytes(), str(file))]
    return [part for part in found if part.value is not None]


@cache
def cases() -> list[dict[str, Any]]:
    """Return every case under tests/cases."""
    return [part.value for part in case_documents()]


@cache
def states() -> list[dict[str, Any]]:
    """Return every state and situation of the cases, and every state of the examples."""
    found = [{"format": 1, "ruleset": case["ruleset"], **case["given"]} for case in cases()]
    files = sorted((ROOT / "examples").rglob("*.state.yaml"))
    return found + [documents.parse(file.read_bytes(), str(file)).value for file in files]


def kind_of(state: dict[str, Any]) -> str:
    """Return in a few words what a state holds and how far its game has come."""
    board, battle = state.get("masterboard"), state.get("battle")
    words = [state["ruleset"], state.get("mode"), state.get("phase"), state.get("result") and "ended"]
    words += [name for name in ("combat", "elements", "combats", "units") if state.get(name)]
    if board is not None:
        words += ["masterboard", board.get("phase"), (board.get("engagement") or {}).get("stage")]
        words.append(board.get("outcome") and "over")
    if battle is not None:
        words += ["battle", battle.get("phase"), battle.get("result") and "over"]
    return " ".join(word for word in words if word)


@cache
def one_of_each() -> dict[str, dict[str, Any]]:
    """Return the first state of every kind, what each player sees of it, and how it is when it is over."""
    out: dict[str, dict[str, Any]] = {}
    for state in filter(readable, states()):
        out.setdefault(kind_of(state), state)
        if state["ruleset"] in ("hordes", "battalions") and players(state):
            out.setdefault(f"{kind_of(state)} ended", {**state, "result": {"winner": players(state)[0]}})
    return {**out, **dict(_views(out))}


def _views(found: dict[str, dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, state in found.items():
        for player in players(state)[:1] if state.get("masterboard") else []:
            yield f"{name} as {player} sees it", api.as_seen_by(api.document_of(state, "state"), player).value


def readable(state: dict[str, Any]) -> bool:
    """Return whether a state can be shown, so that nothing in it is wrong."""
    document = api.document_of(state, "state")
    try:
        read_state(*games.load(state["ruleset"]), document, document.value)
    except referee.Unreadable:
        return False
    return True


def players(state: dict[str, Any]) -> list[str]:
    """Return who plays in a state that orders may be given for, nobody for a situation."""
    try:
        session = api.open_session(api.document_of(state, "state"), accept_rules=True)
    except referee.Unreadable:
        return []
    return list(getattr(session.game.open(session.state, session.rules), "players", ()))
