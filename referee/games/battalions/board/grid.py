"""Fields and Spaces: a grid of grids, both counted from [0, 0], x eastward and y northward."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from ..state import Place

# of larger boards no picture can be drawn in reasonable time
_MOST_FIELDS = 10_000
_MOST_SPACES = 100_000


def ahead(place: Place, vector: Place, steps: int = 1) -> Place:
    """Return the place that is so many steps from another."""
    return place[0] + vector[0] * steps, place[1] + vector[1] * steps


def apart(one: Place, other: Place) -> int:
    """Return how many steps straight along the grid lead from one place to another."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def field_of(space: Place, size: Place) -> Place:
    """Return the Field in which a Space lies, for Fields of `size` Spaces."""
    return space[0] // size[0], space[1] // size[1]


def spaces_of(field: Place, size: Place) -> Iterator[Place]:
    """Yield every Space of a Field, row by row from its south-west corner."""
    for y in range(size[1]):
        for x in range(size[0]):
            yield field[0] * size[0] + x, field[1] * size[1] + y


def within(field: Place, fields: Place) -> bool:
    """Return whether a Field lies on a board of so many Fields."""
    return 0 <= field[0] < fields[0] and 0 <= field[1] < fields[1]


def between(one: Place, other: Place) -> Iterator[Place]:
    """Yield the places through which the straight line between two others runs."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    parts = gcd(dx, dy)
    for k in range(1, parts):
        yield one[0] + dx // parts * k, one[1] + dy // parts * k


def outward(start: Place, fields: Place, vectors: list[Place]) -> Iterator[Place]:
    """Yield every other Field of a board, the nearest first, equals in the order of the first step."""
    reached = {start}
    ring = [start]
    while ring:
        wave = []
        for place in ring:
            for vector in vectors:
                onto = ahead(place, vector)
                if onto not in reached and within(onto, fields):
                    reached.add(onto)
                    wave.append(onto)
                    yield onto
        ring = wave


def space_said(place: Place) -> str:
    """Write a Space as (4,2)."""
    return f"({place[0]},{place[1]})"


def field_said(field: Place) -> str:
    """Write a Field as [4,2]."""
    return f"[{field[0]},{field[1]}]"


def too_large(fields: Place, size: Place) -> str:
    """Return why no board of so many Fields, each of so many Spaces, is read, or nothing."""
    count = fields[0] * fields[1]
    spaces = count * size[0] * size[1]
    if count > _MOST_FIELDS:
        return f"a board has at most {_MOST_FIELDS:,} Fields; {fields[0]} x {fields[1]} are {count:,}"
    if spaces > _MOST_SPACES:
        return f"a board has at most {_MOST_SPACES:,} Spaces; {count:,} Fields of {size[0]} x {size[1]} have {spaces:,}"
    return ""
