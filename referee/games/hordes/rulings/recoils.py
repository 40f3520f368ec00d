"""Recoils: straight back, through friends or pushing them (P-13 a)."""

from __future__ import annotations

from typing import NamedTuple

from shapely.geometry.base import BaseGeometry

from ..field.battlefield import Field
from ..field.elements import Element, Stronghold
from ..field.geometry import Base, Point, along, apart, dot, minus, span
from ..field.ground import outline, sweep
from ..outcome_tables import Measure
from .moves import passing_right
from .reports import Report, destroy, pose_said

_EDGE = "the table ends there"


class Push(NamedTuple):
    """A friend that is pushed, and where to."""

    element: Element
    base: Base


def recoil(field: Field, element: Element, measure: Measure | None, report: Report, turned: bool = False) -> None:
    """Move an element straight back by paces or its depth, or destroy it where it cannot (HS-G-65 to HS-G-67)."""
    rules = field.rules
    report.cite(rules.cite("recoil"))
    distance = rules.measure(measure)
    contacts = field.contacts()
    flankers = contacts.flanking(element)
    if turned:
        report.notes.append(f"{element.id} turns about first: every shot came from behind it")
        report.move(element, element.base.turned_about(), f"turns about to {pose_said(element.base.turned_about())}")
        flankers = []
    why = f"{flankers[0].id} is on its flank or rear" if flankers else ""
    if not why:
        if isinstance(distance, str):
            report.cite(rules.depth_cites(element.kind) if element.told.depth is None else ())
            distance = min(element.depth, rules.number("base.width"))
        found = _back(field, element, distance, report)
        if not isinstance(found, str):
            for push in found:
                verb = "recoils to" if push.element is element else "is pushed back to"
                report.move(push.element, push.base, f"{verb} {pose_said(push.base)}")
            return
        why = found
    report.cite(rules.cite("recoil_blocked"))
    if _EDGE in why:
        report.cite((*rules.cite("off_board"), *field.edge_cites))
    rules.note(("blocked_recoil",))
    report.notes.append(f"{element.id} cannot recoil: {why}")
    if rules.options["blocked_recoil"] == "destroyed":
        destroy(field, element, report, f"cannot recoil and is destroyed: {why}")


def _back(field: Field, element: Element, distance: float, report: Report) -> list[Push] | str:
    """Return the moves of a recoil, those pushed first, or why it is blocked."""
    base = element.base
    end = base.moved(-distance).rounded()
    way = sweep([base, end])
    blocked = barred(field, element, way)
    if blocked:
        return blocked
    met = _friends_met(field, element, way)
    if not met:
        return [Push(element, end)]
    report.cite(field.rules.cite("recoil_friends"))
    beyond = _beyond(field, element, met, distance, report)
    if isinstance(beyond, Base):
        return [Push(element, beyond)]
    # a right to pass is never a disadvantage: where there is no room beyond, friends are pushed like any others
    out: list[Push] = []
    for friend in met:
        missing = _missing(friend, end)
        found = _pushed(field, friend, element, missing, report, {element.id})
        if isinstance(found, str):
            return f"{beyond}, and {found}" if beyond else found
        out += found
    if beyond:
        names = " and ".join(friend.id for friend in met)
        report.notes.append(f"{beyond}; {names} {'is' if len(met) == 1 else 'are'} pushed back")
    return [*_farthest(out), Push(element, end)]


def _beyond(field: Field, element: Element, met: list[Element], distance: float, report: Report) -> Base | str:
    """Return where an element that passes through friends ends, or why there is no room; "" without a right to pass."""
    base = element.base
    back = (-base.ahead[0], -base.ahead[1])
    whole = max([distance, *(span(f.base.corners, back)[1] - dot(base.front, back) for f in met)])
    end = base.moved(-whole).rounded()
    rights = [passing_right(field, element, friend, [base, end]) for friend in met]
    if None in rights:
        return ""
    way = sweep([base, end])
    blocked = barred(field, element, way)
    if not blocked:
        for other in _friends_met(field, element, way):
            right = passing_right(field, element, other, [base, end])
            if right is None or field.ground.covers(outline(end), other.core):
                blocked = f"{other.id} stands there"
                break
            rights.append(right)
    if blocked:
        return f"there is no room beyond {met[0].id}: {blocked}"
    for right in rights:
        report.cite(right.cites if right is not None else ())
    report.notes.append(f"{element.id} passes through {' and '.join(f.id for f in met)}")
    return end


def _missing(friend: Element, end: Base) -> float:
    """Return how far a friend goes back to make room for a base in front of it."""
    back = (-end.ahead[0], -end.ahead[1])
    return dot(end.rear, back) - span(friend.base.corners, back)[0]


def _farthest(pushes: list[Push]) -> list[Push]:
    """Return one push for each friend, the farthest: a friend pushed twice makes room for both."""
    out: dict[str, Push] = {}
    for push in pushes:
        was = out.get(push.element.id)
        start = push.element.base.front
        if was is None or apart(start, push.base.front) > apart(start, was.base.front):
            out[push.element.id] = push
    return list(out.values())


def _pushed(
    field: Field, friend: Element, by: Element, distance: float, report: Report, chain: set[str]
) -> list[Push] | str:
    """Return the moves that push a friend back, or why it cannot be pushed."""
    if not field.slack.facing(friend.base, by.base, 0):
        return f"{friend.id} behind it faces another way"
    if friend.id in field.contacts().front_engaged:
        return f"{friend.id} behind it is engaged"
    base = friend.base
    end = base.moved(-distance).rounded()
    blocked = barred(field, friend, sweep([base, end]))
    if blocked:
        return f"{friend.id} behind it cannot go back: {blocked}"
    out: list[Push] = []
    for other in met_in(field, sweep([base, end]), chain | {friend.id}):
        if other.army != friend.army:
            return f"{friend.id} behind it meets {other.id}"
        found = _pushed(field, other, friend, _missing(other, end), report, chain | {friend.id})
        if isinstance(found, str):
            return found
        out += found
    return [*out, Push(friend, end)]


def _friends_met(field: Field, element: Element, way: BaseGeometry) -> list[Element]:
    """Return the friends that stand in an element's way."""
    return [f for f in met_in(field, way, {element.id}) if f.army == element.army]


def met_in(field: Field, area: BaseGeometry, but: set[str]) -> list[Element]:
    """Return the elements on the board that stand in an area, without those named."""
    return [e for e in field.standing() if e.id not in but and field.ground.covers(area, e.core)]


def barred(field: Field, element: Element, area: BaseGeometry) -> str:
    """Return what blocks a move after a combat, or "": an enemy, a Stronghold, forbidden ground or the table edge."""
    for foe in field.enemies(element.army):
        if field.ground.covers(area, foe.core):
            return f"{foe.id} stands in the way"
    for keep in field.keeps.values():
        if field.ground.covers(area, keep.core):
            return f"{keep.id} stands in the way"
    # going that the element already stands in does not count
    here = field.ground.goings(element.area)
    forbidden = [g for g in field.forbidden(element, field.ground.goings(area)) if g not in here]
    if forbidden:
        return f"it may not enter {field.rules.going(forbidden[0])}"
    return "" if field.ground.inside_board(area) else _EDGE


def push(field: Field, element: Element, measure: Measure | None, by: Base | Stronghold | None, report: Report) -> None:
    """Move an element away from another by paces or its own depth, or as far as there is room; nobody else moves."""
    base, distance = element.base, field.rules.measure(measure)
    if isinstance(distance, str):
        report.cite(field.rules.depth_cites(element.kind) if element.told.depth is None else ())
        distance = element.depth
    way = _away(element, by)
    why = _stopped(field, element, way, distance)
    low, high = (0, int(distance)) if why else (int(distance), int(distance))
    while low < high:
        paces = (low + high + 1) // 2
        found = _stopped(field, element, way, paces)
        low, high, why = (low, paces - 1, found) if found else (paces, high, why)
    run = low if why else distance
    if why:
        report.notes.append(f"{element.id} is pushed {run:g} P of {distance:g} P: {why}")
    end = _end(base, way, run)
    report.move(element, end, f"is pushed to {pose_said(end)}")


def turn(field: Field, element: Element, degrees: float, report: Report) -> None:
    """Turn an element clockwise about its centre, where there is room."""
    base = element.base
    end = (base.turned_about() if degrees == 180 else base.wheeled(base.centre, degrees)).rounded()
    met = field.overlaps_any(end, {element.id})
    why = f"{met[0]} stands in the way" if met else barred(field, element, outline(end))
    if why:
        report.notes.append(f"{element.id} has no room to turn: {why}")
        return
    report.move(element, end, f"turns to {pose_said(end)}")


def _away(element: Element, by: Base | Stronghold | None) -> Point:
    """Return the direction of a push: the way the other faced; from the middle of a Stronghold; else straight back."""
    if isinstance(by, Base):
        return by.ahead
    back = (-element.base.ahead[0], -element.base.ahead[1])
    if not isinstance(by, Stronghold):
        return back
    middle = by.area.centroid
    x, y = minus(element.base.centre, (middle.x, middle.y))
    length = apart((x, y), (0.0, 0.0))
    return (x / length, y / length) if length else back


def _end(base: Base, way: Point, paces: float) -> Base:
    return base.at(along(base.front, way, paces), base.facing).rounded()


def _stopped(field: Field, element: Element, way: Point, paces: float) -> str:
    """Return what stops a push before so many paces, or ""."""
    area = sweep([element.base, _end(element.base, way, paces)])
    friends = [f for f in met_in(field, area, {element.id}) if f.army == element.army]
    return f"{friends[0].id} stands in the way" if friends else barred(field, element, area)
