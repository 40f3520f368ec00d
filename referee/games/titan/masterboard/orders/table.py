"""What happens at a table: overfull and disturbed stacks, and stopping early (LoT 4.1, 4.5, 20.5, 21.1)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from referee.core.desk import Desk
from referee.core.orders import Objection
from referee.core.shapes import piece

from ...words import CHARACTER, LegionWord
from ..engagements import sides
from ..judge import over_objections, unknown_character
from ..legion import Legion
from ..overfull import reduce
from ..state import Offence
from ..victory import stop
from ..work import MasterWork
from .base import MasterOrder


class Reduce(MasterOrder, kw_only=True):
    """Bring an overfull legion down to seven: `{reduce: bk01}`."""

    verb: ClassVar[str] = "reduce"
    reduce: Annotated[LegionWord, piece("any")]

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        legion = work.find(self.reduce, "reduce")
        if isinstance(legion, Objection):
            return [legion]
        out = over_objections(work, player)
        if legion.height <= work.rules.combat.legion_most and not work.adrift:
            message = f"{work.named(legion)} holds {legion.height}, which is not too many"
            out.append(Objection(message, work.rules.cite("overfull"), "reduce"))
        if work.battle is not None and legion in sides(work):
            out.append(Objection(f"{legion.id} is in battle", work.rules.cite("overfull"), "reduce"))
        return out

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        reduce(work, desk, work.legions[self.reduce])


class Disturb(MasterOrder, kw_only=True):
    """Own up to having disturbed another's stack so that counters showed: `{disturb: rd02, shown: [troll]}`."""

    verb: ClassVar[str] = "disturb"
    disturb: Annotated[LegionWord, piece("enemy")]
    shown: Annotated[list[str], CHARACTER, Meta(min_length=1, max_length=20)]

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        legion = work.find(self.disturb, "disturb")
        if isinstance(legion, Objection):
            return [legion]
        out = over_objections(work, player)
        if legion.player == player:
            out.append(Objection(f"{legion.id} is {player}'s own", work.rules.cite("disturbed"), "disturb"))
        # whether the legion holds them is not told: a false admission must not find it out
        out += [unknown_character(work, name, "shown") for name in self.shown if name not in work.rules.characters]
        if len(self.shown) > legion.height and not work.fighting():
            message = f"{len(self.shown)} cannot have shown: {work.named(legion)} is {legion.height} high"
            out.append(Objection(message, work.rules.cite("disturbed"), "shown"))
        return out

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        legion = work.legions[self.disturb]
        work.offences.append(Offence(offender=player, offended=legion.player))
        pair = [player, legion.player]
        work.reveal(legion.id, "disturbed", list(self.shown), pair)
        said = f"{player} has disturbed {work.named(legion)}"
        cites = work.rules.cite("disturbed")
        desk.write(f"{said}; {work.title(self.shown)} showed", cites=cites, seen_by=pair)
        desk.write(f"{said}; {legion.player} may look through a legion of {player}", cites=cites, by_referee=True)


class Look(MasterOrder, kw_only=True):
    """Look through a legion of one who disturbed a stack: `{look: bk01}`, and `reveal: true` shows it to all."""

    verb: ClassVar[str] = "look"
    look: Annotated[LegionWord, piece("enemy")]
    reveal: bool = False

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        legion = work.find(self.look, "look")
        if isinstance(legion, Objection):
            return [legion]
        out = over_objections(work, player)
        if self._offence(work, player, legion) is None:
            message = f"{legion.player} has disturbed no stack of {player}'s that is not made good"
            out.append(Objection(message, work.rules.cite("disturbed"), "look"))
        return out

    def _offence(self, work: MasterWork, player: str, legion: Legion) -> Offence | None:
        return next((o for o in work.offences if o.offended == player and o.offender == legion.player), None)

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        legion = work.legions[self.look]
        offence = self._offence(work, player, legion)
        assert offence is not None
        work.offences.remove(offence)
        reduce(work, desk, legion, by_referee=True)
        contents, cites = list(legion.contents or []), work.rules.cite("disturbed")
        pair = [player, legion.player]
        work.reveal(legion.id, "looked", contents, "all" if self.reveal else pair)
        desk.write(
            f"{player} looks through {work.named(legion)}: {work.title(contents)}",
            cites=cites,
            seen_by=None if self.reveal else pair,
        )
        if not self.reveal:
            desk.write(f"{player} looks through {work.named(legion)}", cites=cites, by_referee=True)


class Stop(MasterOrder, kw_only=True):
    """Agree to stop the game here, `{stop: game}`, or take it back, `{stop: game, withdraw: true}`.

    The game ends when every player still in it has said so in one Game-Turn.
    """

    verb: ClassVar[str] = "stop"
    stop: Literal["game"]
    withdraw: bool = False

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        out = over_objections(work, player)
        if out or work.adrift:
            return out
        cite, said = work.rules.cite("stopped"), player in work.stopping
        if self.withdraw:
            return [] if said else [Objection(f"{player} has not agreed to stop in this Game-Turn", cite, "withdraw")]
        if said:
            return [Objection(f"{player} has said so already", cite)]
        if work.battle is not None or work.stage == "setup":
            out.append(Objection("a game is stopped between battles, after it has begun", cite))
        elif work.engagement is not None and work.engagement.stage == "gains":
            out.append(Objection("the Engagement is to be closed first", cite))
        return out

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        cites = work.rules.cite("stopped")
        if self.withdraw:
            work.stopping.remove(player)
            desk.write(f"{player} would go on with the game after all", cites=cites)
            return
        work.stopping.append(player)
        desk.write(f"{player} would stop the game here", cites=cites)
        if set(work.living) <= set(work.stopping):
            stop(work, desk, "all have agreed to stop")
