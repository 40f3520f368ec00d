"""Whose order comes next where several documents are adjudicated in one run: the game says, not the list of files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

from .. import documents
from ..game.boards import Board
from ..game.orders import Order
from ..game.position import Position
from ..game.submissions import Given, Submission


class Rank(IntEnum):
    """How soon an order comes among those of several players who are all awaited."""

    SOON = 0
    LAST_WORD = 1
    ILLEGAL = 2


def awaited(position: Position) -> Sequence[str]:
    """Return whom the game waits for, in the order in which they are read."""
    phase = position.phase()
    return phase.in_order if phase is not None else ()


def rank(order: Order, board: Board | None, illegal: bool) -> Rank:
    """Return how soon an order comes; an illegal one may have no board."""
    if illegal or board is None:
        return Rank.ILLEGAL if illegal else Rank.SOON
    return Rank.LAST_WORD if order.last_word(board) else Rank.SOON


# how soon an order of a player comes
Ranked = Callable[[Submission, Given], Rank]


def arranged(submissions: Sequence[Submission], players: Sequence[str], together: bool) -> list[Submission]:
    """Return documents in an order that hangs on what they say alone: by player, and `together` by heading and text."""
    places = {player: place for place, player in enumerate(players)}

    def key(submission: Submission) -> tuple[Any, ...]:
        header, value = submission.header, submission.document.value
        place = places.get(header.player, len(places)), header.player
        if not together:
            return place
        fields = [getattr(header, name) for name in header.__struct_fields__ if name not in ("orders", "player")]
        said = [(told is not None, told) for told in fields if told is None or isinstance(told, (int, str))]
        return *place, said, _Text(value)

    return sorted(submissions, key=key) if len(submissions) > 1 else list(submissions)


class _Text:
    """A document as text to sort by, written only where nothing before it tells two apart."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __lt__(self, other: _Text) -> bool:
        return documents.dump(self.value) < documents.dump(other.value)


class TurnOrder:
    """The orders of several documents that are still to come."""

    def __init__(self, submissions: Sequence[Submission], taken: Sequence[int] = ()) -> None:
        self.submissions = submissions
        self.taken = list(taken) or [0] * len(submissions)

    def copy(self) -> TurnOrder:
        """Return the same orders, to be taken apart from these."""
        return TurnOrder(self.submissions, self.taken)

    @property
    def over(self) -> bool:
        """Whether all orders are taken."""
        return all(self.taken[n] >= len(submission.orders) for n, submission in enumerate(self.submissions))

    def take(self, awaited: Sequence[str], ranked: Ranked) -> tuple[Submission, Given] | None:
        """Take the next order: of those awaited, in that order, else of anybody; None when all are taken.

        Where several are awaited, an order that would be illegal now waits for the others', and so does the last word.
        """
        left = [n for n, submission in enumerate(self.submissions) if self.taken[n] < len(submission.orders)]
        if not left:
            return None
        order = {player: place for place, player in enumerate(awaited)}
        # of one player's documents the first that has orders left comes first
        first = {self.submissions[n].player: n for n in reversed(left)}
        heads = [n for player, n in first.items() if player in order]
        heads.sort(key=lambda n: order[self.submissions[n].player])
        if len(heads) > 1:
            heads.sort(key=lambda n: ranked(self.submissions[n], self._next(n)))
        chosen = (heads or left)[0]
        given = self._next(chosen)
        self.taken[chosen] += 1
        return self.submissions[chosen], given

    def _next(self, number: int) -> Given:
        return self.submissions[number].orders[self.taken[number]]
