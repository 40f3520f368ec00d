"""Retreats from the grid: open Fields, conflicts over one Field, and units that follow their leader (BN-RET)."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ..board.battlefield import Battalion, Combat, Theatre, Unit, by_id, on_grid
from ..board.grid import ahead, field_said, within
from ..state import Place
from .march import March, MarchStop, Mover, march

Shut = dict[tuple[str, Place], MarchStop]


def march_all(theatre: Theatre, movers: dict[str, list[Mover]]) -> dict[str, March]:
    """Move the units of every running combat at once; `movers` by the id of their combat.

    Where units of two battalions would step into one Field in this turn, the larger worth gets it and the
    march is repeated without the others; equal worth opens it to neither (REF battalions-4).
    """
    shut: Shut = {}
    while True:
        marches = {
            combat.id: march(
                list(on_grid(combat)),
                movers[combat.id],
                combat.used,
                theatre.size,
                partial(closed, theatre, combat, dict(shut)),
            )
            for combat in theatre.running
        }
        found = _races(theatre, list(marches.values()))
        if not found:
            return marches
        shut |= found


def _races(theatre: Theatre, marches: list[March]) -> Shut:
    """Return the units that cannot step into a Field, because units of another battalion do."""
    worth: dict[Place, dict[str, int]] = {}
    for one in marches:
        for ident, place in one.left.items():
            unit = theatre.units[ident]
            sums = worth.setdefault(place, {})
            sums[unit.battalion] = sums.get(unit.battalion, 0) + unit.cost
    out: Shut = {}
    for place, sums in worth.items():
        if len(sums) < 2 or _together(theatre, place, sums):
            continue
        most = max(sums.values())
        winners = [battalion for battalion, value in sums.items() if value == most]
        for battalion, value in sums.items():
            if [battalion] == winners:
                continue
            others = " and ".join(sorted(set(sums) - {battalion}))
            why = "as much" if len(winners) > 1 and value == most else "more"
            said = f"units of {others} worth {why} step into {field_said(place)} in the same turn"
            out[battalion, place] = MarchStop(said, ("race",))
    return out


def _together(theatre: Theatre, place: Place, idents: Collection[str]) -> bool:
    """Return whether battalions that step into a Field may share it, with the friends in it (BN-G-05)."""
    sharing = {ident: theatre.battalions[ident] for ident in idents}
    for battalion in [*sharing.values()]:
        sharing |= {friend.id: friend for friend in theatre.friends_in(battalion, place)}
    return len({battalion.player for battalion in sharing.values()}) == 1 and theatre.may_share(sharing.values())


def closed(theatre: Theatre, combat: Combat, shut: Shut, unit: Unit, place: Place) -> MarchStop | None:
    """Return why a unit cannot cross into a Field that its combat does not use, None where it can (BN-RET-1)."""
    named = field_said(place)
    if theatre.skirmish:
        if theatre.rules.chosen("skirmish_retreat", False):
            return MarchStop("a skirmish has no Field to retreat to", ("wall",))
    elif not within(place, theatre.fields):
        return MarchStop("the board ends there", ("obstruction",))
    if (unit.battalion, place) in shut:
        return shut[unit.battalion, place]
    own = theatre.battalions[unit.battalion]
    friends = theatre.friends_in(own, place)
    sharing = bool(friends) and theatre.may_share([own, *friends])
    for battalion in theatre.resting(place):
        if battalion.player == unit.player and sharing:
            continue
        key = "blocked" if battalion.player != unit.player else "blocked_by_friend"
        return MarchStop(f"{battalion.id} of {battalion.player} stands in {named}", (key,))
    other = theatre.combat_using(place)
    if other is not None and other is not combat:
        return MarchStop(f"{named} is used by the combat {other.id}", ("other_combat",))
    for refugee in by_id(theatre.refugees(place)):
        if refugee.battalion != unit.battalion and not (refugee.player == unit.player and sharing):
            return MarchStop(f"{refugee.id} of {refugee.battalion} has fled to {named}", ("refuge",))
    if theatre.rules.chosen("retreat_block", "any_side_of_field"):
        return flanked(theatre, unit, place)
    return None


def flanked(theatre: Theatre, unit: Unit, place: Place) -> MarchStop | None:
    """Return why an enemy battalion beside the Field beyond closes it, in the wider reading (BN-G-27)."""
    for vector in theatre.rules.vectors.values():
        beside = ahead(place, vector)
        for battalion in theatre.battalions.values():
            if battalion.station == beside and battalion.living and battalion.player != unit.player:
                return MarchStop(
                    f"{battalion.id} of {battalion.player} stands beside {field_said(place)}", ("blocked",)
                )
    return None


def follow_leader(
    theatre: Theatre, combat: Combat, battalion: Battalion, fought: Collection[str], recorder: Recorder
) -> None:
    """Send the living units of a battalion whose leader has retreated into the leader's Field (BN-RET-2)."""
    leader = battalion.leads()
    if leader is None or leader.status != "retreated" or leader.field is None:
        return
    changes = []
    for unit in battalion.living:
        if unit.status == "retreated" and unit.field == leader.field:
            continue
        was = theatre.field_at(unit)
        unit.status, unit.at, unit.field = "retreated", None, leader.field
        changes.append(Change(unit.id, "field", was, leader.field, f"retreats into {field_said(leader.field)}"))
    if leader.id in fought or changes:
        text = f"{combat.id}: {leader.id} has retreated, and with its leader all of {battalion.id}"
        recorder.write(text, changes=changes, cites=theatre.rules.cite("leader_retreats"), by_referee=True)
