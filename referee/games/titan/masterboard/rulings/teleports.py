"""Teleports of legions: by a Lord from a Tower, and by a Titan to an enemy (LoT 8)."""

from __future__ import annotations

from ...sides import MapSide
from ..legion import Legion
from ..position import MasterboardPosition
from .judge import in_engagement


def teleport_used(position: MasterboardPosition, legion: Legion) -> bool:
    """Return whether a legion's owner is the Mover and has used the one teleport of this phase (LoT 8.0)."""
    return position.teleport_used and legion.player == position.mover


def tower_lords(position: MasterboardPosition, legion: Legion) -> list[str]:
    """Return the kinds of Lord in a legion that can teleport it from a Tower (LoT 8.1)."""
    kinds = dict.fromkeys(legion.contents or ())
    return [name for name in kinds if "teleports_from_towers" in position.rules.profile(name).traits]


def enemy_seekers(position: MasterboardPosition, legion: Legion) -> list[str]:
    """Return the kinds of character in a legion that can teleport it to an enemy (LoT 8.2)."""
    kinds = dict.fromkeys(legion.contents or ())
    return [name for name in kinds if "teleports_to_enemies" in position.rules.profile(name).traits]


def tower_targets(position: MasterboardPosition, legion: Legion, roll: int) -> list[str]:
    """Return the vacant Lands that a legion may teleport to from a Tower, if it holds a Lord (LoT 8.1)."""
    graph, numbers = position.graph, position.rules.masterplay.teleports.tower
    if roll != numbers.roll or not graph.is_tower(legion.land):
        return []
    taken = {other.land for other in position.legions.values()}
    near = graph.within(legion.land, numbers.lands)
    return [name for name in dict.fromkeys([*near, *graph.towers]) if name not in taken]


def titan_targets(position: MasterboardPosition, legion: Legion, roll: int) -> dict[str, list[MapSide]]:
    """Return the enemies' Lands that a Titan may teleport to, with the sides of entry (LoT 8.2, 10.4)."""
    numbers = position.rules.masterplay.teleports.titan
    if roll != numbers.roll or position.score_of(legion.player) < numbers.score:
        return {}
    own = {other.land for other in position.legions.values() if other.player == legion.player}
    enemies = [other.land for other in position.legions.values() if other.player != legion.player]
    return {name: position.graph.all_sides(name) for name in dict.fromkeys(enemies) if name not in own}


def teleports(position: MasterboardPosition, legion: Legion, roll: int) -> dict[str, list[MapSide]]:
    """Return every Land that a legion may teleport to, with the sides of entry; a vacant Land has none (LoT 8)."""
    if teleport_used(position, legion) or in_engagement(position, legion):
        return {}
    out: dict[str, list[MapSide]] = {}
    if tower_lords(position, legion):
        out |= {land: [] for land in tower_targets(position, legion, roll)}
    if enemy_seekers(position, legion):
        out |= titan_targets(position, legion, roll)
    return out
