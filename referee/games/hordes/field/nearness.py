"""The one-base rule: which movers come too near an enemy on the way or at its end, and when it is waived (P-6.5)."""

from __future__ import annotations

from itertools import pairwise
from math import radians

import shapely
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from referee.core.game.orders import Objection
from referee.core.rules.rows import Fact

from .battlefield import Field
from .elements import Element
from .geometry import Base, Point, apart, dot, farthest_corner, minus, near_bounds, span, turn
from .ground import outline
from .ways import PathPart, fine

# paces by which rounding may misplace a corner of a stored base, and the end of its way; radians that it may turn it
_ROUNDED, _MISPLACED, _SKEWED = 0.05, 0.015, radians(0.01)
# paces between the poses at which a way that turns is measured
_CLOSE = 1


def parts_from(start: Base, end: Base, other: Base) -> bool:
    """Return whether a base moves away from another throughout a leg: the distance of the two grows from the start."""
    if abs(turn(start.facing, end.facing)) > _HAIR:
        # all at once: an area by itself takes six times as long
        areas = shapely.polygons([pose.corners for pose in fine([start, end], _CLOSE)])
        distances: list[float] = shapely.distance(areas, outline(other)).tolist()
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


_HAIR = 1e-6


class OneBase:
    """The rule for one mover on its path; `cites` and `notes` record what waives it."""

    def __init__(self, field: Field, part: PathPart) -> None:
        rules = field.rules
        self.field = field
        self.part = part
        self.element = part.element
        self.limit = self.element.depth if rules.options["one_base"] == "depth" else rules.number("base.width")
        facts: dict[str, Fact] = {"type": self.element.kind.name, "cat": self.element.kind.cat}
        self.slips = rules.first(rules.movement.slips_past, facts)
        self.cites: list[str] = []
        self.notes: list[str] = []

    def holds_off(self, foe: Element) -> bool:
        """Return whether the mover comes too near an enemy, before any waiver (HS-G-10, HS-G-11)."""
        if not near_bounds(self.part.bounds, foe.base.bounds, self.limit):
            return False
        ends = self._within(self.part.ends_on, foe)
        if not ends and not any(self._within(area, foe) for area in self.part.sweeps):
            return False
        rules = self.field.rules
        if not self.field.can_fight(foe, self.element):
            self.cites += (*rules.cite("holds_off"), *rules.cite("aerials"))
            return False
        if not ends and self.slips is not None:
            self.cites += self.slips.cites
            return False
        return True

    def objection(self, foe: Element) -> Objection:
        """Return the objection to coming too near an enemy."""
        self.field.rules.note(("one_base", "one_base_zone"))
        message = f"{self.element.named} would come within one base ({self.limit:g} P) of {foe.named}"
        return Objection(message, self.field.rules.cite("one_base"), None, (self.element.id, foe.id))

    def waive(self, foe: Element, why: str) -> bool:
        """Record that the rule is waived for an enemy, and why; an enemy that is attacked needs no note."""
        self.cites += self.field.rules.cite("one_base_waived")
        if why:
            self.notes.append(f"{self.element.id} may be within one base of {foe.id}: {why}")
        return True

    def leaves(self, foe: Element) -> bool:
        """Return whether the mover goes straight away: every near leg starts near and leads farther all the way."""
        legs = list(zip(self.part.legs, self.part.sweeps, strict=True))
        for leg, area in legs[-1:] if self.slips is not None else legs:
            if farthest_corner(leg[0], leg[-1]) <= _HAIR or not self._within(area, foe):
                continue
            if outline(leg[0]).distance(foe.area) >= self.limit - _HAIR:
                return False
            if not all(parts_from(one, other, foe.base) for one, other in pairwise(leg)):
                return False
        return True

    def _within(self, area: BaseGeometry, foe: Element) -> bool:
        if self.field.rules.options["one_base_zone"] == "front":
            zone = outline(Base(*foe.base.moved(self.limit).front, foe.base.facing, foe.width, self.limit))
            return self.field.ground.covers(area, zone)
        return bool(area.distance(foe.area) < self.limit - _HAIR)
