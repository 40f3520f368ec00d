"""Calling time on a phase in which another player moves counters on the Masterboard (LoT 21.2, REF titan-57)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from referee.core.desk import Desk
from referee.core.dice import Throw
from referee.core.orders import Objection
from referee.core.shapes import DICE

from ..course import close, halt, march, movement_roll, next_turn
from ..duties import idle
from ..judge import over_objections
from ..work import MasterWork
from .base import MasterOrder


class Clock(MasterOrder, kw_only=True):
    """Call time on another player's phase, where a clock is played with: `{clock: movement}`.

    `commencement` makes the Movement Roll, `engagement` is for a winner who adds to his legion.
    """

    verb: ClassVar[str] = "clock"
    rolled_by: ClassVar[str] = "clock"
    clock: Literal["commencement", "movement", "engagement", "enlistment"]
    dice: Annotated[list[int], DICE] | None = None

    def given_dice(self) -> list[int] | None:
        return self.dice

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        out = over_objections(work, player)
        if out or work.adrift:
            return out
        cite = work.rules.cite("clock")
        if work.rules.options["clock"] == "off":
            return [Objection("this game is played without a clock; the option 'clock' sets one", cite)]
        if self.clock == "engagement":
            late = self._winner(work)
            if late is None:
                return [Objection("nobody is adding to a legion that has won, so there is no time to call", cite)]
        else:
            late = work.mover
            if work.stage != self.clock:
                out.append(Objection(f"there is no {self.clock.title()} Phase to call time on", cite))
            elif work.clock is not None:
                out.append(Objection("time has been called", cite))
        if player == late:
            who = "adds to his legion" if self.clock == "engagement" else "is the Mover"
            out.append(Objection(f"{player} {who}; it is another player who calls time on him", cite))
        if self.dice is not None and self.clock in ("engagement", "enlistment"):
            out.append(Objection("no dice are rolled here", cite, "dice"))
        return out

    def _winner(self, work: MasterWork) -> str | None:
        """Return the winner of an Engagement who still adds to his legion."""
        now = work.engagement
        return now.gains.player if now is not None and now.stage == "gains" and now.gains is not None else None

    def throws(self, work: MasterWork, player: str) -> list[Throw]:
        if self.clock == "commencement":
            return [movement_roll(work, "move")]
        able = idle(work) if self.clock == "movement" else []
        return [Throw(work.event("clock"), player, 1, len(able))] if len(able) > 1 else []

    def foreseen(self, work: MasterWork) -> bool:
        return True

    def suppose(self, work: MasterWork, player: str, desk: Desk) -> None:
        if self.clock == "commencement":
            march(work, desk, None)
        elif self.throws(work, player):
            work.adrift = True
        else:
            super().suppose(work, player, desk)

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        cites = work.rules.cite("clock")
        if self.clock == "movement":
            self._movement(work, player, desk)
        elif self.clock == "engagement":
            desk.write(f"time is up: {self._winner(work)} adds nobody more", cites=cites)
            close(work, desk)
        else:
            desk.write(f"time is up: {work.mover}'s {self.clock.title()} Phase is over", cites=cites)
            if self.clock == "commencement":
                march(work, desk, desk.roll(self.throws(work, player)[0], self.dice))
            else:
                next_turn(work, desk)

    def _movement(self, work: MasterWork, player: str, desk: Desk) -> None:
        """End a Movement Phase in which a legion has moved; else let a die pick the one that must."""
        able, cites = idle(work), work.rules.cite("clock")
        if not able:
            desk.write(f"time is up: {work.mover}'s Movement Phase is over", cites=cites)
            halt(work, desk, late=True)
            return
        throws = self.throws(work, player)
        roll = desk.roll(throws[0], self.dice) if throws else None
        picked = able[roll.dice[0] - 1 if roll is not None else 0]
        work.clock = picked.id
        desk.write(
            f"time is up and nothing has moved: {picked.id} must move, and no other legion may",
            rolled=[roll] if roll is not None else [],
            cites=cites,
        )
