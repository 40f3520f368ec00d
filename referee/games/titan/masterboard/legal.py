"""What may be ordered now on the Masterboard: every order that could be thought of, if its own check allows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from referee.core.game.orders import Order
from referee.core.game.reading import mapping_of

from .legion import Legion, land_name
from .orders.end import End
from .orders.engagements import Agree, Engage, Fight, Flee, Stand, Yield
from .orders.gains import Acquire, Muster, Summon
from .orders.movement import Move, Mulligan, Teleport
from .orders.setup import RollTower, Start
from .orders.splits import Split
from .rulings.engagements import sides, summonable
from .rulings.judge import travel
from .rulings.mustering import recruits
from .rulings.scoring import choices_at
from .rulings.teleports import enemy_seekers, teleports, tower_lords

if TYPE_CHECKING:
    from .position import MasterboardPosition

Row = dict[str, Any]


def legal(position: MasterboardPosition, piece: str | None = None) -> list[Row]:
    """Return every order open to whoever must order now, or to the player whose view this is."""
    if position.outcome is not None:
        return []
    rows: list[Row] = []
    acting = [player for player in position.acting() if position.viewer in (None, player)]
    for player in acting:
        before = len(rows)
        if position.battle is not None:
            rows += position.battle.legal(piece)
        else:
            rows += [mapping_of(order) for order in _candidates(position, player) if not order.check(position, player)]
        if len(acting) > 1:
            rows[before:] = [{**row, "told": {"by": player}} for row in rows[before:]]
    return rows if piece is None else [row for row in rows if piece in row.values()]


def _candidates(position: MasterboardPosition, player: str) -> Iterable[Order]:
    """Return what a player might order in the phase that stands, some of it perhaps not allowed."""
    if position.stage == "setup":
        return _setup(position)
    if position.stage == "commencement":
        return _splits(position, player)
    if position.stage == "movement":
        return _moves(position, player)
    if position.stage == "engagement":
        return _engagements(position, player)
    return _musters(position, player)


def _setup(position: MasterboardPosition) -> Iterator[Order]:
    yield RollTower(roll="tower")
    force = position.rules.masterplay.start
    kinds = dict.fromkeys(combinations(sorted(force.creatures), force.legion - 1))
    for lord in force.lords:
        yield from (Start(start=[lord, *creatures]) for creatures in kinds)


def _splits(position: MasterboardPosition, player: str) -> Iterator[Order]:
    for legion in position.own(player):
        orders = [
            Split(split=legion.id, off=part)
            for part in parts(legion.contents or [], position.rules.masterplay.split_least)
        ]
        # what holds of one part of a legion holds of every other
        if orders and not orders[0].check(position, player):
            yield from orders
    yield End(end="commencement")


def parts(contents: list[str], least: int) -> Iterator[list[str]]:
    """Yield every part that can be split off a legion, each kind of part once."""
    held = sorted(contents)
    for size in range(least, len(held) - least + 1):
        for part in dict.fromkeys(combinations(held, size)):
            yield list(part)


def _moves(position: MasterboardPosition, player: str) -> Iterator[Order]:
    if position.roll is None:
        return
    for legion in position.own(player):
        for land, ways in travel(position, legion, position.roll).items():
            to = land_name(land)
            yield from (Move(move=legion.id, to=to, side=side) for side in position.graph.by_side(ways.keys()))
        yield from _jumps(position, legion, position.roll)
    yield Mulligan(mulligan="movement")
    yield End(end="movement")


def _jumps(position: MasterboardPosition, legion: Legion, roll: int) -> Iterator[Order]:
    for land, open_sides in teleports(position, legion, roll).items():
        for kind in enemy_seekers(position, legion) if open_sides else tower_lords(position, legion):
            order = Teleport(teleport=legion.id, to=land_name(land), show=kind)
            yield from (replace(order, side=side) for side in open_sides) if open_sides else (order,)


def _engagements(position: MasterboardPosition, player: str) -> Iterator[Order]:
    now = position.engagement
    if now is None:
        yield from (Engage(engage=land_name(land)) for land in position.engaged())
    elif now.stage == "gains":
        yield from _gains(position)
    else:
        land, (attacker, defender) = now.land, sides(position)
        yield from (Flee(flee=land), Stand(stand=land), Fight(fight=land))
        mine = [(p.eliminate, p.losses) for p in now.proposals if p.player == player]
        terms = [(p.eliminate, p.losses) for p in now.proposals if p.player != player]
        terms += [(names, []) for names in ([attacker.id], [defender.id], sorted([attacker.id, defender.id]))]
        for number, (eliminate, losses) in enumerate(terms):
            if (eliminate, losses) not in [*mine, *terms[:number]]:
                yield Agree(agree=land, eliminate=eliminate, losses=losses)
        yield Yield(concede="engagement")
    yield End(end="engagement")


def _gains(position: MasterboardPosition) -> Iterator[Order]:
    now = position.engagement
    assert now is not None
    assert now.gains is not None
    legion = position.legions[now.gains.legion]
    due = now.gains.multiples
    room = position.rules.combat.legion_most - legion.height
    pool = sorted({name for multiple in due for name in choices_at(position, multiple)})
    for size in range(1, min(room, len(due)) + 1):
        yield from (Acquire(acquire=list(names)) for names in dict.fromkeys(combinations(sorted(pool * size), size)))
    yield from (Summon(summon=name, from_=donor) for name, donor in summonable(position, legion))
    yield from _ways(position, legion)


def _musters(position: MasterboardPosition, player: str) -> Iterator[Order]:
    for legion in position.own(player):
        yield from _ways(position, legion)
    yield End(end="enlistment")


def _ways(position: MasterboardPosition, legion: Legion) -> Iterator[Order]:
    terrain = position.graph.lands[legion.land].terrain
    for name, ways in recruits(position.rules, terrain, legion.contents or ()).items():
        yield from (Muster(muster=name, in_=legion.id, show=list(way)) for way in ways)
