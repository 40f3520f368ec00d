"""What may be ordered now: the same rulings that judge the orders, asked for every element."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .arrivals import activation_objections
from .command import activation_cost, move_cost, spell_cost
from .course import duties, may_shoot, open_shot
from .field import Element
from .plans import plan_attack, standing_objections
from .sights import kind_of
from .tables import EDGES

if TYPE_CHECKING:
    from .work import HordesWork


def movers(work: HordesWork) -> list[Element]:
    """Return the active side's elements that may move and can be paid for."""
    field = work.field
    out = []
    for element in field.friends(work.active):
        if not standing_objections(field, element, set()) and move_cost(field, [element], set()).total <= (
            work.pips or 0
        ):
            out.append(element)
    return out


def legal(work: HordesWork, ident: str | None = None) -> list[dict[str, Any]]:
    """Return every order open to the player whose turn it is; a row each, with what may be chosen."""
    if work.over:
        return []
    phase = work.phase_name
    if phase == "pips":
        return [{"pips": "roll"}] if ident is None else []
    if phase == "movement":
        rows = [row for e in _chosen(work, movers(work), ident) for row in _moves(work, e)]
        rows += arrivals(work, ident)
    elif phase == "long_range":
        rows = shots(work, ident)
        if work.called is not None:
            return rows
    else:
        rows = [_fight(work, a.id, b.id) for a, b in duties(work) if ident in (None, a.id, b.id)]
    if ident is None and not duties(work):
        rows.append({"end": phase})
    return rows


def arrivals(work: HordesWork, ident: str | None = None) -> list[dict[str, Any]]:
    """Return what may be activated or desorcelled now."""
    return [row for e in _chosen(work, list(work.field.elements.values()), ident) for row in _arrivals(work, e)]


def shots(work: HordesWork, ident: str | None = None) -> list[dict[str, Any]]:
    """Return what may be shot at and bespelled now, and which enemies may be called upon to shoot."""
    army = work.orderer()
    rows = [row for e in _chosen(work, may_shoot(work, army), ident) for row in _shots(work, e)]
    if work.called is not None:
        return [row for row in rows if row.get("shoot") == work.called] + [{"pass": work.called}]
    if army == work.active:
        rows += [{"call": e.id} for e in _chosen(work, may_shoot(work, work.other(army)), ident)]
    return rows


def _chosen(work: HordesWork, elements: list[Element], ident: str | None) -> list[Element]:
    return [e for e in elements if ident is None or e.id == ident]


def _moves(work: HordesWork, element: Element) -> list[dict[str, Any]]:
    field = work.field
    move = element.kind.row.move
    price = move_cost(field, [element], set()).total
    allowance = {name: getattr(move, name) for name in ("good", "road_good", "road_bad", "bad", "water")}
    rows: list[dict[str, Any]] = [{"move": element.id, "pips": price, "allowance": allowance}]
    reach = max(allowance.values())
    for foe in field.enemies(element.army):
        if field.distance(element, foe) > reach:
            continue
        for edge in EDGES:
            plan = plan_attack(field, element, foe, edge, [])
            if not plan.objections and plan.course is not None:
                cost = plan.course.cost
                rows.append({"attack": element.id, "target": foe.id, "edge": edge, "cost": cost, "pips": price})
    return rows


def _arrivals(work: HordesWork, element: Element) -> list[dict[str, Any]]:
    if element.army != work.active or element.stands:
        return []
    left = work.pips or 0
    row = element.kind.row.activation
    price = activation_cost(element)
    paid = price is not None and price.total <= left
    if row is not None and price is not None and paid and not activation_objections(work.field, [element], set()):
        return [{"activate": element.id, "pips": price.total}]
    freed = element.status == "ensorcelled" and "desorcelled" in element.kind.traits
    cost = work.rules.pips.desorcell.cost or 0
    return [{"desorcell": element.id, "pips": cost}] if freed and cost <= left else []


def _shots(work: HordesWork, element: Element) -> list[dict[str, Any]]:
    field = work.field
    kind = kind_of(element)
    price = spell_cost(field, 0).total
    if kind == "bespell" and price > (work.pips or 0):
        return []
    own = element.army == work.active
    rows = []
    for foe in field.enemies(element.army):
        if not open_shot(work, element, foe, own):
            row: dict[str, Any] = {str(kind): element.id, "target": foe.id}
            rows.append(row | ({"pips": price} if kind == "bespell" else {}))
    return rows


def _fight(work: HordesWork, a: str, b: str) -> dict[str, Any]:
    mine, theirs = (a, b) if work.side(a).army == work.active else (b, a)
    return {"fight": mine, "against": theirs, "must": True}
