"""The directions of front, back, left and right for a battalion (BN-CMB-7, BN-G-12)."""

from __future__ import annotations

from typing import NamedTuple

from referee.core import documents
from referee.core.game.orders import Objection

from ..board.battlefield import Battalion, Combat
from ..board.grid import field_said
from ..rules import BattalionsRules
from ..state import Direction


class Bearing(NamedTuple):
    """The front of a battalion with the enemy that defines it, or the objection to how it was named."""

    front: Direction | None
    enemy: Battalion | None
    objections: list[Objection]


def designated(
    rules: BattalionsRules, combat: Combat, battalion: Battalion, named: str | None
) -> Battalion | Objection:
    """Return the enemy battalion a command refers to; with one enemy only it need not be named."""
    enemies = combat.enemies(battalion)
    cite = rules.cite("designate")
    if named is None:
        if len(enemies) == 1:
            return enemies[0]
        those = ", ".join(e.id for e in enemies) or "none is left"
        return Objection(f"{battalion.id} faces several enemies; relative_to names one of {those}", cite, "relative_to")
    found = next((e for e in enemies if e.id == named), None)
    if found is not None:
        return found
    member = combat.members.get(named)
    if member is None:
        near = documents.nearest(named, combat.members)
        return Objection(f"'{named}' is no battalion of {combat.id}{near}", cite, "relative_to")
    if member.battalion.player == battalion.player:
        return Objection(f"{named} is of the same army as {battalion.id}", cite, "relative_to")
    return Objection(f"{named} has no unit on the grid", cite, "relative_to")


def bearing(
    rules: BattalionsRules, combat: Combat, battalion: Battalion, named: str | None, front: Direction | None
) -> Bearing:
    """Return the front of a battalion: from its own starting Field towards that of the designated enemy."""
    cite = rules.cite("front")
    by_facing = rules.chosen("front", "facing")
    enemy = None if by_facing and named is None else designated(rules, combat, battalion, named)
    if isinstance(enemy, Objection):
        return Bearing(None, None, [enemy])
    if enemy is None or by_facing:
        if battalion.facing is None:
            return Bearing(None, enemy, [Objection(f"the state does not say where {battalion.id} faces", cite)])
        candidates = [battalion.facing]
    else:
        origin, target = combat.members[battalion.id].origin, combat.members[enemy.id].origin
        candidates = rules.toward((target[0] - origin[0], target[1] - origin[1]))
    if front is None and len(candidates) > 1:
        those = " or ".join(candidates)
        origin = combat.members[battalion.id].origin
        message = f"from {field_said(origin)} the enemy is as far one way as the other; front names {those}"
        return Bearing(None, enemy, [Objection(message, cite, "front")])
    if front is not None and front not in candidates:
        message = f"the front of {battalion.id} is {' or '.join(candidates)}, not {front}"
        return Bearing(None, enemy, [Objection(message, cite, "front")])
    return Bearing(front or candidates[0], enemy, [])
