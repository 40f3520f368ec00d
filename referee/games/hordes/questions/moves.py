"""Whether elements may move so: attacks, single moves, groups, leaving contact."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import asdict

from referee.core.documents.problems import listed
from referee.core.game.questions import Answer, Sentence, Unanswerable
from referee.core.notation.field_specs import piece

from ..field.groups import StepList
from ..field.placing import CornerName
from ..orders.group import Group
from ..orders.move import Attack, Bonus, BreakOff, Distance, Move, Moving, Path
from ..position import HordesPosition
from ..state import Corner, Edge, Pose
from .shared import pose_told, refusals, rules_broken, table_of
from .supposing import MoveFacts
from .unused import HordesQuestion, ruling_answer


class _AskMoving(HordesQuestion, kw_only=True):
    """Whether elements may move as an order says, and at what cost."""

    order: ClassVar[type[Moving]]

    def ordered(self) -> Moving:
        """Return the order that is asked about."""
        return self.order(**{name: value for name, value in asdict(self).items() if name != "supposing"})

    def does(self, position: HordesPosition) -> str:
        """Return the move as a verb."""
        return "move so"

    def answer(self, position: HordesPosition) -> Answer:
        table_of(position)
        order = self.ordered()
        with position.rules.consulting() as consulted:
            plan = order.planned(position, None)
        if isinstance(plan, list):
            raise Unanswerable(plan[0].message, ("ask", plan[0].field or order.verb))
        judged = plan.judged
        objections = order.refused(position, plan)
        cites = [*order.cites(position), *plan.cites]
        if judged is None:
            empty: dict[str, Any] = {"legal": False, "cost": None, "allowance": None, "rules": rules_broken(objections)}
            empty["pose" if isinstance(order, Attack) else "poses"] = None if isinstance(order, Attack) else {}
            return ruling_answer(position.rules, empty, objections, [], consulted, cites)
        answer: dict[str, Any] = {"legal": not objections}
        poses = {ident: pose_told(base) for ident, base in plan.poses.items()}
        if isinstance(order, Attack):
            answer["pose"] = poses[order.attack]
        answer |= {"cost": judged.cost, "allowance": judged.allowance}
        if not isinstance(order, Attack):
            answer["poses"] = poses
        answer["rules"] = rules_broken(objections)
        found = ruling_answer(position.rules, answer, objections, [judged.ledger], consulted, cites)
        found.notes += plan.notes
        return found

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        given, order = answer.answer, self.ordered()
        if not given["legal"]:
            plan = order.planned(position, None)
            return refusals(plan if isinstance(plan, list) else order.refused(position, plan))
        who = listed([position.side(ident).named for ident in order.acting()], "and")
        far = f"{given['cost']:g} P of {given['allowance']:g} P"
        return [Sentence(f"Yes: {who} may {self.does(position)}, for {far}.", tuple(answer.cites))]


class AskAttack(_AskMoving, kw_only=True):
    """May an attack be made, and where does it end: `{attack: r1, target: b1, edge: left, path: []}`."""

    verb: ClassVar[str] = "attack"
    order: ClassVar[type[Moving]] = Attack
    attack: Annotated[str, piece("own")]
    target: Annotated[str, piece("enemy")]
    edge: Edge = "front"
    path: Path = []
    corner: CornerName | None = None
    at: Corner | None = None
    side: Annotated[int, Meta(ge=1, le=100)] | None = None
    supposing: MoveFacts | None = None

    def does(self, position: HordesPosition) -> str:
        target = position.side(self.target)
        return f"attack {target.named}{'' if target.kind.fixed else f' on its {self.edge} edge'}"


class AskMove(_AskMoving, kw_only=True):
    """May a single element move so, and at what cost: `{move: r1, path: [{x: 540, y: 700, facing: 0}]}`."""

    verb: ClassVar[str] = "move"
    order: ClassVar[type[Moving]] = Move
    move: Annotated[str, piece("own")]
    path: Annotated[list[Pose], Meta(min_length=1, max_length=100)]
    road_bonus: Bonus = 0
    supposing: MoveFacts | None = None


class AskGroup(_AskMoving, kw_only=True):
    """May a group move so, and at what cost: `{group: [r7, r8], steps: [{advance: 40}]}`."""

    verb: ClassVar[str] = "group"
    order: ClassVar[type[Moving]] = Group
    group: Annotated[list[str], Meta(min_length=1, max_length=100), piece("own")]
    steps: StepList
    road_bonus: Bonus = 0
    supposing: MoveFacts | None = None

    def does(self, position: HordesPosition) -> str:
        return "move so as a group"


class AskBreakOff(_AskMoving, kw_only=True):
    """May an element leave contact: `{break_off: r2, paces: 200}`."""

    verb: ClassVar[str] = "break_off"
    order: ClassVar[type[Moving]] = BreakOff
    break_off: Annotated[str, piece("own")]
    paces: Distance
    supposing: MoveFacts | None = None

    def does(self, position: HordesPosition) -> str:
        return f"break off by {self.paces:g} P"
