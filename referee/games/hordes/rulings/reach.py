"""Where moves and attacks might lead, found with little geometry: what no geometry can save is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from ..field.battlefield import Field
from ..field.elements import Element, Stronghold
from ..field.geometry import (
    Base,
    along,
    apart,
    dot,
    minus,
    near_bases,
    segment_distance,
    span,
    stored,
)
from ..field.groups import GroupStep
from ..field.placing import CornerName, attack_base, corner_choices, keep_base, keep_sides, start_objections
from ..field.ways import leg_cost
from ..state import Corner, Edge
from ..tables import EDGES
from .arrivals import free_base

# paces between the places to which a move is tried, the points of a side, the distances back
_TRIED, _BESIDE, _BACK = 40, 20, 10
# degrees of the wheels that are tried
_TURNS = (10, 30, 90)
_WHEELS: tuple[Literal["left", "right"], ...] = ("left", "right")


def allowances(element: Element) -> dict[str, int]:
    """Return how many paces an element may go, by what it goes over; 0 where it may not enter (HS-TAB-1, HS-TAB-2)."""
    move = element.kind.row.move
    return {name: getattr(move, name) for name in ("good", "road_good", "road_bad", "bad", "water")}


def straight_places(element: Element) -> Iterator[Base]:
    """Yield places to which an element might move without turning: its own first, then those around it."""
    base = element.base
    yield base
    for paces in (_TRIED * n for n in range(1, max(allowances(element).values()) // _TRIED + 1)):
        for direction, sign in ((base.ahead, 1), (base.ahead, -1), (base.right, 1), (base.right, -1)):
            yield base.at(along(base.front, direction, sign * paces), base.facing).rounded()


def reachable_edges(field: Field, element: Element, foe: Element) -> Iterator[tuple[Edge, CornerName | None, float]]:
    """Yield the edges of an enemy that an element might attack straight from where it stands, and the cost in paces.

    Where the widths differ, it may attack an edge at either corner (HS-G-06): None is the nearer. Left out are those
    that are too far at any rate, that it may not attack from there or at all, and those where it would stand on
    somebody or off the table.
    """
    reach = max(allowances(element).values())
    if not field.can_fight(element, foe) or not near_bases(element.base, foe.base, reach):
        return
    for edge in EDGES:
        for corner in corner_choices(element.base, foe.base, edge):
            goal = attack_base(element.base, foe.base, edge, corner).rounded()
            cost = stored(leg_cost(field, element.base, goal))
            if cost <= reach and not start_objections(field, element, foe, edge) and free_base(field, element, goal):
                yield edge, corner, cost


def points_on_side(field: Field, element: Element, keep: Stronghold, side: int) -> Iterator[tuple[Corner, float]]:
    """Yield points of a Stronghold's side that an element might attack straight from where it stands, and the cost.

    Sides count from 1. The point nearest to the element comes first, then the middle, the places beside others that
    attack this side, and points all along it; where the side is long enough, only those at which the whole front edge
    is on it.
    """
    one, other = keep_sides(keep)[side - 1]
    length, half = apart(one, other), element.width / 2
    reach = max(allowances(element).values())
    if segment_distance(element.base.front, one, other) > reach:
        return
    unit = (other[0] - one[0]) / length, (other[1] - one[1]) / length
    beside = [e for e, touched in field.contacts().keep if touched is keep]
    marks = [dot(minus(element.base.front, one), unit), length / 2]
    marks += [dot(minus(e.base.front, one), unit) + s * (half + e.width / 2) for e in beside for s in (-1, 1)]
    marks += [*range(0, int(length) + 1, _BESIDE), length]
    low, high = (half, length - half) if length >= element.width else (0.0, length)
    held = [max(low, min(high, mark)) for mark in marks]
    for mark in dict.fromkeys(held):
        x, y = along(one, unit, mark)
        point = stored(x), stored(y)
        goal = keep_base(element.base, keep, point, side)
        if goal is None:
            continue
        cost = stored(leg_cost(field, element.base, goal.rounded()))
        if cost <= reach and free_base(field, element, goal.rounded()):
            yield point, cost


def distances_back(field: Field, element: Element) -> Iterator[float]:
    """Yield how many paces straight back an element in contact might break off, the fewest first (HS-G-21).

    They are the least that the rule asks for, those that end just behind another, and every 10 paces of its move.
    """
    free = field.rules.chosen("break_off", "free")
    mine, contacts = allowances(element), field.contacts()
    if not free:
        if contacts.flanking(element):
            return
        for foe in contacts.against(element):
            theirs = allowances(foe)
            if all(mine[going] <= theirs[going] for going in ("good", "bad", "water")):
                return
    base, least = element.base, _BACK if free else field.rules.movement.break_off
    reach = max(mine.values())
    behind = (dot(base.front, base.ahead) - span(e.base.corners, base.ahead)[0] for e in field.standing())
    found = [*range(least, reach + 1, _BACK), *(stored(paces) for paces in behind)]
    yield from sorted(paces for paces in dict.fromkeys(found) if least <= paces <= reach)


def steps_ahead(members: Sequence[Element]) -> Iterator[GroupStep]:
    """Yield moves that a group might make: ahead as far as its slowest goes, half as far, none, and others."""
    far = min(max(allowances(member).values()) for member in members)
    most = min(allowances(member)["good"] or far for member in members)
    paces = [most, most // 2, 0, *range(_TRIED, far + 1, _TRIED)]
    yield from (GroupStep(advance=paces) for paces in dict.fromkeys(paces))
    yield from (GroupStep(wheel=wheel, degrees=degrees) for degrees in _TURNS for wheel in _WHEELS)
