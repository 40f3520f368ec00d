"""What broken input is made of: sound states, orders, questions, cases, traces, lines and overlays of every game."""

from __future__ import annotations

import random
from functools import cached_property
from typing import Any

from documents_found import cases, examples, readable, states

import referee
from referee import api, games
from referee.core.adjudication.legal import legal_rows
from referee.core.notation import line_writer, situations
from referee.core.rules.rulesets import Ruleset
from referee.core.rules.search import builtin

from .mutate import Vocabulary

RULESETS = sorted(folder.parent.name for folder in builtin().glob("*/manifest.yaml"))


class Corpus:
    """Sound documents of one ruleset."""

    def __init__(self, ruleset: str) -> None:
        self.ruleset = ruleset
        self.game, _ = games.load(ruleset)
        self.cases = [case for case in cases() if case["ruleset"] == ruleset]
        self.situations = [_plain(state) for state in states() if state["ruleset"] == ruleset and readable(state)]
        self.words = Vocabulary()
        for value in (*self.cases, *self.situations, *self.orders, *self.questions):
            self.words.learn(value)

    @cached_property
    def states(self) -> list[dict[str, Any]]:
        """The states of games in play, for which orders may be given."""
        return [state for state in self.situations if _played(state)]

    @cached_property
    def orders(self) -> list[dict[str, Any]]:
        """Orders one by one: those of the cases, and of every docstring."""
        given = [order for case in self.cases for order in _orders(case.get("orders") or [])]
        return given + [example for kind in self.game.order_types for example in examples(kind)]

    @cached_property
    def questions(self) -> list[dict[str, Any]]:
        """Questions: those of the cases, and of every docstring."""
        asked = [case["ask"] for case in self.cases if isinstance(case.get("ask"), dict)]
        return asked + [example for kind in self.game.questions.values() for example in examples(kind)]

    @cached_property
    def documents(self) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        """States with the document of orders that a case gives for them."""
        out = []
        for case in self.cases:
            given = case.get("orders") or []
            state = _plain({"format": 1, "ruleset": self.ruleset, **case["given"]})
            if given and _played(state):
                if isinstance(given[0], dict) and "orders" in given[0]:
                    head = given[0]
                else:
                    head = {"player": _awaited(state), "orders": given}
                out.append((state, {"format": 1, "ruleset": self.ruleset, **head}))
        return out

    @cached_property
    def traces(self) -> list[dict[str, Any]]:
        """Traces of the orders of cases, as far as these are legal by themselves."""
        out = []
        for state, document in self.documents:
            try:
                done = referee.adjudicate(state, document, secret=b"s" * 32)
            except referee.Unreadable:
                continue
            if "trace" in done:
                out.append(done["trace"])
        return out

    @cached_property
    def lines(self) -> list[str]:
        """Situations with their questions on one line, as far as they can be said so."""
        out = []
        for case in self.cases:
            if not isinstance(case.get("ask"), dict):
                continue
            situation = situations.write(case["given"], self.game.state, self.game.situation_forms)
            verb = next((verb for verb in self.game.questions if verb in case["ask"]), None)
            if situation is not None and verb is not None:
                out.append(f"{situation}; {line_writer.line(case['ask'], self.game.questions[verb])}")
        return out

    @cached_property
    def tables(self) -> dict[str, dict[str, Any]]:
        """Every table of the ruleset, and its manifest, merged."""
        found = Ruleset(self.ruleset)
        return {name: found.raw(name) for name in found.tables}

    def line(self, order: dict[str, Any]) -> str:
        """Return an order as a player writes it on a line, where it has a verb."""
        verb = next((verb for verb in self.game.verbs if verb in order), None)
        return line_writer.line(order, self.game.verbs[verb] if verb else None)

    def order(self, chance: random.Random, state: dict[str, Any]) -> Any:
        """Return an order that may now be given, one that fits elsewhere, or one on a line."""
        rows: list[Any] = _legal(state) if chance.random() < 0.5 else []
        order = chance.choice(rows or self.orders)
        return self.line(order) if chance.random() < 0.3 and isinstance(order, dict) else order


def _plain(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state without the stamp of the tables it was made by, which may have changed."""
    return {key: value for key, value in state.items() if key != "rules"}


def _orders(given: list[Any]) -> list[dict[str, Any]]:
    inner = [order for one in given if isinstance(one, dict) for order in one.get("orders", [one])]
    return [order for order in inner if isinstance(order, dict)]


def _work(state: dict[str, Any]) -> Any:
    session = api.open_session(api.document_of(state, "state"))
    return session.game.open(session.state, session.rules)


def _played(state: dict[str, Any]) -> bool:
    try:
        return _work(state) is not None
    except referee.Unreadable:
        return False


def _awaited(state: dict[str, Any]) -> str:
    position = _work(state)
    phase = position.phase()
    return phase.players[0] if phase is not None else next(iter(position.players))


_listed: dict[int, list[dict[str, Any]]] = {}


def _legal(state: dict[str, Any]) -> list[dict[str, Any]]:
    if id(state) not in _listed:
        _listed[id(state)] = legal_rows(games.load(state["ruleset"])[0], _work(state))
    return _listed[id(state)]
