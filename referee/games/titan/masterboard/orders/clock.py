"""Calling time on a phase in which another player moves counters on the Masterboard (LoT 21.2, REF titan-57)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from referee.core.game.dice import Throw
from referee.core.game.forecast import Forecast, Unknown
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import DICE

from ...words import LandName
from ..phases import begin_movement, close, end_movement, movement_roll, next_turn
from ..position import ROLL, MasterboardPosition
from ..rulings.duties import can_move, idle
from ..rulings.judge import over_objections
from .base import MasterForecast, MasterOrder
from .movement import Move
from .teleport import Teleport


class _ClockForecast(MasterForecast["Clock"]):
    """Calling time on a Commencement Phase rolls for movement; on a Movement Phase a die may pick a legion."""

    def foreseen(self, order: Clock, position: MasterboardPosition) -> bool:
        return True

    def suppose(
        self, order: Clock, position: MasterboardPosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        if order.clock == "commencement":
            begin_movement(position, recorder, None)
            unknown.uncertain.add(ROLL)
        elif order.throws(position, player):
            position.position_unknown = True
        else:
            super().suppose(order, position, player, recorder, unknown)


class Clock(MasterOrder, kw_only=True):
    """Call time on another player's phase in a game with a clock: `{clock: movement}`.

    `commencement` makes the Movement Roll; `engagement` ends the gains of a winner. A second call on a Movement Phase
    lets a die choose the move of the legion that was picked.
    """

    verb: ClassVar[str] = "clock"
    out_of_turn: ClassVar[bool] = True
    forecast: ClassVar[Forecast] = _ClockForecast()
    rolled_by: ClassVar[str] = "clock"
    clock: Literal["commencement", "movement", "engagement", "enlistment"]
    dice: Annotated[list[int], DICE] | None = None

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if position.stage != "setup":
            yield Candidate(cls(clock=position.stage))

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = over_objections(position, player)
        if out or position.position_unknown:
            return out
        cite = position.rules.cite("clock")
        if position.rules.options["clock"] == "off":
            return [Objection("this game is played without a clock; the option 'clock' sets one", cite)]
        if self.clock == "engagement":
            late = self._winner(position)
            if late is None:
                return [Objection("no winner is adding to a legion, so time cannot be called", cite)]
        else:
            late = position.mover
            if position.stage != self.clock:
                out.append(Objection(f"there is no {self.clock.title()} Phase to call time on", cite))
        if player == late:
            who = "adds to a legion" if self.clock == "engagement" else "is the Mover"
            out.append(Objection(f"{player} {who}; only another player calls time", cite))
        if self.dice is not None and not out and not self.throws(position, player):
            out.append(Objection("no dice are rolled here", cite, "dice"))
        return out

    def _winner(self, position: MasterboardPosition) -> str | None:
        """Return the winner of an Engagement who may still add to a legion, if any."""
        now = position.engagement
        return now.gains.player if now is not None and now.stage == "gains" and now.gains is not None else None

    def throws(self, position: MasterboardPosition, player: str) -> list[Throw]:
        if self.clock == "commencement":
            return [movement_roll(position, "move")]
        if self.clock != "movement":
            return []
        again = position.clock is not None
        choices = len(self._ways(position)) if again else len(idle(position))
        event = position.event("clock/where" if again else "clock")
        return [Throw(event, player, 1, choices)] if choices > 1 else []

    def _ways(self, position: MasterboardPosition) -> list[Move | Teleport]:
        """Return the moves of the picked legion: one for each Land, or for each side of entry if enemies are there."""
        late = position.legions[position.clock] if position.clock is not None else None
        if late is None or position.roll is None or not can_move(position, late):
            return []
        found: dict[tuple[LandName, str | None], Move | Teleport] = {}
        options = [
            *Move.candidates(position, late.player, late.id),
            *Teleport.candidates(position, late.player, late.id),
        ]
        for order in (option.order for option in options):
            if isinstance(order, (Move, Teleport)) and not order.check(position, late.player):
                found.setdefault((order.to, order.side if position.at(str(order.to)) else None), order)
        return list(found.values())

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        cites = position.rules.cite("clock")
        if self.clock == "movement":
            self._movement(position, player, recorder)
        elif self.clock == "engagement":
            recorder.write(f"time is up: {self._winner(position)} adds no more characters", cites=cites)
            close(position, recorder)
        else:
            recorder.write(f"time is up: {position.mover}'s {self.clock.title()} Phase is over", cites=cites)
            if self.clock == "commencement":
                begin_movement(position, recorder, recorder.roll(self.throws(position, player)[0], self.dice))
            else:
                next_turn(position, recorder)

    def _movement(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        """End a Movement Phase in which a legion has moved; if none has, let a die pick the legion that must move."""
        able, cites = idle(position), position.rules.cite("clock")
        if (ways := self._ways(position)) and position.clock is not None:
            self._move_by_die(position, player, ways, recorder)
            return
        if not able or position.clock is not None:
            recorder.write(f"time is up: {position.mover}'s Movement Phase is over", cites=cites)
            end_movement(position, recorder, late=True)
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

    def _move_by_die(
        self, position: MasterboardPosition, player: str, ways: list[Move | Teleport], recorder: Recorder
    ) -> None:
        """Let a die choose the move of the picked legion, make it, and end the Movement Phase."""
        throws = self.throws(position, player)
        roll = recorder.roll(throws[0], self.dice) if throws else None
        order = ways[roll.dice[0] - 1 if roll is not None else 0]
        lands = [f"{way.to} from the {way.side}" if position.at(str(way.to)) else str(way.to) for way in ways]
        chosen = ": " + ", ".join(f"{land} with a {face}" for face, land in enumerate(lands, 1)) if roll else ""
        recorder.write(
            f"time is up again, and {'a die moves' if roll else 'there is one move for'} {position.clock}{chosen}",
            rolled=[roll] if roll is not None else [],
            cites=position.rules.cite("clock"),
        )
        order.apply(position, position.mover, recorder)
        end_movement(position, recorder, late=True)
