"""Moving a group as one (P-5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core.game.orders import Candidate, Remarks
from referee.core.notation.field_specs import piece

from ..field.elements import Element
from ..field.groups import GroupStep, StepList
from ..position import HordesPosition
from ..rulings.move_plan import Plan, plan_group
from ..rulings.reach import allowances, steps_ahead
from ..rulings.several import Several, formations, parts
from .move import LESS, Bonus, Moving, accepted, price_of

# of each formation so many groups are listed, and so many of its parts are counted
_LISTED, _COUNTED = 3, 200


class Group(Moving, kw_only=True):
    """Move a group as one: `{group: [r7, r8], steps: [{wheel: left, degrees: 20}, {advance: 60}]}`.

    Advances are in paces; `road_bonus` buys as for a single move, for the group that holds the General (HS-PIP-9).
    """

    verb: ClassVar[str] = "group"
    step: ClassVar[str] = "group_move"
    group: Annotated[list[str], Meta(min_length=1, max_length=100), piece("own")]
    steps: StepList
    road_bonus: Bonus = 0

    @classmethod
    def candidates(cls, position: HordesPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        """Yield one move of each formation, and of parts of it: the largest, and beside them how many more there are.

        A move is straight ahead as far as the slowest goes, or where that is not allowed another.
        """
        if position.phase_name != "movement" or player != position.active:
            return
        for formation in formations(position.field, player):
            if piece is None or piece in {e.id for e in formation}:
                yield from cls._of(position, player, formation)

    @classmethod
    def _of(cls, position: HordesPosition, player: str, formation: list[Element]) -> Iterator[Candidate]:
        found: list[tuple[Group, Remarks]] = []
        steps: list[GroupStep] = []
        more = 0
        for part in islice(parts(position.field, formation), _COUNTED):
            if len(found) >= _LISTED:
                more += 1
            elif price_of(position, part) <= (position.pips or 0):
                # what a group may do, most of its parts may too
                ways = cls._ways(position, player, part, steps)
                found += ways
                steps = ways[0][0].steps if ways else steps
        # the remark stands beside each, so that it is seen where only some of them are listed
        left: Remarks = {"more": more if more + len(found) < _COUNTED else f"over {more}"} if more else {}
        for order, remarks in found:
            yield Candidate(order, {**remarks, **left}, checked=True)

    @classmethod
    def _ways(
        cls, position: HordesPosition, player: str, part: Several, first: Iterable[GroupStep]
    ) -> list[tuple[Group, Remarks]]:
        """Return a move of a group, that of some steps if it may; where a road bonus may be bought, one with it too."""
        out = []
        reach = [allowances(element) for element in part]
        allowance = {going: min(one[going] for one in reach) for going in reach[0]}
        ids = [element.id for element in part]
        for bonus in dict.fromkeys((0, cls.largest_bonus(position, part))):
            steps = chain(first, steps_ahead(part))
            orders = (cls(group=ids, steps=[step], road_bonus=bonus) for step in steps)
            order = accepted(position, player, orders)
            if order is not None:
                remarks: Remarks = {"pips": price_of(position, part, bonus), "allowance": allowance}
                out.append((order, {**remarks, "or": LESS} if bonus else remarks))
        return out

    def plan(self, position: HordesPosition, movers: list[Element]) -> Plan:
        return plan_group(position.field, movers, self.steps, self.road_bonus)

    def said(self, plan: Plan) -> str:
        return f"the group of {', '.join(m.named for m in plan.movers)} moves"
