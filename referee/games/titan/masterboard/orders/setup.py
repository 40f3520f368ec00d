"""Before the first Game-Turn: the roll for a Tower and the two starting legions (LoT 5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from referee.core.game.dice import Throw
from referee.core.game.forecast import Forecast
from referee.core.game.orders import Candidate, Objection, Order
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.game.unknown import Unknown
from referee.core.notation.field_specs import DICE, Name

from ...words import CHARACTER, MARKER
from ..legion import Legion
from ..phases import settle_towers, start
from ..position import ROLL, MasterboardPosition
from ..rulings.judge import turn_objections, unknown_character
from .base import MasterForecast, MasterOrder, free_marker, other_markers


class _TowerForecast(MasterForecast["RollTower"]):
    """Nothing can be judged before the Towers have been rolled for."""

    def suppose(
        self, order: Order, position: MasterboardPosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        unknown.uncertain.add(ROLL)
        unknown.beyond = position.position_unknown = True


class RollTower(MasterOrder, kw_only=True):
    """Roll for the Tower to begin in: `{roll: tower}`."""

    verb: ClassVar[str] = "roll"
    forecast: ClassVar[Forecast] = _TowerForecast()
    rolled_by: ClassVar[str] = "tower_roll"
    roll: Literal["tower"]
    dice: Annotated[list[int], DICE] | None = None

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if position.stage == "setup":
            yield Candidate(cls(roll="tower"))

    def given_dice(self) -> list[int] | None:
        return self.dice

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = turn_objections(position, player, "setup", "rolling for a Tower")
        if out or position.position_unknown:
            return out
        cite = position.rules.cite("tower_roll")
        if player in position.towers:
            return [Objection(f"{player} begins in {position.graph.titled(position.towers[player])}", cite)]
        if player in position.rolled:
            return [Objection(f"{player} has rolled {position.rolled[player]} and waits for the others", cite)]
        return []

    def throws(self, position: MasterboardPosition, player: str) -> list[Throw]:
        # one die for each starting Tower (LoT 5.1)
        faces = len(position.graph.table.starting_towers)
        return [Throw(f"setup/{position.rolls + 1}/{player}/tower", player, 1, faces)]

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        roll = recorder.roll(self.throws(position, player)[0], self.dice)
        position.rolled[player] = roll.dice[0]
        recorder.write(
            f"{player} rolls {roll.dice[0]} for a Tower", rolled=[roll], cites=position.rules.cite("tower_roll")
        )
        settle_towers(position, recorder)


class Start(MasterOrder, kw_only=True, rename={"as_": "as"}):
    """Divide the starting characters: `{start: [titan, ogre, ogre, gargoyle], as: bk01, other: bk02}`.

    The legion `as` holds the characters listed, the legion `other` the rest.
    """

    verb: ClassVar[str] = "start"
    start: Annotated[list[str], CHARACTER, Meta(min_length=1, max_length=20)]
    as_: Annotated[Name | None, MARKER] = None
    other: Annotated[Name | None, MARKER] = None

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if position.stage != "setup" or player not in position.towers:
            return
        force = position.rules.masterplay.start
        kinds = dict.fromkeys(combinations(sorted(force.creatures), force.legion - 1))
        remarks = other_markers(position, player, "as", "other")
        for lord in force.lords:
            yield from (Candidate(cls(start=[lord, *creatures]), remarks) for creatures in kinds)

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = turn_objections(position, player, "setup", "placing the starting legions")
        if out or position.position_unknown:
            return out
        cite, force = position.rules.cite("starting_legions"), position.rules.masterplay.start
        if any(legion.player == player for legion in position.legions.values()):
            return [Objection(f"{player}'s legions are on the board already", cite)]
        if player not in position.towers:
            out.append(Objection(f"{player} has no Tower yet; roll for one first", position.rules.cite("tower_roll")))
        whole = [*force.lords, *force.creatures]
        unknown = [name for name in dict.fromkeys(self.start) if name not in position.rules.characters]
        out += [unknown_character(position, name, "start") for name in unknown]
        for name in dict.fromkeys(self.start):
            if name not in unknown and self.start.count(name) > whole.count(name):
                message = f"there are {whole.count(name)} of '{name}' to share out, not {self.start.count(name)}"
                out.append(Objection(message, cite, "start"))
        lords = [name for name in self.start if name in force.lords]
        if not unknown and (len(self.start) != force.legion or len(lords) != 1):
            leaders = " or ".join(position.rules.counted(name, 1) for name in force.lords)
            message = f"each of the two legions holds {force.legion} characters, one of them {leaders}"
            out.append(Objection(message, cite, "start"))
        names = self._markers(position, player)
        return out + (names if isinstance(names, list) else [])

    def _markers(self, position: MasterboardPosition, player: str) -> tuple[str, str] | list[Objection]:
        free = position.markers.get(player, [])
        spare = (marker for marker in free if marker not in (self.as_, self.other))
        one = free_marker(position, player, self.as_ or next(spare, None), "as")
        other = free_marker(position, player, self.other or next(spare, None), "other")
        if isinstance(one, list) or isinstance(other, list):
            return [*(one if isinstance(one, list) else []), *(other if isinstance(other, list) else [])]
        if other == one:
            return [Objection("two legions need two Legion Markers", position.rules.cite("markers"), "other")]
        return one, other

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        force, names = position.rules.masterplay.start, self._markers(position, player)
        assert isinstance(names, tuple)
        rest = [*force.lords, *force.creatures]
        for name in self.start:
            rest.remove(name)
        land = position.towers[player]
        for ident, contents in zip(names, (list(self.start), rest), strict=True):
            position.legions[ident] = Legion(ident, player, land, contents)
            position.markers[player].remove(ident)
            for name in contents:
                position.take(name)
        cites = position.rules.cite("starting_legions")
        recorder.write(
            f"{player} puts {position.title(self.start)} in {names[0]}, {position.title(rest)} in {names[1]}",
            cites=cites,
            seen_by=[player],
        )
        where = position.graph.titled(land)
        recorder.write(
            f"{player}'s legions {names[0]} and {names[1]} stand on {where}, {force.legion} high each",
            cites=cites,
            changes=[Change(ident, "land", None, land) for ident in names],
            by_referee=True,
        )
        start(position, recorder)
