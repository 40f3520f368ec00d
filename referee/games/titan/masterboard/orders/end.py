"""Ending a phase on the Masterboard; refused while a move is owed (LoT 6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from referee.core.game.dice import Throw
from referee.core.game.forecast import Forecast, Unknown
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import DICE

from ..phases import begin_movement, close, end_movement, movement_roll, next_engagement, next_turn
from ..position import ROLL, MasterboardPosition
from ..rulings.duties import moves_owed
from ..rulings.judge import turn_objections
from .base import MasterForecast, MasterOrder
from .gains import current_gains


class _EndForecast(MasterForecast["End"]):
    """The end of the Commencement Phase rolls for movement; before the roll, the end of a Movement Phase is unsure."""

    def foreseen(self, order: End, position: MasterboardPosition) -> bool:
        return True

    def suppose(
        self, order: End, position: MasterboardPosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        if position.position_unknown:
            return
        if order.end == "commencement":
            begin_movement(position, recorder, None)
            unknown.uncertain.add(ROLL)
        elif order.end == "movement" and position.roll is None:
            position.position_unknown = True
        else:
            order.apply(position, player, recorder)


class End(MasterOrder, kw_only=True):
    """End a phase: `{end: commencement}` rolls for movement, `{end: engagement}` closes the Engagement just won."""

    verb: ClassVar[str] = "end"
    forecast: ClassVar[Forecast] = _EndForecast()
    # the winner of an Engagement that has closed by itself may say so when another player is awaited
    out_of_turn: ClassVar[bool] = True
    end: Literal["commencement", "movement", "engagement", "enlistment"]
    dice: Annotated[list[int], DICE] | None = None

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        closed = position.shut == player
        if closed:
            yield Candidate(cls(end="engagement"), {"already": "closed"})
        # an Engagement that has closed by itself needs no order to end it
        shut = position.stage == "engagement" and position.engagement is None and position.shut is not None
        if position.stage != "setup" and not (shut and (closed or position.engaged())):
            yield Candidate(cls(end=position.stage))

    def measure(self, position: MasterboardPosition, name: str) -> float:
        """Return how many Lands hold legions in `contacts` with an enemy."""
        return {"contacts": len(position.engaged())}[name]

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        if self.dice is not None and self.end != "commencement":
            return [Objection("no dice are rolled here", position.rules.cite("movement_roll"), "dice")]
        if position.position_unknown:
            return []
        if self._closed(position, player):
            return []
        if self.end == "engagement" and not self._empty(position, player):
            gains = current_gains(position, player, "closing an Engagement")
            if isinstance(gains, list) or not gains.drawn:
                return gains if isinstance(gains, list) else []
            message = f"first deal out what the victory has brought: {', '.join(gains.drawn)}"
            return [Objection(message, position.rules.cite("victory_dealt"))]
        out = turn_objections(position, player, self.end, f"ending the {self.end.title()} Phase")
        if not out and self.end == "movement":
            out = [objection for _, objection in moves_owed(position)]
        return out

    def _closed(self, position: MasterboardPosition, player: str) -> bool:
        """Return whether a player ends an Engagement that has just closed by itself (REF titan-49)."""
        # one that ends the game is remembered while the orders with it are carried out
        last = position.closed.player if position.outcome is not None and position.closed is not None else None
        return self.end == "engagement" and player in (position.shut, last)

    def _empty(self, position: MasterboardPosition, player: str) -> bool:
        """Return whether the Mover ends an Engagement Phase with no Engagement left to resolve."""
        nothing = position.stage == "engagement" and position.engagement is None and not position.engaged()
        return nothing and player == position.mover

    def throws(self, position: MasterboardPosition, player: str) -> list[Throw]:
        return [movement_roll(position, "move")] if self.end == "commencement" else []

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        cite = position.rules.cite
        if self._closed(position, player):
            position.shut = position.closed = None
            recorder.write(f"{player} closes the Engagement, which has closed by itself", cites=cite("gains"))
            return
        if self.end == "engagement" and position.engagement is not None:
            recorder.write(f"{player} adds no more characters", cites=cite("gains"))
            close(position, recorder)
            return
        recorder.write(f"{player} ends the {self.end.title()} Phase", cites=cite("sequence"))
        if self.end == "commencement":
            begin_movement(position, recorder, recorder.roll(self.throws(position, player)[0], self.dice))
        elif self.end == "movement":
            if not any(legion.moved for legion in position.own(player)):
                recorder.steps[-1].cites += cite("no_move")
            end_movement(position, recorder, late=position.clock is not None)
        elif self.end == "engagement":
            next_engagement(position, recorder)
        else:
            next_turn(position, recorder)
