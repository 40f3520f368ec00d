"""Exact chances: weights over one denominator, and the shapes in which they are printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, sqrt
from typing import Any, NamedTuple

from .dice import Face

# the quantile of the normal distribution for 95 %
_QUANTILE = 1.959963984540054


@cache
def hit_weights(dice: int, number: int, faces: int, special: tuple[Face, ...] = ()) -> tuple[int, ...]:
    """Return in how many throws of so many dice there are 0, 1, 2, … hits: dice that show `number` or more.

    There are `faces ** dice` throws, and `faces ** (2 * dice)` where `special` faces count otherwise.
    """
    good = min(max(faces + 1 - number, 0), faces)
    if not special:
        return tuple(comb(dice, hits) * good**hits * (faces - good) ** (dice - hits) for hits in range(dice + 1))
    of, alone = {face.shown: face for face in special}, Counter[int]()
    worth = {shown: of[shown].hits if shown in of else 1 for shown in range(1, faces + 1)}
    for first, second in product(worth, repeat=2):
        face = of.get(first, Face(first))
        hits = worth[first] * (first >= number and (face.keeps or not face.again))
        alone[hits + worth[second] * (face.again and second >= number)] += 1
    weights = [1]
    for _ in range(dice):
        found = [0] * (len(weights) + max(alone))
        for (place, ways), (hits, times) in product(enumerate(weights), alone.items()):
            found[place + hits] += ways * times
        weights = found
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
