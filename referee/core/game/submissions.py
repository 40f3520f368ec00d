"""A player's document of orders, typed: its heading, and each order with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from ..documents import Document, Path

if TYPE_CHECKING:
    pass
from .orders import MOST_ORDERS, Order


class Header(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What stands above the orders of a document; a game may add its own keys."""

    format: Literal[1]
    ruleset: str
    player: str
    game: str | None = None
    step: int | None = None
    orders: Annotated[list[Any], msgspec.Meta(max_length=MOST_ORDERS)]

    def further(self) -> list[tuple[Path, dict[str, Any]]]:
        """Return the orders that stand in the heading itself, each with its place."""
        return []


class Given(msgspec.Struct):
    """One order of a submission: where it stands, and its number in its document from 1."""

    order: Order
    number: int
    source: dict[str, Any]
    path: Path


class Submission:
    """One player's document of orders, read and typed."""

    def __init__(self, document: Document, header: Header, orders: list[Given]) -> None:
        self.document = document
        self.header = header
        self.orders = orders

    @property
    def player(self) -> str:
        return self.header.player
