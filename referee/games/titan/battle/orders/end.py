"""Ending a phase, conceding, and calling time on a phase (LoT 10, 9.4, 21.2)."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from referee.core.game.forecast import Forecast, Unknown
from referee.core.game.orders import Candidate, Objection, Remarks
from referee.core.game.recorder import Recorder

from ..phases import end_maneuver, end_strike
from ..pieces import OFF
from ..position import BattlePosition
from ..rulings.ending import concede
from ..rulings.judge import turn_objections
from ..state import PhaseName
from .base import BattleOrder


class _EndForecast(Forecast["End", BattlePosition]):
    """The end of a phase is supposed even if dice decide whether a strike is still owed."""

    def leads_surely(self, order: "End", position: BattlePosition) -> bool:
        # slain characters strike back before they are removed, so the other player strikes whatever was rolled
        return position.fight.striking_phase and position.fight.striking == position.fight.active

    def suppose_open(
        self, order: "End", position: BattlePosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        order.apply(position, player, recorder)


class End(BattleOrder):
    """End a phase: `{end: maneuver}` or `{end: strike}`; refused while a strike is owed (LoT 12.0)."""

    verb: ClassVar[str] = "end"
    forecast: ClassVar[Forecast] = _EndForecast()
    end: PhaseName

    @classmethod
    def candidates(cls, position: BattlePosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        yield Candidate(cls(end="strike" if position.fight.striking_phase else "maneuver"))

    def secret(self) -> bool:
        return True

    def measure(self, position: BattlePosition, name: str) -> float:
        """Return how many own pieces are `outside` the map, or have not moved in this phase, `unmoved`."""
        own = position.fight.of(position.fight.active)
        return {"outside": sum(p.hex == OFF for p in own), "unmoved": sum(not p.moved for p in own)}[name]

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        out = turn_objections(position, player, self.end, f"ending the {self.end.title()} Phase", closing=True)
        if out:
            return out
        cite = position.rules.cite("must_strike")
        for piece in position.must_strike():
            targets = position.fight.targets(piece)
            names = " or ".join(position.named(t) for t in targets)
            message = f"{position.named(piece)} must strike: it is in contact with {names}"
            out.append(Objection(message, cite, None, tuple(t.id for t in targets), follows=(piece.id,)))
        return out

    def remarked(self, position: BattlePosition, player: str) -> Remarks:
        """Return the characters that are not on the map when the first Maneuver Phase ends (LoT 10.1)."""
        fight = position.fight
        outside = [p.id for p in fight.of(fight.active) if p.hex == OFF] if fight.round == 1 else []
        return {"lost": outside} if outside and self.end == "maneuver" else {}

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        recorder.write(
            f"{player} ends the {self.end.title()} Phase of round {position.fight.round}",
            cites=position.rules.cite("phases"),
        )
        (end_maneuver if self.end == "maneuver" else end_strike)(position, recorder)


class Concede(BattleOrder):
    """Concede the battle, at any time: `{concede: battle}` (LoT 9.4)."""

    verb: ClassVar[str] = "concede"
    irrevocable: ClassVar[bool] = True
    out_of_turn: ClassVar[bool] = True
    concede: Literal["battle"]

    def secret(self) -> bool:
        return True

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        if position.over:
            return [Objection("the battle is over", position.rules.cite("battle_over"))]
        if position.conceded is not None:
            return [Objection("the battle is conceded already", position.rules.cite("concession"))]
        return []

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        side = position.players.index(player)
        recorder.write(f"{player} concedes the battle", cites=position.rules.cite("concession"))
        if position.fight.striking_phase and position.rules.options["concession_in_strikes"] == "phase_played_out":
            position.conceded = "defender" if side else "attacker"
            recorder.steps[-1].notes.append("the strikes of this phase are still made")
            recorder.steps[-1].cites += position.rules.cite("concession_in_strikes")
            return
        concede(position, recorder, side)


class Clock(BattleOrder):
    """Call time on the other player's Maneuver Phase in a game with a clock: `{clock: battle}` (LoT 21.2)."""

    verb: ClassVar[str] = "clock"
    out_of_turn: ClassVar[bool] = True
    clock: Literal["battle"]

    def secret(self) -> bool:
        return True

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        cite, fight = position.rules.cite("clock"), position.fight
        now = position.phase()
        if now is None:
            return [Objection("the battle is over", position.rules.cite("battle_over"))]
        if position.rules.options["clock"] == "off":
            return [Objection("this game is played without a clock; the option 'clock' sets one", cite)]
        if fight.striking_phase:
            return [Objection(f"time is called on a Maneuver Phase; it is {now.title}", cite)]
        if player in now.players:
            return [Objection(f"{player} moves now; only the other player calls time", cite)]
        return []

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        mover = position.player(position.fight.active)
        recorder.write(f"time is up: {mover}'s Maneuver Phase is over", cites=position.rules.cite("clock"))
        end_maneuver(position, recorder)
