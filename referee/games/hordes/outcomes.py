"""Outcome moves: recoil, flight, leaving the field, loss, advance (P-13)."""

from __future__ import annotations

from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from referee.core.trace import Change

from .contacts import Contacts
from .field import Element, Field, Keep
from .geometry import Base, Point, apart, dot, span
from .ground import outline, sweep
from .rights import passing_right
from .state import Status

_SHAVE = 0.5
_HAIR = 1e-6


class Report:
    """What outcome moves changed, said and stood on."""

    def __init__(self) -> None:
        self.changes: list[Change] = []
        self.notes: list[str] = []
        self.cites: list[str] = []
        self.turns: set[str] = set()

    def cite(self, cites: tuple[str, ...]) -> None:
        self.cites += [c for c in cites if c not in self.cites]

    def move(self, element: Element, base: Base, says: str) -> None:
        """Put an element somewhere else and note it."""
        was = place_of(element.base)
        element.place(base)
        self.changes.append(Change(element.id, "pose", was, place_of(element.base), says))

    def remove(self, element: Element, status: Status, says: str) -> None:
        """Take an element off the board and note it."""
        self.changes.append(Change(element.id, "status", element.status, status, says))
        element.remove(status)


def place_of(base: Base) -> list[float]:
    """Return a pose as a change shows it: x, y, facing."""
    return [round(base.front[0], 2), round(base.front[1], 2), round(base.facing, 2)]


def told(base: Base) -> str:
    """Return a pose in words."""
    x, y, facing = place_of(base)
    return f"({x:g},{y:g}) facing {facing:g}"


def destroy(field: Field, element: Element, report: Report, says: str) -> None:
    """Destroy an element; Spears behind may die with it (HS-G-58)."""
    from .clashes import supporters

    behind = supporters(field, element)
    report.remove(element, "destroyed", says)
    if behind:
        report.turns.add("support_dies_too")
        if field.rules.options["support_dies_too"]:
            for other in behind:
                report.remove(other, "destroyed", f"{other.id} is destroyed with those before it")


class Push(NamedTuple):
    """A friend that is pushed, and where to."""

    element: Element
    base: Base


def recoil(field: Field, element: Element, report: Report, turned: bool = False) -> None:
    """Move an element straight back by its depth, or destroy it where it cannot (HS-G-65 to HS-G-67)."""
    rules = field.rules
    report.cite(rules.cite("recoil"))
    report.turns.add("recoil")
    contacts = field.contacts()
    flankers = contacts.flanking(element)
    if turned:
        report.notes.append(f"{element.id} turns about first: every shot came from behind it")
        report.move(element, element.base.turned_about(), f"turns about to {told(element.base.turned_about())}")
        flankers = []
    why = f"{flankers[0].id} is on its flank or rear" if flankers else ""
    if not why:
        distance = rules.options["recoil"]
        least = min(element.depth, rules.number("base.width")) if distance == "depth" else rules.number("recoil")
        found = _back(field, element, least, report)
        if not isinstance(found, str):
            for push in found:
                verb = "recoils to" if push.element is element else "is pushed back to"
                report.move(push.element, push.base, f"{verb} {told(push.base)}")
            return
        why = found
    report.cite(rules.cite("recoil_blocked"))
    report.turns.add("blocked_recoil")
    report.notes.append(f"{element.id} cannot recoil: {why}")
    if rules.options["blocked_recoil"] == "destroyed":
        destroy(field, element, report, f"cannot recoil and is destroyed: {why}")


def _back(field: Field, element: Element, distance: float, report: Report) -> list[Push] | str:
    """Return the moves of a recoil, those pushed first, or why it is blocked."""
    base = element.base
    end = base.moved(-distance).rounded()
    blocked = _barred(field, element, sweep([base, end]))
    if blocked:
        return blocked
    back = (-base.ahead[0], -base.ahead[1])
    through, pushed = _friends_behind(field, element, base, end, report.turns)
    if through:
        report.cite(field.rules.cite("recoil_friends"))
        beyond = max([distance, *(span(f.base.corners, back)[1] - dot(base.front, back) for f in through)])
        end = base.moved(-beyond).rounded()
        blocked = _barred(field, element, sweep([base, end]))
        if blocked:
            return blocked
        again, pushed = _friends_behind(field, element, base, end, report.turns)
        stuck = [f for f in again if field.ground.covers(outline(end), f.core)]
        if stuck or pushed:
            name = (stuck or pushed)[0].id
            return f"there is no room beyond {through[0].id} for {name}"
    out: list[Push] = []
    for friend in pushed:
        report.cite(field.rules.cite("recoil_friends"))
        missing = dot(end.rear, back) - span(friend.base.corners, back)[0]
        found = _pushed(field, friend, element, missing, report, {element.id})
        if isinstance(found, str):
            return found
        out += found
    return [*_farthest(out), Push(element, end)]


def _farthest(pushes: list[Push]) -> list[Push]:
    """Return one push of each friend, the farthest: who is pushed twice makes room for both."""
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
    """Return the moves that push a friend back, or why it cannot be."""
    if not field.slack.facing(friend.base, by.base, 0):
        return f"{friend.id} behind it faces another way"
    if friend.id in field.contacts().front_engaged:
        return f"{friend.id} behind it is engaged"
    base = friend.base
    end = base.moved(-distance).rounded()
    blocked = _barred(field, friend, sweep([base, end]))
    if blocked:
        return f"{friend.id} behind it cannot go back: {blocked}"
    back = (-base.ahead[0], -base.ahead[1])
    out: list[Push] = []
    for other in _met(field, sweep([base, end]), chain | {friend.id}):
        if other.army != friend.army:
            return f"{friend.id} behind it meets {other.id}"
        missing = dot(end.rear, back) - span(other.base.corners, back)[0]
        found = _pushed(field, other, friend, missing, report, chain | {friend.id})
        if isinstance(found, str):
            return found
        out += found
    return [*out, Push(friend, end)]


def _friends_behind(
    field: Field, element: Element, base: Base, end: Base, turns: set[str]
) -> tuple[list[Element], list[Element]]:
    """Return the friends in the way of a recoil: those it has a right to pass through, and the others."""
    met = [f for f in _met(field, sweep([base, end]), {element.id}) if f.army == element.army]
    through = [f for f in met if passing_right(field, element, f, [base, end], turns)]
    return through, [f for f in met if f not in through]


def _met(field: Field, area: BaseGeometry, but: set[str]) -> list[Element]:
    return [e for e in field.standing() if e.id not in but and field.ground.covers(area, e.core)]


def _barred(field: Field, element: Element, area: BaseGeometry) -> str:
    """Return what ends a recoil for good: an enemy, a Stronghold, forbidden ground or the table edge."""
    for foe in field.enemies(element.army):
        if field.ground.covers(area, foe.core):
            return f"{foe.id} stands in the way"
    for keep in field.keeps.values():
        if field.ground.covers(area, keep.core):
            return f"{keep.id} stands in the way"
    forbidden = _forbidden(field, element, area)
    if forbidden:
        return f"it may not enter {forbidden} going"
    return "" if field.ground.inside_board(area) else "the table ends there"


def _forbidden(field: Field, element: Element, area: BaseGeometry) -> str:
    """Return the going newly met that an element may not enter; where it stands already does not hold it."""
    here = field.ground.goings(element.area)
    found = [g for g in field.forbidden(element, field.ground.goings(area)) if g not in here]
    return found[0] if found else ""


def flee(field: Field, element: Element, report: Report) -> None:
    """Turn an element about and run 600 paces (HS-G-69); over the table edge it leaves the battlefield."""
    rules = field.rules
    report.cite(rules.cite("flight"))
    start = element.base.turned_about()
    distance = float(rules.movement.flight)
    end, leaves, stopped = _flight(field, element, start, distance)
    if stopped:
        report.turns.add("flee_steer")
        if rules.options["flee_steer"] == "min_turn":
            start, end, leaves, stopped = _steered(field, element, start, distance) or (start, end, leaves, stopped)
    if leaves:
        report.notes.append(f"{element.id} reaches the table edge")
        leave(field, element, report)
        return
    if stopped:
        report.notes.append(f"{element.id} is stopped by {stopped}")
    report.move(element, end, f"flees to {told(end)}")


def _steered(field: Field, element: Element, start: Base, distance: float) -> tuple[Base, Base, bool, str] | None:
    """Return the flight with the least turn that nothing stops, None where there is none."""
    for swing in range(5, 95, 5):
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
    end = start.moved(distance)
    if element.kind.flies:
        if not field.ground.inside_board(outline(end)):
            return end, True, ""
        run, by = _last_free(field, element, start, distance)
        return start.moved(run), False, by
    edge = _free_run(field, start, distance)
    run, by = _first_met(field, element, start, distance)
    if by and run <= edge:
        run = max(run - field.rules.movement.flight_gap, 0.0)
    elif edge < distance:
        return end, True, ""
    run, met = _last_free(field, element, start, run)
    return start.moved(run), False, by or met


def _last_free(field: Field, element: Element, start: Base, paces: float) -> tuple[float, str]:
    """Return how far straight ahead, up to some paces, the last free pose is, and whom it is kept off."""
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
            things.append((f"{going} going", area))
    if move.good == 0 and "good" not in here:
        things.append(("good going", lane.difference(field.ground.uneven)))
    for name, area in things:
        common = lane.intersection(area)
        if common.area > 1:
            found.append((max(span(_points(common), start.ahead)[0] - front, 0.0), name))
    return min(found, default=(distance, ""))


def _points(area: BaseGeometry) -> list[Point]:
    return [(float(x), float(y)) for x, y in shapely.get_coordinates(area)]


def leave(field: Field, element: Element, report: Report) -> None:
    """Take an element off the battlefield: lost, unless its kind may come back (HS-G-70)."""
    report.cite(field.rules.cite("leaves"))
    if element.kind.row.returns:
        report.remove(element, "off_board", "leaves the battlefield and may come back")
    else:
        report.remove(element, "fled", "leaves the battlefield for good")


def apply_outcome(field: Field, loser: Element | Keep, outcome: str, report: Report, turned: bool = False) -> None:
    """Do to a loser what its result says (P-13 a to d)."""
    if isinstance(loser, Keep):
        if outcome == "captured":
            loser.held = False
            report.changes.append(Change(loser.id, "status", "held", "captured", "is captured"))
        return
    if outcome == "recoil":
        recoil(field, loser, report, turned)
    elif outcome == "flee_600":
        flee(field, loser, report)
    elif outcome == "flee_field":
        leave(field, loser, report)
    elif outcome == "ensorcelled":
        ensorcel(field, loser, report)
    elif outcome == "destroyed":
        destroy(field, loser, report, "is destroyed")


def ensorcel(field: Field, element: Element, report: Report) -> None:
    """Take an element off the table as ensorcelled; it remembers where it stood (HS-G-72)."""
    report.cite(field.rules.cite("ensorcelled"))
    report.remove(element, "ensorcelled", f"is ensorcelled at {told(element.base)}")


DEFEATS = frozenset({"recoil", "flee_600", "flee_field", "ensorcelled", "destroyed", "captured"})
_SHARED = DEFEATS - {"captured"}


def after_close(
    field: Field, winner: Element, loser: Element | Keep, outcome: str, before: Contacts, report: Report
) -> None:
    """Let companions of the loser recoil and a victor advance (HS-G-68, HS-MIS-6)."""
    rules = field.rules
    if outcome in _SHARED and isinstance(loser, Element):
        companions = [f for f in before.flanking(winner) if f is not loser and f.stands]
        if companions:
            report.turns.add("companions_recoil")
            report.cite(rules.cite("companions"))
            if rules.options["companions_recoil"]:
                for friend in companions:
                    recoil(field, friend, report)
    if outcome in DEFEATS and winner.kind.advances and winner.stands and isinstance(loser, Element):
        advance(field, winner, report)


def advance(field: Field, element: Element, report: Report) -> None:
    """Advance a victor by its own depth, up to whatever it meets (P-13 e)."""
    rules = field.rules
    report.cite(rules.cite("advance"))
    contacts = field.contacts()
    still = contacts.against(element) or [t for o, t in contacts.overlap if o is element]
    if still:
        report.notes.append(f"{element.id} does not advance: it is still in contact with, or overlaps, {still[0].id}")
        return
    start = element.base
    run, by = _first_met(field, element, start, element.depth)
    run = min(run, element.depth, _free_run(field, start, element.depth))
    run, met = _last_free(field, element, start, run)
    by = met or by
    if run <= _HAIR:
        report.notes.append(f"{element.id} cannot advance: {by or 'the table edge'} stops it")
        return
    end = start.moved(run)
    report.move(element, end, f"advances to {told(end)}" + (f", stopped by {by}" if by else ""))
