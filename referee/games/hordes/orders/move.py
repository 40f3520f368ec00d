"""Moving: single elements, attacks, breaking off, and what groups share with them (P-3 to P-6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar, TypeVar

import msgspec
from msgspec import Meta

from referee.core.game.forecast import Forecast
from referee.core.game.orders import Candidate, Objection, Remarks
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import piece

from ..field.elements import Element, Stronghold
from ..field.placing import Aim, CornerName, keep_base, keep_sides
from ..phases import turn_to_face
from ..position import HordesPosition
from ..rulings.due import leavers, movers
from ..rulings.move_plan import Plan, plan_attack, plan_break_off, plan_move
from ..rulings.pip_costs import move_cost
from ..rulings.reach import (
    allowances,
    points_on_side,
    reachable_edges,
    straight_places,
)
from ..rulings.reports import place_of
from ..state import Corner, Edge, Pose
from .base import HordesOrder, PaidForecast, carry_out, owned, turn_objections

Ordered = TypeVar("Ordered", bound=HordesOrder)
Path = Annotated[list[Pose], Meta(max_length=100)]
_DISTANCE = Meta(ge=0, le=5000)
Distance = Annotated[int, _DISTANCE] | Annotated[float, _DISTANCE]
_MOST_BONUS = 20
Bonus = Annotated[int, Meta(ge=0, le=_MOST_BONUS)]
LESS = "a smaller road bonus"


class Moving(HordesOrder, kw_only=True):
    """What every move shares: movers, a plan, a price."""

    forecast: ClassVar[Forecast] = PaidForecast()
    what: ClassVar[str] = "elements move in movement"
    step: ClassVar[str]

    @staticmethod
    def able(position: HordesPosition, player: str, piece: str | None) -> list[Element]:
        """Return a player's elements that may move now and can be paid for."""
        if position.phase_name != "movement" or player != position.active:
            return []
        return [e for e in movers(position.field, player, position.pips or 0) if piece in (None, e.id)]

    @staticmethod
    def largest_bonus(position: HordesPosition, movers: Sequence[Element]) -> int:
        """Return how many PIPs movers can put into the road bonus; none without the General on a road (HS-PIP-9)."""
        field = position.field
        general = field.general(movers[0].army)
        if general is None or general not in movers or not field.ground.on_road(general.base.front):
            return 0
        left = (position.pips or 0) - price_of(position, movers)
        return max(0, min(_MOST_BONUS, left // max(1, field.rules.pips.road_bonus.cost)))

    def bonus(self) -> int:
        """Return how many PIPs go into the road bonus (HS-PIP-9)."""
        bonus: int = getattr(self, "road_bonus", 0)
        return bonus

    def plan(self, position: HordesPosition, movers: list[Element]) -> Plan | list[Objection]:
        """Return the move with its judgement and objections, or why it cannot be planned."""
        raise NotImplementedError

    def found(self, position: HordesPosition, player: str | None) -> tuple[list[Element], list[Objection]]:
        """Return the movers, and why others cannot be ordered; without a player, the owner does not matter."""
        out, wrong = owned(position, player, self.acting(), self.verb)
        if not wrong and len({m.id for m in out}) < len(out):
            wrong.append(Objection("an element is named twice", position.rules.cite("group"), self.verb, always=True))
        return out, wrong

    def planned(self, position: HordesPosition, player: str | None) -> Plan | list[Objection]:
        """Return the judged move, or why it cannot be judged."""
        movers, wrong = self.found(position, player)
        return wrong or self.plan(position, movers)

    def judge(self, position: HordesPosition, player: str) -> list[Objection]:
        out = turn_objections(position, player, "movement", self.what)
        if out:
            return out
        plan = self.planned(position, player)
        if isinstance(plan, list):
            return plan
        return [*plan.objections, *self.price_objections(position, plan)]

    def price_objections(self, position: HordesPosition, plan: Plan) -> list[Objection]:
        """Return the objection to a move that costs more PIPs than are left."""
        if not all(m.stands for m in plan.movers):
            return []
        return self.pay_objections(position, move_cost(position.field, plan.movers, self.bonus()))

    def refused(self, position: HordesPosition, plan: Plan) -> list[Objection]:
        """Return why its owner cannot give this order now, whatever its result: phase, movers and price."""
        player = plan.movers[0].army
        return [
            *turn_objections(position, player, "movement", self.what),
            *self.found(position, player)[1],
            *plan.objections,
            *self.price_objections(position, plan),
        ]

    def said(self, plan: Plan) -> str:
        """Return the sentence of the step, without where each element ends."""
        raise NotImplementedError

    def cites(self, position: HordesPosition) -> tuple[str, ...]:
        """Return the rules that the step cites beside those of its price and judged."""
        return position.rules.cite(self.step)

    def apply(self, position: HordesPosition, player: str, recorder: Recorder) -> None:
        with position.rules.consulting() as consulted:
            plan = self.planned(position, player)
            assert isinstance(plan, Plan)
            price = move_cost(position.field, plan.movers, self.bonus(), plan.cites)
        plan.cites += position.rules.decided(consulted)
        carry_out(position, recorder, plan, price, self.said(plan), self.cites(position))
        if position.rules.options["turn_to_face"] == "immediate":
            turn_to_face(position, recorder)


def accepted(position: HordesPosition, player: str, orders: Iterable[Ordered]) -> Ordered | None:
    """Return the first of some orders that may be given as things stand."""
    return next((order for order in orders if not order.check(position, player)), None)


def price_of(position: HordesPosition, movers: Sequence[Element], bonus: int = 0) -> int:
    """Return how many PIPs it costs to move elements as one, with so many PIPs put into the road bonus."""
    return move_cost(position.field, list(movers), bonus).total


class Move(Moving, kw_only=True):
    """Move a single element through poses: `{move: r5, path: [{x: 540, y: 700, facing: 0}]}`.

    `road_bonus` buys 100 P of road for each PIP, for the General alone on a road.
    """

    verb: ClassVar[str] = "move"
    step: ClassVar[str] = "single_move"
    move: Annotated[str, piece("own")]
    path: Annotated[list[Pose], Meta(min_length=1, max_length=100)]
    road_bonus: Bonus = 0

    @classmethod
    def candidates(cls, position: HordesPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        """Yield one move of each element that may move: to where it stands, or straight to where it may go from there.

        The price and the allowances, in the remarks, say where else it may go. A General that stands on a road may
        buy a road bonus: the largest that the PIPs pay for is a move by itself.
        """
        for element in cls.able(position, player, piece):
            pips = price_of(position, [element])
            places = (Pose(x=x, y=y, facing=f) for x, y, f in map(place_of, straight_places(element)))
            found = accepted(position, player, (cls(move=element.id, path=[place]) for place in places))
            if found is not None:
                yield Candidate(found, {"pips": pips, "allowance": allowances(element)}, checked=True)
            most = cls.largest_bonus(position, [element])
            if found is not None and most:
                remarks: Remarks = {
                    "pips": price_of(position, [element], most),
                    "allowance": allowances(element),
                    "or": LESS,
                }
                yield Candidate(msgspec.structs.replace(found, road_bonus=most), remarks)

    def plan(self, position: HordesPosition, movers: list[Element]) -> Plan:
        return plan_move(position.field, movers[0], self.path, self.road_bonus)

    def said(self, plan: Plan) -> str:
        return f"{plan.movers[0].named} moves"


class Attack(Moving, kw_only=True):
    """Move into contact: `{attack: r2, target: b1, edge: front, path: []}`.

    The referee finds the pose; `path` holds way-points before it. `edge` is front, left, right or rear of the
    target; where widths differ `corner` may name the target's corner that matches. A Stronghold is attacked
    `at: [x, y]`, a point of its side (`side: n` tells which where the point is a corner).
    """

    verb: ClassVar[str] = "attack"
    step: ClassVar[str] = "lining_up"
    what: ClassVar[str] = "elements move into contact in movement"
    attack: Annotated[str, piece("own")]
    target: Annotated[str, piece("enemy")]
    edge: Edge = "front"
    path: Path = []
    corner: CornerName | None = None
    at: Corner | None = None
    side: Annotated[int, Meta(ge=1, le=100)] | None = None

    @classmethod
    def candidates(cls, position: HordesPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        """Yield attacks straight at every edge within reach that where everybody stands does not rule out.

        Of each side of an enemy's Stronghold it yields one point.
        """
        field = position.field
        for element in cls.able(position, player, None):
            pips = price_of(position, [element])
            for foe in field.enemies(element.army):
                if piece in (None, element.id, foe.id):
                    for edge, corner, cost in reachable_edges(field, element, foe):
                        order = cls(attack=element.id, target=foe.id, edge=edge, corner=corner)
                        yield Candidate(order, {"cost": cost, "pips": pips})
            for keep in field.keeps.values():
                if keep.held and keep.army != element.army and piece in (None, element.id, keep.id):
                    yield from cls._on_sides(position, player, element, keep, pips)

    @classmethod
    def _on_sides(
        cls, position: HordesPosition, player: str, element: Element, keep: Stronghold, pips: int
    ) -> Iterator[Candidate]:
        """Yield an attack on each side of a Stronghold within reach; a side is named where the point is a corner."""
        for side in range(1, len(keep_sides(keep)) + 1):
            costs = {}
            orders = []
            for point, cost in points_on_side(position.field, element, keep, side):
                named = keep_base(element.base, keep, point, side)
                found = keep_base(element.base, keep, point)
                sure = named is not None and found is not None and named.facing == found.facing
                orders.append(cls(attack=element.id, target=keep.id, at=point, side=None if sure else side))
                costs[point] = cost
            order = accepted(position, player, orders)
            if order is not None and order.at is not None:
                remarks: Remarks = {"cost": costs[order.at], "pips": pips, "or": "at another point of that side"}
                yield Candidate(order, remarks, checked=True)

    def involved(self) -> list[str]:
        return [*self.acting(), self.target]

    def plan(self, position: HordesPosition, movers: list[Element]) -> Plan | list[Objection]:
        target = position.find_side(self.target, "target")
        if isinstance(target, Objection):
            return [target]
        aim = Aim(self.edge, self.corner, self.at, self.side)
        return plan_attack(position.field, movers[0], target, aim, self.path)

    def said(self, plan: Plan) -> str:
        assert plan.target is not None
        return f"{plan.movers[0].named} attacks {plan.target.named}" + (
            "" if plan.target.kind.fixed else f" on its {self.edge}"
        )


class BreakOff(Moving, kw_only=True):
    """Leave contact straight back, facing kept, by 0 to 5000 paces: `{break_off: r2, paces: 200}` (HS-G-21)."""

    verb: ClassVar[str] = "break_off"
    step: ClassVar[str] = "break_off"
    what: ClassVar[str] = "elements break off in movement"
    break_off: Annotated[str, piece("own")]
    paces: Distance

    @classmethod
    def candidates(cls, position: HordesPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        """Yield the shortest break-off of each element that may leave contact."""
        if position.phase_name != "movement" or player != position.active:
            return
        field = position.field
        for element, paces in leavers(field, player, position.pips or 0):
            if piece in (None, element.id):
                remarks: Remarks = {"pips": price_of(position, [element]), "allowance": allowances(element)}
                yield Candidate(cls(break_off=element.id, paces=paces), remarks)

    def plan(self, position: HordesPosition, movers: list[Element]) -> Plan:
        return plan_break_off(position.field, movers[0], self.paces)

    def said(self, plan: Plan) -> str:
        return f"{plan.movers[0].named} breaks off"
