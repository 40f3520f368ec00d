"""What can be said of an order before its dice are rolled; most orders need no more than these defaults."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Generic, Protocol

from .boards import OnBoard
from .recorder import Recorder
from .unknown import Unknown


class Applied(Protocol[OnBoard]):
    """What a forecast knows of an order: it can be carried out."""

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
    """How a kind of order is looked ahead, without rolling; an order type that needs more has its own.

    Every method is given the order, and the position that it is given on.
    """

    def concerns(self, order: OfOrder, position: OnBoard) -> Iterable[str]:
        """Return the pieces on whose fate the order hangs, the one that acts first."""
        return ()

    def makes(self, order: OfOrder, position: OnBoard, player: str) -> Iterable[str]:
        """Return the names of the pieces that the order would bring about."""
        return ()

    def stakes(self, order: OfOrder, position: OnBoard) -> Iterable[str]:
        """Return the pieces whose place or fate may hang on what the order rolls."""
        return ()

    def foreseen(self, order: OfOrder, position: OnBoard) -> bool:
        """Return whether, if it rolls a single die, every face of it is supposed."""
        return False

    def leads_surely(self, order: OfOrder, position: OnBoard) -> bool:
        """Return whether the phase that the order leads to is certain even where dice are still to be rolled."""
        return False

    def suppose(self, order: OfOrder, position: OnBoard, player: str, recorder: Recorder, unknown: Unknown) -> None:
        """Do what is certain about the order without rolling, and add the rest to what is unknown."""
        order.apply(position, player, recorder)

    def suppose_open(
        self, order: OfOrder, position: OnBoard, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        """Suppose an order whose objections all hang on unrolled dice: what it concerns is uncertain too."""
        unknown.uncertain |= set(self.concerns(order, position))
