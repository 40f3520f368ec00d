"""What players write in figures: stats, Spaces and Fields, and the ids of units."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.core.line.tokens import Figures
from referee.core.line.vocabulary import Name

from ..rules import BattalionsRules

# each stat after its letter or its word: S4 D2 I2 C4
_NAMED = re.compile(
    r"[,: ]+".join(
        rf"(?:{word}|{word[0]})[ =:]?(\d{{1,2}})" for word in ("strength", "dexterity", "intelligence", "constitution")
    )
    + r"(?![\w-])",
    re.IGNORECASE,
)
FIGURES = (
    Figures(
        "stats",
        re.compile(r"(\d{1,2})([-/])(\d{1,2})\2(\d{1,2})\2(\d{1,2})(?![\w/-])"),
        lambda match: tuple(int(match[number]) for number in (1, 3, 4, 5)),
    ),
    Figures("stats", _NAMED, lambda match: tuple(int(match[number]) for number in (1, 2, 3, 4))),
    Figures("reach", re.compile(r"(?:int|i)[=:]?(\d{1,2})(?![\w-])", re.IGNORECASE), lambda match: int(match[1])),
    Figures("space", re.compile(r"(\d{1,3}), ?(\d{1,3})(?!\w|-\d)"), lambda match: [int(match[1]), int(match[2])]),
    Figures("unit", re.compile(r"([rb])(\d)(?!\w)", re.IGNORECASE), lambda match: match[0].lower()),
)


def names(rules: BattalionsRules) -> Iterator[Name]:
    """Yield every name of a table that a text may hold."""
    for name in rules.commands:
        yield Name("command", name, name.replace("_", " "))
