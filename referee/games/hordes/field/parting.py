"""Whether a base that goes straight to another place goes away from a second base all the way (HS-G-10).

Both bases are convex, so their distance along a straight way without a turn is convex too: it grows all the way where
it grows at once, and nowhere need be measured but at the start. A way that turns is measured pose by pose.
"""

from __future__ import annotations

from itertools import pairwise
from math import radians

from shapely.ops import nearest_points

from .geometry import Base, Point, apart, dot, minus, span, turn
from .ground import outline
from .ways import fine

_HAIR = 1e-6
# paces by which rounding may misplace a corner of a stored base, and the end of its way; radians that it may turn it
_ROUNDED, _MISPLACED, _SKEWED = 0.05, 0.015, radians(0.01)
# paces between the poses at which a way that turns is measured
_CLOSE = 1


def parts_from(start: Base, end: Base, other: Base) -> bool:
    """Return whether a base moves away from another throughout a leg: the distance of the two grows from the start."""
    if abs(turn(start.facing, end.facing)) > _HAIR:
        poses = fine([start, end], _CLOSE)
        distances = [float(outline(pose).distance(outline(other))) for pose in poses]
        return all(now > before + _HAIR for before, now in pairwise(distances))
    length = apart(start.front, end.front)
    if length <= _HAIR:
        return True
    x, y = minus(end.front, start.front)
    way = x / length, y / length
    skewed = _SKEWED + _MISPLACED / length
    return any(_grows(start, other, normal, way, skewed) for normal in _normals(start, other))


def _normals(one: Base, other: Base) -> list[Point]:
    """Return the unit vectors from another base to one along which they are apart: several where two corners touch."""
    near = nearest_points(outline(one), outline(other))
    (x, y), (to_x, to_y) = near[0].coords[0], near[1].coords[0]
    distance = apart((x, y), (to_x, to_y))
    if distance > _ROUNDED:
        return [((x - to_x) / distance, (y - to_y) / distance)]
    out = []
    for base in (one, other):
        (ax, ay), (rx, ry) = base.ahead, base.right
        for normal in ((ax, ay), (-ax, -ay), (rx, ry), (-rx, -ry)):
            if span(one.corners, normal)[0] - span(other.corners, normal)[1] >= -_ROUNDED:
                out.append(normal)
    return out


def _grows(one: Base, other: Base, normal: Point, way: Point, skewed: float) -> bool:
    """Return whether the distance grows at once for one that goes a way, measured along a normal."""
    slope = dot(normal, way)
    if abs(slope) > skewed:
        return slope > 0
    # along the other's edge the distance stays the same for as long as the two edges stand side by side
    least, most = span(one.corners, normal)[0] + _ROUNDED, span(other.corners, normal)[1] - _ROUNDED
    mine = [dot(corner, way) for corner in one.corners if dot(corner, normal) <= least]
    theirs = [dot(corner, way) for corner in other.corners if dot(corner, normal) >= most]
    return min(mine) >= max(theirs) - _ROUNDED
