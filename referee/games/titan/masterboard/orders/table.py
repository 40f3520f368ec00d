"""Overfull legions, disturbed stacks, and stopping the game early (LoT 4.1, 4.5, 20.5, 21.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import piece

from ...words import CHARACTER, LegionWord
from ..legion import Legion
from ..position import MasterboardPosition
from ..rulings.engagements import sides
from ..rulings.judge import over_objections, unknown_character
from ..rulings.splitting import giving_back, reduce
from ..rulings.victory import stop
from ..state import Offence
from .base import MasterOrder

MOST_SHOWN = 20


class Reduce(MasterOrder, kw_only=True):
    """Reduce an overfull legion to as many as it may hold: `{reduce: bk01}`."""

    verb: ClassVar[str] = "reduce"
    out_of_turn: ClassVar[bool] = True
    reduce: Annotated[LegionWord, piece("any")]

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        most = position.rules.combat.legion_most
        for legion in position.legions.values():
            if legion.height - giving_back(position, legion) > most:
                yield Candidate(cls(reduce=legion.id))

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        legion = position.find(self.reduce, "reduce")
        if isinstance(legion, Objection):
            return [legion]
        out = over_objections(position, player)
        if legion.height <= position.rules.combat.legion_most and not position.position_unknown:
            message = f"{position.named(legion)} holds {legion.height}, which is not too many"
            out.append(Objection(message, position.rules.cite("overfull"), "reduce"))
        if giving_back(position, legion):
            message = f"{legion.id} has captured a legion; {legion.player} says who goes back, with 'give-back'"
            out.append(Objection(message, position.rules.cite("given_back"), "reduce"))
        now = position.engagement
        if now is not None and now.capture is not None and legion.id == now.defender:
            message = f"{legion.id} is being captured, and who takes it says who goes back"
            out.append(Objection(message, position.rules.cite("captured_share"), "reduce"))
        if position.in_battle and legion in sides(position):
            out.append(Objection(f"{legion.id} is in battle", position.rules.cite("overfull"), "reduce"))
        return out

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        reduce(position, recorder, position.legions[self.reduce])


class Disturb(MasterOrder, kw_only=True):
    """Report having disturbed another player's stack so that counters showed: `{disturb: rd02, shown: [troll]}`."""

    verb: ClassVar[str] = "disturb"
    irrevocable: ClassVar[bool] = True
    out_of_turn: ClassVar[bool] = True
    disturb: Annotated[LegionWord, piece("enemy")]
    shown: Annotated[list[str], CHARACTER, Meta(min_length=1, max_length=MOST_SHOWN)]

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        # one order for the legions of one height: which stack was disturbed, and what showed, only the table knows
        kinds = list(position.rules.characters)
        heights: dict[int, list[str]] = {}
        for legion in position.legions.values():
            if legion.player != player and piece in (None, legion.id):
                heights.setdefault(MOST_SHOWN if position.fighting() else legion.height, []).append(legion.id)
        for height, (first, *others) in sorted(heights.items()):
            values = {"disturb": others, "shown": kinds} if others else {"shown": kinds}
            yield Candidate(cls(disturb=first, shown=kinds[:1]), {"values": values, "at_most": {"shown": height}})

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        legion = position.find(self.disturb, "disturb")
        if isinstance(legion, Objection):
            return [legion]
        out = over_objections(position, player)
        if legion.player == player:
            out.append(Objection(f"{legion.id} is {player}'s own", position.rules.cite("disturbed"), "disturb"))
        # whether the legion holds them is not checked: a false report must not reveal it
        out += [
            unknown_character(position, name, "shown") for name in self.shown if name not in position.rules.characters
        ]
        if len(self.shown) > legion.height and not position.fighting():
            message = f"{len(self.shown)} cannot have shown: {position.named(legion)} is {legion.height} high"
            out.append(Objection(message, position.rules.cite("disturbed"), "shown"))
        return out

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        legion = position.legions[self.disturb]
        position.offences.append(Offence(offender=player, offended=legion.player))
        pair = [player, legion.player]
        position.reveal(legion.id, "disturbed", list(self.shown), pair)
        said = f"{player} has disturbed {position.named(legion)}"
        cites = position.rules.cite("disturbed")
        recorder.write(f"{said}; {position.title(self.shown)} showed", cites=cites, seen_by=pair)
        recorder.write(f"{said}; {legion.player} may look through a legion of {player}", cites=cites, by_referee=True)


class Look(MasterOrder, kw_only=True):
    """Look through a legion of a player who disturbed a stack: `{look: bk01}`; `reveal: true` shows it to all."""

    verb: ClassVar[str] = "look"
    out_of_turn: ClassVar[bool] = True
    look: Annotated[LegionWord, piece("enemy")]
    reveal: bool = False

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        offenders = {offence.offender for offence in position.offences if offence.offended == player}
        for legion in position.legions.values():
            if legion.player in offenders:
                yield from (Candidate(cls(look=legion.id, reveal=reveal)) for reveal in (False, True))

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        legion = position.find(self.look, "look")
        if isinstance(legion, Objection):
            return [legion]
        out = over_objections(position, player)
        if self._offence(position, player, legion) is None:
            message = f"{legion.player} has disturbed no stack of {player}'s that still gives a look"
            out.append(Objection(message, position.rules.cite("disturbed"), "look"))
        return out

    def _offence(self, position: MasterboardPosition, player: str, legion: Legion) -> Offence | None:
        return next((o for o in position.offences if o.offended == player and o.offender == legion.player), None)

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        legion = position.legions[self.look]
        offence = self._offence(position, player, legion)
        assert offence is not None
        position.offences.remove(offence)
        reduce(position, recorder, legion, by_referee=True)
        contents, cites = list(legion.contents or []), position.rules.cite("disturbed")
        pair = [player, legion.player]
        position.reveal(legion.id, "looked", contents, "all" if self.reveal else pair)
        recorder.write(
            f"{player} looks through {position.named(legion)}: {position.title(contents)}",
            cites=cites,
            seen_by=None if self.reveal else pair,
        )
        if not self.reveal:
            recorder.write(f"{player} looks through {position.named(legion)}", cites=cites, by_referee=True)


class Stop(MasterOrder, kw_only=True):
    """Agree to stop the game here, `{stop: game}`, or withdraw, `{stop: game, withdraw: true}`.

    The game ends when every player still in it has agreed in one Game-Turn.
    """

    verb: ClassVar[str] = "stop"
    irrevocable: ClassVar[bool] = True
    out_of_turn: ClassVar[bool] = True
    stop: Literal["game"]
    withdraw: bool = False

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        yield Candidate(cls(stop="game", withdraw=player in position.stopping))

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = over_objections(position, player)
        if out or position.position_unknown:
            return out
        cite, said = position.rules.cite("stopped"), player in position.stopping
        if self.withdraw:
            return [] if said else [Objection(f"{player} has not agreed to stop in this Game-Turn", cite, "withdraw")]
        if said:
            return [Objection(f"{player} has agreed already", cite)]
        if position.in_battle or position.stage == "setup":
            out.append(Objection("a game is stopped between battles, after it has begun", cite))
        elif position.engagement is not None and position.engagement.stage == "gains":
            out.append(Objection("the Engagement must be closed first", cite))
        return out

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        cites = position.rules.cite("stopped")
        if self.withdraw:
            position.stopping.remove(player)
            recorder.write(f"{player} no longer agrees to stop the game", cites=cites)
            return
        position.stopping.append(player)
        recorder.write(f"{player} agrees to stop the game", cites=cites)
        if set(position.living) <= set(position.stopping):
            stop(position, recorder, "all have agreed to stop")
