"""Long-range combat: shooting by both sides, bespelling with aid, and whose shot comes next (P-10)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core.game.dice import Throw
from referee.core.game.forecast import Forecast, Unknown
from referee.core.game.orders import Candidate, Objection, Remarks
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import SHORT, piece

from ..field.elements import Element, Stronghold
from ..field.line_of_sight import kind_of, ranged_objections
from ..position import HordesPosition
from ..rulings.combat_facts import Side
from ..rulings.due import open_shots
from ..rulings.pip_costs import spell_cost
from ..rulings.several import Several, sets_of
from ..state import DieFace, Kind
from .base import PIPS, HordesOrder, owned, turn_objections
from .combats import alike, fight, roller, throws, uncertain_after

# of the sets that may help one leader against one target so many are listed
_LISTED = 7
Dice = Annotated[dict[str, DieFace], piece("any"), SHORT]


class _RangedForecast(Forecast["Ranged", HordesPosition]):
    """A shot or spell that is not rolled for has been made; the fate of those it may touch is uncertain."""

    def concerns(self, order: Ranged, position: HordesPosition) -> Iterable[str]:
        return order.involved()

    def stakes(self, order: Ranged, position: HordesPosition) -> Iterable[str]:
        return uncertain_after(position, position.side(order.acting()[0]), position.side(order.target), order.kind)

    def suppose(
        self, order: Ranged, position: HordesPosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        target = position.side(order.target)
        unknown.uncertain |= set(self.stakes(order, position))
        for ident in order.acting():
            position.field.elements[ident].shot = True
        if isinstance(target, Element):
            target.shot_at |= order.kind == "shoot"
            target.bespelled |= order.kind == "bespell"
        position.called = None


class Ranged(HordesOrder, kw_only=True):
    """What shooting and bespelling share: a leader, helpers, a target, two dice."""

    forecast: ClassVar[Forecast] = _RangedForecast()
    kind: ClassVar[Kind] = "shoot"
    target: Annotated[str, piece("enemy")]
    dice: Dice = {}

    @classmethod
    def shots(
        cls, position: HordesPosition, player: str, most_aid: int
    ) -> Iterator[tuple[Element, Several, Side, Remarks]]:
        """Yield who may shoot at, or bespell, whom now: a leader, its helpers, the target, and the remarks on it.

        Each leader by itself comes first. Of the elements that may help it against a target the largest sets follow,
        seven at most, none of more than `most_aid`; the remark `more` says how many sets are not listed.
        """
        if position.phase_name != "long_range":
            return
        able: dict[str, list[Element]] = {}
        pairs = []
        for element in position.field.friends(player):
            if kind_of(element) == cls.kind:
                for foe in open_shots(position.field, element, player == position.active):
                    able.setdefault(foe.id, []).append(element)
                    if position.called in (None, element.id):
                        pairs.append((element, foe))
        for element, foe in pairs:
            yield element, (), foe, {}
        limit = position.rules.options["aid_max"]
        largest = min(most_aid, limit) if isinstance(limit, int) else most_aid
        for element, foe in pairs:
            others = [other for other in able[foe.id] if other is not element]
            found, more = sets_of(others, 1, largest, _LISTED)
            for helpers in found:
                yield element, helpers, foe, {"more": more} if more else {}

    def involved(self) -> list[str]:
        return [*self.acting(), self.target]

    def given_dice(self) -> list[int] | None:
        return list(self.dice.values()) or None

    def dice_for(self, throw: Throw) -> list[int] | None:
        ident = roller(throw)
        return [self.dice[ident]] if ident in self.dice else None

    def throws(self, position: HordesPosition, player: str) -> list[Throw]:
        leader, *helpers = [position.field.elements[ident] for ident in self.acting()]
        return list(throws(position, leader, position.side(self.target), self.kind, helpers))

    def alike(self, position: HordesPosition, player: str, dice: Mapping[str, list[int]]) -> Hashable:
        leader, *helpers = [position.field.elements[ident] for ident in self.acting()]
        known = [self.dice_for(throw) or dice[throw.event] for throw in self.throws(position, player)]
        return alike(position, leader, position.side(self.target), self.kind, [faces[0] for faces in known], helpers)

    def judge(self, position: HordesPosition, player: str) -> list[Objection]:
        out = turn_objections(position, player, "long_range", "shots and spells are made in long-range combat")
        if out:
            return out
        rules = position.rules
        target = position.find_side(self.target, "target")
        if isinstance(target, Objection):
            out.append(target)
        elements, wrong = owned(position, player, self.acting(), self.verb)
        out += wrong
        if out or isinstance(target, Objection):
            return out
        if len({e.id for e in elements}) < len(elements):
            return [Objection("an element is named twice", rules.cite("one_shot"), self.verb, always=True)]
        if position.called is not None and elements[0].id != position.called:
            out.append(
                Objection(f"it is {position.called} that shoots or passes now", rules.cite("shooting_order"), self.verb)
            )
        stray = [ident for ident in self.dice if ident not in (elements[0].id, target.id)]
        if stray:
            out.append(Objection(f"{', '.join(stray)} rolls no die here", (), "dice", always=True))
        for element in elements:
            out += self._one(position, element, target, player)
        most = rules.options["aid_max"]
        if isinstance(most, int) and len(elements) - 1 > most:
            out.append(Objection(f"at most {most} may aid", rules.cite("aid"), self.verb, always=True))
        return out + target_objections(position, target, self.kind)

    def _one(
        self, position: HordesPosition, element: Element, target: Element | Stronghold, player: str
    ) -> list[Objection]:
        cites = position.rules.cite("long_range")
        for side in (element, target):
            if isinstance(side, Element) and not side.stands:
                return [Objection(f"{side.named} is not on the board", cites, None, (side.id,), alone=True)]
        if kind_of(element) != self.kind:
            does = "shoot" if self.kind == "shoot" else "bespell"
            return [Objection(f"{element.kind.named} does not {does}", cites, self.verb, always=True)]
        out = ranged_objections(position.field, element, target, player == position.active)
        return out + shot_objections(position, element, self.verb)

    def apply(self, position: HordesPosition, player: str, recorder: Recorder) -> None:
        elements = [position.field.elements[ident] for ident in self.acting()]
        fight(position, recorder, elements[0], position.side(self.target), self.kind, self.dice, elements[1:])
        position.called = None


def shot_objections(position: HordesPosition, element: Element, field: str | None = None) -> list[Objection]:
    """Return the objection to a second shot or spell by one element in this phase (HS-G-41)."""
    if not element.shot:
        return []
    done = "shot" if kind_of(element) == "shoot" else "bespelled"
    return [Objection(f"{element.named} has {done} in this phase", position.rules.cite("one_shot"), field)]


def target_objections(position: HordesPosition, target: Element | Stronghold, kind: Kind) -> list[Objection]:
    """Return the objection to a second shot or spell at one target in this phase (HS-G-41)."""
    if not isinstance(target, Element) or not (target.shot_at if kind == "shoot" else target.bespelled):
        return []
    message = f"{target.named} has been {'shot at' if kind == 'shoot' else 'bespelled'} in this phase"
    return [Objection(message, position.rules.cite("one_shot"), "target")]


class Shoot(Ranged, kw_only=True):
    """Shoot: `{shoot: [r7, r8], target: b3, dice: {r7: 4, b3: 2}}`; the first leads, the others count -1 each."""

    verb: ClassVar[str] = "shoot"
    shoot: Annotated[str | Annotated[list[str], Meta(min_length=1, max_length=300)], piece("own")]

    @classmethod
    def candidates(cls, position: HordesPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        """Yield every shot of one element, and the largest of those by several, each of them leading."""
        for leader, helpers, foe, remarks in cls.shots(position, player, len(position.field.elements)):
            ids = [leader.id, *(helper.id for helper in helpers)]
            if piece is None or piece in (*ids, foe.id):
                yield Candidate(cls(shoot=ids if helpers else leader.id, target=foe.id), remarks)


class _SpellForecast(_RangedForecast):
    """A spell is paid for, whatever it does."""

    def concerns(self, order: Ranged, position: HordesPosition) -> Iterable[str]:
        return [*super().concerns(order, position), PIPS]

    def suppose(
        self, order: Ranged, position: HordesPosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        position.pips = (position.pips or 0) - spell_cost(position.field, len(order.acting()) - 1).total
        super().suppose(order, position, player, recorder, unknown)


class Bespell(Ranged, kw_only=True):
    """Bespell for 2 PIPs, 1 more for each aid: `{bespell: r5, target: b1, aided_by: [], dice: {r5: 2, b1: 4}}`."""

    verb: ClassVar[str] = "bespell"
    forecast: ClassVar[Forecast] = _SpellForecast()
    kind: ClassVar[Kind] = "bespell"
    bespell: Annotated[str, piece("own")]
    aided_by: Annotated[list[str], Meta(max_length=300), piece("own")] = []

    @classmethod
    def candidates(cls, position: HordesPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        """Yield every spell of one Magician, and the largest with others' aid that the PIPs pay for."""
        if position.phase_name != "long_range":
            return
        field, pips = position.field, position.pips or 0
        paid = sum(spell_cost(field, aiding).total <= pips for aiding in range(1, len(field.friends(player))))
        for leader, helpers, foe, remarks in cls.shots(position, player, paid):
            aiding = [helper.id for helper in helpers]
            if piece is None or piece in (leader.id, *aiding, foe.id):
                price: Remarks = {"pips": spell_cost(field, len(aiding)).total}
                yield Candidate(cls(bespell=leader.id, target=foe.id, aided_by=aiding), {**price, **remarks})

    def acting(self) -> list[str]:
        return [self.bespell, *self.aided_by]

    def judge(self, position: HordesPosition, player: str) -> list[Objection]:
        out = Ranged.judge(self, position, player)
        if position.phase_name == "long_range" and not position.over:
            out += self.pay_objections(position, spell_cost(position.field, len(self.aided_by)))
        return out

    def apply(self, position: HordesPosition, player: str, recorder: Recorder) -> None:
        price = spell_cost(position.field, len(self.aided_by))
        position.pips = (position.pips or 0) - price.total
        Ranged.apply(self, position, player, recorder)
        step = next(s for s in reversed(recorder.steps) if s.rolled)
        step.reasons.insert(0, price.plain())
        step.cites += [c for c in price.cites if c not in step.cites]


class _CallForecast(Forecast["Call", HordesPosition]):
    """It hangs on the enemy that is called."""

    def concerns(self, order: Call, position: HordesPosition) -> Iterable[str]:
        return [order.call]

    def suppose(self, order: Call, position: HordesPosition, player: str, recorder: Recorder, unknown: Unknown) -> None:
        position.called = order.call


class Call(HordesOrder, kw_only=True):
    """Call an enemy's shot as the next to resolve: `{call: b4}`; its owner shoots or passes (HS-G-42)."""

    verb: ClassVar[str] = "call"
    forecast: ClassVar[Forecast] = _CallForecast()
    call: Annotated[str, piece("enemy")]

    @classmethod
    def candidates(cls, position: HordesPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if position.phase_name == "long_range" and player == position.active and position.called is None:
            for element in position.may_shoot(position.other(player)):
                yield Candidate(cls(call=element.id))

    def judge(self, position: HordesPosition, player: str) -> list[Objection]:
        out = turn_objections(position, player, "long_range", "a shot is called in long-range combat")
        if out:
            return out
        cites = position.rules.cite("shooting_order")
        if player != position.active:
            return [Objection("the side whose turn it is says whose shot is next", cites, always=True)]
        found = position.find(self.call, "call")
        if isinstance(found, Objection):
            return [found]
        if found.army == player or found not in position.may_shoot(found.army):
            return [Objection(f"{found.named} is no enemy with a shot to make", cites, "call", (found.id,))]
        return []

    def apply(self, position: HordesPosition, player: str, recorder: Recorder) -> None:
        position.called = self.call
        recorder.write(
            f"{player} calls the shot of {position.side(self.call).named}", cites=position.rules.cite("shooting_order")
        )


class Pass(HordesOrder, kw_only=True, rename={"pass_": "pass"}):
    """Pass with an element whose shot was called: `{pass: b4}`."""

    verb: ClassVar[str] = "pass"
    pass_: Annotated[str, piece("own")]

    @classmethod
    def candidates(cls, position: HordesPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if position.called is not None:
            yield Candidate(cls(pass_=position.called))

    def judge(self, position: HordesPosition, player: str) -> list[Objection]:
        out = turn_objections(position, player, "long_range", "a shot is passed in long-range combat")
        if not out and position.called != self.pass_:
            out.append(Objection(f"{self.pass_} has not been called", position.rules.cite("shooting_order"), "pass"))
        return out

    def apply(self, position: HordesPosition, player: str, recorder: Recorder) -> None:
        position.field.elements[self.pass_].shot = True
        position.called = None
        cites = position.rules.cite("shooting_order", "passed_shot")
        recorder.write(f"{player} passes with {self.pass_}", cites=cites)
