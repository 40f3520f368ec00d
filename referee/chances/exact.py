"""Exact odds of a question with its situation, and of orders on a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.core.adjudication.submitted import misfit_header
from referee.core.asking import put_to
from referee.core.documents import Document, Part, Unreadable
from referee.core.game.odds import NoOdds, Refused, game_odds
from referee.core.game.orders import Objection
from referee.core.game.submissions import Submission
from referee.opening.given import OneLineDocument, ruleset_of, with_value
from referee.opening.orders import each_document, open_with_orders
from referee.opening.questions import question_line
from referee.opening.states import Opened


def odds_of(document: Document, orders: Sequence[Document], folders: Sequence[Path] = ()) -> dict[str, Any]:
    """Return the odds of a question with its situation, or of documents of orders on a state; raises Unreadable.

    Objections are returned as `{refused: [...]}`.
    """
    try:
        if not orders:
            return odds_of_question(document, folders)
        opened, submissions = open_with_orders(lambda: document, [lambda _: orders], folders)
        return odds_of_orders(opened, submissions)
    except Refused as error:
        return error.plain()


def in_full(document: Document) -> Document:
    """Return a question with what else its text asks and its answer tells anyway, such as to whom hits carry over."""
    heard = document.heard if isinstance(document, OneLineDocument) else None
    if heard is None or "carry" not in heard.further:
        return document
    asked = {"carry": heard.further.get("carry", []), **document.value["ask"]}
    return with_value(document, {**document.value, "ask": asked})


def thrown(document: Document, folders: Sequence[Path] = ()) -> dict[str, Any] | None:
    """Return what each throw of a combat does, None where a document asks of none; raises Unreadable."""
    if not isinstance(document.value, dict) or "ask" not in document.value:
        return None
    game, ruleset = ruleset_of(document, folders)
    odds = game.odds()
    if odds is None:
        return None
    with put_to(game, ruleset, document) as asked:
        return odds.thrown(asked.position, asked.question)


def odds_of_question(document: Document, folders: Sequence[Path] = ()) -> dict[str, Any]:
    """Return the odds of the question of a document with its situation, or spoken; raises Unreadable and Refused."""
    if isinstance(document.value, dict) and isinstance(document.value.get("say"), str):
        _, found = ruleset_of(document, folders)
        document = in_full(question_line(document.value["say"], found.name, folders))
    game, ruleset = ruleset_of(document, folders)
    try:
        odds = game_odds(game)
        with put_to(game, ruleset, document) as asked:
            return odds.asked(asked.position, asked.question)
    except NoOdds as error:
        raise Unreadable([document.problem(("ask",), str(error))]) from None


def odds_of_orders(opened: Opened, submissions: Sequence[Submission]) -> dict[str, Any]:
    """Return the odds of orders of one phase; raises Unreadable and Refused."""
    position = opened.game.open(opened.state, opened.rules)
    wrong = [
        (one.player, None, Objection(message, (), key))
        for one in submissions
        for key, message in misfit_header(one, opened.state, position).items()
        if key in ("game", "step")
    ]
    if wrong:
        raise Refused(wrong)
    try:
        return game_odds(opened.game).ordered(position, submissions)
    except NoOdds as error:
        raise Unreadable([opened.document.problem((), str(error))]) from None


def odds_of_line(document: Document, folders: Sequence[Path] = ()) -> dict[str, Any]:
    """Return the odds of one line: a question with its situation, or `{state, orders}`; raises Unreadable.

    The orders may stand beside the keys of the state too. Objections are returned as `{refused: [...]}`.
    """
    value = document.value
    try:
        if not isinstance(value, dict) or "orders" not in value:
            return odds_of_question(document, folders)
        opened, submissions = open_line(document, value, folders)
        return odds_of_orders(opened, submissions)
    except Refused as error:
        return error.plain()


def open_line(document: Document, value: Mapping[str, Any], folders: Sequence[Path]) -> tuple[Opened, list[Submission]]:
    """Return the state and the orders of a line; orders without a document are those of the players awaited."""
    rest = {key: inner for key, inner in value.items() if key not in ("id", "orders", "state")}
    state = value.get("state", rest)
    if not isinstance(state, dict):
        raise Unreadable([document.problem(("state",), "is a state, as `adjudicate` reads it")])
    given = Part(document, ("state",) if "state" in value else (), state)
    orders = value["orders"]
    head = {"format": 1, "ruleset": state.get("ruleset")}
    if isinstance(orders, dict):
        parts = [Part(document, ("orders",), {**head, **orders})]
    elif not isinstance(orders, list):
        raise Unreadable([document.problem(("orders",), "are a list of orders, or of documents of orders")])
    elif all(isinstance(one, dict) and "orders" in one for one in orders):
        parts = [Part(document, ("orders", number), {**head, **one}) for number, one in enumerate(orders)]
    else:
        parts = [Part(document, (), {**head, "player": _player(given, folders), "orders": orders})]
    return open_with_orders(lambda: given, each_document(parts), folders)


def _player(state: Document, folders: Sequence[Path]) -> str:
    """Return the player whose phase it is."""
    from referee.opening.states import open_session

    opened = open_session(state, folders)
    phase = opened.game.open(opened.state, opened.rules).phase()
    return phase.players[0] if phase is not None else ""
