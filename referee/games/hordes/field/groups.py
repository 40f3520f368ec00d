"""Groups: what makes one, and its rigid moves of advances and wheels (P-5)."""

from __future__ import annotations

import itertools
from typing import Literal

from referee.core.game.orders import Objection

from .battlefield import Field
from .columns import column_parts
from .contacts import Slack
from .elements import Element
from .geometry import Base, Point, dot, wheel_steps
from .steps import GroupStep
from .ways import PathPart, leg_cost


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
