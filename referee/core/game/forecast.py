"""Forecasts: what is certain of an order before its dice are rolled.

An order that rolls nothing needs only the defaults.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Generic, Protocol

from .boards import OnBoard
from .dice import Throw
from .recorder import Recorder


class Unknown:
    """What depends on dice that have not been rolled; pieces are given by id.

    `uncertain` holds the pieces whose fate depends on them, `position_unknown` those whose place does, too, and
    `pending_pieces` those that may never exist. `refused_pieces` holds the pieces whose orders are refused, so that
    objections that only follow from that are not reported. `beyond` is true if the phase itself depends on the dice.
    """

    def __init__(self) -> None:
        self.uncertain: set[str] = set()
        self.position_unknown: set[str] = set()
        self.refused_pieces: set[str] = set()
        self.pending_pieces: set[str] = set()
        self.beyond = False

    def copy(self) -> Unknown:
        """Return an independent copy."""
        other = Unknown()
        other.uncertain, other.position_unknown = set(self.uncertain), set(self.position_unknown)
        other.refused_pieces, other.pending_pieces = set(self.refused_pieces), set(self.pending_pieces)
        other.beyond = self.beyond
        return other

    @property
    def key(self) -> tuple[frozenset[str] | bool, ...]:
        """All that is unknown, as a hashable value to compare."""
        return (
            frozenset(self.uncertain),
            frozenset(self.position_unknown),
            frozenset(self.refused_pieces),
            frozenset(self.pending_pieces),
            self.beyond,
        )


class Applied(Protocol[OnBoard]):
    """An order as a forecast sees it: what it rolls, and that it can be carried out."""

    def throws(self, position: OnBoard, player: str) -> list[Throw]:
        """Return the rolls it needs now."""

    def apply(self, position: OnBoard, player: str, recorder: Recorder) -> None:
        """Carry the order out on the working copy."""


if TYPE_CHECKING:
    # defaults of type parameters are in the standard library from Python 3.13
    from typing_extensions import TypeVar

    OfOrder = TypeVar("OfOrder", bound=Applied[Any], contravariant=True, default=Any)
else:
    from typing import TypeVar

    OfOrder = TypeVar("OfOrder", contravariant=True)


class Forecast(Generic[OfOrder, OnBoard]):
    """How to look ahead at a kind of order without rolling; an order type that needs more has its own subclass.

    Every method gets the order and its position.
    """

    def concerns(self, order: OfOrder, position: OnBoard) -> Iterable[str]:
        """Return the ids of the pieces on whose fate the order depends, the one that acts first."""
        return ()

    def makes(self, order: OfOrder, position: OnBoard, player: str) -> Iterable[str]:
        """Return the ids of the pieces that the order would create."""
        return ()

    def stakes(self, order: OfOrder, position: OnBoard) -> Iterable[str]:
        """Return the ids of the pieces whose place or fate may depend on the roll of the order."""
        return ()

    def foreseen(self, order: OfOrder, position: OnBoard) -> bool:
        """Return whether every face of the order's single die is supposed in turn."""
        return False

    def leads_surely(self, order: OfOrder, position: OnBoard) -> bool:
        """Return whether the phase after the order is certain even if dice are still to be rolled."""
        return False

    def suppose(self, order: OfOrder, position: OnBoard, player: str, recorder: Recorder, unknown: Unknown) -> None:
        """Carry out what is certain about the order without rolling, and add the rest to `unknown`.

        By default nothing is certain of an order that rolls, and all that follows depends on its dice.
        """
        if order.throws(position, player):
            unknown.beyond = True
        else:
            order.apply(position, player, recorder)

    def suppose_open(
        self, order: OfOrder, position: OnBoard, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        """Suppose an order whose objections all depend on unrolled dice: the pieces it concerns become uncertain."""
        unknown.uncertain |= set(self.concerns(order, position))


class EachFace(Forecast[OfOrder, OnBoard]):
    """The forecast of an order that rolls one die: every face is supposed in turn."""

    def foreseen(self, order: OfOrder, position: OnBoard) -> bool:
        """Return that every face is supposed."""
        return True
