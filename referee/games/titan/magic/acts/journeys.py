"""A Spell moves or teleports the legion of its caster (MM 9.2, 9.4)."""

from __future__ import annotations

from referee.core.documents.problems import listed
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ...masterboard.events import happens
from ...masterboard.phases import next_engagement
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.entering import arrive, side_cites, side_of
from ...masterboard.rulings.judge import in_engagement, stopping_rows
from ...words import land_name
from ..rulings.deeds import Deed
from ..rulings.journeys import going_cites, journey, manner_of


def move(position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
    """Move the legion by the Signs as the Spell bends them, or to any Land beside its own."""
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


def teleport(position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
    """Teleport the legion: as its move and the teleport of the phase, or out of an Engagement, which then ends."""
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
