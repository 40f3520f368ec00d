"""The names that players say, and the terms that are written in figures."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.spoken.vocabulary import Name, Vocabulary, vocabulary_of

from ..rules import HordesRules


def vocabulary(rules: HordesRules) -> Vocabulary:
    """Return the vocabulary of a ruleset."""
    return vocabulary_of(rules.ruleset, lambda: _names(rules))


def _names(rules: HordesRules) -> Iterator[Name]:
    for name, kind in rules.kinds.items():
        yield Name("who", name, kind.row.title)
    for name in rules.table.goings:
        yield Name("going", name, name)
