"""Teleporting a legion: a Lord from a Tower, or a Titan to an enemy (LoT 8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec.structs import replace

from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.notation.field_specs import piece

from ...words import CHARACTER, LegionWord, land_name
from ..events import happens
from ..legion import Legion
from ..position import ROLL, MasterboardPosition
from ..rulings.judge import arrive, in_engagement, side_cites, side_of
from ..rulings.teleports import able, barred_teleports, enemy_seekers, teleport_used, teleports, tower_lords
from .movement import Going


class Teleport(Going, kw_only=True):
    """Teleport a legion on a 6: `{teleport: bk01, to: 300, show: angel}`, `{teleport: bk01, to: 38, side: left}`."""

    verb: ClassVar[str] = "teleport"
    teleport: Annotated[LegionWord, piece("own")]
    show: Annotated[str, CHARACTER] | None = None

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if position.stage != "movement" or position.roll is None:
            return
        for legion in position.own(player):
            if piece in (None, legion.id) and not legion.moved:
                for land, sides in teleports(position, legion, position.roll).items():
                    for kind in able(position, legion, land):
                        order = cls(teleport=legion.id, to=land_name(land), show=kind)
                        orders = [replace(order, side=side) for side in sides] if sides else [order]
                        yield from map(Candidate, orders)

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        begun = self.setting_out(position, player, "teleporting a legion")
        if isinstance(begun, list) or position.position_unknown:
            return begun if isinstance(begun, list) else []
        legion, target = begun
        out = self._allowed(position, legion, target)
        if out:
            return out
        shown = self._shown(position, legion, target)
        out += shown if isinstance(shown, list) else []
        if position.at(target):
            side = side_of(position, target, position.graph.all_sides(target), self.side, "titan_side")
            out += side if isinstance(side, list) else []
        elif self.side is not None:
            message = f"nobody is in {position.graph.titled(target)} to be engaged from a side"
            out.append(Objection(message, position.rules.cite("tower_teleport"), "side", (ROLL,)))
        return out

    def _allowed(self, position: MasterboardPosition, legion: Legion, target: str) -> list[Objection]:
        """Return why the legion may not teleport there (LoT 8)."""
        cite, numbers = position.rules.cite, position.rules.masterplay.teleports
        due = numbers.titan if position.at(target) else numbers.tower
        key = "titan_teleport" if position.at(target) else "tower_teleport"
        if position.roll is not None and position.roll != due.roll:
            return [
                Objection(
                    f"a legion teleports on a roll of {due.roll}; it is {position.roll}", cite(key), None, (ROLL,)
                )
            ]
        if teleport_used(position, legion):
            return [Objection("a legion has teleported in this phase already", cite("one_teleport"))]
        if target in teleports(position, legion, due.roll):
            return []
        if bars := [row for land, row in barred_teleports(position, legion, due.roll) if land == target]:
            return [
                Objection(f"nobody teleports to {position.graph.titled(target)}: {row.why}", row.cites, "to")
                for row in bars
            ]
        if in_engagement(position, legion):
            return [Objection(f"{position.named(legion)} stands in an Engagement", cite("one_march"))]
        return self._bars(position, legion, target, key)

    def _bars(self, position: MasterboardPosition, legion: Legion, target: str, key: str) -> list[Objection]:
        cite, numbers, out = position.rules.cite, position.rules.masterplay.teleports, []
        land = position.graph.titled(target)
        here = [other for other in position.at(target) if other.player != legion.player]
        own = len(position.at(target)) > len(here)
        if own and not (here and position.rules.chosen("titan_joins", "allowed")):
            out.append(
                Objection(f"a legion of {legion.player} stands in {land}", cite("teleport_target"), "to", (ROLL,))
            )
        elif here:
            if not enemy_seekers(position, legion):
                message = f"{here[0].id} stands in {land}, and nobody in {legion.id} can teleport to an enemy"
                out.append(Objection(message, cite(key), "teleport"))
            if (has := position.score_of(legion.player)) < (least := position.rules.titan_teleport_score):
                message = f"a teleport to an enemy, here {here[0].id} in {land}, needs {least} points"
                out.append(Objection(f"{message}; {legion.player} has {has}", cite("titan_earned")))
        else:
            if not tower_lords(position, legion):
                able = position.rules.having("teleports_from_towers")
                out.append(Objection(f"{legion.id} holds no {able}", cite(key), "teleport"))
            if not position.graph.is_tower(legion.land):
                out.append(Objection(f"{position.named(legion)} does not stand on a Tower", cite(key), "teleport"))
            elif target not in position.graph.within(legion.land, numbers.tower.lands) and not position.graph.is_tower(
                target
            ):
                message = f"{land} is more than {numbers.tower.lands} Lands from {position.graph.titled(legion.land)}"
                out.append(Objection(message, cite(key), "to"))
        return out

    def _shown(self, position: MasterboardPosition, legion: Legion, target: str) -> str | list[Objection]:
        """Return the character that is shown for the teleport (LoT 8.1, 8.2)."""
        kinds = able(position, legion, target)
        cite = position.rules.cite("titan_teleport" if position.at(target) else "tower_teleport")
        if self.show is not None:
            if self.show in kinds:
                return self.show
            others = " or ".join(kinds)
            return [Objection(f"'{self.show}' cannot take {legion.id} there; {others} can", cite, "show")]
        if len(kinds) > 1:
            return [Objection(f"name the character to show, in 'show': {' or '.join(kinds)}", cite)]
        return kinds[0]

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        if position.position_unknown:
            return
        legion, target = position.legions[self.teleport], str(self.to)
        shown = self._shown(position, legion, target)
        assert isinstance(shown, str)
        cite, came = position.rules.cite, legion.land
        side = None
        cites = list(cite("tower_teleport"))
        engages = ""
        if position.at(target):
            found = side_of(position, target, position.graph.all_sides(target), self.side, "titan_side")
            assert isinstance(found, str)
            side = found
            engages = f", and enters from the {side}"
            cites = [*cite("titan_teleport"), *side_cites(position, target, "titan_side"), *cite("titan_earned")]
            if any(other.player == player for other in position.at(target)):
                cites += cite("titan_joined")
        arrive(position, legion, target, side)
        position.teleport_used = True
        position.reveal(legion.id, "shown", [shown])
        recorder.write(
            f"{legion.id} shows {position.title([shown])} and teleports from {position.graph.titled(came)} to "
            f"{position.graph.titled(target)}{engages}",
            cites=cites,
            changes=[Change(legion.id, "land", land_name(came), land_name(target))],
        )
        happens(position, recorder, "enters", legion, {"manner": "teleport"})
