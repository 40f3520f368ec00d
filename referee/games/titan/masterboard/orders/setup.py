"""Before the first Game-Turn: the roll for a Tower and the two starting legions (LoT 5)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from referee.core.desk import Desk
from referee.core.dice import Throw
from referee.core.orders import Objection
from referee.core.shapes import DICE, Name
from referee.core.trace import Change

from ...words import CHARACTER, MARKER
from ..course import settle_towers, start
from ..judge import turn_objections, unknown_character
from ..legion import Legion
from ..work import ROLL, MasterWork
from .base import MasterOrder, free_marker


class RollTower(MasterOrder, kw_only=True):
    """Roll for the Tower to begin in: `{roll: tower}`."""

    verb: ClassVar[str] = "roll"
    rolled_by: ClassVar[str] = "tower_roll"
    roll: Literal["tower"]
    dice: Annotated[list[int], DICE] | None = None

    def given_dice(self) -> list[int] | None:
        return self.dice

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        out = turn_objections(work, player, "setup", "rolling for a Tower")
        if out or work.adrift:
            return out
        cite = work.rules.cite("tower_roll")
        if player in work.towers:
            return [Objection(f"{player} begins in {work.graph.titled(work.towers[player])}", cite)]
        if player in work.rolled:
            return [Objection(f"{player} has rolled {work.rolled[player]} and waits for the others", cite)]
        return []

    def throws(self, work: MasterWork, player: str) -> list[Throw]:
        # one die for each starting Tower (LoT 5.1)
        faces = len(work.graph.table.starting_towers)
        return [Throw(f"setup/{work.rolls + 1}/{player}/tower", player, 1, faces)]

    def suppose(self, work: MasterWork, player: str, desk: Desk) -> None:
        desk.uncertain.add(ROLL)
        desk.beyond = work.adrift = True

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        roll = desk.roll(self.throws(work, player)[0], self.dice)
        work.rolled[player] = roll.dice[0]
        desk.write(f"{player} rolls {roll.dice[0]} for a Tower", rolled=[roll], cites=work.rules.cite("tower_roll"))
        settle_towers(work, desk)


class Start(MasterOrder, kw_only=True, rename={"as_": "as"}):
    """Share out the starting characters: `{start: [titan, ogre, ogre, gargoyle], as: bk01, other: bk02}`.

    The legion named holds these, the other the rest.
    """

    verb: ClassVar[str] = "start"
    start: Annotated[list[str], CHARACTER, Meta(min_length=1, max_length=20)]
    as_: Annotated[Name | None, MARKER] = None
    other: Annotated[Name | None, MARKER] = None

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        out = turn_objections(work, player, "setup", "placing the starting legions")
        if out or work.adrift:
            return out
        cite, force = work.rules.cite("starting_legions"), work.rules.masterplay.start
        if any(legion.player == player for legion in work.legions.values()):
            return [Objection(f"{player}'s legions are on the board already", cite)]
        if player not in work.towers:
            out.append(Objection(f"{player} has no Tower yet; roll for one first", work.rules.cite("tower_roll")))
        whole = [*force.lords, *force.creatures]
        unknown = [name for name in dict.fromkeys(self.start) if name not in work.rules.characters]
        out += [unknown_character(work, name, "start") for name in unknown]
        for name in dict.fromkeys(self.start):
            if name not in unknown and self.start.count(name) > whole.count(name):
                message = f"there are {whole.count(name)} of '{name}' to share out, not {self.start.count(name)}"
                out.append(Objection(message, cite, "start"))
        lords = [name for name in self.start if name in force.lords]
        if not unknown and (len(self.start) != force.legion or len(lords) != 1):
            leaders = " or ".join(work.rules.counted(name, 1) for name in force.lords)
            message = f"each of the two legions holds {force.legion} characters, one of them {leaders}"
            out.append(Objection(message, cite, "start"))
        names = self._markers(work, player)
        return out + (names if isinstance(names, list) else [])

    def _markers(self, work: MasterWork, player: str) -> tuple[str, str] | list[Objection]:
        free = work.markers.get(player, [])
        spare = (marker for marker in free if marker not in (self.as_, self.other))
        one = free_marker(work, player, self.as_ or next(spare, None), "as")
        other = free_marker(work, player, self.other or next(spare, None), "other")
        if isinstance(one, list) or isinstance(other, list):
            return [*(one if isinstance(one, list) else []), *(other if isinstance(other, list) else [])]
        if other == one:
            return [Objection("two legions need two Legion Markers", work.rules.cite("markers"), "other")]
        return one, other

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        force, names = work.rules.masterplay.start, self._markers(work, player)
        assert isinstance(names, tuple)
        rest = [*force.lords, *force.creatures]
        for name in self.start:
            rest.remove(name)
        land = work.towers[player]
        for ident, contents in zip(names, (list(self.start), rest), strict=True):
            work.legions[ident] = Legion(ident, player, land, contents)
            work.markers[player].remove(ident)
            for name in contents:
                work.take(name)
        cites = work.rules.cite("starting_legions")
        desk.write(
            f"{player} puts {work.title(self.start)} in {names[0]}, {work.title(rest)} in {names[1]}",
            cites=cites,
            seen_by=[player],
        )
        where = work.graph.titled(land)
        desk.write(
            f"{player}'s legions {names[0]} and {names[1]} stand on {where}, {force.legion} high each",
            cites=cites,
            changes=[Change(ident, "land", None, land) for ident in names],
            by_referee=True,
        )
        start(work, desk)
