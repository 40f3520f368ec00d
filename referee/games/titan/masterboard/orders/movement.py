"""Moving legions: by the Signs, by teleport, and the second roll of a first Game-Turn (LoT 7, 8)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from referee.core.desk import Desk
from referee.core.dice import Throw
from referee.core.orders import Objection
from referee.core.problems import listed
from referee.core.shapes import DICE, piece
from referee.core.trace import Change

from ...sides import MapSide
from ...words import CHARACTER, LandWord, LegionWord
from ..course import march, movement_roll
from ..judge import locked, march_objections, travel, turn_objections
from ..legion import Legion, land_name
from ..teleports import enemy_seekers, teleport_used, teleports, tower_lords
from ..work import ROLL, MasterWork
from .base import MasterOrder, find_own


class Going(MasterOrder, kw_only=True):
    """What moving and teleporting share: a legion that has not moved, a Land, a side to enter by."""

    # under which citation stands by which side a legion comes in
    enters_by: ClassVar[str] = "entry_side"

    to: LandWord
    side: MapSide | None = None

    def moving(self) -> str:
        raise NotImplementedError

    def setting_out(self, work: MasterWork, player: str, what: str) -> tuple[Legion, str] | list[Objection]:
        """Return the legion and the Land, or why it may not go anywhere now."""
        out = turn_objections(work, player, "movement", what)
        if out:
            return out
        legion, target = find_own(work, player, self.moving(), self.verb), work.land(self.to, "to")
        out += legion if isinstance(legion, list) else []
        out += [target] if isinstance(target, Objection) else []
        if out or isinstance(legion, list) or isinstance(target, Objection):
            return out
        if work.adrift:
            return legion, target
        return march_objections(work, legion, self.verb) or (legion, target)

    def arrive(self, work: MasterWork, legion: Legion, target: str, side: MapSide | None) -> None:
        """Put the legion into a Land; the side matters where somebody is there to fight."""
        legion.origin, legion.land, legion.moved = legion.land, target, True
        legion.side = side if locked(work, legion) else None

    def side_cites(self, work: MasterWork, target: str) -> tuple[str, ...]:
        """Return the rule that says by which sides a Land is entered (LoT 10.1, 10.2, 10.4)."""
        return work.rules.cite("tower_entry" if work.graph.is_tower(target) else self.enters_by)

    def side_of(self, work: MasterWork, target: str, open_sides: list[MapSide]) -> MapSide | list[Objection]:
        """Return the side of entry: the one named, or the only one there is."""
        cite = self.side_cites(work, target)
        land = work.graph.titled(target)
        if self.side is not None:
            if self.side in open_sides:
                return self.side
            message = f"{land} is not entered from the {self.side} here; it is from the {listed(open_sides)}"
            return [Objection(message, cite, "side", (ROLL,))]
        if len(open_sides) > 1 and work.at(target):
            message = f"{land} can be entered from the {listed(open_sides)}; name the side"
            return [Objection(message, cite, None, (ROLL,))]
        return open_sides[0]


class Move(Going, kw_only=True):
    """Move a legion by the Signs: `{move: bk01, to: 38}`, with `side: left` where there is a choice to fight from."""

    verb: ClassVar[str] = "move"
    move: Annotated[LegionWord, piece("own")]

    def moving(self) -> str:
        return self.move

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        begun = self.setting_out(work, player, "moving a legion")
        if isinstance(begun, list) or work.adrift:
            return begun if isinstance(begun, list) else []
        legion, target = begun
        found = self._ways(work, legion, target)
        if isinstance(found, list):
            return found
        side = self.side_of(work, target, work.graph.by_side(found.keys()))
        return side if isinstance(side, list) else []

    def _ways(self, work: MasterWork, legion: Legion, target: str) -> dict[MapSide, list[str]] | list[Objection]:
        """Return the ways to a Land by the side they enter it, under any roll while it is unknown."""
        out: dict[MapSide, list[str]] = {}
        for roll in [work.roll] if work.roll is not None else work.rules.masterplay.faces:
            for side, path in travel(work, legion, roll).get(target, {}).items():
                out.setdefault(side, path)
        return out or self._why_not(work, legion, target)

    def _ever(self, work: MasterWork, legion: Legion, target: str, rolled: int | None = None) -> bool:
        """Return whether some roll, or the one given, would do if no legion of the player's own stood in the way."""
        enemies = {other.land for other in work.legions.values() if other.player != legion.player}
        rolls = work.rules.masterplay.faces if rolled is None else [rolled]
        return any(target in work.graph.travel(legion.land, roll, frozenset(), enemies) for roll in rolls)

    def _why_not(self, work: MasterWork, legion: Legion, target: str) -> list[Objection]:
        """Tell what keeps a legion from ending its move in a Land."""
        cite, graph = work.rules.cite, work.graph
        rolled = f"with a roll of {work.roll}" if work.roll is not None else "with any roll"
        out = []
        others = [other for other in work.own(legion.player) if other is not legion and other.land == target]
        enemies = [other for other in work.at(target) if other.player != legion.player]
        if others and not self._ever(work, legion, target, work.roll):
            # who stands there bars nothing that is out of reach anyway
            others = []
        if others and enemies:
            out.append(Objection(f"an Engagement in {graph.titled(target)} bars it", cite("barred"), "to", (ROLL,)))
        elif others:
            message = f"{others[0].id} stands in {graph.titled(target)}; no move ends on one's own legion"
            out.append(Objection(message, cite("no_stacking"), "to", (ROLL,)))
        elif work.roll is not None and target == legion.land and work.rules.options["return_to_start"] == "forbidden":
            out.append(Objection("a move may not end where it began", cite("returning"), "to"))
        else:
            message = f"{work.named(legion)} cannot end its move in {graph.titled(target)} {rolled}"
            ends = ", ".join(travel(work, legion, work.roll)) if work.roll is not None else ""
            more = f"; it can in {ends}" if ends else ""
            never = not self._ever(work, legion, target)
            out.append(Objection(message + more, (*cite("signs"), *cite("full_count")), "to", (ROLL,), never))
        return out

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        if work.adrift:
            return
        legion, target = work.legions[self.move], str(self.to)
        found = self._ways(work, legion, target)
        assert isinstance(found, dict)
        side = self.side_of(work, target, work.graph.by_side(found.keys()))
        assert isinstance(side, str)
        path, came = found[side], legion.land
        self.arrive(work, legion, target, side)
        via = f" by way of {', '.join(path[:-1])}" if path[:-1] else ""
        cite = work.rules.cite
        cites = [*cite("signs"), *cite("full_count")]
        engages = ""
        if legion.side is not None:
            engages = f", and enters from the {side}"
            cites += self.side_cites(work, target)
        desk.write(
            f"{legion.id} moves from {work.graph.titled(came)} to {work.graph.titled(target)}{via}{engages}",
            cites=cites,
            changes=[Change(legion.id, "land", land_name(came), land_name(target))],
        )
        if came == target:
            desk.steps[-1].cites += cite("returning")


class Teleport(Going, kw_only=True):
    """Teleport a legion on a 6: `{teleport: bk01, to: 300, show: angel}`, `{teleport: bk01, to: 38, side: left}`."""

    verb: ClassVar[str] = "teleport"
    enters_by: ClassVar[str] = "titan_side"
    teleport: Annotated[LegionWord, piece("own")]
    show: Annotated[str, CHARACTER] | None = None

    def moving(self) -> str:
        return self.teleport

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        begun = self.setting_out(work, player, "teleporting a legion")
        if isinstance(begun, list) or work.adrift:
            return begun if isinstance(begun, list) else []
        legion, target = begun
        out = self._allowed(work, legion, target)
        if out:
            return out
        shown = self._shown(work, legion, target)
        out += shown if isinstance(shown, list) else []
        if work.at(target):
            side = self.side_of(work, target, work.graph.all_sides(target))
            out += side if isinstance(side, list) else []
        elif self.side is not None:
            message = f"nobody is in {work.graph.titled(target)} to be entered upon from a side"
            out.append(Objection(message, work.rules.cite("tower_teleport"), "side", (ROLL,)))
        return out

    def _allowed(self, work: MasterWork, legion: Legion, target: str) -> list[Objection]:
        """Judge whether the legion may teleport there at all (LoT 8)."""
        cite, numbers = work.rules.cite, work.rules.masterplay.teleports
        due = numbers.titan if work.at(target) else numbers.tower
        key = "titan_teleport" if work.at(target) else "tower_teleport"
        if work.roll is not None and work.roll != due.roll:
            return [
                Objection(f"a legion teleports on a roll of {due.roll}; it is {work.roll}", cite(key), None, (ROLL,))
            ]
        if teleport_used(work, legion):
            return [Objection("a legion has teleported in this phase already", cite("one_teleport"))]
        if target in teleports(work, legion, due.roll):
            return []
        if locked(work, legion):
            return [Objection(f"{work.named(legion)} stands in an Engagement", cite("one_march"))]
        return self._bars(work, legion, target, key)

    def _bars(self, work: MasterWork, legion: Legion, target: str, key: str) -> list[Objection]:
        cite, numbers, out = work.rules.cite, work.rules.masterplay.teleports, []
        land = work.graph.titled(target)
        here = work.at(target)
        if any(other.player == legion.player for other in here):
            out.append(
                Objection(f"a legion of {legion.player} stands in {land}", cite("teleport_target"), "to", (ROLL,))
            )
        elif here:
            if not enemy_seekers(work, legion):
                message = f"{here[0].id} stands in {land}, and nobody in {legion.id} can teleport to an enemy"
                out.append(Objection(message, cite(key), "teleport"))
            if (has := work.score_of(legion.player)) < numbers.titan.score:
                message = f"to an enemy, as {here[0].id} in {land}, one teleports with {numbers.titan.score} points"
                out.append(Objection(f"{message}; {legion.player} has {has}", cite("titan_earned")))
        else:
            if not tower_lords(work, legion):
                able = work.rules.having("teleports_from_towers")
                out.append(Objection(f"{legion.id} holds no {able}", cite(key), "teleport"))
            if not work.graph.is_tower(legion.land):
                out.append(Objection(f"{work.named(legion)} does not stand on a Tower", cite(key), "teleport"))
            elif target not in work.graph.within(legion.land, numbers.tower.lands) and not work.graph.is_tower(target):
                message = f"{land} is more than {numbers.tower.lands} Lands from {work.graph.titled(legion.land)}"
                out.append(Objection(message, cite(key), "to"))
        return out

    def _kinds(self, work: MasterWork, legion: Legion, target: str) -> list[str]:
        return enemy_seekers(work, legion) if work.at(target) else tower_lords(work, legion)

    def _shown(self, work: MasterWork, legion: Legion, target: str) -> str | list[Objection]:
        """Return the character that is shown for the teleport (LoT 8.1, 8.2)."""
        kinds = self._kinds(work, legion, target)
        cite = work.rules.cite("titan_teleport" if work.at(target) else "tower_teleport")
        if self.show is not None:
            if self.show in kinds:
                return self.show
            able = " or ".join(kinds)
            return [Objection(f"'{self.show}' cannot take {legion.id} there; it is {able} that can", cite, "show")]
        if len(kinds) > 1:
            return [Objection(f"say who is shown: {' or '.join(kinds)}", cite)]
        return kinds[0]

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        if work.adrift:
            return
        legion, target = work.legions[self.teleport], str(self.to)
        shown = self._shown(work, legion, target)
        assert isinstance(shown, str)
        cite, came = work.rules.cite, legion.land
        side = None
        cites = list(cite("tower_teleport"))
        engages = ""
        if work.at(target):
            found = self.side_of(work, target, work.graph.all_sides(target))
            assert isinstance(found, str)
            side = found
            engages = f", and enters from the {side}"
            cites = [*cite("titan_teleport"), *self.side_cites(work, target), *cite("titan_earned")]
        self.arrive(work, legion, target, side)
        work.teleport_used = True
        work.reveal(legion.id, "shown", [shown])
        desk.write(
            f"{legion.id} shows {work.title([shown])} and teleports from {work.graph.titled(came)} to "
            f"{work.graph.titled(target)}{engages}",
            cites=cites,
            changes=[Change(legion.id, "land", land_name(came), land_name(target))],
        )


class Mulligan(MasterOrder, kw_only=True):
    """Roll a second time for movement, on the first Game-Turn: `{mulligan: movement}`."""

    verb: ClassVar[str] = "mulligan"
    rolled_by: ClassVar[str] = "mulligan"
    mulligan: Literal["movement"]
    dice: Annotated[list[int], DICE] | None = None

    def given_dice(self) -> list[int] | None:
        return self.dice

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        out = turn_objections(work, player, "movement", "a second Movement Roll")
        if out or work.adrift:
            return out
        cite = work.rules.cite("mulligan")
        if work.turn != work.rules.masterplay.mulligan_turn:
            out.append(
                Objection(
                    f"only the first Movement Roll of a game may be repeated; this is Game-Turn {work.turn}", cite
                )
            )
        if work.mulligan:
            out.append(Objection("the second roll is binding", cite))
        if work.clock is not None:
            out.append(Objection("time was called, and the roll stands", work.rules.cite("clock")))
        if work.rules.options["mulligan"] == "before_moving" and any(x.moved for x in work.own(player)):
            out.append(Objection("a legion has moved on the first roll", cite))
        return out

    def throws(self, work: MasterWork, player: str) -> list[Throw]:
        return [movement_roll(work, "mulligan")]

    def foreseen(self, work: MasterWork) -> bool:
        return True

    def suppose(self, work: MasterWork, player: str, desk: Desk) -> None:
        work.mulligan = True
        march(work, desk, None)

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        desk.write(f"{player} is not content with the {work.roll}", cites=work.rules.cite("mulligan"))
        work.mulligan = True
        march(work, desk, desk.roll(self.throws(work, player)[0], self.dice))
