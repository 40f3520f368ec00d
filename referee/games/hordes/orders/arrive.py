"""Arrival on the board: activation and desorcelling (HS-PIP-3, 5, 6, 8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core.game.forecast import Forecast
from referee.core.game.orders import Candidate, Objection, Remarks
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.notation.field_specs import piece

from ..field.contacts import contact_edge
from ..field.elements import Element
from ..field.geometry import Base
from ..field.placing import CornerName
from ..position import HordesPosition
from ..rulings.arrivals import (
    activation_objections,
    ambush_base,
    ambushes,
    desorcell_place,
    free_place,
    place_objections,
)
from ..rulings.due import activated, freed
from ..rulings.pip_costs import activation_cost, desorcell_cost
from ..rulings.reports import place_of, pose_said
from ..rulings.several import sets_of
from ..state import Edge, Pose
from .base import HordesOrder, PaidForecast, own, owned, turn_objections

# of the sets of elements that may be activated together so many are listed
_LISTED = 7


class Activate(HordesOrder, kw_only=True):
    """Bring an element on: `{activate: r6, at: {x: 300, y: 160, facing: 0}}`.

    Those activated together are lists: `{activate: [r3, r9], at: [{…}, {…}]}`. A Lurker may appear in contact:
    `{activate: r4, target: b1, edge: left}`.
    """

    verb: ClassVar[str] = "activate"
    forecast: ClassVar[Forecast] = PaidForecast()
    activate: Annotated[str | Annotated[list[str], Meta(min_length=1, max_length=50)], piece("own")]
    at: Pose | Annotated[list[Pose], Meta(max_length=50)] | None = None
    target: Annotated[str | None, piece("enemy")] = None
    edge: Edge = "front"
    corner: CornerName | None = None

    @classmethod
    def candidates(cls, position: HordesPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        """Yield one place for each element, every enemy that one may appear against, and those that come together.

        Of the sets that may come together the largest are listed, up to a number, and how many `more` there are.
        """
        if position.phase_name != "movement":
            return
        field = position.field
        found = list(activated(field, player, position.pips or 0))
        for element in found:
            price = _price(element)
            base = free_place(field, element)
            if base is not None:
                yield Candidate(cls(activate=element.id, at=_pose(base)), price)
            for foe, edge, corner in ambushes(field, element):
                yield Candidate(cls(activate=element.id, target=foe.id, edge=edge, corner=corner), price)
        for name in dict.fromkeys(
            e.kind.name for e in found if e.kind.row.activation and e.kind.row.activation.together
        ):
            alike = [e for e in found if e.kind.name == name]
            sets, more = sets_of(alike, 2, len(alike), _LISTED)
            for several in sets:
                places: list[Base] = []
                for element in several:
                    base = free_place(field, element, places)
                    places += [base] if base is not None else []
                if len(places) == len(several):
                    remarks: Remarks = {**_price(several[0]), "more": more} if more else _price(several[0])
                    yield Candidate(cls(activate=[e.id for e in several], at=[_pose(b) for b in places]), remarks)

    def involved(self) -> list[str]:
        return [*self.acting(), *([self.target] if self.target else [])]

    def _bases(self, position: HordesPosition, elements: list[Element]) -> list[Base] | Objection:
        """Return where the elements appear, or why that is not said."""
        cites = position.rules.cite("activation")
        if self.target is not None:
            target = position.find(self.target, "target")
            if isinstance(target, Objection):
                return target
            if (
                len(elements) != 1
                or elements[0].kind.row.activation is None
                or elements[0].kind.row.activation.place == "own_edge"
            ):
                return Objection("only a single element that waits in its ground appears in contact", cites, "target")
            if not target.stands or target.army == elements[0].army:
                return Objection(f"{target.named} is no enemy on the board", cites, "target", (target.id,))
            return [ambush_base(elements[0], target, self.edge, self.corner)]
        poses = [self.at] if isinstance(self.at, Pose) else self.at or []
        if len(poses) != len(elements):
            return Objection(f"{len(elements)} to be placed, {len(poses)} places given in 'at'", cites, "at")
        return [e.sized(p).rounded() for e, p in zip(elements, poses, strict=True)]

    def _place_objections(
        self, position: HordesPosition, elements: list[Element], bases: list[Base]
    ) -> list[Objection]:
        """Return why elements cannot appear where they do, each beside those before it."""
        out = []
        for number, (element, base) in enumerate(zip(elements, bases, strict=True)):
            out += place_objections(position.field, element, base, bases[:number], self.target)
        return out

    def judge(self, position: HordesPosition, player: str) -> list[Objection]:
        out = turn_objections(position, player, "movement", "elements are activated in movement")
        if out:
            return out
        elements, wrong = owned(position, player, self.acting(), "activate")
        if wrong:
            return wrong
        out = activation_objections(position.field, elements)
        if any(e.kind.row.activation is None for e in elements):
            return out
        price = activation_cost(elements[0])
        if not out and price is not None:
            out += self.pay_objections(position, price)
        bases = self._bases(position, elements)
        return [*out, *([bases] if isinstance(bases, Objection) else self._place_objections(position, elements, bases))]

    def apply(self, position: HordesPosition, player: str, recorder: Recorder) -> None:
        elements = [position.field.elements[ident] for ident in self.acting()]
        bases = self._bases(position, elements)
        price = activation_cost(elements[0])
        assert price is not None
        assert isinstance(bases, list)
        with position.rules.consulting() as consulted:
            activation_objections(position.field, elements)
            self._place_objections(position, elements, bases)
        position.pips = (position.pips or 0) - price.total
        changes = []
        for element, base in zip(elements, bases, strict=True):
            changes.append(Change(element.id, "status", element.status, "on_board", f"appears at {pose_said(base)}"))
            element.place(base)
            element.moved += 1
            element.activations += 1
            slack = position.field.slack
            for foe in position.field.enemies(element.army):
                if contact_edge(slack, element.base, foe.base):
                    position.field.attacks.append((element.id, foe.id))
        names = ", ".join(e.named for e in elements)
        rules = position.rules
        why = rules.citing("a place is named by 'at' or by 'target'", "activation")
        idle = ["at"] if self.target is not None and self.at is not None else []
        idle += ["corner"] if self.target is None and self.corner is not None else []
        idle += ["edge"] if self.target is None and self.edge != "front" else []
        recorder.write(
            f"{player} activates {names}",
            reasons=[price],
            changes=changes,
            notes=[f"{name} has no effect here: {why}" for name in idle],
            cites=[*rules.cite("activation"), *self._edge_cites(position, elements[0]), *rules.decided(consulted)],
        )

    @staticmethod
    def _edge_cites(position: HordesPosition, element: Element) -> tuple[str, ...]:
        row = element.kind.row.activation
        at_edge = row is not None and row.place == "own_edge"
        return position.field.owner_cites(element.army) if at_edge else ()


def _pose(base: Base) -> Pose:
    x, y, facing = place_of(base)
    return Pose(x=x, y=y, facing=facing)


def _price(element: Element) -> Remarks:
    price = activation_cost(element)
    return {} if price is None else {"pips": price.total}


class Desorcell(HordesOrder, kw_only=True):
    """Free an ensorcelled element: `{desorcell: r9}`; the referee finds its place, or `at` names one on its edge."""

    verb: ClassVar[str] = "desorcell"
    forecast: ClassVar[Forecast] = PaidForecast()
    desorcell: Annotated[str, piece("own")]
    at: Pose | None = None

    @classmethod
    def candidates(cls, position: HordesPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if position.phase_name == "movement":
            price = desorcell_cost(position.field).total
            for element in freed(position.field, player, position.pips or 0):
                yield Candidate(cls(desorcell=element.id), {"pips": price})

    def judge(self, position: HordesPosition, player: str) -> list[Objection]:
        out = turn_objections(position, player, "movement", "elements are desorcelled in movement")
        if out:
            return out
        element = own(position, player, self.desorcell, "desorcell")
        if isinstance(element, Objection):
            return [element]
        cites = position.rules.cite("desorcelling")
        hangs = (element.id,)
        if element.status != "ensorcelled":
            return [Objection(f"{element.named} is not ensorcelled", cites, "desorcell", hangs)]
        if "desorcelled" not in element.kind.traits:
            return [Objection(f"{element.kind.named} cannot be desorcelled", cites, "desorcell", always=True)]
        out = self.pay_objections(position, desorcell_cost(position.field))
        if desorcell_place(position.field, element, self.at) is None:
            out.append(Objection("there is no free place for it", cites, "at", hangs))
        return out

    def apply(self, position: HordesPosition, player: str, recorder: Recorder) -> None:
        rules, element = position.rules, position.field.elements[self.desorcell]
        with rules.consulting() as consulted:
            base = desorcell_place(position.field, element, self.at)
        assert base is not None
        price = desorcell_cost(position.field)
        position.pips = (position.pips or 0) - price.total
        element.place(base)
        element.moved += 1
        change = Change(element.id, "status", "ensorcelled", "on_board", f"stands again at {pose_said(base)}")
        place = Change(element.id, "pose", None, place_of(base))
        recorder.write(
            f"{player} desorcells {element.named}",
            reasons=[price],
            changes=[change, place],
            cites=[*rules.cite("desorcelling"), *rules.decided(consulted)],
        )
