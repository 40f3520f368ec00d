"""The table: terrain as areas, and what a base or a path touches of it (P-4, HS-G-26)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from functools import cached_property

import msgspec
import shapely
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from referee.core.rules.memory import Memory

from ..rules import HordesRules
from ..state import BoardState, Feature, StrongholdState
from ..tables import TerrainKind
from .geometry import Base
from .geometry import Point as Spot

_TOUCH = 0.01
_EMPTY = Polygon()


def outline(base: Base) -> Polygon:
    """Return the polygon of a base."""
    area: Polygon = shapely.polygons(base.corners)
    return area


def sweep(poses: Sequence[Base]) -> BaseGeometry:
    """Return the area swept between successive poses: the union of the convex hulls of neighbours."""
    if len(poses) == 1:
        return outline(poses[0])
    hulls = [
        shapely.convex_hull(shapely.linestrings((*one.corners, *other.corners)))
        for one, other in itertools.pairwise(poses)
    ]
    return hulls[0] if len(hulls) == 1 else shapely.union_all(hulls)


class Patch:
    """One piece of terrain as an area, with what its kind says."""

    def __init__(self, feature: Feature, kind: TerrainKind) -> None:
        self.id = feature.id
        self.kind = kind
        self.name = feature.kind
        self.going = feature.going or kind.going
        self.level = (1 if feature.level is None else feature.level) if kind.hill else 0
        area: BaseGeometry
        if feature.polygon is not None:
            area = Polygon(feature.polygon)
        else:
            area = LineString(feature.centreline or []).buffer((feature.width or 0) / 2, cap_style="flat")
        self.area = area if area.is_valid else area.buffer(0)
        shapely.prepare(self.area)


class Ground:
    """The terrain, the Strongholds and the edges of one table; immutable."""

    def __init__(
        self, terrain: Iterable[Feature], strongholds: Iterable[StrongholdState], board: BoardState, rules: HordesRules
    ) -> None:
        self.rules = rules
        self.width, self.height = board.width, board.height
        self.patches = [Patch(feature, rules.table.terrains[feature.kind]) for feature in terrain]
        self.keeps = {s.id: Polygon(s.polygon) for s in strongholds}
        self.bad = self._united(p for p in self.patches if p.going == "bad")
        self.all_water = self._united(p for p in self.patches if p.going == "water")
        self.rivers = self._united(p for p in self.patches if p.kind.bank)
        self.crossings = self._united(p for p in self.patches if p.kind.crossing)
        self.cover = self._united(p for p in self.patches if p.kind.cover)
        self.hills = [p for p in self.patches if p.kind.hill]
        self.blockers = [p for p in self.patches if p.kind.blocks_sight]

    def _united(self, patches: Iterable[Patch]) -> BaseGeometry:
        areas = [p.area for p in patches]
        found = shapely.union_all(areas) if areas else _EMPTY
        shapely.prepare(found)
        return found

    @cached_property
    def water(self) -> BaseGeometry:
        """Water that must be waded: without fords and bridges (HS-G-15)."""
        found = self.all_water.difference(self.crossings)
        shapely.prepare(found)
        return found

    @cached_property
    def uneven(self) -> BaseGeometry:
        """Everything that is not good going."""
        return shapely.union_all([self.bad, self.water])

    @cached_property
    def roads(self) -> list[BaseGeometry]:
        """Every road with the fords and bridges that touch it, and every ford and bridge by itself."""
        out: list[BaseGeometry] = []
        crossings = [p.area for p in self.patches if p.kind.crossing]
        for patch in self.patches:
            if patch.going == "road":
                joined = [] if patch.kind.crossing else [c for c in crossings if c.intersects(patch.area)]
                out.append(shapely.union_all([patch.area, *joined]) if joined else patch.area)
        return out

    def covers(self, area: BaseGeometry, part: BaseGeometry) -> bool:
        """Return whether a part of the ground shares more square paces with an area than the tolerance (HS-G-02)."""
        return bool(shared(area, part) > self.rules.number("tolerance.area"))

    def goings(self, area: BaseGeometry) -> list[str]:
        """Return the goings that an area touches, of good, bad and water (P-4)."""
        out = []
        if area.area - shared(area, self.uneven) > self.rules.number("tolerance.area"):
            out.append("good")
        if self.covers(area, self.bad):
            out.append("bad")
        if self.covers(area, self.water):
            out.append("water")
        return out or ["good"]

    def on_road(self, point: Spot) -> bool:
        """Return whether a point stands on a road, ford or bridge."""
        spot = Point(point)
        return any(road.distance(spot) <= _TOUCH for road in self.roads)

    def along_road(self, track: Sequence[Spot]) -> str | None:
        """Return 'road_good' or 'road_bad' where a track stays on one road, by the ground the road lies over."""
        line = LineString(track) if len(set(track)) > 1 else Point(track[0])
        if not any(road.buffer(_TOUCH).covers(line) for road in self.roads):
            return None
        over_bad = line.intersection(self.bad)
        bad = over_bad.length > self.rules.number("tolerance.position") if line.length else not over_bad.is_empty
        return "road_bad" if bad else "road_good"

    def level(self, point: Spot) -> int:
        """Return the level at a point: the highest hill there, else 0 (HS-G-55)."""
        spot = Point(point)
        return max((hill.level for hill in self.hills if hill.area.distance(spot) <= _TOUCH), default=0)

    def inside_board(self, area: BaseGeometry) -> bool:
        """Return whether an area lies on the table."""
        if area.is_empty:
            return True
        slack = self.rules.number("tolerance.position")
        left, low, right, high = area.bounds
        return bool(left >= -slack and low >= -slack and right <= self.width + slack and high <= self.height + slack)

    def hides(self, line: LineString) -> list[str]:
        """Return the wood, town, Stronghold or hill that breaks a line of sight, by id (HS-G-26)."""
        ends = [Point(line.coords[0]), Point(line.coords[-1])]
        out = []
        for patch in self.blockers:
            stands = any(patch.area.distance(end) <= _TOUCH for end in ends)
            if not stands and crossed(line, patch.area):
                out.append(patch.id)
        out += [ident for ident, keep in self.keeps.items() if crossed(line, keep)]
        return out + self.hills_between(line)

    def hills_between(self, line: LineString) -> list[str]:
        """Return the hills above both ends of a line that crosses them."""
        highest = max(self.level((x, y)) for x, y in (line.coords[0], line.coords[-1]))
        return [hill.id for hill in self.hills if hill.level > highest and crossed(line, hill.area)]


def shared(one: BaseGeometry, other: BaseGeometry) -> float:
    """Return the common area of two areas in square paces."""
    return float(one.intersection(other).area) if one.intersects(other) else 0.0


def crossed(line: BaseGeometry, area: BaseGeometry) -> bool:
    """Return whether a line runs through an area for more than a hundredth of a pace."""
    return bool(line.intersects(area) and line.intersection(area).length > _TOUCH)


def ground_of(
    terrain: list[Feature], strongholds: list[StrongholdState], board: BoardState, rules: HordesRules
) -> Ground:
    """Return the ground of a table, the same object for the same table and rules."""
    keeps = [(s.id, s.polygon) for s in strongholds]
    key = (rules, msgspec.json.encode((terrain, keeps, board)))
    return _known.remember(key, lambda: Ground(terrain, strongholds, board, rules))


_known: Memory[tuple[HordesRules, bytes], Ground] = Memory(64)
