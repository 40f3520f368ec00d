"""Whose order comes next if a run has several documents; it depends on the game, not on the order of the files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

from .. import documents
from ..game.boards import ScopeBoard
from ..game.orders import Order
from ..game.position import Position
from ..game.submissions import Submission, SubmittedOrder


class Rank(IntEnum):
    """The rank of an order among those of several awaited players; lower comes first."""

    SOON = 0
    LAST_WORD = 1
    ILLEGAL = 2


def awaited_players(position: Position) -> Sequence[str]:
    """Return the players that the game awaits, in the order of reading."""
    phase = position.phase()
    return phase.in_order if phase is not None else ()


def rank(order: Order, board: ScopeBoard | None, illegal: bool) -> Rank:
    """Return the rank of an order; an illegal one may have no board."""
    if illegal or board is None:
        return Rank.ILLEGAL if illegal else Rank.SOON
    return Rank.LAST_WORD if order.last_word(board) else Rank.SOON


# the rank of an order of a document
Ranked = Callable[[Submission, SubmittedOrder], Rank]


def arrange(submissions: Sequence[Submission], players: Sequence[str], together: bool) -> list[Submission]:
    """Return documents in an order that depends only on their content: by player, and `together` by header and text."""
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
    """A document as text for sorting, written only if it is compared."""

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
        """Return an independent copy."""
        return TurnOrder(self.submissions, self.taken)

    @property
    def over(self) -> bool:
        """Whether all orders are taken."""
        return all(self.taken[n] >= len(submission.orders) for n, submission in enumerate(self.submissions))

    def take(self, awaited: Sequence[str], ranked: Ranked) -> tuple[Submission, SubmittedOrder] | None:
        """Take the next order: of the awaited players, in their order, or else of any; None when all are taken.

        If several players are awaited, an order that would be illegal now, or that ends the phase, comes after the
        orders of the others.
        """
        left = [n for n, submission in enumerate(self.submissions) if self.taken[n] < len(submission.orders)]
        if not left:
            return None
        order = {player: place for place, player in enumerate(awaited)}
        # the documents of a player are taken one after another
        first = {self.submissions[n].player: n for n in reversed(left)}
        heads = [n for player, n in first.items() if player in order]
        heads.sort(key=lambda n: order[self.submissions[n].player])
        if len(heads) > 1:
            heads.sort(key=lambda n: ranked(self.submissions[n], self._next(n)))
        chosen = (heads or left)[0]
        given = self._next(chosen)
        self.taken[chosen] += 1
        return self.submissions[chosen], given

    def _next(self, number: int) -> SubmittedOrder:
        return self.submissions[number].orders[self.taken[number]]
