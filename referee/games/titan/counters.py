"""How many of a character there are in the game."""

from __future__ import annotations

from collections import Counter

from .rules import TitanRules


def too_many(held: Counter[str], rules: TitanRules) -> list[str]:
    """Judge that there are no more of a character than the game has."""
    cites = ", ".join(rules.cite("counters"))
    return [
        f"there are {rules.counted(name, rules.characters[name].number)} in the game, not {number} ({cites})"
        for name, number in held.items()
        if number > rules.characters[name].number
    ]
