"""Sets of hexes as masks, for many lanes at once: a mask is looked up in two parts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

# so many bits are one part of a mask
PART = 14

_LOW = np.uint32((1 << PART) - 1)
_SHIFT = np.uint32(PART)


def parts(mask: Array) -> tuple[Array, Array]:
    """Return the low and the high part of masks, as indexes."""
    return (mask & _LOW).astype(np.intp), (mask >> _SHIFT).astype(np.intp)


def _selection() -> tuple[Array, Array]:
    """Return how many bits each half of a mask has, and the place of each of its bits in turn."""
    size = 1 << PART
    counts = np.bitwise_count(np.arange(size, dtype=np.uint32)).astype(np.int64)
    places = np.zeros((size, PART), dtype=np.uint8)
    masks = np.arange(size)
    rank = np.zeros(size, dtype=np.int64)
    for place in range(PART):
        has = (masks >> place & 1).astype(bool)
        places[masks[has], rank[has]] = place
        rank[has] += 1
    return counts, places.reshape(-1)


_COUNTS, _PLACES = _selection()


def choose(mask: Array, chance: np.random.Generator) -> tuple[Array, Array, Array]:
    """Return which sets have a hex, a uniformly drawn hex of each of these, and what is left of the draws."""
    low, high = parts(mask)
    first = _COUNTS[low]
    counts = first + _COUNTS[high]
    some = np.flatnonzero(counts)
    if len(some) < len(mask):
        low, high, first, counts = low[some], high[some], first[some], counts[some]
    drawn = chance.random(len(some)) * counts
    rank = drawn.astype(np.intp)
    drawn -= rank
    upper = rank >= first
    half = np.where(upper, high, low)
    rank -= np.where(upper, first, 0)
    return some, _PLACES[half * PART + rank] + np.where(upper, PART, 0), drawn


def pick(can: Array, chance: np.random.Generator) -> tuple[Array, Array, Array]:
    """Return the columns in which a row can be chosen, a uniformly drawn row of each, and what is left of the draws."""
    counts = can.sum(axis=0)
    some = np.flatnonzero(counts)
    drawn = chance.random(len(some)) * counts[some]
    rank = drawn.astype(np.intp)
    drawn -= rank
    return some, (can[:, some].cumsum(axis=0) <= rank).sum(axis=0), drawn
