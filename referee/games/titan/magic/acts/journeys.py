"""Spells that move or teleport the legion of their caster (MM 9.2, 9.4)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ...masterboard.events import happens
from ...masterboard.phases import next_engagement
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.judge import arrive, in_engagement, side_cites, side_of, stopping_rows
from ...words import land_name
from ..rulings.journeys import Journey, going_cites, going_objections, journey, manner_of, needs_roll, nowhere
from .base import Act, Deed, Done


class Going(Act):
    """Take the caster's legion to another Land."""

    takes: tuple[str, ...] = ("to",)

    def targets(self, position: MasterboardPosition, deed: Deed) -> Iterator[Deed]:
        if needs_roll(deed.spell) and position.roll is None:
            return
        legion = deed.mage.legion
        if in_engagement(position, legion) and deed.spell.does == "move":
            return
        found = journey(position, legion, deed.spell, position.roll)
        for land, ways in found.ends.items():
            for side in position.graph.by_side(ways.keys()):
                yield deed._replace(to=land, side=side)
        for land in found.teleports:
            yield deed._replace(to=land)

    def rule(self, position: MasterboardPosition, deed: Deed) -> Done:
        """Move or teleport the caster's legion; `to` names the Land, and without it one is enough."""
        legion, spell = deed.mage.legion, deed.spell
        out = going_objections(position, legion, spell)
        unrolled = needs_roll(spell) and position.roll is None
        if out or unrolled or (in_engagement(position, legion) and spell.does == "move"):
            return Done(out)
        found = journey(position, legion, spell, position.roll)
        out = nowhere(position, legion, spell, found)
        if not out and deed.to is not None:
            out = _not_there(position, deed, found)
        return Done(out, {}, going_cites(position, spell))

    def open_fields(self, position: MasterboardPosition, deed: Deed, done: Done) -> list[Objection]:
        if deed.to is None:
            return [Objection(f"say where {deed.mage.legion.id} goes: 'to' is missing", deed.spell.cites, "to")]
        return []


class Move(Going):
    """Move the legion by the Signs as the Spell bends them, or to any Land beside its own."""

    takes = ("to", "side")

    def open_fields(self, position: MasterboardPosition, deed: Deed, done: Done) -> list[Objection]:
        if deed.to is None or done.objections:
            return super().open_fields(position, deed, done)
        target = position.graph.called(str(deed.to))
        ways = journey(position, deed.mage.legion, deed.spell, position.roll).ends.get(target or "", {})
        side = side_of(position, str(target), position.graph.by_side(ways.keys()), deed.side) if ways else []
        return side if isinstance(side, list) else []

    def apply(self, position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
        legion, spell, graph = deed.mage.legion, deed.spell, position.graph
        target, came = graph.called(str(deed.to)), legion.land
        assert target is not None
        ways = journey(position, legion, spell, position.roll).ends[target]
        side = side_of(position, target, graph.by_side(ways.keys()), deed.side)
        assert isinstance(side, str)
        path = ways[side]
        ended_by = stopping_rows(position, legion, target, manner_of(spell)) if not position.at(target) else []
        arrive(position, legion, target, side, [came, *path][-2])
        via = f" by way of {listed(path[:-1], 'and')}" if path[:-1] else ""
        cites = [*going_cites(position, spell)]
        engages = f", where it stops: {ended_by[0].why}" if ended_by else ""
        cites += [one for row in ended_by for one in row.cites]
        if legion.side is not None:
            engages = f", and enters from the {side}"
            cites += side_cites(position, target)
        way = f"moves from {graph.titled(came)} to {graph.titled(target)}{via}{engages}"
        _told(position, recorder, deed, came, way, cites)
        happens(position, recorder, "enters", legion, {"manner": "move"})


class Teleport(Going):
    """Teleport the legion: as its move and the teleport of the phase, or out of an Engagement, which then ends."""

    def apply(self, position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
        legion, row, graph = deed.mage.legion, deed.spell.spell.teleports, position.graph
        target, came = graph.called(str(deed.to)), legion.land
        assert row is not None
        assert target is not None
        retreats = in_engagement(position, legion)
        if retreats:
            # it is no move: the legion may still move in its own Game-Turn
            legion.land = target
            legion.origin = legion.side = None
        else:
            arrive(position, legion, target, None)
        position.teleport_used |= row.counts
        cites = [*going_cites(position, deed.spell)]
        way = f"teleports from {graph.titled(came)} to {graph.titled(target)}"
        _told(position, recorder, deed, came, way, cites)
        happens(position, recorder, "enters", legion, {"manner": "teleport"})
        if retreats:
            position.engagement = None
            recorder.write(
                f"the Engagement in {graph.titled(came)} is over, and nobody scores",
                cites=position.rules.cite("retreated"),
                by_referee=True,
            )
            next_engagement(position, recorder)


def _not_there(position: MasterboardPosition, deed: Deed, found: Journey) -> list[Objection]:
    """Return why a Spell does not take a legion to the Land that is named, if it does not."""
    spell, word = deed.spell, deed.to or ""
    land = position.graph.called(word)
    if land is None:
        return [Objection(position.graph.unknown(word), (), "to")]
    if land in found.ends or land in found.teleports:
        return []
    told = [Objection(f"{spell.title}: {row.why}", row.cites, "to") for at, row in found.barred if at == land]
    where = position.graph.titled(land)
    return told or [Objection(f"{spell.title} does not take {deed.mage.legion.id} to {where}", spell.cites, "to")]


def _told(
    position: MasterboardPosition,
    recorder: Recorder,
    deed: Deed,
    came: str,
    way: str,
    cites: list[str],
) -> None:
    legion = deed.mage.legion
    recorder.write(
        f"{legion.id} {way}",
        cites=list(dict.fromkeys([*deed.spell.cites, *cites])),
        changes=[Change(legion.id, "land", land_name(came), land_name(legion.land))],
        by_referee=True,
    )
