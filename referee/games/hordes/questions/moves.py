"""Whether elements may move so: attacks, single moves, groups, leaving contact."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Question, Sentence, Unanswerable
from referee.core.notation.field_specs import piece

from ..field.geometry import Base, stored
from ..field.placing import CornerName
from ..field.steps import StepList
from ..orders.group import Group
from ..orders.move import Attack, Bonus, BreakOff, Distance, Move, Moving, Path
from ..position import HordesPosition
from ..state import Corner, Edge, Pose
from .shared import rules_broken, ruling_answer, table_of
from .supposing import MoveFacts
from .unused import HordesQuestion


def _pose(base: Base) -> dict[str, float]:
    x, y, facing = (stored(value) for value in (*base.front, base.facing))
    return {"x": x, "y": y, "facing": facing % 360}


def _move_answer(position: HordesPosition, order: Moving) -> Answer:
    """Judge a move as the order for it is judged."""
    table_of(position)
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
        return ruling_answer(position, empty, objections, [], consulted, cites)
    answer: dict[str, Any] = {"legal": not objections}
    poses = {ident: _pose(base) for ident, base in plan.poses.items()}
    if isinstance(order, Attack):
        answer["pose"] = poses[order.attack]
    answer |= {"cost": judged.cost, "allowance": judged.allowance}
    if not isinstance(order, Attack):
        answer["poses"] = poses
    answer["rules"] = rules_broken(objections)
    found = ruling_answer(position, answer, objections, [judged.ledger], consulted, cites)
    found.notes += plan.notes
    return found


def _refusals(position: HordesPosition, order: Moving) -> list[Objection]:
    """Return why a move cannot be made now."""
    plan = order.planned(position, None)
    return plan if isinstance(plan, list) else order.refused(position, plan)


def _said(question: Question) -> dict[str, Any]:
    """Return the fields of the order that a question asks about."""
    return {name: value for name, value in msgspec.structs.asdict(question).items() if name != "supposing"}


class AskAttack(HordesQuestion, kw_only=True):
    """May an attack be made, and where does it end: `{attack: r1, target: b1, edge: left, path: []}`."""

    verb: ClassVar[str] = "attack"
    about: ClassVar[str] = "table"
    attack: Annotated[str, piece("own")]
    target: Annotated[str, piece("enemy")]
    edge: Edge = "front"
    path: Path = []
    corner: CornerName | None = None
    at: Corner | None = None
    side: Annotated[int, Meta(ge=1, le=100)] | None = None
    supposing: MoveFacts | None = None

    def answer(self, position: HordesPosition) -> Answer:
        return _move_answer(position, Attack(**_said(self)))

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        from .table_sentences import move

        edge = "" if position.side(self.target).kind.fixed else f" on its {self.edge} edge"
        why = _refusals(position, Attack(**_said(self)))
        return move(position, answer, [self.attack], f"attack {position.side(self.target).named}{edge}", why)


class AskMove(HordesQuestion, kw_only=True):
    """May a single element move so, and at what cost: `{move: r1, path: [{x: 540, y: 700, facing: 0}]}`."""

    verb: ClassVar[str] = "move"
    about: ClassVar[str] = "table"
    move: Annotated[str, piece("own")]
    path: Annotated[list[Pose], Meta(min_length=1, max_length=100)]
    road_bonus: Bonus = 0
    supposing: MoveFacts | None = None

    def answer(self, position: HordesPosition) -> Answer:
        return _move_answer(position, Move(**_said(self)))

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        from .table_sentences import move

        why = _refusals(position, Move(**_said(self)))
        return move(position, answer, [self.move], "move so", why)


class AskGroup(HordesQuestion, kw_only=True):
    """May a group move so, and at what cost: `{group: [r7, r8], steps: [{advance: 40}]}`."""

    verb: ClassVar[str] = "group"
    about: ClassVar[str] = "table"
    group: Annotated[list[str], Meta(min_length=1, max_length=100), piece("own")]
    steps: StepList
    road_bonus: Bonus = 0
    supposing: MoveFacts | None = None

    def answer(self, position: HordesPosition) -> Answer:
        return _move_answer(position, Group(**_said(self)))

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        from .table_sentences import move

        why = _refusals(position, Group(**_said(self)))
        return move(position, answer, self.group, "move so as a group", why)


class AskBreakOff(HordesQuestion, kw_only=True):
    """May an element leave contact: `{break_off: r2, paces: 200}`."""

    verb: ClassVar[str] = "break_off"
    about: ClassVar[str] = "table"
    break_off: Annotated[str, piece("own")]
    paces: Distance
    supposing: MoveFacts | None = None

    def answer(self, position: HordesPosition) -> Answer:
        return _move_answer(position, BreakOff(**_said(self)))

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        from .table_sentences import move

        why = _refusals(position, BreakOff(**_said(self)))
        return move(position, answer, [self.break_off], f"break off by {self.paces:g} P", why)
