"""Teleports of legions: by a Lord from a Tower, and by a Titan to an enemy (LoT 8)."""

from __future__ import annotations

from ...rows import BoardRow
from ...sides import MapSide
from ..legion import Legion
from ..position import MasterboardPosition
from .judge import in_engagement
from .rows import has_rows, land_facts, rows_for


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
    if roll != numbers.roll or position.score_of(legion.player) < position.rules.titan_teleport_score:
        return {}
    joins = position.rules.chosen("titan_joins", "allowed")
    own = set() if joins else {other.land for other in position.own(legion.player)}
    enemies = [other.land for other in position.legions.values() if other.player != legion.player]
    return {name: position.graph.all_sides(name) for name in dict.fromkeys(enemies) if name not in own}


def teleports(position: MasterboardPosition, legion: Legion, roll: int) -> dict[str, list[MapSide]]:
    """Return every Land that a legion may teleport to, with the sides of entry; a vacant Land has none (LoT 8)."""
    if teleport_used(position, legion) or in_engagement(position, legion):
        return {}
    out = _unbarred(position, legion, roll)
    if not has_rows(position.rules, "teleport"):
        return out
    return {land: sides for land, sides in out.items() if able(position, legion, land)}


def hidden_teleports(position: MasterboardPosition, legion: Legion, roll: int) -> list[str]:
    """Return the Lands to which a legion may teleport if it holds who takes it there, where that is not known."""
    if legion.contents is not None or teleport_used(position, legion) or in_engagement(position, legion):
        return []
    return [*tower_targets(position, legion, roll), *titan_targets(position, legion, roll)]


def _unbarred(position: MasterboardPosition, legion: Legion, roll: int) -> dict[str, list[MapSide]]:
    out: dict[str, list[MapSide]] = {}
    if tower_lords(position, legion):
        out |= {land: [] for land in tower_targets(position, legion, roll)}
    if enemy_seekers(position, legion):
        out |= titan_targets(position, legion, roll)
    return out


def able(position: MasterboardPosition, legion: Legion, land: str) -> list[str]:
    """Return the kinds of character that can take a legion to a Land by teleport, as far as no row forbids it."""
    kinds = enemy_seekers(position, legion) if position.at(land) else tower_lords(position, legion)
    if not has_rows(position.rules, "teleport"):
        return kinds
    return [kind for kind in kinds if not teleport_bars(position, legion, land, kind)]


def teleport_bars(position: MasterboardPosition, legion: Legion, land: str, kind: str) -> list[BoardRow]:
    """Return the rows that keep a character from taking a legion to a Land."""
    facts = {"kind": "enemy" if position.at(land) else "tower", **land_facts(position, land, "to_")}
    lands = {"from": legion.land, "to": land}
    return [row for row in rows_for(position, "teleport", legion, facts, lands, {"shown": kind}) if row.forbid]


def barred_teleports(position: MasterboardPosition, legion: Legion, roll: int) -> list[tuple[str, BoardRow]]:
    """Return the Lands to which rows alone keep a legion from teleporting, with each row."""
    if not has_rows(position.rules, "teleport") or teleport_used(position, legion) or in_engagement(position, legion):
        return []
    found = {
        (land, row.why): row
        for land in _unbarred(position, legion, roll)
        if not able(position, legion, land)
        for kind in (enemy_seekers(position, legion) if position.at(land) else tower_lords(position, legion))
        for row in teleport_bars(position, legion, land, kind)
    }
    return [(land, row) for (land, _), row in found.items()]
