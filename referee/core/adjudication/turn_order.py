"""Whose order comes next if a run has several documents; it depends on the game, not on the order of the files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import msgspec

from .. import documents
from ..game.boards import ScopeBoard
from ..game.orders import Order
from ..game.position import Position
from ..game.submissions import Submission, SubmittedOrder

if TYPE_CHECKING:
    from ..game.facts import Finding
    from .reactions import Outlook


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


# the orders that standing ones give in one adjudication: two who hold go on for ever
_MOST_STANDING = 1_000


class Undecided(msgspec.Struct, frozen=True):
    """A condition that dice decide, with what is known about it."""

    block: object
    found: str


class TurnOrder:
    """The orders of several documents that are still to come.

    `decided` holds what each block of orders that react has found, and `passed` the orders passed over since it was
    last emptied. `stood` counts the orders that standing ones have given.
    """

    def __init__(
        self,
        submissions: Sequence[Submission],
        taken: Sequence[int] = (),
        decided: Mapping[object, Finding] | None = None,
    ) -> None:
        self.submissions = submissions
        self.taken = list(taken) or [0] * len(submissions)
        self.decided = dict(decided or {})
        self.passed: list[tuple[Submission, SubmittedOrder, str]] = []
        self.stood = 0
        # the round in which the default of a player began, by scope
        self.began: dict[tuple[str, str | None], int | None] = {}

    def copy(self) -> TurnOrder:
        """Return an independent copy."""
        other = TurnOrder(self.submissions, self.taken, self.decided)
        other.stood, other.began = self.stood, dict(self.began)
        return other

    def suppose(self, undecided: Undecided, holds: bool = True) -> None:
        """Suppose that a condition that dice decide holds, or does not."""
        from ..game.facts import Finding

        self.decided[undecided.block] = Finding(holds, undecided.found)

    @property
    def reacts_later(self) -> bool:
        """Whether an order that is still to come has a condition."""
        return any(
            given.guards
            for n, submission in enumerate(self.submissions)
            for given in submission.orders[self.taken[n] :]
        )

    @property
    def key(self) -> tuple[Any, ...]:
        """What is taken, and how the conditions of what is left were decided, as a hashable value to compare."""
        left = {
            guard.block: self.decided[guard.block].holds
            for n, submission in enumerate(self.submissions)
            for given in submission.orders[self.taken[n] :]
            for guard in given.guards
            if guard.block in self.decided
        }
        return tuple(self.taken), tuple(sorted((id(block), holds) for block, holds in left.items()))

    @property
    def over(self) -> bool:
        """Whether all orders are taken."""
        return all(self.taken[n] >= len(submission.orders) for n, submission in enumerate(self.submissions))

    def take(
        self, awaited: Sequence[str], ranked: Ranked, outlook: Outlook
    ) -> tuple[Submission, SubmittedOrder] | Undecided | None:
        """Take the next order: of the awaited players, in their order, or else of any; None when all are taken.

        If several players are awaited, an order that would be illegal now, or that ends the phase, comes after the
        orders of the others. Orders whose condition does not hold are passed over. Where the awaited players have
        no order left for this phase, a standing one is taken.
        """
        while True:
            heads, left = self._heads(awaited)
            settled = [self._settle(n, outlook) for n in heads or left[:1]]
            undecided = next((one for one in settled if isinstance(one, Undecided)), None)
            if undecided is not None:
                return undecided
            if all(settled):
                break
        if (stands := self._stands(awaited, heads, outlook)) is not None:
            return stands
        if not left:
            return None
        # what another player may order at any time, such as a concession, comes before what is illegal until then
        early = [n for n in self._firsts(left) if n not in heads and self._next(n).order.out_of_turn] if heads else []
        if len(heads) + len(early) > 1:
            ranks = {n: ranked(self.submissions[n], self._decided(n, outlook)) for n in (*heads, *early)}
            heads = sorted((*heads, *early), key=lambda n: (ranks[n] is Rank.ILLEGAL, n in early, ranks[n]))
        chosen = (heads or left)[0]
        given = self._decided(chosen, outlook)
        self.taken[chosen] += 1
        return self.submissions[chosen], given

    def _stands(
        self, awaited: Sequence[str], heads: Sequence[int], outlook: Outlook
    ) -> tuple[Submission, SubmittedOrder] | None:
        """Return a standing order of an awaited player, if none of them has given an order for this phase."""
        standing = [s for player in awaited for s in self.submissions if s.player == player and s.standing]
        if not standing or self.stood >= _MOST_STANDING or (outlook.unknown is not None and not heads):
            return None
        players = {submission.player for submission in standing}
        for n in heads:
            submission = self.submissions[n]
            if submission.player not in players or not outlook.for_another_phase(submission, self._next(n)):
                return None
        for submission in standing:
            if submission.header.by == "default" and not self._is_due(submission, outlook):
                continue
            if (by_policy := outlook.stand(submission)) is not None:
                self.stood += 1
                return submission, by_policy
        return None

    def _is_due(self, submission: Submission, outlook: Outlook) -> bool:
        """Return whether a default still stands in: only in the round in which it began, whose orders are late."""
        now = outlook.facts(submission.player).round
        return self.began.setdefault((submission.player, outlook.position.scope()), now) == now

    def _heads(self, awaited: Sequence[str]) -> tuple[list[int], list[int]]:
        """Return the documents with the next orders of the awaited players, and all that have orders left."""
        left = [n for n, submission in enumerate(self.submissions) if self.taken[n] < len(submission.orders)]
        order = {player: place for place, player in enumerate(awaited)}
        heads = [n for n in self._firsts(left) if self.submissions[n].player in order]
        heads.sort(key=lambda n: order[self.submissions[n].player])
        return heads, left

    def _firsts(self, left: Sequence[int]) -> list[int]:
        """Return the document of each player that comes next: those of a player are taken one after another."""
        return list({self.submissions[n].player: n for n in reversed(left)}.values())

    def _settle(self, number: int, outlook: Outlook) -> Undecided | bool:
        """Decide what the next order of a document waits for; pass it over and return False if that does not hold."""
        submission, given = self.submissions[number], self._next(number)
        for guard in given.guards:
            found = self.decided.get(guard.block)
            if found is None:
                found = outlook.decide(submission, guard)
                if found.holds is None:
                    return Undecided(guard.block, found.found)
                self.decided[guard.block] = found
            if found.holds != guard.wanted:
                self.taken[number] += 1
                self.passed.append((submission, self._with_findings(given), found.found))
                return False
        return True

    def _decided(self, number: int, outlook: Outlook) -> SubmittedOrder:
        """Return the next order of a document with what its conditions have found, and the terms that it takes."""
        given = self._next(number)
        return self._with_findings(outlook.completed(self.submissions[number], given)) if given.says else given

    def _with_findings(self, given: SubmittedOrder) -> SubmittedOrder:
        found = given.copy()
        found.found = tuple(self.decided[guard.block].found for guard in given.guards if guard.block in self.decided)
        return found

    def _next(self, number: int) -> SubmittedOrder:
        return self.submissions[number].orders[self.taken[number]]
