"""What the orders of a turn share: whose turn it is, paying PIPs, moving elements."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.game.forecast import Forecast, Unknown
from referee.core.game.orders import Objection, Order
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.rules.ledger import Ledger

from ..field.elements import Element
from ..position import PHASE_TITLES, HordesPosition
from ..rulings.move_plan import Plan
from ..rulings.reports import place_of, pose_said
from ..state import PhaseName

PIPS = "pips"


class PaidForecast(Forecast["HordesOrder", HordesPosition]):
    """An order whose price hangs on the PIPs: what pays a price that is not known may not come about."""

    def concerns(self, order: HordesOrder, position: HordesPosition) -> Iterable[str]:
        return [*order.involved(), PIPS]

    def suppose(
        self, order: HordesOrder, position: HordesPosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        # a price that depends on the die makes the place depend on it too
        if PIPS in unknown.uncertain:
            unknown.uncertain |= set(order.acting())
        order.apply(position, player, recorder)


class HordesOrder(Order[HordesPosition], kw_only=True):
    """An order of a Hordes turn."""

    def acting(self) -> list[str]:
        """Return the ids of the elements that carry it out, as its verb names them."""
        named: str | list[str] = getattr(self, self.verb)
        return [named] if isinstance(named, str) else list(named)

    def involved(self) -> list[str]:
        """Return the ids of all whom it names: those who carry it out, and an enemy."""
        return self.acting()

    def pay_objections(self, position: HordesPosition, price: Ledger) -> list[Objection]:
        """Return the objection to a price that exceeds the PIPs left (P-7)."""
        left = position.pips or 0
        if price.total <= left:
            return []
        # a die that is not rolled yet may be enough, unless its highest face is not
        hangs = (PIPS,) if price.total <= position.rules.pip_faces else ()
        message = f"{pips_said(price.total)} needed, {left or 'none'} left"
        return [Objection(message, tuple(price.cites), None, hangs)]


def turn_objections(position: HordesPosition, player: str, phase: PhaseName, what: str) -> list[Objection]:
    """Return why the phase or the player is wrong for an order; `what` is done in the phase."""
    rules = position.rules
    if position.over:
        return [Objection("the battle is over", rules.cite("victory"))]
    if position.phase_name != phase:
        return _not_now(position, player, phase, what)
    if position.orderer() != player:
        if phase != "long_range":
            return [
                Objection(f"this is {position.orderer()}'s {PHASE_TITLES[phase]}, not {player}'s", rules.cite(phase))
            ]
        return [Objection(_whose_shots(position, player), rules.cite("shooting_order"))]
    return []


def _not_now(position: HordesPosition, player: str, phase: PhaseName, what: str) -> list[Objection]:
    """Return the objection that a phase has not come yet or is over, and why it was skipped."""
    rules, now = position.rules, position.phase_name
    if now == "long_range" and phase == "close_combat":
        return [Objection(_shots_first(position, player), rules.cite("shooters"))]
    whose = f"{position.active}'s " if position.active != player else ""
    said = f"{what}; this is {whose}{PHASE_TITLES[now]}"
    if phase == "long_range" and now == "close_combat" and player != position.active:
        why = f"{player} has no element with a shot left, so their part of long-range combat is over"
        return [Objection(f"{said}; {why}", rules.cite("shooters"))]
    # dice decide how long long-range combat lasts; they never bring back an earlier phase
    never = phase in ("pips", "movement") and now in ("long_range", "close_combat")
    return [Objection(said, rules.cite(phase), always=never)]


def _shots_first(position: HordesPosition, player: str) -> str:
    """Return whose shots, or whose `end long_range`, close combat waits for."""
    orderer = position.orderer()
    if orderer == player:
        return f"this is {player}'s part of long-range combat: it goes on until their `end long_range`"
    able = ", ".join(e.id for e in position.may_shoot(orderer))
    shots = f"{orderer} may still shoot ({able})" if able else f"this is {orderer}'s part of long-range combat"
    return f"{shots}: their orders, or their `end long_range`, come first"


def _whose_shots(position: HordesPosition, player: str) -> str:
    """Return why a player's shots do not come now."""
    orderer = position.orderer()
    if position.called is not None:
        return f"{position.called} was called: {orderer} shoots or passes with it before {player} goes on"
    if player == position.active:
        return f"{player}'s part of long-range combat is over; this is {orderer}'s"
    return f"this is {orderer}'s part of long-range combat; {player} shoots when {orderer} ends it, or calls a shot"


def own(position: HordesPosition, player: str | None, ident: str, field: str) -> Element | Objection:
    """Return a player's element by id, or why they cannot order it; without a player, the owner does not matter."""
    found = position.find(ident, field)
    if isinstance(found, Element) and player not in (None, found.army):
        return Objection(f"{found.named} is {found.army}'s", position.rules.cite("own_elements"), field, always=True)
    return found


def owned(
    position: HordesPosition, player: str | None, idents: list[str], field: str
) -> tuple[list[Element], list[Objection]]:
    """Return those of some elements that a player may order, and why not the others."""
    found = [own(position, player, ident, field) for ident in idents]
    return [e for e in found if isinstance(e, Element)], [o for o in found if isinstance(o, Objection)]


def pips_said(count: int) -> str:
    """Return a number of PIPs with what they are, or are not, in words."""
    return "1 PIP is" if count == 1 else f"{count} PIPs are"


def carry_out(
    position: HordesPosition, recorder: Recorder, plan: Plan, price: Ledger, what: str, cites: tuple[str, ...]
) -> None:
    """Carry out a planned move: pay, place every mover, record the attack."""
    assert plan.judged is not None
    rules, field = position.rules, position.field
    judged = plan.judged
    position.pips = (position.pips or 0) - price.total
    changes = []
    for part in judged.parts:
        was, base = place_of(part.start), part.end.rounded()
        if place_of(base) != was:
            changes.append(Change(part.element.id, "pose", was, place_of(base), f"goes to {pose_said(base)}"))
    touched = {part.element.id: judged.touched(part) for part in judged.parts}
    for part in judged.parts:
        part.element.place(part.end)
        part.element.moved += 1
        field.attacks += [(part.element.id, foe.id) for foe in touched[part.element.id]]
    free = rules.options["turn_cost"] == "free"
    how = "by its front midpoint" if free else "by the corner that goes farthest"
    notes = [f"cost {judged.cost:g} P of {judged.allowance:g} P, {how}", *plan.notes]
    recorder.write(
        what,
        reasons=[price, judged.ledger],
        changes=changes,
        notes=notes,
        cites=[*rules.cite("movement"), *cites, *plan.cites],
    )
