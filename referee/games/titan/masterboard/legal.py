"""What may be ordered now on the Masterboard: every order that could be thought of, if its own check allows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from referee.core.orders import Order, mapping_of

from .engagements import sides, summonable
from .judge import travel
from .legion import Legion, land_name
from .mustering import recruits
from .orders.end import End
from .orders.engagements import Agree, Engage, Fight, Flee, Stand, Yield
from .orders.gains import Acquire, Muster, Summon
from .orders.movement import Move, Mulligan, Teleport
from .orders.setup import RollTower, Start
from .orders.splits import Split
from .scoring import choices_at
from .teleports import enemy_seekers, teleports, tower_lords

if TYPE_CHECKING:
    from .work import MasterWork

Row = dict[str, Any]


def legal(work: MasterWork, piece: str | None = None) -> list[Row]:
    """Return every order open to whoever must order now, or to the player whose view this is."""
    if work.outcome is not None:
        return []
    rows: list[Row] = []
    acting = [player for player in work.acting() if work.viewer in (None, player)]
    for player in acting:
        before = len(rows)
        if work.battle is not None:
            rows += work.battle.legal(piece)
        else:
            rows += [mapping_of(order) for order in _candidates(work, player) if not order.check(work, player)]
        if len(acting) > 1:
            rows[before:] = [{**row, "told": {"by": player}} for row in rows[before:]]
    return rows if piece is None else [row for row in rows if piece in row.values()]


def _candidates(work: MasterWork, player: str) -> Iterable[Order]:
    """Return what a player might order in the phase that stands, some of it perhaps not allowed."""
    if work.stage == "setup":
        return _setup(work)
    if work.stage == "commencement":
        return _splits(work, player)
    if work.stage == "movement":
        return _moves(work, player)
    if work.stage == "engagement":
        return _engagements(work, player)
    return _musters(work, player)


def _setup(work: MasterWork) -> Iterator[Order]:
    yield RollTower(roll="tower")
    force = work.rules.masterplay.start
    kinds = dict.fromkeys(combinations(sorted(force.creatures), force.legion - 1))
    for lord in force.lords:
        yield from (Start(start=[lord, *creatures]) for creatures in kinds)


def _splits(work: MasterWork, player: str) -> Iterator[Order]:
    for legion in work.own(player):
        orders = [
            Split(split=legion.id, off=part) for part in parts(legion.contents or [], work.rules.masterplay.split_least)
        ]
        # what holds of one part of a legion holds of every other
        if orders and not orders[0].check(work, player):
            yield from orders
    yield End(end="commencement")


def parts(contents: list[str], least: int) -> Iterator[list[str]]:
    """Yield every part that can be split off a legion, each kind of part once."""
    held = sorted(contents)
    for size in range(least, len(held) - least + 1):
        for part in dict.fromkeys(combinations(held, size)):
            yield list(part)


def _moves(work: MasterWork, player: str) -> Iterator[Order]:
    if work.roll is None:
        return
    for legion in work.own(player):
        for land, ways in travel(work, legion, work.roll).items():
            to = land_name(land)
            yield from (Move(move=legion.id, to=to, side=side) for side in work.graph.by_side(ways.keys()))
        yield from _jumps(work, legion, work.roll)
    yield Mulligan(mulligan="movement")
    yield End(end="movement")


def _jumps(work: MasterWork, legion: Legion, roll: int) -> Iterator[Order]:
    for land, open_sides in teleports(work, legion, roll).items():
        for kind in enemy_seekers(work, legion) if open_sides else tower_lords(work, legion):
            order = Teleport(teleport=legion.id, to=land_name(land), show=kind)
            yield from (replace(order, side=side) for side in open_sides) if open_sides else (order,)


def _engagements(work: MasterWork, player: str) -> Iterator[Order]:
    now = work.engagement
    if now is None:
        yield from (Engage(engage=land_name(land)) for land in work.engaged())
    elif now.stage == "gains":
        yield from _gains(work)
    else:
        land, (attacker, defender) = now.land, sides(work)
        yield from (Flee(flee=land), Stand(stand=land), Fight(fight=land))
        mine = [(p.eliminate, p.losses) for p in now.proposals if p.player == player]
        terms = [(p.eliminate, p.losses) for p in now.proposals if p.player != player]
        terms += [(names, []) for names in ([attacker.id], [defender.id], sorted([attacker.id, defender.id]))]
        for number, (eliminate, losses) in enumerate(terms):
            if (eliminate, losses) not in [*mine, *terms[:number]]:
                yield Agree(agree=land, eliminate=eliminate, losses=losses)
        yield Yield(concede="engagement")
    yield End(end="engagement")


def _gains(work: MasterWork) -> Iterator[Order]:
    now = work.engagement
    assert now is not None
    assert now.gains is not None
    legion = work.legions[now.gains.legion]
    due = now.gains.multiples
    room = work.rules.combat.legion_most - legion.height
    pool = sorted({name for multiple in due for name in choices_at(work, multiple)})
    for size in range(1, min(room, len(due)) + 1):
        yield from (Acquire(acquire=list(names)) for names in dict.fromkeys(combinations(sorted(pool * size), size)))
    yield from (Summon(summon=name, from_=donor) for name, donor in summonable(work, legion))
    yield from _ways(work, legion)


def _musters(work: MasterWork, player: str) -> Iterator[Order]:
    for legion in work.own(player):
        yield from _ways(work, legion)
    yield End(end="enlistment")


def _ways(work: MasterWork, legion: Legion) -> Iterator[Order]:
    terrain = work.graph.lands[legion.land].terrain
    for name, ways in recruits(work.rules, terrain, legion.contents or ()).items():
        yield from (Muster(muster=name, in_=legion.id, show=list(way)) for way in ways)
