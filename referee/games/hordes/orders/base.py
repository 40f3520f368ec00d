"""What the orders of a turn share: whose turn it is, paying PIPs, moving elements."""

from __future__ import annotations

from referee.core.desk import Desk
from referee.core.ledger import Ledger
from referee.core.orders import Objection, Order
from referee.core.trace import Change

from ..course import may_shoot
from ..field import Element
from ..geometry import Base
from ..plans import Plan
from ..reports import place_of, told
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
        message = f"{pips_said(price.total)} needed, {left or 'none'} left"
        return [Objection(message, tuple(price.cites), None, hangs)]


def faces(work: HordesWork) -> int:
    """Return how many sides the PIP die has (HS-G-22)."""
    return int(str(work.rules.options["pip_die"])[1:])


def turn_objections(work: HordesWork, player: str, phase: PhaseName, what: str) -> list[Objection]:
    """Return why this is not the time, or not the player, for an order; `what` is done in the phase."""
    rules = work.rules
    if work.over:
        return [Objection("the battle is over", rules.cite("victory"))]
    if work.phase_name != phase:
        return _not_now(work, player, phase, what)
    if work.orderer() != player:
        if phase != "long_range":
            return [Objection(f"this is {work.orderer()}'s {PHASE_TITLES[phase]}, not {player}'s", rules.cite(phase))]
        return [Objection(_whose_shots(work, player), rules.cite("shooting_order"))]
    return []


def _not_now(work: HordesWork, player: str, phase: PhaseName, what: str) -> list[Objection]:
    """Return the objection that a phase has not come yet, or is over, and why it was passed over."""
    rules, now = work.rules, work.phase_name
    if now == "long_range" and phase == "close_combat":
        return [Objection(_shots_first(work, player), rules.cite("shooters"))]
    whose = f"{work.active}'s " if work.active != player else ""
    said = f"{what}; this is {whose}{PHASE_TITLES[now]}"
    if phase == "long_range" and now == "close_combat" and player != work.active:
        why = f"{player} has nobody with a shot left, so his part of long-range combat is over"
        return [Objection(f"{said}; {why}", rules.cite("shooters"))]
    # the dice decide how long long-range combat goes on, and never bring back what was before it
    never = phase in ("pips", "movement") and now in ("long_range", "close_combat")
    return [Objection(said, rules.cite(phase), always=never)]


def _shots_first(work: HordesWork, player: str) -> str:
    """Say whose shots, or whose end of them, close combat waits for."""
    orderer = work.orderer()
    if orderer == player:
        return f"this is {player}'s part of long-range combat: it goes on until his `end long_range`"
    able = ", ".join(e.id for e in may_shoot(work, orderer))
    shots = f"{orderer} may still shoot ({able})" if able else f"this is {orderer}'s part of long-range combat"
    return f"{shots}: his orders, or his `end long_range`, come first"


def _whose_shots(work: HordesWork, player: str) -> str:
    """Say why a player's shots do not come now."""
    orderer = work.orderer()
    if work.called is not None:
        return f"{work.called} was called: {orderer} shoots or passes with it before {player} goes on"
    if player == work.active:
        return f"{player}'s part of long-range combat is over; this is {orderer}'s"
    return f"this is {orderer}'s part of long-range combat; {player}'s comes when {orderer} ends his, or calls a shot"


def own(work: HordesWork, player: str, ident: str, field: str) -> Element | list[Objection]:
    """Return a player's element by id, or why it is not his to order."""
    found = work.find(ident, field)
    if isinstance(found, Objection):
        return [found]
    if found.army != player:
        return [Objection(f"{found.named} is {found.army}'s", work.rules.cite("own_elements"), field, always=True)]
    return found


def pips_said(count: int) -> str:
    """Return a number of PIPs with what they are, or are not, in words."""
    return "1 PIP is" if count == 1 else f"{count} PIPs are"


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
    notes = [f"cost {course.cost:g} P of {course.allowance:g} P, {how}", *plan.notes]
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
