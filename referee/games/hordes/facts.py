"""What a player knows of a battle, for the conditions of orders that react: everything stands on the table."""

from __future__ import annotations

from referee.core.game.facts import Facts

from .phases import lost_ap
from .position import HordesPosition, place_of


def facts_of(position: HordesPosition, player: str) -> Facts:
    """Return the facts of a battle: `roll` is the number of PIPs left, `score` the AP that the enemy has lost."""
    standing = {element.id: f"[{place_of(element)}]" for element in position.field.standing()}
    return Facts(
        round=position.turn,
        roll=position.pips or 0,
        score={army: lost_ap(position, position.other(army)).total for army in position.players},
        places=standing,
    )
