"""Check the number of characters against the counters of the game."""

from __future__ import annotations

from collections.abc import Mapping

from .rules import TitanRules


def too_many(held: Mapping[str, int], rules: TitanRules) -> list[str]:
    """Return a sentence for every character that is held more often than the game has it."""
    return [
        f"there are {rules.counted(name, rules.characters[name].number)} in the game, not {number}"
        f" ({', '.join(rules.cite('counters'))})"
        for name, number in held.items()
        if number > rules.characters[name].number
    ]
