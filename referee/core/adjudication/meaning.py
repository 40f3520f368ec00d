"""The meaning of an order now: the scope in which it is read, and the board on which it is given."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from ..game.boards import ScopeBoard
from ..game.orders import Objection, Order
from ..game.position import Position
from ..game.submissions import SubmittedOrder


class Meaning(NamedTuple):
    """An order as its scope reads it, its board, and the objections if it means nothing there.

    `board` is None if the order means nothing now.
    """

    order: Order
    scope: str
    board: ScopeBoard | None
    objections: list[Objection]


def interpret(position: Position, given: SubmittedOrder) -> Meaning:
    """Return what an order means now."""
    scope = position.scope_of(given)
    reading = given.reading(scope)
    if not isinstance(reading, Order):
        return Meaning(given.order, scope, None, loosen(position, given, reading))
    board = position.board(scope)
    return Meaning(reading, scope, board, position.no_board(scope, given.verb) if board is None else [])


def loosen(position: Position, given: SubmittedOrder, objections: list[Objection]) -> list[Objection]:
    """Return objections to an order whose verb another scope has too: dice may decide which scope is meant."""
    if len(given.scopes) == 1 or not position.changes_scope:
        return objections
    return [replace(o, always=False, alone=False) for o in objections]
