"""The names that players say, and scores that they write."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.core.line.tokens import Figures
from referee.core.line.vocabulary import Name

from ..rules import HordesRules

FIGURES = (
    Figures("score", re.compile(r"([1-6])\s?[-–:]\s?([1-6])(?![\w-])"), lambda match: (int(match[1]), int(match[2]))),
)


def names(rules: HordesRules) -> Iterator[Name]:
    """Yield every name of a table that a text may hold."""
    for name, kind in rules.kinds.items():
        yield Name("type", name, kind.row.title)
    for name in rules.table.goings:
        yield Name("going", name, name)
