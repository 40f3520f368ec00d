"""Exact chances: weights over one denominator, and the shapes in which they are printed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb, sqrt
from typing import Any, NamedTuple

from .dice import Again

# the quantile of the normal distribution for 95 %
_QUANTILE = 1.959963984540054


@cache
def hit_weights(dice: int, number: int, faces: int, again: Again = ()) -> tuple[int, ...]:
    """Return in how many throws of so many dice there are 0, 1, 2, … that show `number` or more.

    There are `faces ** dice` throws, and `faces ** (2 * dice)` where some dice are rolled `again`.
    """
    good = min(max(faces + 1 - number, 0), faces)
    if not again:
        return tuple(comb(dice, hits) * good**hits * (faces - good) ** (dice - hits) for hits in range(dice + 1))
    kept, alone = dict(again), [0, 0, 0]
    for face in range(1, faces + 1):
        first = int(face >= number)
        if face in kept:
            first *= kept[face]
            alone[first] += faces - good
            alone[first + 1] += good
        else:
            alone[first] += faces
    weights = [1]
    for _ in range(dice):
        padded = [0, 0, *weights, 0, 0]
        weights = [sum(alone[n] * padded[k + 2 - n] for n in range(3)) for k in range(len(weights) + 2)]
    return tuple(weights)


def fraction(weight: int, total: int) -> str:
    """Return a chance as a fraction in lowest terms, `n/d`; certainty is `1/1`."""
    found = Fraction(weight, total)
    return f"{found.numerator}/{found.denominator}"


def chance_of(weight: int, total: int) -> dict[str, Any]:
    """Return a chance as data: `{p, fraction}`."""
    return {"p": weight / total, "fraction": fraction(weight, total)}


def drawn_weights(draws: int, there: int, among: int) -> list[int]:
    """Return in how many of the `comb(among, draws)` draws 0, 1, 2, … of so many counters come."""
    return [comb(there, number) * comb(among - there, draws - number) for number in range(min(draws, there) + 1)]


def hits_answer(powers: Mapping[str, int], weights: Mapping[tuple[int, ...], int], total: int) -> dict[str, Any]:
    """Return the joint distribution of the hits of some pieces as `odds --json` prints it.

    `powers` holds the Power of each piece by its id. `weights` holds the weight of each combination of their hits, in
    the same order, of `total`.
    """
    slain = dict.fromkeys(powers, 0)
    hits = dict.fromkeys(powers, 0)
    outcomes = []
    for combination, weight in sorted(weights.items()):
        for (ident, power), taken in zip(powers.items(), combination, strict=True):
            hits[ident] += taken * weight
            slain[ident] += weight if taken >= power else 0
        outcomes.append(
            {
                "hits": dict(zip(powers, combination, strict=True)),
                "p": weight / total,
                "fraction": fraction(weight, total),
            }
        )
    return {
        "exact": True,
        "outcomes": outcomes,
        "slain": {ident: weight / total for ident, weight in slain.items()},
        "expected": {ident: weight / total for ident, weight in hits.items()},
    }


class Interval(NamedTuple):
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float

    def plain(self, name: str) -> dict[str, float]:
        """Return it as data, the estimate by a name: `{p, low, high}`."""
        return {name: self.value, "low": self.low, "high": self.high}


def wilson(times: int, playouts: int) -> Interval:
    """Return the share of playouts in which something happened, with its Wilson interval."""
    if not playouts:
        return Interval(0.0, 0.0, 1.0)
    share, square = times / playouts, _QUANTILE**2
    middle = (share + square / (2 * playouts)) / (1 + square / playouts)
    spread = _QUANTILE * sqrt(share * (1 - share) / playouts + square / (4 * playouts**2)) / (1 + square / playouts)
    # rounding never moves a bound past the share itself
    return Interval(share, min(max(middle - spread, 0.0), share), max(min(middle + spread, 1.0), share))


def mean_of(total: float, squares: float, playouts: int) -> Interval:
    """Return the mean of a number over playouts, given its sum and the sum of its squares, with its interval."""
    if not playouts:
        return Interval(0.0, 0.0, 0.0)
    mean = total / playouts
    spread = _QUANTILE * sqrt(max(squares / playouts - mean * mean, 0.0) / max(playouts - 1, 1))
    return Interval(mean, mean - spread, mean + spread)
