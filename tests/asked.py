"""What binds `ask` to `check`: for every question the orders it is about, and which of them it says may be given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from referee.core import documents
from referee.core.adjudication.adjudicate import check
from referee.core.asking import ask
from referee.core.documents import Document
from referee.core.game.dice_sources import make_dice
from referee.core.game.game import Game
from referee.core.game.questions import Unanswerable
from referee.core.game.reading import read_orders, read_verb
from referee.core.rules.rulesets import Ruleset


class Tried(NamedTuple):
    """One way to give the order that a question is about, and who gives it: whether it may be is `said` by the answer.

    Several ways may stand together: then one of them is to be accepted.
    """

    said: bool
    player: str
    orders: list[dict[str, Any]]


class Asked(NamedTuple):
    """A question, and what its answer says of orders."""

    question: dict[str, Any]
    tried: Callable[[dict[str, Any]], Iterator[Tried]]


# what a game asks of one of its states: all that is to be asked, or a part of it drawn at random
Questions = Callable[[Any, Any, Random], Iterator[Asked]]


class Table:
    """A state on which questions are asked and orders tried."""

    def __init__(self, game: Game, ruleset: Ruleset, state: Any) -> None:
        self.game, self.ruleset, self.state = game, ruleset, state
        self.rules = game.compile(ruleset, state.options)
        self.position: Any = game.open(state, self.rules)

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a question."""
        document = Document(documents.dump(question), "question", question)
        read, _ = read_verb(document, question, (), self.game.questions, "a question")
        return ask(self.game, self.ruleset, self.state, read).answer

    def accepted(self, player: str, order: dict[str, Any]) -> bool:
        """Return whether `check` accepts an order."""
        value = {"format": 1, "ruleset": self.state.ruleset, "player": player, "orders": [order]}
        submission = read_orders(self.game, Document(documents.dump(value), "orders", value))
        dice = make_dice(self.state.game or "")
        outcome = check(self.game, self.rules, self.state, [submission], dice)
        return [verdict.status for verdict in outcome.verdicts] == ["done"]


def differences(table: Table, asked: Iterator[Asked]) -> tuple[list[str], int]:
    """Return where `ask` and `check` differ, and how many orders both accept."""
    out, yes = [], 0
    for one in asked:
        try:
            answer = table.answer(one.question)
        except Unanswerable as error:
            out.append(f"{one.question}: {error.message}")
            continue
        for tried in one.tried(answer):
            found = any(table.accepted(tried.player, order) for order in tried.orders)
            yes += found
            if found != tried.said:
                out.append(f"{one.question}: {tried.orders[0]} by {tried.player}: check says {found}; {answer}")
    return out, yes


def allowed(player: str, order: dict[str, Any]) -> Callable[[dict[str, Any]], Iterator[Tried]]:
    """Return what an answer that says yes or no says of its order."""

    def tried(answer: dict[str, Any]) -> Iterator[Tried]:
        yield Tried(answer.get("allowed", answer.get("legal")), player, [order])

    return tried
