"""Ending a phase on the Masterboard, refused while something is owed (LoT 6)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from referee.core.desk import Desk
from referee.core.dice import Throw
from referee.core.orders import Objection
from referee.core.shapes import DICE

from ..course import close, halt, march, movement_roll, next_engagement, next_turn
from ..duties import owed
from ..judge import turn_objections
from ..work import MasterWork
from .base import MasterOrder
from .gains import gaining


class End(MasterOrder, kw_only=True):
    """End a phase: `{end: commencement}` rolls for movement, `{end: engagement}` closes the Engagement just won."""

    verb: ClassVar[str] = "end"
    end: Literal["commencement", "movement", "engagement", "enlistment"]
    dice: Annotated[list[int], DICE] | None = None

    def given_dice(self) -> list[int] | None:
        return self.dice

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        if self.dice is not None and self.end != "commencement":
            return [Objection("no dice are rolled here", work.rules.cite("movement_roll"), "dice")]
        if work.adrift:
            return []
        if self._closed(work, player):
            return []
        if self.end == "engagement" and not self._empty(work, player):
            gains = gaining(work, player, "closing an Engagement")
            return gains if isinstance(gains, list) else []
        out = turn_objections(work, player, self.end, f"ending the {self.end.title()} Phase")
        if not out and self.end == "movement":
            out = [one.objection() for one in owed(work)]
        return out

    def _closed(self, work: MasterWork, player: str) -> bool:
        """Return whether a player closes an Engagement that has closed by itself just before (REF titan-49)."""
        return self.end == "engagement" and work.shut == player

    def _empty(self, work: MasterWork, player: str) -> bool:
        """Return whether the Mover ends an Engagement Phase in which nothing is left to resolve."""
        nothing = work.stage == "engagement" and work.engagement is None and not work.engaged()
        return nothing and player == work.mover

    def throws(self, work: MasterWork, player: str) -> list[Throw]:
        return [movement_roll(work, "move")] if self.end == "commencement" else []

    def foreseen(self, work: MasterWork) -> bool:
        return True

    def suppose(self, work: MasterWork, player: str, desk: Desk) -> None:
        if work.adrift:
            return
        if self.end == "commencement":
            march(work, desk, None)
        elif self.end == "movement" and work.roll is None:
            work.adrift = True
        else:
            self.apply(work, player, desk)

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        cite = work.rules.cite
        if self._closed(work, player):
            desk.write(f"{player} closes the Engagement, which has closed by itself", cites=cite("gains"))
            return
        if self.end == "engagement" and work.engagement is not None:
            desk.write(f"{player} adds nobody more", cites=cite("gains"))
            close(work, desk)
            return
        desk.write(f"{player} ends the {self.end.title()} Phase", cites=cite("sequence"))
        if self.end == "commencement":
            march(work, desk, desk.roll(self.throws(work, player)[0], self.dice))
        elif self.end == "movement":
            if not any(legion.moved for legion in work.own(player)):
                desk.steps[-1].cites += cite("no_move")
            halt(work, desk, late=work.clock is not None)
        elif self.end == "engagement":
            next_engagement(work, desk)
        else:
            next_turn(work, desk)
