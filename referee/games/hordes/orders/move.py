"""Moving: single elements, attacks, groups, breaking off (P-3 to P-6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core.game.forecast import Forecast
from referee.core.game.orders import Objection, Option
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import piece

from ..field.elements import Element
from ..field.placing import CornerName
from ..field.steps import StepList
from ..phases import turn_to_face
from ..position import HordesPosition
from ..rulings.due import movers, price
from ..rulings.move_plan import Plan, plan_attack, plan_break_off, plan_group, plan_move
from ..rulings.pip_costs import move_cost
from ..rulings.reach import allowances, reachable_edges, straight_places
from ..rulings.reports import place_of
from ..state import Corner, Edge, Pose
from .base import HordesOrder, PaidForecast, carry_out, own, turn_objections

Path = Annotated[list[Pose], Meta(max_length=100)]
_DISTANCE = Meta(ge=0, le=5000)
Distance = Annotated[int, _DISTANCE] | Annotated[float, _DISTANCE]
Bonus = Annotated[int, Meta(ge=0, le=20)]


class Moving(HordesOrder, kw_only=True):
    """What every move shares: movers, a plan, a price."""

    forecast: ClassVar[Forecast] = PaidForecast()
    what: ClassVar[str] = "elements move in movement"

    @staticmethod
    def able(position: HordesPosition, player: str, piece: str | None) -> list[Element]:
        """Return a player's elements that may move now and can be paid for."""
        if position.phase_name != "movement" or player != position.active:
            return []
        return [e for e in movers(position.field, player, position.pips or 0) if piece in (None, e.id)]

    def movers(self) -> list[str]:
        """Return the ids of the elements that move, the leader first."""
        raise NotImplementedError

    def bonus(self) -> int:
        """How many PIPs go into the road bonus."""
        return 0

    def plan(self, position: HordesPosition, movers: list[Element]) -> Plan | list[Objection]:
        """Return the move with its course and objections, or why it cannot be planned."""
        raise NotImplementedError

    def found(self, position: HordesPosition, player: str | None) -> list[Element] | list[Objection]:
        """Return the movers, or why they cannot be ordered; without a player, the owner does not matter."""
        out: list[Element] = []
        wrong: list[Objection] = []
        for ident in self.movers():
            found = own(position, player, ident, self.verb) if player is not None else position.find(ident, self.verb)
            if isinstance(found, Element):
                out.append(found)
            else:
                wrong += found if isinstance(found, list) else [found]
        if not wrong and len({m.id for m in out}) < len(out):
            wrong.append(Objection("an element is named twice", position.rules.cite("group"), self.verb, always=True))
        return wrong or out

    def planned(self, position: HordesPosition, player: str | None) -> Plan | list[Objection]:
        """Return the judged move, or why it cannot be judged."""
        movers = self.found(position, player)
        elements = [m for m in movers if isinstance(m, Element)]
        if len(elements) < len(movers):
            return [o for o in movers if isinstance(o, Objection)]
        return self.plan(position, elements)

    def check(self, position: HordesPosition, player: str) -> list[Objection]:
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
        found = self.found(position, player)
        return [
            *turn_objections(position, player, "movement", self.what),
            *(o for o in found if isinstance(o, Objection)),
            *plan.objections,
            *self.price_objections(position, plan),
        ]

    def acting(self) -> list[str]:
        return self.movers()

    def said(self, plan: Plan) -> str:
        """Return the sentence of the step, without where each element ends."""
        raise NotImplementedError

    def cites(self, position: HordesPosition) -> tuple[str, ...]:
        """Return the rules that the step cites beside those of its price and course."""
        raise NotImplementedError

    def apply(self, position: HordesPosition, player: str, recorder: Recorder) -> None:
        with position.rules.consulting() as consulted:
            plan = self.planned(position, player)
            assert isinstance(plan, Plan)
            price = move_cost(position.field, plan.movers, self.bonus(), plan.cites)
        plan.cites += position.rules.decided(consulted)
        carry_out(position, recorder, plan, price, self.said(plan), self.cites(position))
        if position.rules.options["turn_to_face"] == "immediate":
            turn_to_face(position, recorder)


class Move(Moving, kw_only=True):
    """Move a single element through poses: `{move: r5, path: [{x: 540, y: 700, facing: 0}]}`.

    `road_bonus` buys 100 P of road for each PIP, for the General alone on a road.
    """

    verb: ClassVar[str] = "move"
    move: Annotated[str, piece("own")]
    path: Annotated[list[Pose], Meta(min_length=1, max_length=100)]
    road_bonus: Bonus = 0

    @classmethod
    def candidates(cls, position: HordesPosition, player: str, piece: str | None = None) -> Iterator[Option]:
        """Yield one move of each element that may move: to where it stands, or straight to where it may go from there.

        The price and the allowances, under `told`, say where else it may go.
        """
        for element in cls.able(position, player, piece):
            told = {"pips": price(position.field, element), "allowance": allowances(element)}
            for x, y, facing in map(place_of, straight_places(element)):
                order = cls(move=element.id, path=[Pose(x=x, y=y, facing=facing)])
                if not order.check(position, player):
                    yield Option(order, told)
                    break

    def movers(self) -> list[str]:
        return [self.move]

    def bonus(self) -> int:
        return self.road_bonus

    def plan(self, position: HordesPosition, movers: list[Element]) -> Plan:
        return plan_move(position.field, movers[0], self.path, self.road_bonus)

    def said(self, plan: Plan) -> str:
        return f"{plan.movers[0].named} moves"

    def cites(self, position: HordesPosition) -> tuple[str, ...]:
        return position.rules.cite("single_move")


class Attack(Moving, kw_only=True):
    """Move into contact: `{attack: r2, target: b1, edge: front, path: []}`.

    The referee finds the pose; `path` holds way-points before it. `edge` is front, left, right or rear of the
    target; where widths differ `corner` may name the target's corner that matches. A Stronghold is attacked
    `at: [x, y]`, a point of its side (`side: n` tells which where the point is a corner).
    """

    verb: ClassVar[str] = "attack"
    what: ClassVar[str] = "elements move into contact in movement"
    attack: Annotated[str, piece("own")]
    target: Annotated[str, piece("enemy")]
    edge: Edge = "front"
    path: Path = []
    corner: CornerName | None = None
    at: Corner | None = None
    side: Annotated[int, Meta(ge=1, le=100)] | None = None

    @classmethod
    def candidates(cls, position: HordesPosition, player: str, piece: str | None = None) -> Iterator[Option]:
        """Yield attacks straight at every edge within reach that where everybody stands does not rule out."""
        field = position.field
        for element in cls.able(position, player, None):
            pips = price(field, element)
            for foe in field.enemies(element.army):
                if piece in (None, element.id, foe.id):
                    for edge, cost in reachable_edges(field, element, foe):
                        yield Option(cls(attack=element.id, target=foe.id, edge=edge), {"cost": cost, "pips": pips})

    def movers(self) -> list[str]:
        return [self.attack]

    def involved(self) -> list[str]:
        return [self.attack, self.target]

    def plan(self, position: HordesPosition, movers: list[Element]) -> Plan | list[Objection]:
        target = position.find_side(self.target, "target")
        if isinstance(target, Objection):
            return [target]
        return plan_attack(position.field, movers[0], target, self.edge, self.path, self.corner, self.at, self.side)

    def said(self, plan: Plan) -> str:
        assert plan.target is not None
        return f"{plan.movers[0].named} attacks {plan.target.named}" + (
            "" if plan.target.kind.fixed else f" on its {self.edge}"
        )

    def cites(self, position: HordesPosition) -> tuple[str, ...]:
        return position.rules.cite("lining_up")


class Group(Moving, kw_only=True):
    """Move a group as one: `{group: [r7, r8], steps: [{wheel: left, degrees: 20}, {advance: 60}]}`."""

    verb: ClassVar[str] = "group"
    group: Annotated[list[str], Meta(min_length=1, max_length=100), piece("own")]
    steps: StepList
    road_bonus: Bonus = 0

    def movers(self) -> list[str]:
        return self.group

    def bonus(self) -> int:
        return self.road_bonus

    def plan(self, position: HordesPosition, movers: list[Element]) -> Plan:
        return plan_group(position.field, movers, self.steps, self.road_bonus)

    def said(self, plan: Plan) -> str:
        return f"the group of {', '.join(m.named for m in plan.movers)} moves"

    def cites(self, position: HordesPosition) -> tuple[str, ...]:
        return position.rules.cite("group_move")


class BreakOff(Moving, kw_only=True):
    """Leave contact straight back: `{break_off: r2, paces: 200}`."""

    verb: ClassVar[str] = "break_off"
    what: ClassVar[str] = "elements break off in movement"
    break_off: Annotated[str, piece("own")]
    paces: Distance

    def movers(self) -> list[str]:
        return [self.break_off]

    def plan(self, position: HordesPosition, movers: list[Element]) -> Plan:
        return plan_break_off(position.field, movers[0], self.paces)

    def said(self, plan: Plan) -> str:
        return f"{plan.movers[0].named} breaks off"

    def cites(self, position: HordesPosition) -> tuple[str, ...]:
        return position.rules.cite("break_off")
