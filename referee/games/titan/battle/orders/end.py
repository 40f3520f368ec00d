"""Ending a phase, calling time on it, and conceding (LoT 10, 9.4, 21.2)."""

from __future__ import annotations

from typing import ClassVar, Literal

from referee.core.desk import Desk
from referee.core.orders import Objection, Order
from referee.core.problems import stranger

from ...state import PhaseName
from ...work import TitanWork
from ..course import end_maneuver, end_strike
from ..ending import concede
from ..judge import turn_objections


class End(Order):
    """End a phase: `{end: maneuver}` or `{end: strike}`, refused while a strike is owed."""

    verb: ClassVar[str] = "end"
    end: PhaseName

    def check(self, work: TitanWork, player: str) -> list[Objection]:
        out = turn_objections(work, player, self.end, f"ending the {self.end.title()} Phase")
        if out:
            return out
        cite = work.rules.cite("must_strike")
        for piece in work.duties():
            targets = work.fight.targets(piece)
            whom = " or ".join(work.named(t) for t in targets)
            message = f"{work.named(piece)} must strike: it is in contact with {whom}"
            out.append(Objection(message, cite, None, tuple(t.id for t in targets), follows=(piece.id,)))
        return out

    def leads_surely(self, work: TitanWork) -> bool:
        # the slain strike back before they leave, so the other's part comes whatever was rolled
        return work.fight.striking_phase and work.fight.striking == work.fight.active

    def suppose_open(self, work: TitanWork, player: str, desk: Desk) -> None:
        # what is owed hangs on the dice; the phase is supposed to end all the same
        self.apply(work, player, desk)

    def apply(self, work: TitanWork, player: str, desk: Desk) -> None:
        desk.write(
            f"{player} ends the {self.end.title()} Phase of round {work.fight.round}", cites=work.rules.cite("phases")
        )
        (end_maneuver if self.end == "maneuver" else end_strike)(work, desk)


class Concede(Order):
    """Concede the battle, at any time: `{concede: battle}`."""

    verb: ClassVar[str] = "concede"
    concede: Literal["battle"]

    def check(self, work: TitanWork, player: str) -> list[Objection]:
        if work.over:
            return [Objection("the battle is over", work.rules.cite("battle_over"))]
        if work.conceded is not None:
            return [Objection("the battle is conceded already", work.rules.cite("concession"))]
        if player not in work.players:
            return [Objection(stranger(player, work.players), work.rules.cite("concession"), always=True)]
        return []

    def apply(self, work: TitanWork, player: str, desk: Desk) -> None:
        side = work.players.index(player)
        desk.write(f"{player} concedes the battle", cites=work.rules.cite("concession"))
        if work.fight.striking_phase and work.rules.options["concession_in_strikes"] == "phase_played_out":
            work.conceded = "defender" if side else "attacker"
            desk.steps[-1].notes.append("the strikes of this phase are still made")
            desk.steps[-1].cites += work.rules.cite("concession_in_strikes")
            return
        concede(work, desk, side)


class Clock(Order):
    """Call time on the other's Maneuver Phase, where a clock is played with: `{clock: battle}`."""

    verb: ClassVar[str] = "clock"
    clock: Literal["battle"]

    def check(self, work: TitanWork, player: str) -> list[Objection]:
        cite, fight = work.rules.cite("clock"), work.fight
        now = work.phase()
        if now is None:
            return [Objection("the battle is over", work.rules.cite("battle_over"))]
        if work.rules.options["clock"] == "off":
            return [Objection("this game is played without a clock; the option 'clock' sets one", cite)]
        if fight.striking_phase:
            return [Objection(f"time is called on a Maneuver Phase; it is {now.title}", cite)]
        if player in now.players:
            return [Objection(f"{player} moves now; it is the other player who calls time on him", cite)]
        return []

    def apply(self, work: TitanWork, player: str, desk: Desk) -> None:
        mover = work.player(work.fight.active)
        desk.write(f"time is up: {mover}'s Maneuver Phase is over", cites=work.rules.cite("clock"))
        end_maneuver(work, desk)
