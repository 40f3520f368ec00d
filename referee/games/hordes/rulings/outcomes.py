"""Outcomes: what a combat's result does to the loser, its companions and the victor (P-13)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import shapely
from shapely.geometry.base import BaseGeometry

from referee.core.game.trace import Change

from ..field.battlefield import Field
from ..field.contacts import Contacts
from ..field.elements import Element, Stronghold
from ..field.geometry import Base, dot, span
from ..field.ground import outline
from ..outcome_tables import Measure, OutcomeStep, deeds_of
from .recoils import push, recoil, turn
from .reports import Report, destroy, ensorcel, leave, pose_said

_SHAVE = 0.5
_HAIR = 1e-6
# paces by which rounding may misplace a corner of a stored base: no run is that short (HS-G-02)
_ROUNDED = 0.05


def flee(field: Field, element: Element, distance: float, report: Report) -> None:
    """Turn an element about and run some paces (HS-G-69); over the table edge it leaves the battlefield."""
    rules = field.rules
    report.cite(rules.cite("flight"))
    start = element.base.turned_about()
    end, leaves, stopped = _flight(field, element, start, distance)
    if stopped and rules.chosen("flee_steer", "min_turn"):
        start, end, leaves, stopped = _steered(field, element, start, distance) or (start, end, leaves, stopped)
    if leaves:
        report.notes.append(f"{element.id} reaches the table edge")
        report.cite(field.edge_cites)
        leave(field, element, report)
        return
    if stopped:
        report.notes.append(f"{element.id} is stopped by {stopped}")
    report.move(element, end, f"flees to {pose_said(end)}")


def _steered(field: Field, element: Element, start: Base, distance: float) -> tuple[Base, Base, bool, str] | None:
    """Return the flight with the least turn that nothing stops, None where there is none."""
    turns = field.rules.movement.flight_turns
    for swing in range(turns.step, turns.most + 1, turns.step):
        for sign in (-1, 1):
            turned = start.wheeled(start.centre, sign * swing)
            if not field.ground.inside_board(outline(turned)):
                continue
            end, leaves, stopped = _flight(field, element, turned, distance)
            if not stopped:
                return turned, end, leaves, stopped
    return None


def _flight(field: Field, element: Element, start: Base, distance: float) -> tuple[Base, bool, str]:
    """Return where a straight flight ends, whether it leaves the table, and what stops it."""
    end = start.moved(distance).rounded()
    leaves = not field.ground.inside_board(outline(end))
    if element.kind.flies:
        if leaves:
            return end, True, ""
        run, by = _last_free(field, element, start, distance)
        return start.moved(run), False, by
    edge = _free_run(field, start, distance)
    run, by = _first_met(field, element, start, distance)
    if by and run <= edge:
        run = max(run - field.rules.movement.flight_gap, 0.0)
    elif leaves:
        return end, True, ""
    run, met = _last_free(field, element, start, run)
    return start.moved(run), False, by or met


def _last_free(field: Field, element: Element, start: Base, paces: float) -> tuple[float, str]:
    """Return how far straight ahead, up to some paces, the last free pose is, and the ids to keep clear of."""
    met = ""
    while paces > 0:
        found = field.overlaps_any(start.moved(paces).rounded(), {element.id})
        if not found:
            return paces, met
        met = met or found[0]
        paces -= 1
    return 0.0, met


def _free_run(field: Field, start: Base, distance: float) -> float:
    """Return how far a base can run before its front leaves the table."""
    left = [distance]
    for x, y in start.corners:
        for value, part, size in ((x, start.ahead[0], field.board.width), (y, start.ahead[1], field.board.height)):
            if part > _HAIR:
                left.append((size - value) / part)
            elif part < -_HAIR:
                left.append(-value / part)
    slack = field.rules.number("tolerance.position")
    least = min(left)
    return distance if least >= distance - slack else max(least, 0.0)


def _first_met(field: Field, element: Element, start: Base, distance: float) -> tuple[float, str]:
    """Return how far straight ahead the first base, Stronghold or forbidden ground is, and which."""
    width = max(start.width - 2 * _SHAVE, 1.0)
    lane = outline(Base(*start.moved(distance).front, start.facing, width, distance))
    front = dot(start.front, start.ahead)
    found: list[tuple[float, str]] = []
    things: list[tuple[str, BaseGeometry]] = [(e.id, e.area) for e in field.standing() if e is not element]
    things += [(k.id, k.area) for k in field.keeps.values()]
    move = element.kind.row.move
    here = field.ground.goings(element.area)
    for going, area in (("bad", field.ground.bad), ("water", field.ground.water)):
        if getattr(move, going) == 0 and going not in here:
            things.append((field.rules.going(going), area))
    if move.good == 0 and "good" not in here:
        things.append(("good going", lane.difference(field.ground.uneven)))
    for name, area in things:
        common = lane.intersection(area)
        if common.area > 1:
            points = [(float(x), float(y)) for x, y in shapely.get_coordinates(common)]
            run = span(points, start.ahead)[0] - front
            if run < distance - _ROUNDED:
                found.append((run if run > _ROUNDED else 0.0, name))
    return min(found, default=(distance, ""))


def advance(field: Field, element: Element, measure: Measure | None, report: Report) -> None:
    """Advance a victor by paces or its own depth, or up to the first obstacle (P-13 e)."""
    rules = field.rules
    report.cite(rules.cite("advance"))
    contacts = field.contacts()
    still = contacts.against(element) or [t for o, t in contacts.overlap if o is element]
    if still:
        report.notes.append(f"{element.id} does not advance: it is still in contact with, or overlaps, {still[0].id}")
        return
    start = element.base
    distance = rules.measure(measure)
    if isinstance(distance, str):
        report.cite(rules.depth_cites(element.kind) if element.told.depth is None else ())
        distance = element.depth
    run, by = _first_met(field, element, start, distance)
    run = min(run, distance, _free_run(field, start, distance))
    run, met = _last_free(field, element, start, run)
    by = met or by
    if run <= _ROUNDED:
        report.notes.append(f"{element.id} cannot advance: {by or 'the table edge'} stops it")
        return
    end = start.moved(run)
    report.move(element, end, f"advances to {pose_said(end)}" + (f", stopped by {by}" if by else ""))


def apply_outcome(
    field: Field,
    loser: Element | Stronghold,
    outcome: str,
    report: Report,
    by: Base | Stronghold | None = None,
    turned: bool = False,
) -> None:
    """Carry out an outcome step by step (P-13 a to d); one `turned` turns about before it recoils.

    `by` is the base of the other of the two as they fought, or its Stronghold: a push goes away from it.
    """
    does = field.rules.table.outcomes[outcome].does
    if isinstance(loser, Element):
        carry_out(field, loser, does, report, by, turned)
        return
    if "capture" in does:
        loser.held = False
        report.changes.append(Change(loser.id, "status", "held", "captured", "is captured"))


def carry_out(
    field: Field,
    element: Element,
    steps: Iterable[OutcomeStep],
    report: Report,
    by: Base | Stronghold | None = None,
    turned: bool = False,
) -> bool:
    """Carry out steps while an element stands; return whether one of them changed something."""
    before = len(report.changes)
    for name, measure in deeds_of(steps):
        if not element.stands:
            break
        if name == "recoil":
            recoil(field, element, measure, report, turned)
        elif name == "flee":
            far = field.rules.measure(measure)
            if isinstance(far, str):
                leave(field, element, report)
            else:
                flee(field, element, far, report)
        elif name == "push":
            push(field, element, measure, by, report)
        elif name == "turn" and isinstance(measure, int):
            turn(field, element, measure, report)
        elif name == "advance":
            advance(field, element, measure, report)
        elif name == "ensorcel":
            ensorcel(field, element, report)
        elif name == "destroy":
            destroy(field, element, report, "is destroyed")
    return len(report.changes) > before


def after_close(
    field: Field,
    winner: Element,
    loser: Element | Stronghold,
    outcome: str,
    before: Contacts,
    stood: Mapping[str, Base | Stronghold],
    report: Report,
) -> str:
    """Let companions of the loser recoil and a victor advance (HS-G-68, HS-MIS-6).

    Return the outcome that the victor has come to, "" where it stays or the table has no name for it.

    `stood` are the two by id, each as it fought: the base of an element, or the Stronghold.
    """
    rules = field.rules
    if outcome not in rules.defeats or not isinstance(loser, Element):
        return ""
    companions = [f for f in before.flanking(winner) if f is not loser and f.stands]
    if companions:
        report.cite(rules.cite("companions"))
        if rules.option("companions_recoil"):
            for friend in companions:
                apply_outcome(field, friend, rules.ends.companions, report, stood[winner.id])
    outcomes = rules.table.outcomes
    steps = outcomes[outcome].winner or (outcomes[rules.ends.advanced].does if winner.kind.advances else [])
    done = winner.stands and carry_out(field, winner, steps, report, stood[loser.id])
    moved = rules.as_winner(outcome) if outcomes[outcome].winner else rules.ends.advanced
    return moved if done else ""
