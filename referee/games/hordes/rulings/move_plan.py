"""Moves as a player names them, turned into courses for orders, questions and `legal`."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.game.orders import Objection

from ..field.battlefield import Field
from ..field.elements import Element, Stronghold
from ..field.geometry import Base
from ..field.groups import GroupStep, column_of, formation_objections, group_parts, wheel_objections
from ..field.placing import Aim, attack_base, keep_base
from ..field.ways import PathPart, path_of
from ..state import Pose
from .moves import JudgedMove, break_off_objections
from .pip_costs import forbidden_moves


class Plan:
    """The plan of a move: its movers, the move once it is judged, and the objections so far."""

    def __init__(self, movers: list[Element]) -> None:
        self.movers = movers
        self.judged: JudgedMove | None = None
        self.target: Element | Stronghold | None = None
        self.objections: list[Objection] = []
        self.cites: list[str] = []
        self.notes: list[str] = []

    @property
    def poses(self) -> dict[str, Base]:
        """Where every mover would end."""
        return {} if self.judged is None else {p.element.id: p.end.rounded() for p in self.judged.parts}

    def judge(self, judged: JudgedMove) -> None:
        """Set the judged move and its objections."""
        self.judged = judged
        self.objections += forbidden_moves(judged.field, self.movers) + judged.objections()
        self.cites += [*judged.field.rules.cite("cost"), *judged.cites, *judged.field.edge_cites]
        self.notes += judged.notes


def standing_objections(field: Field, element: Element, leaving: bool = False) -> list[Objection]:
    """Return why an element cannot move at all: it has moved, or an enemy holds it (P-6.1, P-6.2)."""
    rules = field.rules
    if not element.stands:
        return [Objection(f"{element.named} is not on the board", rules.cite("movement"), None, (element.id,))]
    out = []
    most = int(rules.number("moves_per_turn"))
    if element.moved >= most:
        rules.note(("moves_per_turn",))
        out.append(Objection(f"{element.named} has moved in this turn", rules.cite("one_move"), None, (element.id,)))
    against = [] if leaving else field.contacts().against(element)
    if against and not rules.chosen("break_off", "free"):
        message = f"{element.named} is in contact with {against[0].named} and may only break off"
        out.append(Objection(message, rules.cite("break_off"), None, (element.id, *(e.id for e in against))))
    return out


def _bonus_objections(field: Field, plan: Plan, road_bonus: int) -> list[Objection]:
    if not road_bonus:
        return []
    cites = field.rules.cite("road_bonus")
    out = []
    if field.general(plan.movers[0].army) not in plan.movers:
        out.append(Objection("the road bonus is for the group that holds the General", cites, "road_bonus"))
    if plan.judged is not None and plan.judged.road_rate is None:
        out.append(Objection("the road bonus is for a move along a road", cites, "road_bonus"))
    return out


def plan_move(field: Field, element: Element, path: Sequence[Pose], road_bonus: int = 0) -> Plan:
    """Plan a single move through poses."""
    plan = Plan([element])
    plan.objections += standing_objections(field, element)
    if element.stands:
        plan.judge(JudgedMove(field, [path_of(element, [element.sized(p) for p in path])], road_bonus=road_bonus))
    plan.objections += _bonus_objections(field, plan, road_bonus)
    return plan


def plan_attack(field: Field, element: Element, target: Element | Stronghold, aim: Aim, path: Sequence[Pose]) -> Plan:
    """Plan an attack: the last pose is squarely against the edge named (P-3)."""
    rules = field.rules
    plan = Plan([element])
    plan.target = target
    plan.objections += standing_objections(field, element)
    if element.army == target.army:
        plan.objections.append(Objection(f"{target.id} is of the same army", rules.cite("lining_up"), "target"))
        return plan
    if not element.stands:
        return plan
    plan.notes += _idle(field, element, target, aim)
    goal = _goal(field, plan, element, target, aim)
    if goal is None:
        return plan
    if isinstance(target, Element):
        plan.cites += rules.cite("unequal") if element.width != target.width else ()
    # a place is stored to a hundredth, so the cost is that of the stored place
    way = [element.sized(p) for p in path]
    plan.judge(JudgedMove(field, [path_of(element, [*way, goal.rounded()])], attack=target))
    return plan


def _idle(field: Field, element: Element, target: Element | Stronghold, aim: Aim) -> list[str]:
    """Return in sentences the fields of an attack that have no effect."""
    edge, corner, point, side = aim
    out = []
    cites = ", ".join(field.rules.cite("lining_up"))
    if isinstance(target, Element):
        named = [name for name, value in (("at", point), ("side", side)) if value is not None]
        out += [f"{name} has no effect here: it is for an attack on a Stronghold ({cites})" for name in named]
        if corner is not None and (edge in ("left", "right") or element.width == target.width):
            why = f"only front or rear edges of unequal width ask for it ({', '.join(field.rules.cite('unequal'))})"
            out.append(f"corner has no effect here: {why}")
    else:
        named = ["corner"] if corner is not None else []
        named += ["edge"] if edge not in ("front", "stronghold") else []
        why = "it is for an attack on an element"
        out += [f"{name} has no effect here: {why} ({cites})" for name in named]
    return out


def _goal(field: Field, plan: Plan, element: Element, target: Element | Stronghold, aim: Aim) -> Base | None:
    cites = field.rules.cite("lining_up")
    if isinstance(target, Stronghold):
        if aim.point is None:
            plan.objections.append(Objection("an attack on a Stronghold names the point 'at' on its side", cites, "at"))
            return None
        found = keep_base(element.base, target, aim.point, aim.side)
        if found is None:
            plan.objections.append(Objection(f"the point is on no side of {target.id}", cites, "at"))
        elif not target.held:
            plan.objections.append(Objection(f"{target.id} is already captured", cites, "target"))
        return found
    if aim.edge == "stronghold":
        plan.objections.append(Objection(f"{target.id} is no Stronghold", cites, "edge"))
        return None
    if not target.stands:
        plan.objections.append(Objection(f"{target.named} is not on the board", cites, "target", (target.id,)))
        return None
    return attack_base(element.base, target.base, aim.edge, aim.corner)


def plan_group(field: Field, members: list[Element], steps: list[GroupStep], road_bonus: int = 0) -> Plan:
    """Plan a group move: every member moves, and all keep their places in the group (P-5)."""
    plan = Plan(members)
    for member in members:
        plan.objections += standing_objections(field, member)
    if not all(m.stands for m in members):
        return plan
    plan.objections += formation_objections(field, members)
    plan.objections += wheel_objections(field, steps)
    parts, cost = group_parts(field, members, steps)
    column = column_of(field, members) is not None
    if any(step.wheel for step in steps):
        plan.cites += field.rules.cite("group_turn")
        plan.cites += field.rules.cite("column") if column and len(members) > 1 else ()
    plan.judge(JudgedMove(field, parts, cost, column=column, road_bonus=road_bonus))
    plan.objections += _bonus_objections(field, plan, road_bonus)
    return plan


def plan_break_off(field: Field, element: Element, paces: float) -> Plan:
    """Plan to leave contact by so many paces straight back, the facing kept (HS-G-21)."""
    plan = Plan([element])
    plan.objections += standing_objections(field, element, leaving=True)
    if element.stands:
        back = element.base.moved(-paces)
        plan.judge(JudgedMove(field, [PathPart(element, [[element.base, back]])]))
        plan.objections += break_off_objections(field, element, back, paces)
    return plan
