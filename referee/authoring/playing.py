"""Plays a game through its own lists of legal orders: every way, to count them, or one way at random."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from referee.core import documents
from referee.core.adjudication.adjudicate import adjudicate
from referee.core.adjudication.legal import legal, legal_rows, rows_of
from referee.core.adjudication.submitted import simultaneous
from referee.core.adjudication.verdicts import Adjudication
from referee.core.game.dice_sources import make_dice
from referee.core.game.game import Game
from referee.core.game.reading import read_orders
from referee.core.game.state import State
from referee.core.rules.compiled import CompiledRules
from referee.core.rules.rulesets import Ruleset

# counts draw all dice from it, so that they are a function of the rules alone
SECRET = bytes(range(32))
# how often an order that ends a phase is taken while there are others
_ENDS = 0.15

# one order, or one of each player who orders together: the player and the order as a mapping
Step = list[tuple[str, dict[str, Any]]]


class Table(NamedTuple):
    """A ruleset that is played: its game, its tables, and what these are compiled to."""

    game: Game
    ruleset: Ruleset
    rules: CompiledRules

    @staticmethod
    def of(game: Game, ruleset: Ruleset, state: State) -> Table:
        """Return the table of a ruleset with the options of a state."""
        return Table(game, ruleset, game.compile(ruleset, state.options))

    def orders(self, state: State, player: str) -> list[dict[str, Any]]:
        """Return what a player may order, from what that player sees, with what is told of each under `told`."""
        return legal_rows(self.game, self.game.open(self.game.view(state, player), self.rules), player)

    def plays(self, state: State, player: str) -> list[dict[str, Any]]:
        """Return what a player may order and go on: nothing that cannot be taken back by playing."""
        position = self.game.open(self.game.view(state, player), self.rules)
        return rows_of([one for one in legal(self.game, position, player) if not type(one.order).irrevocable])

    def players(self, state: State) -> tuple[list[str], bool]:
        """Return the players who may order now, and whether they order together."""
        position = self.game.open(state, self.rules)
        phase = position.phase()
        return list(phase.players) if phase is not None else [], simultaneous(position) is not None

    def after(self, state: State, step: Step, secret: bytes = SECRET) -> Adjudication:
        """Carry out a step, with dice drawn from a secret."""
        head = {"format": 1, "ruleset": self.ruleset.name}
        values = [{**head, "player": player, "orders": [order]} for player, order in step]
        given = [read_orders(self.game, documents.make_document(value, "orders")) for value in values]
        return adjudicate(self.game, self.rules, state, given, make_dice(state.game or "", state.dice, secret=secret))


def steps(table: Table, state: State) -> Iterator[Step]:
    """Yield every step that is open: each legal order, or one of each player where these order together."""
    players, together = table.players(state)
    each = [[(player, _bare(order)) for order in table.orders(state, player)] for player in players]
    if together:
        yield from map(list, itertools.product(*each))
    else:
        yield from ([one] for one in itertools.chain(*each))


def _bare(order: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in order.items() if name != "told"}


def count(table: Table, state: State, depth: int) -> int:
    """Return how many sequences of `depth` steps, each legal when its turn comes, begin at a state."""
    every = list(steps(table, state))
    if depth == 1 or not every:
        return len(every)
    return sum(_below(table, state, step, depth) for step in every)


def _below(table: Table, state: State, step: Step, depth: int) -> int:
    """Return the count below a step, with itself 1 where nothing follows."""
    after = table.after(state, step).state if depth > 1 else None
    return count(table, after, depth - 1) if after is not None else int(depth == 1)


def divide(table: Table, state: State, depth: int) -> dict[str, int]:
    """Return the count below each first step, by its orders, with their players where several may order."""
    several = len(table.players(state)[0]) > 1
    found = {}
    for step in steps(table, state):
        said = [(player, " ".join(f"{name} {value}" for name, value in order.items())) for player, order in step]
        line = "; ".join(f"{player}: {text}" if several else text for player, text in said)
        found[line] = _below(table, state, step, depth)
    return found


def at_random(table: Table, state: State, chance: Random, most: int) -> Iterator[tuple[State, Step]]:
    """Yield the states and steps of a game played at random, until it ends or after `most` steps."""
    secret = chance.randbytes(32)
    for _ in range(most):
        players, together = table.players(state)
        step = [(player, _chosen(found, chance)) for player in players if (found := table.plays(state, player))]
        if not together and step:
            step = [chance.choice(step)]
        if not step:
            return
        yield state, step
        done = table.after(state, step, secret)
        # what a list leaves open, another try may close
        state = done.state or state


def _chosen(found: list[dict[str, Any]], chance: Random) -> dict[str, Any]:
    """Return one of some orders; each verb is as likely as another, and an end is rare while something can be done."""
    verbs: dict[str, list[dict[str, Any]]] = {}
    for order in found:
        verbs.setdefault(next(iter(order)), []).append(order)
    others = [verb for verb in verbs if verb != "end"]
    if "end" in verbs and others and chance.random() > _ENDS:
        del verbs["end"]
    return _bare(chance.choice(verbs[chance.choice(list(verbs))]))
