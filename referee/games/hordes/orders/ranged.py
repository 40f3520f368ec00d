"""Long-range combat: shooting by both sides, bespelling with aid, and whose shot comes next (P-10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core.desk import Desk
from referee.core.dice import Throw
from referee.core.orders import Objection
from referee.core.shapes import SHORT, piece

from ..combats import fight, roller, throws, uncertain_after
from ..command import spell_cost
from ..course import may_shoot
from ..field import Element, Keep
from ..sights import kind_of, ranged_objections
from ..state import DieFace, Kind
from ..work import HordesWork
from .base import PIPS, HordesOrder, own, turn_objections

Dice = Annotated[dict[str, DieFace], piece("any"), SHORT]


class Ranged(HordesOrder, kw_only=True):
    """What shooting and bespelling share: a leader, helpers, a target, two dice."""

    kind: ClassVar[Kind] = "shoot"
    target: Annotated[str, piece("enemy")]
    dice: Dice = {}

    def those(self) -> list[str]:
        """Return the leader and those who help, by id."""
        raise NotImplementedError

    def concerns(self, work: HordesWork) -> Iterable[str]:
        return [*self.those(), self.target]

    def given_dice(self) -> list[int] | None:
        return list(self.dice.values()) or None

    def dice_for(self, throw: Throw) -> list[int] | None:
        ident = roller(throw)
        return [self.dice[ident]] if ident in self.dice else None

    def throws(self, work: HordesWork, player: str) -> list[Throw]:
        return throws(work, work.side(self.those()[0]), work.side(self.target), self.kind)

    def check(self, work: HordesWork, player: str) -> list[Objection]:
        out = turn_objections(work, player, "long_range", "shots and spells are made in long-range combat")
        if out:
            return out
        rules = work.rules
        target = work.find_side(self.target, "target")
        if isinstance(target, Objection):
            out.append(target)
        elements: list[Element] = []
        for ident in self.those():
            found = own(work, player, ident, self.verb)
            if isinstance(found, Element):
                elements.append(found)
            else:
                out += found
        if out or isinstance(target, Objection):
            return out
        if len({e.id for e in elements}) < len(elements):
            return [Objection("an element is named twice", rules.cite("one_shot"), self.verb, always=True)]
        if work.called is not None and elements[0].id != work.called:
            out.append(
                Objection(f"it is {work.called} that shoots or passes now", rules.cite("shooting_order"), self.verb)
            )
        stray = [ident for ident in self.dice if ident not in (elements[0].id, target.id)]
        if stray:
            out.append(Objection(f"{', '.join(stray)} rolls nothing here", (), "dice", always=True))
        for element in elements:
            out += self._one(work, element, target, player)
        most = rules.options["aid_max"]
        if isinstance(most, int) and len(elements) - 1 > most:
            out.append(Objection(f"at most {most} may aid", rules.cite("aid"), self.verb, always=True))
        return out + target_objections(work, target, self.kind)

    def _one(self, work: HordesWork, element: Element, target: Element | Keep, player: str) -> list[Objection]:
        cites = work.rules.cite("long_range")
        for side in (element, target):
            if isinstance(side, Element) and not side.stands:
                return [Objection(f"{side.named} is not on the board", cites, None, (side.id,), alone=True)]
        if kind_of(element) != self.kind:
            does = "shoot" if self.kind == "shoot" else "bespell"
            return [Objection(f"{element.kind.named} does not {does}", cites, self.verb, always=True)]
        out = ranged_objections(work.field, element, target, player == work.active, set())
        return out + shot_objections(work, element, self.verb)

    def stakes(self, work: HordesWork) -> Iterable[str]:
        return uncertain_after(work, work.side(self.those()[0]), work.side(self.target), self.kind)

    def suppose(self, work: HordesWork, player: str, desk: Desk) -> None:
        elements = [work.field.elements[ident] for ident in self.those()]
        target = work.side(self.target)
        desk.uncertain |= set(self.stakes(work))
        for element in elements:
            element.shot = True
        if isinstance(target, Element):
            target.shot_at |= self.kind == "shoot"
            target.bespelled |= self.kind == "bespell"
        self._done(work)

    def apply(self, work: HordesWork, player: str, desk: Desk) -> None:
        elements = [work.field.elements[ident] for ident in self.those()]
        fight(work, desk, elements[0], work.side(self.target), self.kind, self.dice, elements[1:])
        self._done(work)

    def _done(self, work: HordesWork) -> None:
        work.called = None


def shot_objections(work: HordesWork, element: Element, field: str | None = None) -> list[Objection]:
    """Return the objection to a shot or spell of one who has made his in this phase (HS-G-41)."""
    if not element.shot:
        return []
    return [Objection(f"{element.named} has done so in this phase", work.rules.cite("one_shot"), field)]


def target_objections(work: HordesWork, target: Element | Keep, kind: Kind) -> list[Objection]:
    """Return the objection to a shot or spell at one who has suffered one in this phase (HS-G-41)."""
    if not isinstance(target, Element) or not (target.shot_at if kind == "shoot" else target.bespelled):
        return []
    message = f"{target.named} has been {'shot at' if kind == 'shoot' else 'bespelled'} in this phase"
    return [Objection(message, work.rules.cite("one_shot"), "target")]


class Shoot(Ranged, kw_only=True):
    """Shoot: `{shoot: [r7, r8], target: b3, dice: {r7: 4, b3: 2}}`; the first leads, the others count -1 each."""

    verb: ClassVar[str] = "shoot"
    shoot: Annotated[str | Annotated[list[str], Meta(min_length=1, max_length=300)], piece("own")]

    def those(self) -> list[str]:
        return [self.shoot] if isinstance(self.shoot, str) else self.shoot


class Bespell(Ranged, kw_only=True):
    """Bespell for 2 PIPs, 1 more for each aid: `{bespell: r5, target: b1, aided_by: [], dice: {r5: 2, b1: 4}}`."""

    verb: ClassVar[str] = "bespell"
    kind: ClassVar[Kind] = "bespell"
    bespell: Annotated[str, piece("own")]
    aided_by: Annotated[list[str], Meta(max_length=300), piece("own")] = []

    def those(self) -> list[str]:
        return [self.bespell, *self.aided_by]

    def concerns(self, work: HordesWork) -> Iterable[str]:
        return [*self.those(), self.target, PIPS]

    def check(self, work: HordesWork, player: str) -> list[Objection]:
        out = Ranged.check(self, work, player)
        if work.phase_name == "long_range" and not work.over:
            out += self.pay_objections(work, spell_cost(work.field, len(self.aided_by)))
        return out

    def suppose(self, work: HordesWork, player: str, desk: Desk) -> None:
        work.pips = (work.pips or 0) - spell_cost(work.field, len(self.aided_by)).total
        Ranged.suppose(self, work, player, desk)

    def apply(self, work: HordesWork, player: str, desk: Desk) -> None:
        price = spell_cost(work.field, len(self.aided_by))
        work.pips = (work.pips or 0) - price.total
        Ranged.apply(self, work, player, desk)
        step = next(s for s in reversed(desk.steps) if s.rolled)
        step.reasons.insert(0, price.plain())
        step.cites += [c for c in price.cites if c not in step.cites]


class Call(HordesOrder, kw_only=True):
    """Say that an enemy's shot is resolved next: `{call: b4}`; he shoots with it, or passes (HS-G-42)."""

    verb: ClassVar[str] = "call"
    call: Annotated[str, piece("enemy")]

    def concerns(self, work: HordesWork) -> Iterable[str]:
        return [self.call]

    def check(self, work: HordesWork, player: str) -> list[Objection]:
        out = turn_objections(work, player, "long_range", "a shot is called in long-range combat")
        if out:
            return out
        cites = work.rules.cite("shooting_order")
        if player != work.active:
            return [Objection("the side whose turn it is says whose shot is next", cites, always=True)]
        found = work.find(self.call, "call")
        if isinstance(found, Objection):
            return [found]
        if found.army == player or found not in may_shoot(work, found.army):
            return [Objection(f"{found.named} is no enemy with a shot to make", cites, "call", (found.id,))]
        return []

    def suppose(self, work: HordesWork, player: str, desk: Desk) -> None:
        work.called = self.call

    def apply(self, work: HordesWork, player: str, desk: Desk) -> None:
        work.called = self.call
        desk.write(f"{player} calls the shot of {work.side(self.call).named}", cites=work.rules.cite("shooting_order"))


class Pass(HordesOrder, kw_only=True, rename={"pass_": "pass"}):
    """Make no use of a shot that was called: `{pass: b4}`."""

    verb: ClassVar[str] = "pass"
    pass_: Annotated[str, piece("own")]

    def check(self, work: HordesWork, player: str) -> list[Objection]:
        out = turn_objections(work, player, "long_range", "a shot is passed in long-range combat")
        if not out and work.called != self.pass_:
            out.append(Objection(f"{self.pass_} has not been called", work.rules.cite("shooting_order"), "pass"))
        return out

    def suppose(self, work: HordesWork, player: str, desk: Desk) -> None:
        self._use(work)

    def apply(self, work: HordesWork, player: str, desk: Desk) -> None:
        self._use(work)
        desk.write(f"{player} passes with {self.pass_}", cites=work.rules.cite("shooting_order"))

    def _use(self, work: HordesWork) -> None:
        work.field.elements[self.pass_].shot = True
        work.called = None
