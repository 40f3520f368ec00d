"""What an order means as things stand: in which scope it is read, and on which board it is given."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from ..game.boards import Board
from ..game.orders import Objection, Order
from ..game.position import Position
from ..game.submissions import Given


class Meant(NamedTuple):
    """An order as the scope that is meant reads it, the position it is given on, and why it can have no meaning there.

    There is no `board` where an order means nothing as things stand.
    """

    order: Order
    scope: str
    board: Board | None
    objections: list[Objection]


def meant(position: Position, given: Given) -> Meant:
    """Return what an order means as things stand."""
    scope = position.scope_of(given)
    reading = given.reading(scope)
    if not isinstance(reading, Order):
        return Meant(given.order, scope, None, loosened(position, given, reading))
    board = position.board(scope)
    return Meant(reading, scope, board, position.no_board(scope, given.verb) if board is None else [])


def loosened(position: Position, given: Given, objections: list[Objection]) -> list[Objection]:
    """Return objections as they hold of an order that another scope has too: dice may decide which is meant."""
    if len(given.scopes) == 1 or not position.changes_scope:
        return objections
    return [replace(o, always=False, alone=False) for o in objections]
