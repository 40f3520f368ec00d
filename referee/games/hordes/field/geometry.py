"""Bases as rectangles: corners, turns and the cost of a leg (P-1, P-4). No library is needed here.

A base stands by the midpoint of its front edge in paces and its facing in degrees, 0 towards +y and
clockwise. Left and right are the element's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import atan2, ceil, cos, degrees, hypot, radians, sin

Point = tuple[float, float]
# west, south, east, north
Bounds = tuple[float, float, float, float]

_SUB_PACES = 20
_SUB_DEGREES = 5
# far beyond any allowance: a leg that long is illegal at any sampling
_MOST_STEPS = 400
_RIGHT_ANGLES = {0: (0.0, 1.0), 90: (1.0, 0.0), 180: (0.0, -1.0), 270: (-1.0, 0.0)}


def stored(value: float) -> float:
    """Return a number as it is stored and printed: to a hundredth, without decimals where it is whole (HS-G-02)."""
    number = round(value, 2)
    return int(number) if number == int(number) else number


def ahead(facing: float) -> Point:
    """Return the unit vector of a facing; exact for right angles."""
    exact = _RIGHT_ANGLES.get(int(facing % 360)) if facing == int(facing) else None
    return exact or (sin(radians(facing)), cos(radians(facing)))


def turn(one: float, other: float) -> float:
    """Return the turn from one facing to another in degrees, from -180 up to below 180; about face is to the left."""
    return (other - one + 180) % 360 - 180


def apart(one: Point, other: Point) -> float:
    """Return the distance of two points in paces."""
    return hypot(one[0] - other[0], one[1] - other[1])


def along(point: Point, direction: Point, paces: float) -> Point:
    """Return a point moved so many paces in a direction, given as a unit vector."""
    return point[0] + direction[0] * paces, point[1] + direction[1] * paces


def dot(one: Point, other: Point) -> float:
    """Return the scalar product of two vectors."""
    return one[0] * other[0] + one[1] * other[1]


def minus(one: Point, other: Point) -> Point:
    """Return the vector from another point to one."""
    return one[0] - other[0], one[1] - other[1]


class Base:
    """A rectangle of troops; immutable."""

    def __init__(self, x: float, y: float, facing: float, width: float, depth: float) -> None:
        self.front = (x, y)
        self.facing = facing % 360
        self.width = width
        self.depth = depth
        self.ahead = f = ahead(self.facing)
        self.right = r = (f[1], -f[0])
        self.front_left = along(self.front, r, -width / 2)
        self.front_right = along(self.front, r, width / 2)
        self.rear_left = along(self.front_left, f, -depth)
        self.rear_right = along(self.front_right, f, -depth)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Front left, front right, rear right, rear left."""
        return self.front_left, self.front_right, self.rear_right, self.rear_left

    @property
    def rear(self) -> Point:
        """The midpoint of the rear edge."""
        return along(self.front, self.ahead, -self.depth)

    @cached_property
    def bounds(self) -> Bounds:
        """The least and greatest coordinates of the corners."""
        xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def centre(self) -> Point:
        """The middle of the base."""
        return along(self.front, self.ahead, -self.depth / 2)

    @cached_property
    def radius(self) -> float:
        """The distance from the centre to a corner."""
        return hypot(self.width, self.depth) / 2

    def at(self, point: Point, facing: float) -> Base:
        """Return the same base at another place."""
        return Base(point[0], point[1], facing, self.width, self.depth)

    def moved(self, paces: float) -> Base:
        """Return the base moved so many paces straight ahead, or back where negative."""
        return self.at(along(self.front, self.ahead, paces), self.facing)

    def turned_about(self) -> Base:
        """Return the base facing the other way on the same ground."""
        return self.at(self.rear, self.facing + 180)

    def wheeled(self, pivot: Point, clockwise: float) -> Base:
        """Return the base turned about a point by degrees clockwise."""
        f = ahead(clockwise % 360)
        dx, dy = minus(self.front, pivot)
        point = pivot[0] + dx * f[1] + dy * f[0], pivot[1] - dx * f[0] + dy * f[1]
        return self.at(point, self.facing + clockwise)

    def rounded(self) -> Base:
        """Return the base as it is stored: to a hundredth (HS-G-02)."""
        x, y, facing = (stored(value) for value in (*self.front, self.facing))
        return Base(x, y, facing, self.width, self.depth)


def near_bases(one: Base, other: Base, paces: float) -> bool:
    """Return whether two bases might be within some paces, by the circles about them."""
    return apart(one.centre, other.centre) <= one.radius + other.radius + paces


def near_bounds(one: Bounds, other: Bounds, paces: float = 0) -> bool:
    """Return whether what lies within two bounds might be within some paces."""
    return (
        one[0] - paces <= other[2]
        and other[0] <= one[2] + paces
        and one[1] - paces <= other[3]
        and other[1] <= one[3] + paces
    )


def farthest_corner(one: Base, other: Base) -> float:
    """Return how many paces the corner travels that moves farthest, straight from one pose to another (HS-G-12)."""
    return max(apart(p, q) for p, q in zip(one.corners, other.corners, strict=True))


def between(start: Base, end: Base) -> list[Base]:
    """Return poses from start to end, at most 20 paces and 5 degrees apart; only the two where nothing turns."""
    swing = turn(start.facing, end.facing)
    if abs(swing) < 1e-9:
        return [start, end]
    count = max(ceil(apart(start.front, end.front) / _SUB_PACES), ceil(abs(swing) / _SUB_DEGREES), 1)
    (x, y), (to_x, to_y) = start.front, end.front
    count = min(count, _MOST_STEPS)
    out = [start]
    for n in range(1, count):
        part = n / count
        out.append(start.at((x + (to_x - x) * part, y + (to_y - y) * part), start.facing + swing * part))
    return [*out, end]


def wheel_steps(clockwise: float) -> list[float]:
    """Return the turns from the start, in degrees, at which a wheel is sampled: at most 5 degrees apart."""
    count = max(ceil(abs(clockwise) / _SUB_DEGREES), 1)
    return [clockwise * n / count for n in range(1, count + 1)]


def bearing(vector: Point) -> float:
    """Return the facing of a vector in degrees, from 0 up to below 360."""
    return degrees(atan2(vector[0], vector[1])) % 360


def span(points: Iterable[Point], direction: Point) -> tuple[float, float]:
    """Return the least and greatest extent of points, in paces, in a direction given as a unit vector."""
    found = [dot(point, direction) for point in points]
    return min(found), max(found)


def segment_distance(point: Point, one: Point, other: Point) -> float:
    """Return the distance in paces of a point from a segment between two others."""
    length = dot(minus(other, one), minus(other, one))
    if length == 0:
        return apart(point, one)
    part = max(0.0, min(1.0, dot(minus(point, one), minus(other, one)) / length))
    return apart(point, (one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part))
