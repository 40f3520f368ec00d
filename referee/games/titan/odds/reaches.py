"""Where pieces may go, for many lanes at once, by the tables of one battle."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .masks import parts
from .table import Table

Array = NDArray[Any]


class Reaches:
    """Where the pieces of a table may go around others; a set of hexes is a mask."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def from_hex(self, piece: int, where: Array, occupied: Array) -> Array:
        """Return the sets of hexes where a piece on the map may end its move."""
        mover = self.table.movers[piece]
        if mover.lands is not None:
            found: Array = mover.lands[where] & ~occupied
            return found
        assert mover.walk is not None
        free = ~occupied
        reached: dict[int, Array] = {}
        for cost in mover.walk.costs:
            if cost <= mover.allowance:
                reached[cost] = mover.walk.near[cost][where] & free
        return self._walk(piece, reached, free)

    def from_outside(self, piece: int, occupied: Array) -> Array:
        """Return the sets of hexes where a piece off the map may end its entry."""
        mover = self.table.movers[piece]
        if mover.walk is None:
            found: Array = np.uint32(mover.enters) & ~occupied
            return found
        free = ~occupied
        return self._walk(piece, {cost: np.uint32(mask) & free for cost, mask in mover.begins}, free)

    def set_up(self, occupied: Array) -> Array:
        """Return the sets of hexes where a piece off the map may be set up."""
        found: Array = np.uint32(self.table.board.deploy) & ~occupied
        return found

    def _walk(self, piece: int, reached: dict[int, Array], free: Array) -> Array:
        """Spread on foot over the free hexes, the cheapest first."""
        mover = self.table.movers[piece]
        walk = mover.walk
        assert walk is not None
        seen: Array = np.zeros(len(free), dtype=np.uint32)
        for spent in range(min(reached, default=0), mover.allowance + 1):
            fresh = reached.get(spent)
            if fresh is None:
                continue
            fresh = fresh & ~seen
            seen |= fresh
            costs = [cost for cost in walk.costs if spent + cost <= mover.allowance]
            if not costs:
                continue
            low, high = parts(fresh)
            for cost in costs:
                found = (walk.low[cost][low] | walk.high[cost][high]) & free
                known = reached.get(spent + cost)
                reached[spent + cost] = found if known is None else known | found
        return seen
