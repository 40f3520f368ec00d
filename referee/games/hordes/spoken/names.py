"""The names that players say, and the terms that are written in figures."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.spoken.vocabulary import DIGITS, Name, Pattern, Vocabulary, vocabulary_of

from ..rules import HordesRules

# a word in short, and two dice as a score, such as 4-2
_PATTERNS = (
    Pattern("with", r"(?i)w/(?!o)", lambda m: m[0], ("w/",)),
    Pattern("score", r"([1-9])\s?[-–:]\s?([1-9])(?![\d-])", lambda m: (int(m[1]), int(m[2])), DIGITS),
)


def vocabulary(rules: HordesRules, of_states: bool = False) -> Vocabulary:
    """Return the vocabulary of a ruleset; that of questions on a saved state has further terms."""
    return vocabulary_of(rules.ruleset, lambda: _names(rules), _PATTERNS, of_states)


def stand_in(rules: HordesRules, role: str) -> str:
    """Return the name that stands for an element or a terrain which a text does not name."""
    return vocabulary(rules).stand_ins[role][0]


def _names(rules: HordesRules) -> Iterator[Name]:
    for name, kind in rules.kinds.items():
        yield Name("who", name, kind.row.title)
    for name in rules.table.goings:
        yield Name("going", name, name)
