"""A player's document of orders, typed: its header, and each order with its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from ..documents import Document, Path
from .orders import MOST_ORDERS, Objection, Order

if TYPE_CHECKING:
    from ..notation.conditions import Condition, Test


class Header(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The header of a document of orders; a game may add its own keys.

    `by: default` says that the orders are not the player's own: a default stands in.
    """

    format: Literal[1]
    ruleset: str
    player: str
    game: str | None = None
    step: int | None = None
    by: Literal["default"] | None = None
    orders: Annotated[list[Any], msgspec.Meta(max_length=MOST_ORDERS)]

    def further(self) -> list[tuple[Path, dict[str, Any]]]:
        """Return the orders that are in the header itself, each with its place."""
        return []


class Guard(msgspec.Struct, frozen=True):
    """What an order waits for: that a condition holds, or does not. The orders of one `block` share its decision."""

    block: object
    condition: Condition
    wanted: bool

    def denied(self) -> Guard:
        """Return the guard of what is done if the condition does not hold."""
        return Guard(self.block, self.condition, wanted=False)


class Standing(msgspec.Struct, frozen=True):
    """A standing order: the words of its policy, its number and place in the document, and its line."""

    words: tuple[str, ...]
    number: int
    path: Path
    says: str


class SubmittedOrder:
    """One order of a submission, with its place and its number in the document, from 1.

    Each scope that has its verb may read it; `order` is the last reading. An order that reacts has `guards`, or
    `alternatives` of which the first that is legal is given, or takes an `offer`; `says` is its line, empty for others.
    One that a standing order has chosen is `by_policy`.
    """

    guards: tuple[Guard, ...] = ()
    alternatives: tuple[SubmittedOrder, ...] = ()
    offer: Test | None = None
    says: str = ""
    found: tuple[str, ...] = ()
    by_policy: bool = False

    def __init__(
        self,
        order: Order,
        number: int,
        source: dict[str, Any],
        path: Path,
        scopes: Mapping[str, Callable[[], Order | list[Objection]]],
    ) -> None:
        """Create it from the first scope's reading, and the readings of all `scopes` that have its verb."""
        self.order = order
        self.number = number
        self.source = source
        self.path = path
        self.scopes = scopes
        self._readings: dict[str, Order | list[Objection]] = {}

    @property
    def verb(self) -> str:
        """The verb, which is the same in every scope."""
        return self.order.verb

    def reading(self, scope: str) -> Order | list[Objection]:
        """Return the order as a scope with its verb reads it, or objections if it means nothing there."""
        if scope not in self._readings:
            self._readings[scope] = self.scopes[scope]()
        return self._readings[scope]

    def copy(self) -> SubmittedOrder:
        """Return a copy with the same readings."""
        from copy import copy

        return copy(self)

    def means(self, scope: str) -> bool:
        """Return whether it can be read as an order of a scope."""
        return scope in self.scopes and isinstance(self.reading(scope), Order)


class Submission:
    """One player's document of orders, read and typed; `standing` orders act in phases for which no other is given."""

    def __init__(
        self, document: Document, header: Header, orders: list[SubmittedOrder], standing: Sequence[Standing] = ()
    ) -> None:
        self.document = document
        self.header = header
        self.orders = orders
        self.standing = standing

    @property
    def player(self) -> str:
        """The player who gave the document."""
        return self.header.player
