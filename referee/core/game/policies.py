"""Policies: standing orders and defaults of a ruleset, which choose among the orders that are legal.

They are no rules: they choose as a player does, so the digest of a ruleset leaves them out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from ..rules.compiled import CompiledRules
from .orders import Candidate, Order
from .position import Position
from .reading import mapping_of

_Measures = dict[str, str]


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is ordered in some phases: the first of the verbs under `orders` that has a legal order.

    Of several, the one with the `most` or `least` of a measure of its order is chosen, `{strike: chance}`. With
    `field`, the words after the policy's name are values of that field, the first legal one is chosen. `only` names
    measures that must have a value, `{end: {contacts: 0}}`, and `where` values of fields, `{command: {command: hold}}`.
    Without `orders` nothing is ordered, where all order at the same time. A `default` stands in for a player who is
    late in a game by mail.
    """

    phases: Annotated[list[str], Meta(min_length=1)]
    orders: list[str]
    most: _Measures = {}
    least: _Measures = {}
    field: str | None = None
    only: dict[str, dict[str, int]] = {}
    where: dict[str, dict[str, str]] = {}
    default: bool = False


class Policies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The standing orders that a player may give, by name."""

    policies: dict[str, Policy]


def names_in(rules: CompiledRules) -> list[str]:
    """Return the names of the policies of a ruleset."""
    return list(_policies(rules))


def defaults_in(rules: CompiledRules, phase: str) -> list[str]:
    """Return the names of the policies that stand in, in a phase, for a player who is late."""
    return [name for name, policy in _policies(rules).items() if policy.default and phase in policy.phases]


def policy_in(rules: CompiledRules, words: Sequence[str]) -> tuple[Policy | None, Sequence[str]]:
    """Return the policy that words begin with, and the words after its name; None if there is none."""
    known = _policies(rules)
    small = [word.casefold() for word in words]
    for length in range(len(words), 0, -1):
        found = known.get(" ".join(small[:length]))
        if found is not None:
            return found, words[length:]
    return None, words


def chosen_by(
    policy: Policy, words: Sequence[str], rows: Sequence[Candidate], position: Position, player: str
) -> Order | None:
    """Return the order that a policy chooses of those that are legal, None if it chooses none."""
    board = position.board(position.scope() or "") or position

    def measured(order: Order, name: str) -> float:
        return order.measure(board, name)

    for verb in policy.orders:
        found = allowed_by(policy, verb, rows, position, player)
        if policy.field is not None and found and policy.field in mapping_of(found[0]):
            wanted = {word.casefold(): place for place, word in reversed(list(enumerate(words)))}
            places = [(wanted.get(str(mapping_of(order)[policy.field]).casefold()), order) for order in found]
            placed = [(place, number) for number, (place, _) in enumerate(places) if place is not None]
            found = [found[min(placed)[1]]] if placed else []
        if found and verb in policy.most:
            return max(found, key=lambda order: measured(order, policy.most[verb]))
        if found and verb in policy.least:
            return min(found, key=lambda order: measured(order, policy.least[verb]))
        if found:
            return found[0]
    return None


def allowed_by(policy: Policy, verb: str, rows: Sequence[Candidate], position: Position, player: str) -> list[Order]:
    """Return the legal orders of a verb that a policy may choose among."""
    board = position.board(position.scope() or "") or position
    only, where = policy.only.get(verb, {}), policy.where.get(verb, {})
    return [
        row.order
        for row in rows
        if row.order.verb == verb
        and row.remarks.get("by", player) == player
        and all(row.order.measure(board, name) == value for name, value in only.items())
        and all(str(mapping_of(row.order).get(field)) == value for field, value in where.items())
    ]


def _policies(rules: CompiledRules) -> dict[str, Policy]:
    ruleset = rules.ruleset
    return ruleset.typed("policies", Policies).policies if "policies" in ruleset.tables else {}
