"""Moving legions: by the Signs, by teleport, and the second roll of a first Game-Turn (LoT 7, 8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from referee.core.documents.problems import counted
from referee.core.game.dice import Throw
from referee.core.game.forecast import Forecast, Unknown
from referee.core.game.orders import Candidate, Objection, Order
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.notation.field_specs import DICE, piece

from ...sides import MapSide
from ...words import LandWord, LegionWord, land_name
from ..events import happens
from ..legion import Legion
from ..phases import begin_movement, movement_roll
from ..position import ROLL, MasterboardPosition
from ..rulings.judge import (
    arrive,
    barred_ways,
    entry_bars,
    hidden_lands,
    lands_of,
    march_objections,
    only_rows_bar,
    reaches,
    side_cites,
    side_of,
    stopping_rows,
    stops,
    travel,
    turn_objections,
)
from .base import MasterForecast, MasterOrder, find_own


class Going(MasterOrder, kw_only=True):
    """What moving and teleporting share: a legion that has not moved, a Land, and a side of entry."""

    to: LandWord
    side: MapSide | None = None

    stands: ClassVar[str] = "to"

    def setting_out(
        self, position: MasterboardPosition, player: str, what: str
    ) -> tuple[Legion, str] | list[Objection]:
        """Return the legion and the Land, or the objections to any move by it now."""
        out = turn_objections(position, player, "movement", what)
        if out:
            return out
        legion = find_own(position, player, getattr(self, self.verb), self.verb)
        target = position.land(self.to, "to")
        out += legion if isinstance(legion, list) else []
        out += [target] if isinstance(target, Objection) else []
        if out or isinstance(legion, list) or isinstance(target, Objection):
            return out
        if position.position_unknown:
            return legion, target
        return march_objections(position, legion, self.verb) or (legion, target)


class Move(Going, kw_only=True):
    """Move a legion by the Signs: `{move: bk01, to: 38}`, with `side: left` to choose the side of entry."""

    verb: ClassVar[str] = "move"
    move: Annotated[LegionWord, piece("own")]

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if position.stage != "movement" or position.roll is None:
            return
        # `judge` asks nothing but who may move now, and where that legion may go
        checked = not turn_objections(position, player, "movement", "moving a legion")
        for legion in position.own(player):
            if piece in (None, legion.id) and not march_objections(position, legion):
                for land, ways in travel(position, legion, position.roll).items():
                    to = land_name(land)
                    for side in position.graph.by_side(ways.keys()):
                        yield Candidate(cls(move=legion.id, to=to, side=side), checked=checked)

    def measure(self, position: MasterboardPosition, name: str) -> float:
        """Return how many enemy legions could reach the Land with some Movement Roll, `exposed`."""
        land, faces = position.land(self.to, "to"), position.rules.masterplay.faces
        mine = {legion.id for legion in position.own(position.mover)}
        enemies = [legion for legion in position.legions.values() if legion.id not in mine]
        reached = sum(any(land in travel(position, one, roll) for roll in faces) for one in enemies)
        return {"exposed": reached}[name]

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        begun = self.setting_out(position, player, "moving a legion")
        if isinstance(begun, list) or position.position_unknown:
            return begun if isinstance(begun, list) else []
        legion, target = begun
        found = self._ways(position, legion, target)
        if isinstance(found, list):
            return found
        side = side_of(position, target, position.graph.by_side(found.keys()), self.side)
        return side if isinstance(side, list) else []

    def _ways(
        self, position: MasterboardPosition, legion: Legion, target: str
    ) -> dict[MapSide, list[str]] | list[Objection]:
        """Return a path to a Land for each side of entry; while the roll is unknown, for any roll."""
        out: dict[MapSide, list[str]] = {}
        for roll in [position.roll] if position.roll is not None else position.rules.masterplay.faces:
            for side, path in travel(position, legion, roll).get(target, {}).items():
                out.setdefault(side, path)
        return out or self._why_not(position, legion, target)

    def _ever(self, position: MasterboardPosition, legion: Legion, target: str, rolled: int | None = None) -> bool:
        """Return whether `rolled`, or any roll, reaches a Land if the player's other legions are ignored."""
        rolls = position.rules.masterplay.faces if rolled is None else [rolled]
        return any(reaches(position, legion, roll, target) for roll in rolls)

    def _why_not(self, position: MasterboardPosition, legion: Legion, target: str) -> list[Objection]:
        """Return why a legion cannot end its move in a Land."""
        cite, graph = position.rules.cite, position.graph
        rolled = f"with a roll of {position.roll}" if position.roll is not None else "with any roll"
        lands = lands_of(position, legion, position.roll) if position.roll is not None else None
        changed: tuple[str, ...] = ()
        if lands is not None and lands.total != position.roll:
            told = "; ".join(entry.why for entry in lands.entries[1:])
            rolled += f", which is {counted(lands.total, 'Land')} ({told})"
            changed = (*lands.cites,)
        out = []
        barred = {row.why: row for row in entry_bars(position, legion, target, "end")}
        out += [Objection(f"{graph.titled(target)} is closed: {w}", row.cites, "to") for w, row in barred.items()]
        hidden = hidden_lands(position, legion, position.roll) if position.roll is not None else []
        others = [other for other in position.own(legion.player) if other is not legion and other.land == target]
        enemies = [other for other in position.at(target) if other.player != legion.player]
        if enemies:
            out += [Objection(row.why, row.cites, "to", (ROLL,)) for land, row in hidden if land == target]
        if others and not self._ever(position, legion, target, position.roll):
            # the Land is out of reach anyway, so the legions in it do not matter
            others = []
        if others and enemies:
            out.append(Objection(f"an Engagement in {graph.titled(target)} bars it", cite("barred"), "to", (ROLL,)))
        elif others:
            message = f"{others[0].id} stands in {graph.titled(target)}; no move ends on one's own legion"
            out.append(Objection(message, cite("no_stacking"), "to", (ROLL,)))
        elif (
            position.roll is not None
            and target == legion.land
            and position.rules.options["return_to_start"] == "forbidden"
        ):
            out.append(Objection("a move cannot end in the Land where it began", cite("returning"), "to"))
        elif (
            not out
            and position.roll is not None
            and only_rows_bar(position, legion, position.roll, target)
            and (ways := [*barred_ways(position, legion, position.roll), *stops(position, legion, position.roll)])
        ):
            for land, row in ways:
                out.append(Objection(f"no way leads through {graph.titled(land)}: {row.why}", row.cites, "to", (ROLL,)))
        elif not out:
            message = f"{position.named(legion)} cannot end its move in {graph.titled(target)} {rolled}"
            ends = ", ".join(travel(position, legion, position.roll)) if position.roll is not None else ""
            more = f"; it can in {ends}" if ends else ""
            never = not self._ever(position, legion, target)
            out.append(Objection(message + more, (*cite("signs"), *cite("full_count"), *changed), "to", (ROLL,), never))
        return out

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        if position.position_unknown:
            return
        legion, target = position.legions[self.move], str(self.to)
        found = self._ways(position, legion, target)
        assert isinstance(found, dict)
        side = side_of(position, target, position.graph.by_side(found.keys()), self.side)
        assert isinstance(side, str)
        path, came = found[side], legion.land
        lands = lands_of(position, legion, position.roll or 0)
        early = len(path) < lands.total and not position.at(target)
        ended_by = stopping_rows(position, legion, target) if early else []
        arrive(position, legion, target, side, [came, *path][-2])
        via = f" by way of {', '.join(path[:-1])}" if path[:-1] else ""
        cite = position.rules.cite
        cites = list(dict.fromkeys([*cite("signs"), *cite("full_count"), *lands.cites]))
        engages = f", where it stops: {ended_by[0].why}" if ended_by else ""
        cites += [one for row in ended_by for one in row.cites]
        if legion.side is not None:
            engages = f", and enters from the {side}"
            cites += side_cites(position, target)
        recorder.write(
            f"{legion.id} moves from {position.graph.titled(came)} to {position.graph.titled(target)}{via}{engages}",
            reasons=[lands] if len(lands.entries) > 1 else [],
            cites=cites,
            changes=[Change(legion.id, "land", land_name(came), land_name(target))],
        )
        if came == target:
            recorder.steps[-1].cites += cite("returning")
        happens(position, recorder, "enters", legion, {"manner": "move"})


class _MulliganForecast(MasterForecast["Mulligan"]):
    """A second Movement Roll; orders after it are judged for every face."""

    def foreseen(self, order: Order, position: MasterboardPosition) -> bool:
        return True

    def suppose(
        self, order: Order, position: MasterboardPosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        position.mulligan = True
        begin_movement(position, recorder, None)
        unknown.uncertain.add(ROLL)


class Mulligan(MasterOrder, kw_only=True):
    """Roll a second time for movement, on the first Game-Turn: `{mulligan: movement}`."""

    verb: ClassVar[str] = "mulligan"
    forecast: ClassVar[Forecast] = _MulliganForecast()
    rolled_by: ClassVar[str] = "mulligan"
    mulligan: Literal["movement"]
    dice: Annotated[list[int], DICE] | None = None

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = turn_objections(position, player, "movement", "a second Movement Roll")
        if out or position.position_unknown:
            return out
        cite = position.rules.cite("mulligan")
        play = position.rules.masterplay
        if position.turn not in play.mulligan_turns:
            out.append(
                Objection(f"a Movement Roll is repeated {play.mulligans}; this is Game-Turn {position.turn}", cite)
            )
        if position.mulligan:
            out.append(Objection("the second roll is binding", cite))
        if position.clock is not None:
            out.append(Objection("time was called, and the roll stands", position.rules.cite("clock")))
        if position.rules.options["mulligan"] == "before_moving" and any(x.moved for x in position.own(player)):
            out.append(Objection("a legion has moved on the first roll", cite))
        return out

    def throws(self, position: MasterboardPosition, player: str) -> list[Throw]:
        return [movement_roll(position, "mulligan")]

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        recorder.write(f"{player} repeats the Movement Roll of {position.roll}", cites=position.rules.cite("mulligan"))
        position.mulligan = True
        begin_movement(position, recorder, recorder.roll(self.throws(position, player)[0], self.dice))
