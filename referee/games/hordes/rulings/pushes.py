"""Pushes away from a victor, and turns on the spot: moves that only outcomes of the tables make."""

from __future__ import annotations

from ..field.battlefield import Field
from ..field.elements import Element, Stronghold
from ..field.geometry import Base, Point, along, apart, minus
from ..field.ground import outline, sweep
from ..outcome_tables import Measure
from .recoils import barred, met_in
from .reports import Report, pose_said


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
