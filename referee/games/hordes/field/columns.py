"""Columns that wheel: the leader about its own corner, the rest along the leader's track (P-5, HS-G-86)."""

from __future__ import annotations

import itertools
from math import ceil, radians
from typing import NamedTuple

from .battlefield import Field
from .elements import Element
from .geometry import Base, Point, apart
from .ground import outline, shared
from .steps import GroupStep
from .ways import PathPart, leg_cost

# square paces in which two bases that only touch may seem to overlap
_TOUCHING = 1e-6
_FINE = 1e-4
# degrees between the poses of a wheel
_SWING = 5.0


class Stretch(NamedTuple):
    """A piece of a track: straight ahead from a pose, or a wheel about a point by degrees clockwise."""

    start: Base
    length: float
    pivot: Point | None = None
    clockwise: float = 0.0

    def at(self, paces: float) -> Base:
        """Return the pose after so many paces of the front midpoint along it."""
        if self.pivot is None:
            return self.start.moved(paces)
        return self.start.wheeled(self.pivot, self.clockwise * paces / self.length if self.length else 0.0)

    @property
    def pieces(self) -> int:
        """The number of pieces it is sampled in: only a wheel changes direction."""
        return 1 if self.pivot is None else max(ceil(abs(self.clockwise) / _SWING), 1)


class Track:
    """The front midpoints and facings along a leader's path, and the path that leads up to it."""

    def __init__(self, stretches: list[Stretch]) -> None:
        self.stretches = stretches
        self.length = sum(stretch.length for stretch in stretches)

    def at(self, paces: float) -> Base:
        """Return the pose after so many paces along the track."""
        left = paces
        for stretch in self.stretches[:-1]:
            if left < stretch.length:
                return stretch.at(left)
            left -= stretch.length
        return self.stretches[-1].at(left)

    def way(self, to: float) -> list[Base]:
        """Return the poses along the track up to so many paces, near enough to each other to be swept."""
        marks, begun = [], 0.0
        for stretch in self.stretches:
            marks += [begun + stretch.length * n / stretch.pieces for n in range(stretch.pieces)]
            begun += stretch.length
        return [self.at(mark) for mark in marks if mark < to - _FINE or mark == 0] + [self.at(to)]

    def led_up_to(self, start: Base) -> Track:
        """Return the track of one behind, with its own size, from where it stands."""
        first = self.stretches[0].start.front
        own = [s._replace(start=start.at(s.start.front, s.start.facing)) for s in self.stretches]
        return Track([Stretch(start, apart(start.front, first)), *own])


def column_parts(field: Field, column: list[Element], steps: list[GroupStep]) -> tuple[list[PathPart], float]:
    """Return the path of each element of a column, leader first, and the cost of the leader's path in paces."""
    place, cost = column[0].base, 0.0
    stretches: list[Stretch] = []
    legs: list[list[Base]] = []
    for step in steps:
        stretch = _stretch(place, step)
        way = Track([stretch]).way(stretch.length)
        cost += leg_cost(field, place, way[-1])
        stretches.append(stretch)
        legs.append(way)
        place = way[-1]
    track = Track(stretches)
    parts = [PathPart(column[0], legs)]
    ends, behind_by = [place], 0.0
    for one, other in itertools.pairwise(column):
        behind_by += apart(other.base.front, one.base.front)
        own = track.led_up_to(other.base)
        way = own.way(_clear(own, max(own.length - behind_by, 0.0), ends))
        parts.append(PathPart(other, [way]))
        ends.append(way[-1])
    return parts, cost


def _stretch(place: Base, step: GroupStep) -> Stretch:
    """Return what one step of the leader adds to its track."""
    if step.wheel is None:
        return Stretch(place, step.advance or 0.0)
    pivot = place.front_left if step.wheel == "left" else place.front_right
    degrees = step.degrees or 0.0
    return Stretch(place, radians(degrees) * place.width / 2, pivot, -degrees if step.wheel == "left" else degrees)


def _clear(track: Track, goal: float, ahead: list[Base]) -> float:
    """Return how far a follower goes along its track: to its goal, or up to the elements ahead if it overlaps them."""
    areas = [outline(base) for base in ahead]

    def meets(paces: float) -> bool:
        area = outline(track.at(paces))
        return any(shared(area, other) > _TOUCHING for other in areas)

    if not meets(goal):
        return goal
    free = goal
    while free > 0 and meets(free):
        free = max(free - 1.0, 0.0)
    kept = min(free + 1.0, goal)
    while kept - free > _FINE:
        middle = (free + kept) / 2
        free, kept = (free, middle) if meets(middle) else (middle, kept)
    return free
