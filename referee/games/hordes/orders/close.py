"""Close combat, and ending a phase (P-11, P-14)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from referee.core.game.dice import Throw
from referee.core.game.forecast import Forecast, Unknown
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import piece

from ..field.elements import Element, Stronghold
from ..phases import end_long_range, end_turn, enter_long_range
from ..position import PHASE_TITLES, HordesPosition
from .base import HordesOrder, turn_objections
from .combats import alike, fight, roller, throws, uncertain_after
from .ranged import Dice


class _FightForecast(Forecast["Fight", HordesPosition]):
    """A combat that is not rolled for has been fought; the fate of those it may touch is uncertain."""

    def concerns(self, order: Fight, position: HordesPosition) -> Iterable[str]:
        return [order.fight, order.against]

    def stakes(self, order: Fight, position: HordesPosition) -> Iterable[str]:
        return uncertain_after(position, position.side(order.fight), position.side(order.against), "close")

    def suppose(
        self, order: Fight, position: HordesPosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        unknown.uncertain |= set(self.stakes(order, position))
        position.side(order.fight).fought = position.side(order.against).fought = True


class Fight(HordesOrder, kw_only=True):
    """Fight a close combat: `{fight: r2, against: b1, dice: {r2: 5, b1: 3}}`.

    Where several attack a Stronghold, or an element that could not turn, the one named here is the principal.
    """

    verb: ClassVar[str] = "fight"
    forecast: ClassVar[Forecast] = _FightForecast()
    fight: Annotated[str, piece("own")]
    against: Annotated[str, piece("enemy")]
    dice: Dice = {}

    @classmethod
    def candidates(cls, position: HordesPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        for a, b in position.duties():
            mine, other = (a, b) if a.army == player else (b, a)
            yield Candidate(cls(fight=mine.id, against=other.id), {"must": True})

    def given_dice(self) -> list[int] | None:
        return list(self.dice.values()) or None

    def dice_for(self, throw: Throw) -> list[int] | None:
        ident = roller(throw)
        return [self.dice[ident]] if ident in self.dice else None

    def throws(self, position: HordesPosition, player: str) -> list[Throw]:
        return list(throws(position, position.side(self.fight), position.side(self.against), "close"))

    def alike(self, position: HordesPosition, player: str, dice: Mapping[str, list[int]]) -> Hashable:
        a, b = position.side(self.fight), position.side(self.against)
        known = [self.dice_for(throw) or dice[throw.event] for throw in self.throws(position, player)]
        return alike(position, a, b, "close", [faces[0] for faces in known])

    def judge(self, position: HordesPosition, player: str) -> list[Objection]:
        out = turn_objections(position, player, "close_combat", "elements in contact fight in close combat")
        if out:
            return out
        one, other = position.find_side(self.fight, "fight"), position.find_side(self.against, "against")
        out += [side for side in (one, other) if isinstance(side, Objection)]
        if isinstance(one, Objection) or isinstance(other, Objection):
            return out
        cites = position.rules.cite("close_combat")
        if one.army != player or other.army == player:
            message = "'fight' names one of your elements, 'against' an enemy"
            return [Objection(message, position.rules.cite("own_elements"), "fight", always=True)]
        stray = [ident for ident in self.dice if ident not in (self.fight, self.against)]
        if stray:
            out.append(Objection(f"{', '.join(stray)} rolls no die here", (), "dice", always=True))
        hangs = (one.id, other.id)
        if fought := fought_objections(position, one, other):
            out += fought
        elif not any({a.id, b.id} == set(hangs) for a, b in position.duties()):
            message = f"{one.named} and {other.named} do not fight each other now"
            if frozenset(hangs) in position.field.contacts().touching:
                message += ": they are in contact, and another is the principal"
                cites = position.rules.cite("principal", "close_combat")
            out.append(Objection(message, cites, "against", hangs))
        return out

    def apply(self, position: HordesPosition, player: str, recorder: Recorder) -> None:
        fight(position, recorder, position.side(self.fight), position.side(self.against), "close", self.dice, [])


def fought_objections(
    position: HordesPosition, one: Element | Stronghold, other: Element | Stronghold
) -> list[Objection]:
    """Return the objection to a second fight by one element in this phase (HS-SEQ-4)."""
    return [
        Objection(f"{side.named} has fought in this phase", position.rules.cite("principal"))
        for side in (one, other)
        if side.fought
    ][:1]


class _EndForecast(Forecast["End", HordesPosition]):
    """The end of a phase: who stands in contact may hang on dice, and the phase that follows may too."""

    def leads_surely(self, order: End, position: HordesPosition) -> bool:
        # the dice may decide whether the other side has a target, and whether the battle goes on
        return order.end == "movement" or (order.end == "long_range" and position.shooting != position.active)

    def suppose(self, order: End, position: HordesPosition, player: str, recorder: Recorder, unknown: Unknown) -> None:
        # an element whose place is uncertain may or may not attack: an element that it touches may have turned
        contacts = position.field.contacts()
        for one in [e for e in position.field.standing() if e.id in unknown.uncertain]:
            unknown.uncertain |= {other.id for other in contacts.against(one)}
        order.carry_on(position, recorder)

    def suppose_open(
        self, order: End, position: HordesPosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        order.carry_on(position, recorder)


class End(HordesOrder, kw_only=True):
    """End a phase: `{end: movement}`, `{end: long_range}`, `{end: close_combat}`; refused while a combat is due."""

    verb: ClassVar[str] = "end"
    forecast: ClassVar[Forecast] = _EndForecast()
    end: Literal["movement", "long_range", "close_combat"]

    @classmethod
    def candidates(cls, position: HordesPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if position.phase_name != "pips":
            yield Candidate(cls(end=position.phase_name))

    def measure(self, position: HordesPosition, name: str) -> float:
        """Return how many pairs of enemies are in `contacts`."""
        return {"contacts": len(position.field.contacts().touching)}[name]

    def judge(self, position: HordesPosition, player: str) -> list[Objection]:
        out = turn_objections(position, player, self.end, f"there is no {PHASE_TITLES[self.end]} to end")
        if out:
            return out
        if position.called is not None:
            return [Objection(f"{position.called} shoots or passes first", position.rules.cite("shooting_order"))]
        for a, b in position.duties():
            message = f"{a.named} must fight {b.named} first"
            out.append(Objection(message, position.rules.cite("close_combat"), None, (a.id, b.id)))
        return out

    def apply(self, position: HordesPosition, player: str, recorder: Recorder) -> None:
        wasted = (
            f"; {position.pips} PIP{'s' if position.pips > 1 else ''} unused"
            if self.end == "long_range" and position.pips and player == position.active
            else ""
        )
        recorder.write(f"{player} ends {PHASE_TITLES[self.end]}{wasted}", cites=position.rules.cite(self.end))
        self.carry_on(position, recorder)

    def carry_on(self, position: HordesPosition, recorder: Recorder) -> None:
        """Begin what follows the phase: the next one, or the other side's turn."""
        if self.end == "movement":
            enter_long_range(position, recorder)
        elif self.end == "long_range":
            end_long_range(position, recorder)
        else:
            end_turn(position, recorder)
