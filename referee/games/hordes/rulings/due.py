"""What is open to a side as things stand: who may move, arrive, shoot and be freed, and who still has to fight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..field.battlefield import Field
from ..field.elements import Element
from ..field.line_of_sight import kind_of, ranged_objections
from .arrivals import activation_objections, ambushes, desorcell_place, free_place
from .combat_facts import Side
from .move_plan import plan_break_off, standing_objections
from .pip_costs import activation_cost, forbidden_moves, move_cost, spell_cost
from .reach import distances_back


def movers(field: Field, army: str, pips: int) -> list[Element]:
    """Return an army's elements that may move and can be paid for."""
    able = (e for e in field.friends(army) if not standing_objections(field, e) and not forbidden_moves(field, [e]))
    return [e for e in able if move_cost(field, [e]).total <= pips]


def leavers(field: Field, army: str, pips: int) -> Iterator[tuple[Element, float]]:
    """Yield an army's elements that may break off and can be paid for, each with the fewest paces it may go (HS-G-21).

    Where the rules let an element leave contact by any move, it is among the movers too.
    """
    if field.rules.chosen("break_off", "never"):
        return
    for element in field.friends(army):
        held = field.contacts().against(element) and not standing_objections(field, element, leaving=True)
        if held and move_cost(field, [element]).total <= pips:
            plans = ((paces, plan_break_off(field, element, paces)) for paces in distances_back(field, element))
            paces = next((paces for paces, plan in plans if not plan.objections), None)
            if paces is not None:
                yield element, paces


def activated(field: Field, army: str, pips: int) -> Iterator[Element]:
    """Yield an army's elements off the board that may be activated and can be paid for, wherever they would appear."""
    for element in field.elements.values():
        if element.army == army and not element.stands:
            cost = activation_cost(element)
            if cost is not None and cost.total <= pips and not activation_objections(field, [element]):
                yield element


def freed(field: Field, army: str, pips: int) -> Iterator[Element]:
    """Yield an army's ensorcelled elements that may be freed, can be paid for and have a place."""
    cost = field.rules.pips.desorcell.cost
    for element in field.elements.values() if cost <= pips else ():
        ensorcelled = element.army == army and element.status == "ensorcelled"
        if ensorcelled and "desorcelled" in element.kind.traits and desorcell_place(field, element, None):
            yield element


def arrivals(field: Field, army: str, pips: int) -> Iterator[tuple[str, Element]]:
    """Yield the verb and the element of everyone who may come to the board and has a place there."""
    able = {e.id for e in activated(field, army, pips) if free_place(field, e) or next(ambushes(field, e), None)}
    able_freed = {e.id for e in freed(field, army, pips)}
    for element in field.elements.values():
        if element.id in able:
            yield "activate", element
        elif element.id in able_freed:
            yield "desorcell", element


def open_shots(field: Field, element: Element, own: bool) -> Iterator[Side]:
    """Yield whom an element may shoot at, or bespell, now, Strongholds last; `own` says that it is its side's turn."""
    kind = kind_of(element)
    if kind is None or element.shot:
        return
    for foe in field.enemies(element.army):
        used = foe.shot_at if kind == "shoot" else foe.bespelled
        if not used and not ranged_objections(field, element, foe, own):
            yield foe
    for keep in field.keeps.values():
        if keep.held and keep.army != element.army and not ranged_objections(field, element, keep, own):
            yield keep


def may_shoot(field: Field, army: str, own: bool) -> list[Element]:
    """Return an army's elements that have somebody to shoot at, or to bespell, now."""
    return [e for e in field.friends(army) if next(open_shots(field, e, own), None) is not None]


def can_pay(field: Field, element: Element, pips: int) -> bool:
    """Return whether the PIPs left pay for what an element does at long range: a shot costs none."""
    return kind_of(element) != "bespell" or spell_cost(field, 0).total <= pips


def duties(field: Field, fights: Iterable[tuple[str, str]]) -> list[tuple[Side, Side]]:
    """Return the pairs of close combat that still have to fight: in contact, and neither has fought (P-11)."""
    touching = field.contacts().touching
    out = []
    for one, other in fights:
        a, b = field.side(one), field.side(other)
        if frozenset((one, other)) in touching and not a.fought and not b.fought:
            out.append((a, b))
    return out
