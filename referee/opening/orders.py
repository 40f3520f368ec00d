"""Documents of orders read for an opened state, with the problems of all of them at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee import games
from referee.core import documents
from referee.core.adjudication.submitted import for_another
from referee.core.documents import Document, Problem, Unreadable
from referee.core.documents.problems import Gathering, kind_of
from referee.core.game.game import Game
from referee.core.game.reading import read_orders
from referee.core.game.submissions import Submission

from .given import Given, document_of, expect, ruleset_of
from .states import Opened, StaleRules, open_session


def orders_of(opened: Opened, given: Sequence[Document]) -> list[Submission]:
    """Read documents of orders; raises Unreadable with the problems of all of them."""
    return _orders_for(opened.game, opened.ruleset.name, given)


def open_with_orders(
    state: Callable[[], Document],
    orders: Iterable[Callable[[str], Iterable[Document]]],
    folders: Sequence[Path] = (),
    accept_rules: bool = False,
) -> tuple[Opened, list[Submission]]:
    """Open a state and read files of orders by the ruleset of the state.

    Raises Unreadable with the problems of all documents, and StaleRules if the rules have changed and `accept_rules` is
    false.
    """
    found = Gathering()
    opened: Opened | None = None
    submissions: list[Submission] = []
    name, game, stale = "", None, None
    with found:
        document = state()
        played, ruleset = ruleset_of(document, folders)
        name, game = ruleset.name, played
        try:
            opened = open_session(document, folders, accept_rules)
        except StaleRules as error:
            stale = error
    for file in orders:
        with found:
            given = file(name)
            submissions += _orders_for(game, name, given) if game is not None else []
    found.told()
    if stale is not None:
        raise stale
    assert opened is not None
    return opened, submissions


def _orders_for(game: Game, played: str, given: Iterable[Document]) -> list[Submission]:
    out, found = [], Gathering()
    for document in given:
        with found:
            expect(document, "a document of orders")
            try:
                out.append(read_orders(game, document))
            except Unreadable as error:
                raise Unreadable(_of_another(game, played, document, error.problems)) from None
    found.told()
    return out


def _of_another(game: Game, played: str, document: Document, problems: list[Problem]) -> list[Problem]:
    """Return the problems of orders, first that of their ruleset; only that if they are orders of another game."""
    name = document.value.get("ruleset") if isinstance(document.value, dict) else None
    if not isinstance(name, str) or name == played:
        return problems
    wrong_ruleset = document.problem(("ruleset",), for_another(name, played))
    try:
        other, _ = games.load(name)
    except Unreadable:
        other = game
    return [wrong_ruleset, *problems] if other is game else [wrong_ruleset]


def each_document(orders: Any) -> list[Callable[[str], list[Document]]]:
    """Return a reader for each document of orders; a single document need not be in a list."""

    def reading(given: Given | Document, file: str) -> Callable[[str], list[Document]]:
        if isinstance(given, Document):
            return lambda _: [given]
        return lambda _: [document_of(given, file, documents.MAX_ORDERS)]

    if isinstance(orders, (str, bytes, Mapping)):
        return [reading(orders, "orders")]
    if isinstance(orders, bytearray) or not isinstance(orders, Sequence):
        raise Unreadable.of("orders", f"are documents, or one of them, not {kind_of(orders)}")
    return [reading(one, f"orders[{number}]") for number, one in enumerate(orders, 1)]
