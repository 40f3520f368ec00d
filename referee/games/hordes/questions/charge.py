"""Whether an element may reach an enemy, on which edges, and what it costs (HS-MIS-3a)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from referee.core.documents.problems import listed
from referee.core.game.questions import Answer, Sentence, Unanswerable
from referee.core.notation.field_specs import piece

from ..field.elements import Element, Stronghold
from ..field.geometry import stored
from ..field.placing import corner_choices, keep_sides
from ..orders.move import Attack
from ..position import HordesPosition
from ..rulings.move_plan import Plan
from ..rulings.pip_costs import move_cost
from ..rulings.reach import points_on_side
from ..tables import EDGES
from .shared import element_of, must_stand, pose_told, rules_broken, side_of, table_of
from .supposing import MoveFacts
from .unused import HordesQuestion


class AskCharge(HordesQuestion, kw_only=True):
    """May an element reach an enemy straight ahead, on which edge, and at what cost: `{charge: r1, target: b1}`."""

    verb: ClassVar[str] = "charge"
    charge: Annotated[str, piece("own")]
    target: Annotated[str, piece("enemy")]
    supposing: MoveFacts | None = None

    def answer(self, position: HordesPosition) -> Answer:
        field, rules = table_of(position), position.rules
        element, target = element_of(position, self.charge, "charge"), side_of(position, self.target, "target")
        must_stand(element, "charge")
        must_stand(target, "target")
        if element.army == target.army:
            raise Unanswerable(f"'{element.id}' and '{target.id}' are of one army", ("ask", "target"))
        with rules.consulting() as consulted:
            ways = [_way(position, order) for order in self._orders(position, element, target)]
            price = move_cost(field, [element])
        cites = dict.fromkeys(c for way in ways for c in way.pop("cites"))
        distance = stored(element.area.distance(target.area))
        allowed = any(way["legal"] for way in ways)
        answer = {"allowed": allowed, "distance": distance, "pips": price.total, "edges": ways}
        known = [*cites, *price.cites]
        known += [c for c in rules.decided(consulted) if c not in known]
        return Answer(answer, list(dict.fromkeys(known)), [price.plain()], notes=rules.said(consulted))

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        given = answer.answer
        me, foe = position.side(self.charge).named, position.side(self.target).named
        ways = sorted((way for way in given["edges"] if way["legal"]), key=lambda way: way["cost"])
        pips = f"{given['pips']} PIP{'' if given['pips'] == 1 else 's'}"
        out = []
        if ways:
            first, *others = ways
            cites = tuple(first["cite"])
            said = f"Yes: {me} may charge {foe} {_edge(first)}, for {_far(first)} and {pips}."
            out.append(Sentence(said, cites))
            if others:
                more = listed([f"{_edge(way)} for {_far(way)}" for way in others], "and")
                out.append(Sentence(f"It may also charge {more}.", cites))
        else:
            every = given["edges"][:1]
            why = "; ".join(one["message"] for way in every for one in way["because"]) or "no side is in reach"
            cite = [c for way in every for reason in way["because"] for c in reason["cite"]]
            said = f"No: {me} cannot charge {foe} straight from where it stands: {why}."
            out.append(Sentence(said, tuple(dict.fromkeys(cite))))
        shown = {way["edge"] for way in ways} | ({given["edges"][0]["edge"]} if given["edges"] and not ways else set())
        for way in given["edges"]:
            if way["edge"] not in shown and way["because"]:
                shown.add(way["edge"])
                first_reason = way["because"][0]
                out.append(Sentence(f"Not {_edge(way)}: {first_reason['message']}.", tuple(first_reason["cite"])))
        return out

    def _orders(self, position: HordesPosition, element: Element, target: Element | Stronghold) -> list[Attack]:
        """Return the attacks straight at each edge of an element, or at a point of each side of a Stronghold."""
        if isinstance(target, Element):
            return [
                Attack(attack=element.id, target=target.id, edge=edge, corner=corner)
                for edge in EDGES
                for corner in corner_choices(element.base, target.base, edge)
            ]
        out = []
        for side in range(1, len(keep_sides(target)) + 1):
            points = [point for point, _ in points_on_side(position.field, element, target, side)]
            orders = [Attack(attack=element.id, target=target.id, at=point, side=side) for point in points]
            found = next((o for o in orders if not _plan(position, o)[1]), orders[0] if orders else None)
            out += [found] if found is not None else []
        return out


def _plan(position: HordesPosition, order: Attack) -> tuple[Plan, list[Any]]:
    plan = order.planned(position, None)
    if isinstance(plan, list):
        raise Unanswerable(plan[0].message, ("ask", "target"))
    return plan, order.refused(position, plan)


def _way(position: HordesPosition, order: Attack) -> dict[str, Any]:
    """Return one attack as an answer shows it, with the rules that it cites."""
    plan, objections = _plan(position, order)
    judged = plan.judged
    pose = plan.poses.get(order.attack)
    row: dict[str, Any] = {"edge": "stronghold" if order.at is not None else order.edge, "legal": not objections}
    if order.corner is not None:
        row["corner"] = order.corner
    if order.at is not None:
        row |= {"at": list(order.at), "side": order.side}
    row |= {"cost": judged.cost if judged is not None else None}
    row |= {"allowance": judged.allowance if judged is not None else None}
    if pose is not None:
        row["pose"] = pose_told(pose)
    row["rules"] = rules_broken(objections)
    row["because"] = [one.plain() for one in objections]
    ledger = judged.ledger.cites if judged is not None else ()
    cites = dict.fromkeys([*order.cites(position), *plan.cites, *ledger, *(c for o in objections for c in o.cite)])
    row["cite"] = list(dict.fromkeys([*order.cites(position), *ledger]))
    row["cites"] = list(cites)
    return row


def _edge(way: dict[str, Any]) -> str:
    if way["edge"] == "stronghold":
        return f"on its side {way['side']}"
    corner = f", at its {way['corner']} corner" if way.get("corner") else ""
    return f"on its {way['edge']} edge{corner}"


def _far(way: dict[str, Any]) -> str:
    return f"{way['cost']:g} P of {way['allowance']:g} P"
