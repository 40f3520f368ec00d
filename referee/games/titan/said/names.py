"""The names that players say, and the hexes that they write."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.core.line.tokens import Figures
from referee.core.line.vocabulary import Name

from ..rules import TitanRules

FIGURES = (Figures("hex", re.compile(r"([A-Fa-f])-?([1-6])(?!\w)"), lambda match: f"{match[1].upper()}{match[2]}"),)


def names(rules: TitanRules) -> Iterator[Name]:
    """Yield every name of a table that a text may hold."""
    for name, row in rules.characters.items():
        yield Name("who", name, row.title, row.plural)
    for name, spell in rules.spells.items():
        yield Name("spell", name, spell.title)
    for name in rules.battlelands.battlelands:
        yield Name("land", name, name)
    for name, hazard in rules.hazards.hazards.items():
        yield Name("hazard", name, hazard.title)
