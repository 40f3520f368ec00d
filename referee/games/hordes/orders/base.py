"""What the orders of a turn share: whose turn it is, paying PIPs, moving elements."""

from __future__ import annotations

from referee.core.ledger import Ledger
from referee.core.orders import Objection, Order
from referee.core.phases import Desk
from referee.core.trace import Change

from ..field import Element
from ..geometry import Base
from ..outcomes import place_of, told
from ..plans import Plan
from ..state import PhaseName
from ..work import PHASE_TITLES, HordesWork

PIPS = "pips"


class HordesOrder(Order, kw_only=True):
    """An order of a Hordes turn."""

    def pay_objections(self, work: HordesWork, price: Ledger) -> list[Objection]:
        """Return the objection to a price that the PIPs left do not cover (P-7)."""
        left = work.pips or 0
        if price.total <= left:
            return []
        # what the die has not shown yet may still be enough, unless no die could
        hangs = (PIPS,) if price.total <= faces(work) else ()
        message = f"{price.total} PIPs are needed, {left} are left"
        return [Objection(message, tuple(price.cites), None, hangs)]


def faces(work: HordesWork) -> int:
    """Return how many sides the PIP die has (HS-G-22)."""
    return int(str(work.rules.options["pip_die"])[1:])


def turn_objections(work: HordesWork, player: str, phase: PhaseName, what: str) -> list[Objection]:
    """Return why this is not the time, or not the player, for an order."""
    rules = work.rules
    if work.over:
        return [Objection("the battle is over", rules.cite("victory"))]
    if work.phase_name != phase:
        title = PHASE_TITLES[phase]
        return [Objection(f"{what} belongs to {title}; this is {PHASE_TITLES[work.phase_name]}", rules.cite(phase))]
    if work.orderer() != player:
        return [Objection(f"{work.orderer()} orders now, not {player}", rules.cite(phase))]
    return []


def own(work: HordesWork, player: str, ident: str, field: str) -> Element | list[Objection]:
    """Return a player's element by id, or why it is not his to order."""
    found = work.find(ident, field)
    if isinstance(found, Objection):
        return [found]
    if found.army != player:
        return [Objection(f"{found.named} is {found.army}'s", work.rules.cite("own_elements"), field, always=True)]
    return found


def carry_out(work: HordesWork, desk: Desk, plan: Plan, price: Ledger, what: str, cites: tuple[str, ...]) -> None:
    """Do a planned move: pay, put everybody in place, note who attacked whom."""
    assert plan.course is not None
    rules, field = work.rules, work.field
    course = plan.course
    work.pips = (work.pips or 0) - price.total
    changes = []
    for part in course.parts:
        was, base = place_of(part.start), part.end.rounded()
        changes.append(Change(part.element.id, "pose", was, place_of(base), f"goes to {told(base)}"))
    touched = {part.element.id: course.touched(part) for part in course.parts}
    for part in course.parts:
        put(part.element, part.end)
        part.element.moved += 1
        field.attacks += [(part.element.id, foe.id) for foe in touched[part.element.id]]
    turns = plan.turns | course.turns
    free = rules.options["turn_cost"] == "free"
    how = "by its front midpoint" if free else "by the corner that goes farthest"
    notes = [f"cost {course.cost:g} P of {course.allowance:g} P, {how}"]
    desk.write(
        what,
        reasons=[price, course.ledger],
        changes=changes,
        notes=notes,
        cites=[*rules.cite("movement"), *cites, *plan.cites, *rules.decided(turns)],
    )


def put(element: Element, base: Base) -> None:
    """Put an element on the board."""
    element.place(base)
