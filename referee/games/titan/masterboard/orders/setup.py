"""Before the first Game-Turn: the roll for a Tower and the two starting legions (LoT 5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from referee.core.documents.problems import listed
from referee.core.game.dice import Throw
from referee.core.game.forecast import Forecast, Unknown
from referee.core.game.orders import Candidate, Objection, Order
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.notation.field_specs import DICE, Name

from ...words import CHARACTER, MARKER
from ..legion import Legion
from ..phases import settle_towers, start
from ..position import ROLL, MasterboardPosition
from ..rulings.judge import turn_objections, unknown_character
from ..tables import StartingMore
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

    The legion `as` holds the characters listed, the legion `other` the rest. Where a player begins with one more of
    their choice, `more` names it.
    """

    verb: ClassVar[str] = "start"
    start: Annotated[list[str], CHARACTER, Meta(min_length=1, max_length=20)]
    as_: Annotated[Name | None, MARKER] = None
    other: Annotated[Name | None, MARKER] = None
    more: Annotated[str, CHARACTER] | None = None

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if position.stage != "setup" or player not in position.towers:
            return
        force, more = position.rules.masterplay.start, position.rules.starting_more
        remarks = other_markers(position, player, "as", "other")
        for one in more.one_of if more is not None else [None]:
            others = [*force.creatures, *_added(more, one)]
            least, most = _heights(position, len(force.lords) + len(others))
            kinds = [kind for size in range(least, most + 1) for kind in combinations(sorted(others), size - 1)]
            for lord in force.lords:
                yield from (Candidate(cls(start=[lord, *kind], more=one), remarks) for kind in dict.fromkeys(kinds))

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = turn_objections(position, player, "setup", "placing the starting legions")
        if out or position.position_unknown:
            return out
        cite, force = position.rules.cite("starting_legions"), position.rules.masterplay.start
        if any(legion.player == player for legion in position.legions.values()):
            return [Objection(f"{player}'s legions are on the board already", cite)]
        if player not in position.towers:
            out.append(Objection(f"{player} has no Tower yet; roll for one first", position.rules.cite("tower_roll")))
        elif rolling := [one for one in position.players if one not in position.towers]:
            message = f"{listed(rolling, 'and')} {'has' if len(rolling) == 1 else 'have'} yet to roll for a Tower"
            out.append(Objection(message, position.rules.cite("tower_roll")))
        elif position.rules.starting_more is not None and player not in (first := position.starters()):
            message = f"players choose and draw in the order of play, and {' and '.join(first)} comes first"
            out.append(Objection(message, self._cites(position)))
        out += self._more_objections(position)
        whole = self.whole(position)
        unknown = [name for name in dict.fromkeys(self.start) if name not in position.rules.characters]
        out += [unknown_character(position, name, "start") for name in unknown]
        for name in dict.fromkeys(self.start):
            if name not in unknown and self.start.count(name) > whole.count(name):
                message = f"there are {whole.count(name)} of '{name}' to share out, not {self.start.count(name)}"
                out.append(Objection(message, cite, "start"))
        lords = [name for name in self.start if name in force.lords]
        least, most = _heights(position, len(whole))
        if not unknown and (not least <= len(self.start) <= most or len(lords) != 1):
            leaders = " or ".join(position.rules.counted(name, 1) for name in force.lords)
            height = str(most) if least == most else f"{least} to {most}"
            message = f"each of the two legions holds {height} characters, one of them {leaders}"
            out.append(Objection(message, (*cite, *self._cites(position)), "start"))
        names = self._markers(position, player)
        return out + (names if isinstance(names, list) else [])

    def _more_objections(self, position: MasterboardPosition) -> list[Objection]:
        """Return why the character chosen in addition cannot be, or is missing (MM 22.2)."""
        more, rules = position.rules.starting_more, position.rules
        if more is None:
            if self.more is None:
                return []
            return [Objection("nobody begins with one more of their choice", rules.cite("starting_legions"), "more")]
        able = " or ".join(rules.counted(name, 1) for name in more.one_of)
        if self.more is None:
            return [Objection(f"say which one more begins: 'more' is missing; it is {able}", more.cites)]
        if self.more not in more.one_of:
            return [Objection(f"the one more that begins is {able}, not '{self.more}'", more.cites, "more")]
        return []

    def whole(self, position: MasterboardPosition) -> list[str]:
        """Return all characters that the player begins with."""
        force = position.rules.masterplay.start
        return [*force.lords, *force.creatures, *_added(position.rules.starting_more, self.more)]

    def _cites(self, position: MasterboardPosition) -> tuple[str, ...]:
        more = position.rules.starting_more
        return () if more is None else more.cites

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
        names = self._markers(position, player)
        assert isinstance(names, tuple)
        rest = self.whole(position)
        for name in self.start:
            rest.remove(name)
        land = position.towers[player]
        for ident, contents in zip(names, (list(self.start), rest), strict=True):
            position.legions[ident] = Legion(ident, player, land, contents)
            position.markers[player].remove(ident)
            for name in contents:
                position.take(name)
        legions = [position.legions[ident] for ident in names]
        cites = (*position.rules.cite("starting_legions"), *self._cites(position))
        recorder.write(
            f"{player} puts {position.title(self.start)} in {names[0]}, {position.title(rest)} in {names[1]}",
            cites=cites,
            seen_by=[player],
        )
        where = position.graph.titled(land)
        recorder.write(
            f"{player}'s legions {names[0]} and {names[1]} stand on {where}, {self._heights_told(position, rest)}",
            cites=cites,
            changes=[Change(ident, "land", None, land) for ident in names],
            by_referee=True,
        )
        self.placed(position, player, recorder, legions)
        start(position, recorder)

    def placed(self, position: MasterboardPosition, player: str, recorder: Recorder, legions: list[Legion]) -> None:
        """Do what a supplement does when the starting legions have just been placed."""

    def _heights_told(self, position: MasterboardPosition, rest: list[str]) -> str:
        """Return how high the legions are, and who was chosen in addition, which is public (MM 22.2)."""
        added = _added(position.rules.starting_more, self.more)
        if not added:
            return f"{len(rest)} high each"
        return f"{len(self.start)} and {len(rest)} high, with {position.title(added)} in addition"


def _added(more: StartingMore | None, chosen: str | None) -> list[str]:
    """Return the characters with which a player begins in addition."""
    return [] if more is None else [*more.characters, *([] if chosen is None else [chosen])]


def _heights(position: MasterboardPosition, whole: int) -> tuple[int, int]:
    """Return the least and the greatest height of a starting legion."""
    more, highest = position.rules.starting_more, position.rules.combat.legion_most
    if more is None:
        legion = position.rules.masterplay.start.legion
        return legion, legion
    return max(more.least, whole - highest), min(highest, whole - more.least)
