"""What can be ordered now, by the same rulings that judge the orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .field.battlefield import Element
from .field.line_of_sight import kind_of
from .phases import duties, may_shoot, open_shot
from .rulings.arrivals import activation_objections
from .rulings.move_plan import plan_attack, standing_objections
from .rulings.pip_costs import activation_cost, move_cost, spell_cost
from .tables import EDGES

if TYPE_CHECKING:
    from .position import HordesPosition


def movers(position: HordesPosition) -> list[Element]:
    """Return the active side's elements that may move and can be paid for."""
    field = position.field
    out = []
    for element in field.friends(position.active):
        if not standing_objections(field, element, set()) and move_cost(field, [element], set()).total <= (
            position.pips or 0
        ):
            out.append(element)
    return out


def legal(position: HordesPosition, ident: str | None = None) -> list[dict[str, Any]]:
    """Return every order open to the player whose turn it is; a row each, with what may be chosen."""
    if position.over:
        return []
    phase = position.phase_name
    if phase == "pips":
        return [{"pips": "roll"}] if ident is None else []
    if phase == "movement":
        rows = [row for e in _chosen(position, movers(position), ident) for row in _moves(position, e)]
        rows += arrivals(position, ident)
    elif phase == "long_range":
        rows = shots(position, ident)
        if position.called is not None:
            return rows
    else:
        rows = [_fight(position, a.id, b.id) for a, b in duties(position) if ident in (None, a.id, b.id)]
    if ident is None and not duties(position):
        rows.append({"end": phase})
    return rows


def arrivals(position: HordesPosition, ident: str | None = None) -> list[dict[str, Any]]:
    """Return what may be activated or desorcelled now."""
    return [
        row for e in _chosen(position, list(position.field.elements.values()), ident) for row in _arrivals(position, e)
    ]


def shots(position: HordesPosition, ident: str | None = None) -> list[dict[str, Any]]:
    """Return the targets of shots and spells now, and the enemies that can be called to shoot."""
    army = position.orderer()
    rows = [row for e in _chosen(position, may_shoot(position, army), ident) for row in _shots(position, e)]
    if position.called is not None:
        return [row for row in rows if row.get("shoot") == position.called] + [{"pass": position.called}]
    if army == position.active:
        rows += [{"call": e.id} for e in _chosen(position, may_shoot(position, position.other(army)), ident)]
    return rows


def _chosen(position: HordesPosition, elements: list[Element], ident: str | None) -> list[Element]:
    return [e for e in elements if ident is None or e.id == ident]


def _moves(position: HordesPosition, element: Element) -> list[dict[str, Any]]:
    field = position.field
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


def _arrivals(position: HordesPosition, element: Element) -> list[dict[str, Any]]:
    if element.army != position.active or element.stands:
        return []
    left = position.pips or 0
    row = element.kind.row.activation
    price = activation_cost(element)
    paid = price is not None and price.total <= left
    if row is not None and price is not None and paid and not activation_objections(position.field, [element], set()):
        return [{"activate": element.id, "pips": price.total}]
    freed = element.status == "ensorcelled" and "desorcelled" in element.kind.traits
    cost = position.rules.pips.desorcell.cost or 0
    return [{"desorcell": element.id, "pips": cost}] if freed and cost <= left else []


def _shots(position: HordesPosition, element: Element) -> list[dict[str, Any]]:
    field = position.field
    kind = kind_of(element)
    price = spell_cost(field, 0).total
    if kind == "bespell" and price > (position.pips or 0):
        return []
    own = element.army == position.active
    rows = []
    for foe in field.enemies(element.army):
        if not open_shot(position, element, foe, own):
            row: dict[str, Any] = {str(kind): element.id, "target": foe.id}
            rows.append(row | ({"pips": price} if kind == "bespell" else {}))
    return rows


def _fight(position: HordesPosition, a: str, b: str) -> dict[str, Any]:
    mine, theirs = (a, b) if position.side(a).army == position.active else (b, a)
    return {"fight": mine, "against": theirs, "must": True}
