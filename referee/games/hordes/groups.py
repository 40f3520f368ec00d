"""Groups: what makes one, and its rigid moves of advances and wheels (P-5)."""

from __future__ import annotations

import itertools
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.core.orders import Objection

from .contacts import Slack
from .field import Element, Field
from .geometry import Base, Point, apart, dot, wheel_steps
from .ways import Part, leg_cost


class Step(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One step of a group: `{advance: 60}` in paces, or `{wheel: left, degrees: 20}`."""

    advance: Annotated[float, Meta(ge=0, le=100_000)] | None = None
    wheel: Literal["left", "right"] | None = None
    degrees: Annotated[float, Meta(gt=0, le=360)] | None = None

    def __post_init__(self) -> None:
        if (self.advance is None) == (self.wheel is None):
            raise ValueError("a step is either an advance or a wheel")
        if (self.wheel is None) != (self.degrees is None):
            raise ValueError("a wheel has its degrees, and nothing else has")


def _beside(slack: Slack, one: Base, other: Base) -> bool:
    return slack.meet(one.front_right, other.front_left) or slack.meet(one.front_left, other.front_right)


def directly_behind(slack: Slack, one: Base, other: Base) -> bool:
    """Return whether one stands directly behind another with matching corners."""
    left = slack.meet(one.front_left, other.rear_left)
    right = slack.meet(one.front_right, other.rear_right)
    return left or right if abs(one.width - other.width) > slack.paces else left and right


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
            if other.id not in reached and (
                _beside(slack, one.base, other.base)
                or directly_behind(slack, one.base, other.base)
                or directly_behind(slack, other.base, one.base)
            ):
                reached.add(other.id)
                waiting.append(other)
    apart_ids = [m.id for m in members if m.id not in reached]
    if apart_ids and not turned:
        message = f"{', '.join(apart_ids)} does not stand against the group of {members[0].id}"
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


def turn_objections(field: Field, steps: list[Step]) -> list[Objection]:
    """Return the objection to a group that wheels too far in one move (HS-MIS-2b)."""
    total = sum(step.degrees or 0 for step in steps)
    most = field.rules.movement.group_turn
    if total <= most + 1e-9:
        return []
    message = f"the wheels make {total:g} degrees; a group turns {most} at most"
    return [Objection(message, field.rules.cite("group_turn"), "steps")]


def group_parts(field: Field, members: list[Element], steps: list[Step]) -> tuple[list[Part], float]:
    """Return every member's way and the cost of the move: the costs of its steps, added (P-5)."""
    column = column_of(field, members)
    if column is not None and any(step.wheel for step in steps):
        return _column_parts(field, column, steps)
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
    return [Part(m, ways or [[m.base]]) for m, ways in zip(members, legs, strict=True)], cost


def _rigid(field: Field, places: list[Base], step: Step) -> list[list[Base]]:
    if step.wheel is None:
        return [[place, place.moved(step.advance or 0)] for place in places]
    pivot = front_corner(places, field.slack, step.wheel)
    sign = -1 if step.wheel == "left" else 1
    turns = wheel_steps(sign * (step.degrees or 0))
    return [[place, *(place.wheeled(pivot, by) for by in turns)] for place in places]


def _column_parts(field: Field, column: list[Element], steps: list[Step]) -> tuple[list[Part], float]:
    """Lead a column: the leader wheels about his own corner, the rest follow his track (HS-G-86)."""
    leader = column[0]
    legs: list[list[Base]] = []
    place, cost = leader.base, 0.0
    for step in steps:
        way = _rigid(field, [place], step)[0]
        cost += leg_cost(field, place, way[-1])
        legs.append(way)
        place = way[-1]
    track = [pose for leg in legs for pose in leg]
    parts = [Part(leader, legs)]
    ahead_end, behind_by = place, 0.0
    for one, other in itertools.pairwise(column):
        behind_by += apart(other.base.front, one.base.front)
        way = _follow(field, other.base, track, behind_by, ahead_end)
        parts.append(Part(other, [way]))
        ahead_end = way[-1]
    return parts, cost


def _follow(field: Field, start: Base, track: list[Base], behind_by: float, ahead_end: Base) -> list[Base]:
    """Return a follower's poses: along the leader's track at its distance, clear of the one in front."""
    from .ground import outline

    # the track of front midpoints, with the straight way up to where the leader began
    points = [start.front, *(pose.front for pose in track)]
    facings = [start.facing, *(pose.facing for pose in track)]
    lengths = [0.0]
    for one, other in itertools.pairwise(points):
        lengths.append(lengths[-1] + apart(one, other))
    goal = max(lengths[-1] - behind_by, 0.0)

    def pose_at(length: float) -> Base:
        number = next((i for i, mark in enumerate(lengths) if mark >= length - 1e-9), len(lengths) - 1)
        if number == 0:
            return start
        one, other = points[number - 1], points[number]
        whole = lengths[number] - lengths[number - 1]
        part = (length - lengths[number - 1]) / whole if whole else 1.0
        point = one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part
        return start.at(point, facings[number - 1] if number == 1 else facings[number])

    front = outline(ahead_end)
    while goal > 0 and field.ground.covers(outline(pose_at(goal)), front):
        goal = max(goal - 1, 0.0)
    marks = [mark for mark in lengths[1:] if mark < goal] + [goal]
    return [start, *(pose_at(mark) for mark in marks)]


StepList = Annotated[list[Step], Meta(min_length=1, max_length=50)]
