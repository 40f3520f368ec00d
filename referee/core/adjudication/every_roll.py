"""Every outcome of some orders: each roll that they need is supposed to show every face, with its chance."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import product
from math import lcm, prod
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from ..game.chances import hit_weights
from ..game.dice import Dice, DiceSource, MissingDice, Roll, Throw
from ..game.game import Game
from ..game.odds import NoOdds, Refused
from ..game.orders import Order
from ..game.position import Position
from ..game.reading import resolve_names
from ..game.recorder import Recorder
from ..game.state import State
from ..game.submissions import Submission, SubmittedOrder
from ..rules.compiled import CompiledRules
from .adjudicate import check
from .meaning import interpret

# more throws of one order, or states after one, are not enumerated
MOST_THROWS = 10_000
MOST_STATES = 20_000

Given = Mapping[str, list[int]]


class Weighed(NamedTuple):
    """States after some orders, each with its weight, and their sum."""

    states: list[tuple[State, int]]
    total: int


class _Supposed(DiceSource):
    """Dice that are supposed to be rolled, by event."""

    def __init__(self, dice: Given) -> None:
        self.dice = dice

    def find(self, throw: Throw) -> Roll | None:
        dice = self.dice.get(throw.event)
        return None if dice is None else Roll(throw.event, throw.by, dice, "drawn", throw.faces)


def every_outcome(game: Game, rules: CompiledRules, state: State, submissions: Sequence[Submission]) -> Weighed:
    """Return the states after orders, carried out in their order; raises Refused, and NoOdds for too many of them.

    An order that the dice before it forbid is left out, as adjudication does.
    """
    first = check(game, rules, state, list(submissions), Dice())
    if first.refused or first.general:
        rows = [(v.submission.player, v.given.number, one) for v in first.refused for one in v.objections]
        if not rows:
            raise NoOdds("; ".join(first.general))
        raise Refused(rows)
    now: dict[bytes, tuple[State, int]] = {b"": (state, 1)}
    total = 1
    for submission in submissions:
        for given in submission.orders:
            found = [(weight, _after(game, rules, one, submission, given)) for one, weight in now.values()]
            # states have different numbers of throws; weights of all are brought to one sum
            common = lcm(*(sum(ways for _, ways in after) for _, after in found))
            now = {}
            for weight, after in found:
                scale = weight * (common // sum(ways for _, ways in after))
                for then, ways in after:
                    key = msgspec.json.encode(then)
                    known = now.get(key)
                    now[key] = (then, ways * scale + (known[1] if known is not None else 0))
            total *= common
            if len(now) > MOST_STATES:
                raise NoOdds(f"more than {MOST_STATES} states; ask for fewer orders at once")
    return Weighed(list(now.values()), total)


def _after(
    game: Game, rules: CompiledRules, state: State, submission: Submission, given: SubmittedOrder
) -> list[tuple[State, int]]:
    """Return the states after one order, with how many throws lead to each."""
    position = game.open(state, rules)
    understood = _understood(position, submission, given)
    if understood is None:
        return [(state, 1)]
    order, board, _ = understood
    rolled = [throw for throw in order.throws(board, submission.player) if order.dice_for(throw) is None]
    return _thrown(game, rules, state, submission, given, rolled)


def _thrown(
    game: Game,
    rules: CompiledRules,
    state: State,
    submission: Submission,
    given: SubmittedOrder,
    throws: list[Throw],
) -> list[tuple[State, int]]:
    """Return the states after one order whose throws are these, and those that it turns out to need."""
    ways = [_ways(throw) for throw in throws]
    if prod(map(len, ways)) > MOST_THROWS:
        raise NoOdds(f"'{given.verb}' rolls too many dice to enumerate")
    classes: dict[Hashable, list[tuple[dict[str, list[int]], int]]] = {}
    understood = _understood(game.open(state, rules), submission, given)
    assert understood is not None
    order, board, _ = understood
    for chosen in product(*ways):
        dice = {throw.event: faces for throw, (faces, _) in zip(throws, chosen, strict=True)}
        weight = prod(times for _, times in chosen)
        classes.setdefault(order.alike(board, submission.player, dice), []).append((dice, weight))
    out: list[tuple[State, int]] = []
    for alike in classes.values():
        weight = sum(times for _, times in alike)
        position = game.open(state, rules)
        again = _understood(position, submission, given)
        assert again is not None
        order, board, scope = again
        recorder = Recorder(Dice(None, [_Supposed(alike[0][0])]))
        try:
            order.apply(board, submission.player, recorder)
            position.settle(scope, recorder)
        except MissingDice as missing:
            if missing.throw.event in {throw.event for throw in throws}:
                raise
            return _thrown(game, rules, state, submission, given, [*throws, missing.throw])
        out.append((replace(position.state(), step=state.step), weight))
    return out


def _understood(position: Position, submission: Submission, given: SubmittedOrder) -> tuple[Order, Any, str] | None:
    """Return an order with its board and its scope, None if it is not legal now."""
    order, scope, board, objections = interpret(position, given)
    if board is None or objections:
        return None
    order, objections = resolve_names(order, board, submission.player)
    if objections or order.check(board, submission.player):
        return None
    return order, board, scope


def _ways(throw: Throw) -> list[tuple[list[int], int]]:
    """Return the dice that a throw may show, each with how many throws it stands for: by hits, or every combination."""
    if throw.number is not None and not throw.special:
        weights = hit_weights(throw.count, throw.number, throw.faces)
        return [
            ([throw.faces] * hits + [1] * (throw.count - hits), weight) for hits, weight in enumerate(weights) if weight
        ]
    if throw.faces**throw.count > MOST_THROWS:
        raise NoOdds(f"{throw.count} dice at once are too many to enumerate")
    return [(list(dice), 1) for dice in product(range(1, throw.faces + 1), repeat=throw.count)]
