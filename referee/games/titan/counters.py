"""Check the number of characters against the counters of the game."""

from __future__ import annotations

from .rules import TitanRules


def too_many(name: str, number: int, rules: TitanRules) -> str:
    """Return that a character is held more often than the game has it, or an empty string."""
    most = rules.characters[name].number
    if number <= most:
        return ""
    return f"the game has {rules.counted(name, most)}, not {number}"
