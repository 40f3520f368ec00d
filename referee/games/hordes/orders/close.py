"""Close combat, and ending a phase (P-11, P-14)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from referee.core.desk import Desk
from referee.core.dice import Throw
from referee.core.orders import Objection
from referee.core.shapes import piece

from ..combats import fight, roller, throws, uncertain_after
from ..course import duties, end_long_range, end_turn, enter_long_range
from ..field import Element, Keep
from ..work import PHASE_TITLES, HordesWork
from .base import HordesOrder, turn_objections
from .ranged import Dice


class Fight(HordesOrder, kw_only=True):
    """Fight a close combat: `{fight: r2, against: b1, dice: {r2: 5, b1: 3}}`.

    Of several attackers of a Stronghold, or of an element that could not turn, the one named here is the principal.
    """

    verb: ClassVar[str] = "fight"
    fight: Annotated[str, piece("own")]
    against: Annotated[str, piece("enemy")]
    dice: Dice = {}

    def concerns(self, work: HordesWork) -> Iterable[str]:
        return [self.fight, self.against]

    def given_dice(self) -> list[int] | None:
        return list(self.dice.values()) or None

    def dice_for(self, throw: Throw) -> list[int] | None:
        ident = roller(throw)
        return [self.dice[ident]] if ident in self.dice else None

    def throws(self, work: HordesWork, player: str) -> list[Throw]:
        return throws(work, work.side(self.fight), work.side(self.against), "close")

    def check(self, work: HordesWork, player: str) -> list[Objection]:
        out = turn_objections(work, player, "close_combat", "elements in contact fight in close combat")
        if out:
            return out
        one, other = work.find_side(self.fight, "fight"), work.find_side(self.against, "against")
        out += [side for side in (one, other) if isinstance(side, Objection)]
        if isinstance(one, Objection) or isinstance(other, Objection):
            return out
        cites = work.rules.cite("close_combat")
        if one.army != player or other.army == player:
            message = "'fight' names one of your own, 'against' an enemy"
            return [Objection(message, work.rules.cite("own_elements"), "fight", always=True)]
        stray = [ident for ident in self.dice if ident not in (self.fight, self.against)]
        if stray:
            out.append(Objection(f"{', '.join(stray)} rolls nothing here", (), "dice", always=True))
        hangs = (one.id, other.id)
        if fought := fought_objections(work, one, other):
            out += fought
        elif not any({a.id, b.id} == set(hangs) for a, b in duties(work)):
            out.append(Objection(f"{one.named} and {other.named} do not fight each other now", cites, "against", hangs))
        return out

    def stakes(self, work: HordesWork) -> Iterable[str]:
        return uncertain_after(work, work.side(self.fight), work.side(self.against), "close")

    def suppose(self, work: HordesWork, player: str, desk: Desk) -> None:
        desk.uncertain |= set(self.stakes(work))
        work.side(self.fight).fought = work.side(self.against).fought = True

    def apply(self, work: HordesWork, player: str, desk: Desk) -> None:
        fight(work, desk, work.side(self.fight), work.side(self.against), "close", self.dice, [])


def fought_objections(work: HordesWork, one: Element | Keep, other: Element | Keep) -> list[Objection]:
    """Return the objection to a fight of one who has fought in this phase (HS-SEQ-4)."""
    return [
        Objection(f"{side.named} has fought in this phase", work.rules.cite("principal"))
        for side in (one, other)
        if side.fought
    ][:1]


class End(HordesOrder, kw_only=True):
    """End a phase: `{end: movement}`, `{end: long_range}`, `{end: close_combat}`; refused while a combat is due."""

    verb: ClassVar[str] = "end"
    end: Literal["movement", "long_range", "close_combat"]

    def check(self, work: HordesWork, player: str) -> list[Objection]:
        out = turn_objections(work, player, self.end, f"there is no {PHASE_TITLES[self.end]} to end")
        if out:
            return out
        if work.called is not None:
            return [Objection(f"{work.called} shoots or passes first", work.rules.cite("shooting_order"))]
        for a, b in duties(work):
            message = f"{a.named} must fight {b.named} first"
            out.append(Objection(message, work.rules.cite("close_combat"), None, (a.id, b.id)))
        return out

    def leads_surely(self, work: HordesWork) -> bool:
        # whether the other side has anybody to shoot at, and whether the battle goes on, may hang on the dice
        return self.end == "movement" or (self.end == "long_range" and work.shooting != work.active)

    def suppose(self, work: HordesWork, player: str, desk: Desk) -> None:
        # whose place is uncertain may or may not be somebody's attacker: whoever it touches may have turned
        contacts = work.field.contacts()
        for one in [e for e in work.field.standing() if e.id in desk.uncertain]:
            desk.uncertain |= {other.id for other in contacts.against(one)}
        self._end(work, desk)

    def suppose_open(self, work: HordesWork, player: str, desk: Desk) -> None:
        self._end(work, desk)

    def apply(self, work: HordesWork, player: str, desk: Desk) -> None:
        wasted = (
            f"; {work.pips} PIP{'s' if work.pips > 1 else ''} unused"
            if self.end == "long_range" and work.pips and player == work.active
            else ""
        )
        desk.write(f"{player} ends {PHASE_TITLES[self.end]}{wasted}", cites=work.rules.cite(self.end))
        self._end(work, desk)

    def _end(self, work: HordesWork, desk: Desk) -> None:
        if self.end == "movement":
            enter_long_range(work, desk)
        elif self.end == "long_range":
            end_long_range(work, desk)
        else:
            end_turn(work, desk)
