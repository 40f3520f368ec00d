"""The value of characters, and the score of a player (LoT 16)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from referee.core.game.trace import Change
from referee.core.rules.ledger import Ledger
from referee.core.rules.rows import Fact

from ...carriers import BoardRow
from ...points import points_of, rows_for_slain, share
from ...profiles import Profile
from ..legion import Legion
from ..position import MasterboardPosition
from .rows import carried_by, everywhere, has_rows, land_carriers, land_facts

How = Literal["battle", "flight", "peace"]


def value_of(position: MasterboardPosition, names: Iterable[str], player: str, quantity: str = "points") -> Ledger:
    """Return the value of a player's characters: Power times Skill each (LoT 16.0)."""
    return points_of(_named(position, names, player), position.rules.cite("scoring"), quantity)


def points_for(
    position: MasterboardPosition, legion: Legion, names: Iterable[str], how: How, quantity: str = "points"
) -> Ledger:
    """Return the points for characters of a legion: their value (LoT 16.0), and what rows make of it."""
    named = _named(position, names, legion.player)
    if not has_rows(position.rules, "score"):
        return points_of(named, position.rules.cite("scoring"), quantity)
    carriers = [*carried_by(position, legion), *land_carriers(position, legion.land), *everywhere(position)]
    facts: dict[str, Fact] = {"how": how, "owner": legion.player, **land_facts(position, legion.land)}

    def rows(profile: Profile) -> list[BoardRow]:
        return rows_for_slain(position.rules, profile, carriers, facts)

    return points_of(named, position.rules.cite("scoring"), quantity, rows)


def _named(position: MasterboardPosition, names: Iterable[str], player: str) -> list[tuple[str, Profile]]:
    profiles = [position.profile(name, player) for name in position.rules.in_chart_order(names)]
    return [(profile.title, profile) for profile in profiles]


def flight_points(position: MasterboardPosition, legion: Legion) -> Ledger:
    """Return the points for a legion that flees: half its value, rounded down (LoT 9.2, 16.1)."""
    whole = points_for(position, legion, legion.contents or [], "flight", "points for flight")
    return whole.plus(*share(position.rules, position.rules.masterplay.shares.flight))


def bound(position: MasterboardPosition, legion: Legion) -> list[str]:
    """Return the characters in a legion that prevent it from fleeing (LoT 9.2)."""
    return [name for name in legion.contents or () if "cannot_flee" in position.rules.profile(name).traits]


def add_score(position: MasterboardPosition, player: str, points: Ledger) -> Change:
    """Add points to a player's score and return the change (LoT 16.2)."""
    was = position.score_of(player)
    position.score[player] = now = was + points.total
    return Change(player, "score", was, now, f"{was} to {now}")
