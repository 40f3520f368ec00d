"""Boards, on which orders and questions are given, and the type parameters for the types of a game.

`Order[BattlePosition]` is an order on one board, and its methods are checked against that type. A bare `Order` is an
order on any board, as core handles them. The same holds for `Question` and `Forecast`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol


class ScopeBoard(Protocol):
    """A position, or the part of one that the orders of a scope are given on."""

    def pieces_called(self, word: str, whose: str, player: str | None, subject: str | None) -> list[tuple[str, str]]:
        """Return the pieces a player may mean by a word, each `(id, place in words)`."""

    def words_called(self, what: str, words: list[str]) -> list[Any]:
        """Return the names of the tables for words of a kind as they are printed; unknown ones as they are."""


if TYPE_CHECKING:
    # defaults of type parameters are in the standard library from Python 3.13
    from typing_extensions import TypeVar

    OnBoard = TypeVar("OnBoard", bound=ScopeBoard, contravariant=True, default=Any)
else:
    from typing import TypeVar

    OnBoard = TypeVar("OnBoard", contravariant=True)
