"""What may be ordered now on the Masterboard: the same rulings that judge the orders; a row is an order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from .duties import owed
from .engagements import sides, summonable
from .judge import travel
from .mustering import recruits
from .scoring import assign, choices_at
from .teleports import enemy_seekers, teleports, tower_lords
from .work import Legion, land_name

if TYPE_CHECKING:
    from .work import MasterWork

Row = dict[str, Any]


def legal(work: MasterWork, piece: str | None = None) -> list[Row]:
    """Return every order open to whoever must order now, or to the player whose view this is."""
    if work.outcome is not None:
        return []
    acting = [player for player in work.acting() if work.viewer in (None, player)]
    rows: list[Row] = []
    for player in acting:
        if work.battle is not None:
            rows += work.battle.legal(piece)
        elif work.stage == "setup":
            rows += _setup(work, player)
        elif work.stage == "commencement":
            rows += _splits(work, player)
        elif work.stage == "movement":
            rows += _moves(work, player)
        elif work.stage == "engagement":
            rows += _engagements(work, player)
        else:
            rows += _musters(work, player)
    if piece is None:
        return rows
    return [row for row in rows if piece in row.values()]


def _setup(work: MasterWork, player: str) -> Iterator[Row]:
    if player not in work.towers:
        yield {"roll": "tower"}
        return
    force = work.rules.masterplay.start
    kinds = dict.fromkeys(combinations(sorted(force.creatures), force.legion - 1))
    for lord in force.lords:
        for creatures in kinds:
            yield {"start": [lord, *creatures]}


def parts(contents: list[str], least: int) -> Iterator[list[str]]:
    """Yield every part that can be split off a legion, each kind of part once."""
    held = sorted(contents)
    for size in range(least, len(held) - least + 1):
        for part in dict.fromkeys(combinations(held, size)):
            yield list(part)


def _splits(work: MasterWork, player: str) -> Iterator[Row]:
    numbers = work.rules.masterplay
    if work.turn >= numbers.first_split and work.markers.get(player):
        for legion in work.own(player):
            for part in parts(legion.contents or [], numbers.split_least):
                yield {"split": legion.id, "off": part}
    yield {"end": "commencement"}


def _moves(work: MasterWork, player: str) -> Iterator[Row]:
    if work.roll is None:
        return
    for legion in work.own(player):
        if legion.moved or work.clock not in (None, legion.id):
            continue
        for land, ways in travel(work, legion, work.roll).items():
            row: Row = {"move": legion.id, "to": land_name(land)}
            if not work.at(land) or (land == legion.land and len(work.at(land)) == 1):
                yield row
            else:
                yield from ({**row, "side": side} for side in work.graph.by_side(ways.keys()))
        yield from _jumps(work, legion, work.roll)
    first = work.rules.masterplay.mulligan_turn
    moved = any(legion.moved for legion in work.own(player)) and work.rules.options["mulligan"] == "before_moving"
    if work.turn == first and not work.mulligan and not moved:
        yield {"mulligan": "movement"}
    if not owed(work):
        yield {"end": "movement"}


def _jumps(work: MasterWork, legion: Legion, roll: int) -> Iterator[Row]:
    for land, open_sides in teleports(work, legion, roll).items():
        row: Row = {"teleport": legion.id, "to": land_name(land)}
        for kind in enemy_seekers(work, legion) if open_sides else tower_lords(work, legion):
            if open_sides:
                yield from ({**row, "side": side, "show": kind} for side in open_sides)
            else:
                yield {**row, "show": kind}


def _engagements(work: MasterWork, player: str) -> Iterator[Row]:
    now = work.engagement
    if now is None:
        lands = work.engaged()
        yield from ({"engage": land_name(land)} for land in lands)
        if not lands:
            yield {"end": "engagement"}
        return
    if now.stage == "gains":
        yield from _gains(work, player)
        return
    attacker, defender = sides(work)
    land = now.land
    if player == defender.player and not now.declined:
        bound = any("cannot_flee" in work.rules.profile(name).traits for name in defender.contents or ())
        if not bound:
            yield {"flee": land}
        yield {"stand": land}
    yield {"fight": land}
    for proposal in now.proposals:
        if proposal.player != player:
            row: Row = {"agree": land, "eliminate": proposal.eliminate}
            yield {**row, "losses": proposal.losses} if proposal.losses else row
    for eliminated in ([attacker.id], [defender.id], sorted([attacker.id, defender.id])):
        if not any(p.eliminate == eliminated and not p.losses for p in now.proposals):
            yield {"agree": land, "eliminate": eliminated}
    yield {"concede": "engagement"}


def _gains(work: MasterWork, player: str) -> Iterator[Row]:
    now = work.engagement
    assert now is not None
    gains = now.gains
    assert gains is not None
    legion = work.legions[gains.legion]
    room = work.rules.combat.legion_most - legion.height
    pool = sorted({name for m in gains.multiples for name in choices_at(work, m)})
    for size in range(1, min(room, len(gains.multiples)) + 1):
        for names in dict.fromkeys(combinations(sorted(pool * size), size)):
            stocked = all(work.stock(name) >= number for name, number in Counter(names).items())
            if stocked and assign(work, list(names), gains.multiples) is not None:
                yield {"acquire": list(names)}
    if room > 0 and gains.summon and not work.summoned:
        yield from ({"summon": name, "from": donor} for name, donor in summonable(work, legion))
    if room > 0 and gains.muster:
        yield from _ways(work, legion)
    yield {"end": "engagement"}


def _ways(work: MasterWork, legion: Legion) -> Iterator[Row]:
    terrain = work.graph.lands[legion.land].terrain
    for name, ways in recruits(work.rules, terrain, legion.contents or ()).items():
        if work.stock(name) > 0:
            for way in ways:
                yield {"muster": name, "in": legion.id, "show": list(way)}


def _musters(work: MasterWork, player: str) -> Iterator[Row]:
    barred = work.rules.options["return_to_start"] == "no_muster"
    for legion in work.own(player):
        eligible = legion.moved and not legion.mustered and legion.height < work.rules.combat.legion_most
        if eligible and not (barred and legion.origin == legion.land):
            yield from _ways(work, legion)
    yield {"end": "enlistment"}
