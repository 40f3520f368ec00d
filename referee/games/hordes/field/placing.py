"""Where an attacker ends: squarely against an edge, at the pose that the referee computes (P-3)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from referee.core.game.orders import Objection

from ..state import Edge
from .battlefield import Field
from .elements import Element, Stronghold
from .geometry import Base, Point, along, apart, bearing, dot, minus, segment_distance

CornerName = Literal["left", "right"]


class Aim(NamedTuple):
    """Where an attack aims: an edge of an element and its corner, or a point of a Stronghold and its side."""

    edge: Edge
    corner: CornerName | None = None
    point: Point | None = None
    side: int | None = None


def attack_base(attacker: Base, target: Base, edge: Edge, corner: CornerName | None = None) -> Base:
    """Return an attacker's base against an edge of a target; where widths differ one corner matches (HS-G-06).

    That corner is the target's own nearer to where the attacker starts, unless it is named.
    """
    half = attacker.width / 2
    t = target
    if edge == "left":
        return attacker.at(along(t.front_left, t.ahead, -half), t.facing + 90)
    if edge == "right":
        return attacker.at(along(t.front_right, t.ahead, -half), t.facing - 90)
    left, right = (t.front_left, t.front_right) if edge == "front" else (t.rear_left, t.rear_right)
    facing = t.facing + 180 if edge == "front" else t.facing
    if corner is None and attacker.width == t.width:
        return attacker.at(t.front if edge == "front" else t.rear, facing)
    if corner is None:
        corner = nearer_corner(attacker, target, edge)
    point = along(left, t.right, half) if corner == "left" else along(right, t.right, -half)
    return attacker.at(point, facing)


def nearer_corner(attacker: Base, target: Base, edge: Edge) -> CornerName:
    """Return the corner of a target's front or rear edge, its own left or right, that is nearer to an attacker."""
    t = target
    left, right = (t.front_left, t.front_right) if edge == "front" else (t.rear_left, t.rear_right)
    return "left" if apart(attacker.front, left) <= apart(attacker.front, right) else "right"


def corner_choices(attacker: Base, target: Base, edge: Edge) -> tuple[CornerName | None, ...]:
    """Return the corners that lead to different poses: None for the nearer, and by name the other (HS-G-06)."""
    if edge in ("left", "right") or attacker.width == target.width:
        return (None,)
    return None, "right" if nearer_corner(attacker, target, edge) == "left" else "left"


def keep_base(attacker: Base, keep: Stronghold, point: Point, side: int | None = None) -> Base | None:
    """Return an attacker's base with its front edge on a side of a Stronghold, None where the point is on none.

    Sides count from 1 as the polygon lists them; without one it is the side the point lies on.
    """
    points, sides = keep.polygon, keep_sides(keep)
    if side is not None:
        if not 1 <= side <= len(sides):
            return None
        one, other = sides[side - 1]
    else:
        one, other = min(sides, key=lambda s: segment_distance(point, *s))
    direction = minus(other, one)
    length = apart(one, other)
    unit = direction[0] / length, direction[1] / length
    on_side = along(one, unit, max(0.0, min(length, dot(minus(point, one), unit))))
    if apart(on_side, point) > 1:
        return None
    inward = (unit[1], -unit[0]) if _clockwise(points) else (-unit[1], unit[0])
    return attacker.at(on_side, bearing(inward))


def keep_sides(keep: Stronghold) -> list[tuple[Point, Point]]:
    """Return the sides of a Stronghold as its polygon lists them, each from one corner to the next."""
    points = keep.polygon
    count = len(points)
    return [(points[i], points[(i + 1) % count]) for i in range(count) if points[i] != points[(i + 1) % count]]


def _clockwise(points: list[Point]) -> bool:
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]], strict=True))
    return area < 0


def start_objections(
    field: Field, attacker: Element, target: Element, edge: Edge, place: str | None = None
) -> list[Objection]:
    """Return why an attacker cannot attack an edge from where it starts (HS-G-07); `place` is the order's field."""
    start, t = attacker.base, target.base
    message = ""
    if edge in ("left", "right"):
        behind = dot(minus(start.front, t.front), t.ahead) < 0
        side = t.front_left if edge == "left" else t.front_right
        out = dot(minus(start.front, side), t.right)
        beyond = out < 0 if edge == "left" else out > 0
        if not (behind and beyond):
            where = f"behind the line of {target.id}'s front" if not behind else "beyond the line of that side"
            message = f"{attacker.id} must start {where} to attack the {edge} of {target.id}"
    elif edge == "rear" and max(dot(minus(c, t.rear), t.ahead) for c in start.corners) > 1e-6:
        message = f"{attacker.id} must start wholly behind the rear of {target.id} to attack it there"
    if not message:
        return []
    if field.rules.chosen("flank_start", "free"):
        return []
    return [Objection(message, field.rules.cite("attack_start"), place, (attacker.id, target.id))]
