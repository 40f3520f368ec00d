"""At what a Spell may be cast on the Masterboard: the deeds among which `legal` chooses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.judge import in_engagement
from ...masterboard.rulings.splitting import parts
from ..rulings.deeds import ALL, STORM, Deed, done
from ..rulings.giving import returnable
from ..rulings.journeys import journey, needs_roll
from ..rulings.strategic import mages_of
from ..spell_tables import Does
from .musters import ways_by_spell


def deeds_of(position: MasterboardPosition, deed: Deed) -> Iterator[Deed]:
    """Yield what a Mage may have a Spell do now, with each choice of at what; some of them may be illegal."""
    does = deed.spell.does
    return iter(_TARGETS[does](position, deed)) if does is not None else iter(())


def _moves(position: MasterboardPosition, deed: Deed) -> Iterator[Deed]:
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


def _captures(position: MasterboardPosition, deed: Deed) -> Iterator[Deed]:
    own = deed.mage.legion
    for other in position.at(own.land):
        if other.player != own.player:
            yield deed._replace(at=other.id)


def _mergers(position: MasterboardPosition, deed: Deed) -> Iterator[Deed]:
    own, caster = deed.mage.legion, deed.mage.stack.id
    for other in position.own(own.player):
        lands = (None,) if other.land == own.land else (own.land, other.land)
        for land in lands:
            meant = deed._replace(at=other.id, to=land)
            found = done(position, meant)
            if not found.objections:
                for choice in returnable(position, [own, other], found.says["returned"], caster):
                    yield meant._replace(gives_back=tuple(choice))


def _carries(position: MasterboardPosition, deed: Deed) -> Iterator[Deed]:
    own = deed.mage.legion
    for other in position.own(own.player):
        if other is not own:
            yield deed._replace(to=other.id)
    for mage in mages_of(position, own.player):
        if mage.legion is not own:
            yield deed._replace(at=mage.stack.id)


def _sights(position: MasterboardPosition, deed: Deed) -> Iterator[Deed]:
    for legion in position.legions.values():
        if legion.player != deed.mage.legion.player:
            yield deed._replace(at=legion.id)
            yield from (deed._replace(at=row.id) for row in legion.magi if row.id not in position.others_magi)
    yield from (deed._replace(at=ident) for ident in position.others_magi)


def _splits(position: MasterboardPosition, deed: Deed) -> Iterator[Deed]:
    legion = deed.mage.legion
    for part in parts(legion.contents or [], position.rules.masterplay.split_least):
        yield deed._replace(off=tuple(part))


def _musters(position: MasterboardPosition, deed: Deed) -> Iterator[Deed]:
    for name, way in ways_by_spell(position, deed):
        yield deed._replace(at=name, shows=way)


def _stays(position: MasterboardPosition, deed: Deed) -> list[Deed]:
    return [deed, deed._replace(at=ALL)]


def _dispels(position: MasterboardPosition, deed: Deed) -> list[Deed]:
    return [deed._replace(at=STORM)]


def _plain(position: MasterboardPosition, deed: Deed) -> list[Deed]:
    return [deed]


_TARGETS: Mapping[Does, Callable[[MasterboardPosition, Deed], Iterable[Deed]]] = {
    "move": _moves,
    "teleport": _moves,
    "capture": _captures,
    "merge": _mergers,
    "carry": _carries,
    "see": _sights,
    "roll_again": _plain,
    "stay": _stays,
    "split": _splits,
    "muster": _musters,
    "storm": _plain,
    "dispel": _dispels,
}
