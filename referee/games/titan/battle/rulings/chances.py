"""Chances of hits: so many dice of so many faces at a strike-number (LoT 12.2)."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from math import comb


@cache
def at_least(dice: int, number: int, hits: int, faces: int) -> float:
    """Return the chance, 0 to 1, of at least `hits` hits with `dice` dice of so many faces at a strike-number."""
    if hits <= 0:
        return 1.0
    if hits > dice or number > faces:
        return 0.0
    good = faces + 1 - max(number, 1)
    ways = sum(comb(dice, k) * good**k * (faces - good) ** (dice - k) for k in range(hits, dice + 1))
    return float(ways / faces**dice)


def drawn_hits(dice: int, number: int, faces: int, chance: float) -> int:
    """Return the hits of so many dice that a number from 0 to below 1 draws, with the chances of the dice."""
    return bisect_right(_at_most(dice, number, faces), chance)


@cache
def _at_most(dice: int, number: int, faces: int) -> list[float]:
    """Return the chance of at most so many hits, for each number of hits but the greatest."""
    return [1 - at_least(dice, number, hits, faces) for hits in range(1, dice + 1)]


def expected(dice: int, number: int, faces: int) -> float:
    """Return the mean number of hits of so many dice of so many faces at a strike-number."""
    return dice * max(faces + 1 - max(number, 1), 0) / faces


@cache
def dealt(dice: int, number: int, before: int, most: int, faces: int) -> float:
    """Return the mean number of hits that one takes who can take so many, after `before` have gone to others."""
    return sum(at_least(dice, number, hits, faces) for hits in range(before + 1, before + most + 1))
