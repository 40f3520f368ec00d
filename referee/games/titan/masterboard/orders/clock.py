"""Calling time on a phase in which another player moves counters on the Masterboard (LoT 21.2, REF titan-57)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from referee.core.game.dice import Throw
from referee.core.game.forecast import Forecast
from referee.core.game.orders import Objection, Option
from referee.core.game.recorder import Recorder
from referee.core.game.unknown import Unknown
from referee.core.notation.field_specs import DICE

from ..phases import close, halt, march, movement_roll, next_turn
from ..position import ROLL, MasterboardPosition
from ..rulings.duties import idle
from ..rulings.judge import over_objections
from .base import MasterForecast, MasterOrder


class _ClockForecast(MasterForecast):
    """Time called on a Commencement Phase rolls for movement; on a Movement Phase a die may pick who must move."""

    def foreseen(self, order: Clock, position: MasterboardPosition) -> bool:
        return True

    def suppose(
        self, order: Clock, position: MasterboardPosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        if order.clock == "commencement":
            march(position, recorder, None)
            unknown.uncertain.add(ROLL)
        elif order.throws(position, player):
            position.position_unknown = True
        else:
            super().suppose(order, position, player, recorder, unknown)


class Clock(MasterOrder, kw_only=True):
    """Call time on another player's phase, where a clock is played with: `{clock: movement}`.

    `commencement` makes the Movement Roll, `engagement` is for a winner who adds to his legion.
    """

    verb: ClassVar[str] = "clock"
    forecast: ClassVar[Forecast] = _ClockForecast()
    rolled_by: ClassVar[str] = "clock"
    clock: Literal["commencement", "movement", "engagement", "enlistment"]
    dice: Annotated[list[int], DICE] | None = None

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Option]:
        if position.stage != "setup":
            yield Option(cls(clock=position.stage))

    def given_dice(self) -> list[int] | None:
        return self.dice

    def check(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = over_objections(position, player)
        if out or position.position_unknown:
            return out
        cite = position.rules.cite("clock")
        if position.rules.options["clock"] == "off":
            return [Objection("this game is played without a clock; the option 'clock' sets one", cite)]
        if self.clock == "engagement":
            late = self._winner(position)
            if late is None:
                return [Objection("nobody is adding to a legion that has won, so there is no time to call", cite)]
        else:
            late = position.mover
            if position.stage != self.clock:
                out.append(Objection(f"there is no {self.clock.title()} Phase to call time on", cite))
            elif position.clock is not None:
                out.append(Objection("time has been called", cite))
        if player == late:
            who = "adds to his legion" if self.clock == "engagement" else "is the Mover"
            out.append(Objection(f"{player} {who}; it is another player who calls time on him", cite))
        if self.dice is not None and self.clock in ("engagement", "enlistment"):
            out.append(Objection("no dice are rolled here", cite, "dice"))
        return out

    def _winner(self, position: MasterboardPosition) -> str | None:
        """Return the winner of an Engagement who still adds to his legion."""
        now = position.engagement
        return now.gains.player if now is not None and now.stage == "gains" and now.gains is not None else None

    def throws(self, position: MasterboardPosition, player: str) -> list[Throw]:
        if self.clock == "commencement":
            return [movement_roll(position, "move")]
        able = idle(position) if self.clock == "movement" else []
        return [Throw(position.event("clock"), player, 1, len(able))] if len(able) > 1 else []

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        cites = position.rules.cite("clock")
        if self.clock == "movement":
            self._movement(position, player, recorder)
        elif self.clock == "engagement":
            recorder.write(f"time is up: {self._winner(position)} adds nobody more", cites=cites)
            close(position, recorder)
        else:
            recorder.write(f"time is up: {position.mover}'s {self.clock.title()} Phase is over", cites=cites)
            if self.clock == "commencement":
                march(position, recorder, recorder.roll(self.throws(position, player)[0], self.dice))
            else:
                next_turn(position, recorder)

    def _movement(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        """End a Movement Phase in which a legion has moved; else let a die pick the one that must."""
        able, cites = idle(position), position.rules.cite("clock")
        if not able:
            recorder.write(f"time is up: {position.mover}'s Movement Phase is over", cites=cites)
            halt(position, recorder, late=True)
            return
        throws = self.throws(position, player)
        roll = recorder.roll(throws[0], self.dice) if throws else None
        picked = able[roll.dice[0] - 1 if roll is not None else 0]
        position.clock = picked.id
        recorder.write(
            f"time is up and nothing has moved: {picked.id} must move, and no other legion may",
            rolled=[roll] if roll is not None else [],
            cites=cites,
        )
