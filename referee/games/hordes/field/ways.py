"""The way of a mover: its poses leg by leg, what it sweeps, what a leg costs (P-4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from math import ceil

import shapely
from shapely.geometry.base import BaseGeometry

from .battlefield import Field
from .elements import Element
from .geometry import Base, Bounds, apart, between, farthest_corner, turn
from .ground import outline, sweep


class PathPart:
    """One mover's way: the poses of each leg, from where it stands to where it ends."""

    def __init__(self, element: Element, legs: list[list[Base]]) -> None:
        self.element = element
        self.legs = legs
        self.start = legs[0][0]
        self.end = legs[-1][-1]

    @cached_property
    def sweeps(self) -> list[BaseGeometry]:
        """The area each leg sweeps."""
        return [sweep(leg) for leg in self.legs]

    @cached_property
    def area(self) -> BaseGeometry:
        """Everything the way sweeps."""
        return self.sweeps[0] if len(self.sweeps) == 1 else shapely.union_all(self.sweeps)

    @cached_property
    def bounds(self) -> Bounds:
        """The bounds of everything the way sweeps."""
        west, south, east, north = self.area.bounds
        return west, south, east, north

    @cached_property
    def ends_on(self) -> BaseGeometry:
        """The ground on which it ends."""
        return outline(self.end)


def path_of(element: Element, poses: Sequence[Base]) -> PathPart:
    """Return the way of a single element through poses, straight from each to the next."""
    start = element.base
    ways = [between(one, other) for one, other in pairwise([start, *poses])]
    return PathPart(element, ways or [[start]])


def leg_cost(field: Field, one: Base, other: Base) -> float:
    """Return what a leg costs in paces: the travel of the farthest corner, or of the front midpoint (HS-G-12)."""
    free = field.rules.options["turn_cost"] == "free"
    return apart(one.front, other.front) if free else farthest_corner(one, other)


def fine(leg: list[Base], paces: float) -> list[Base]:
    """Return the poses of a leg no more than some paces, and a degree for every four of them, apart."""
    out = [leg[0]]
    for one, other in pairwise(leg):
        swing = turn(one.facing, other.facing)
        count = max(ceil(apart(one.front, other.front) / paces), ceil(abs(swing) * 4 / paces), 1)
        (x, y), (to_x, to_y) = one.front, other.front
        for n in range(1, count):
            part = n / count
            out.append(one.at((x + (to_x - x) * part, y + (to_y - y) * part), one.facing + swing * part))
        out.append(other)
    return out
