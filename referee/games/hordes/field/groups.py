"""Groups: what makes one, and its rigid moves of advances and wheels (P-5)."""

from __future__ import annotations

import itertools
from math import ceil, radians
from typing import Annotated, ClassVar, Literal, NamedTuple

from msgspec import Meta, Struct

from referee.core.game.orders import Objection

from .battlefield import Field
from .contacts import Slack
from .elements import Element
from .geometry import Base, Point, apart, dot, wheel_steps
from .ground import outline, shared
from .ways import PathPart, leg_cost

# square paces in which two bases that only touch may seem to overlap
_TOUCHING = 1e-6
_FINE = 1e-4
# degrees between the poses of a wheel
_SWING = 5.0


_ADVANCE, _DEGREES = Meta(ge=0, le=100_000), Meta(gt=0, le=360)


class GroupStep(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One step of a group: `{advance: 60}` in paces, or `{wheel: left, degrees: 20}`."""

    ways: ClassVar[tuple[tuple[str, ...], ...]] = (("advance",), ("wheel", "degrees"))
    advance: Annotated[int, _ADVANCE] | Annotated[float, _ADVANCE] | None = None
    wheel: Literal["left", "right"] | None = None
    degrees: Annotated[int, _DEGREES] | Annotated[float, _DEGREES] | None = None

    def __post_init__(self) -> None:
        if (self.advance is None) == (self.wheel is None):
            raise ValueError("a step is either an advance or a wheel")
        if (self.wheel is None) != (self.degrees is None):
            raise ValueError("a wheel has its degrees, and nothing else has")


StepList = Annotated[list[GroupStep], Meta(min_length=1, max_length=50)]


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


def _beside(slack: Slack, one: Base, other: Base) -> bool:
    return slack.meet(one.front_right, other.front_left) or slack.meet(one.front_left, other.front_right)


def directly_behind(slack: Slack, one: Base, other: Base) -> bool:
    """Return whether one stands directly behind another with matching corners."""
    left = slack.meet(one.front_left, other.rear_left)
    right = slack.meet(one.front_right, other.rear_right)
    return left or right if abs(one.width - other.width) > slack.paces else left and right


def linked(slack: Slack, one: Base, other: Base) -> bool:
    """Return whether two bases that face the same way stand side by side, or one directly behind the other."""
    return _beside(slack, one, other) or directly_behind(slack, one, other) or directly_behind(slack, other, one)


def formation_objections(field: Field, members: list[Element]) -> list[Objection]:
    """Return why elements are no group: their facing, gaps between them, or Aerials among others (HS-G-16)."""
    rules, slack = field.rules, field.slack
    out = []
    ids = tuple(m.id for m in members)
    first = members[0].base
    turned = [m.id for m in members if not slack.facing(m.base, first, 0)]
    if turned:
        out.append(
            Objection(f"{', '.join(turned)} does not face as {members[0].id} does", rules.cite("group"), None, ids)
        )
    reached = {members[0].id}
    waiting = [members[0]]
    while waiting:
        one = waiting.pop()
        for other in members:
            if other.id not in reached and linked(slack, one.base, other.base):
                reached.add(other.id)
                waiting.append(other)
    apart_ids = [m.id for m in members if m.id not in reached]
    if apart_ids and not turned:
        message = f"{', '.join(apart_ids)} is not in contact with the group of {members[0].id}"
        out.append(Objection(message, rules.cite("group"), None, ids))
    flying = {m.kind.flies for m in members}
    if len(flying) > 1:
        out.append(Objection("Aerials group only with Aerials", rules.cite("aerial_group"), None, ids))
    return out


def column_of(field: Field, members: list[Element]) -> list[Element] | None:
    """Return the members of a column one wide from its leader back, None where the group is none."""
    forward = members[0].base.ahead
    ordered = sorted(members, key=lambda m: -dot(m.base.front, forward))
    for one, other in itertools.pairwise(ordered):
        if not directly_behind(field.slack, other.base, one.base):
            return None
    return ordered


def front_corner(members: list[Base], slack: Slack, side: Literal["left", "right"]) -> Point:
    """Return the group's outer front corner on a side, of its front rank (HS-G-17)."""
    front = [m for m in members if not any(o is not m and directly_behind(slack, m, o) for o in members)]
    right = front[0].right
    if side == "left":
        return min((m.front_left for m in front), key=lambda c: dot(c, right))
    return max((m.front_right for m in front), key=lambda c: dot(c, right))


def wheel_objections(field: Field, steps: list[GroupStep]) -> list[Objection]:
    """Return the objection to a group that wheels too far in one move (HS-MIS-2b)."""
    total = sum(step.degrees or 0 for step in steps)
    most = field.rules.movement.group_turn
    if total <= most + 1e-9:
        return []
    message = f"the wheels make {total:g} degrees; a group turns {most} at most"
    return [Objection(message, field.rules.cite("group_turn"), "steps")]


def group_parts(field: Field, members: list[Element], steps: list[GroupStep]) -> tuple[list[PathPart], float]:
    """Return every member's way and the cost of the move in paces: the costs of its steps, added (P-5)."""
    column = column_of(field, members)
    if column is not None and any(step.wheel for step in steps):
        return column_parts(field, column, steps)
    places = [m.base for m in members]
    legs: list[list[list[Base]]] = [[] for _ in members]
    cost = 0.0
    for step in steps:
        ways = _rigid(field, places, step)
        ends = [way[-1] for way in ways]
        cost += max(leg_cost(field, one, other) for one, other in zip(places, ends, strict=True))
        for member_legs, way in zip(legs, ways, strict=True):
            member_legs.append(way)
        places = ends
    return [PathPart(m, ways or [[m.base]]) for m, ways in zip(members, legs, strict=True)], cost


def _rigid(field: Field, places: list[Base], step: GroupStep) -> list[list[Base]]:
    if step.wheel is None:
        return [[place, place.moved(step.advance or 0)] for place in places]
    pivot = front_corner(places, field.slack, step.wheel)
    sign = -1 if step.wheel == "left" else 1
    turns = wheel_steps(sign * (step.degrees or 0))
    return [[place, *(place.wheeled(pivot, by) for by in turns)] for place in places]
