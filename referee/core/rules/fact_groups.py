"""The facts of a moment as a person reads them: those that differ in a role or in one name stand together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..documents import Path
from ..documents.writing import flow
from .moments import FactKind, Moment, placed_rows
from .rows import Fact
from .rulesets import Ruleset

# a row that shows how conditions are written has few of them
_FEW = 3
# names that are shown one by one
_SHOWN = 6


class FactGroup(NamedTuple):
    """Facts that say the same of several: what they share, their names, the kind of the first, and their roles."""

    key: str
    facts: tuple[str, ...]
    kind: FactKind
    roles: tuple[str, ...]

    @property
    def example(self) -> str:
        """The first fact as a condition writes it."""
        return f"{self.facts[0]}: {flow(self.kind.example)}"

    @property
    def values(self) -> str:
        """In words, which values it may have."""
        return values_in_words(self.kind)


def values_in_words(kind: FactKind) -> str:
    """Return in words which values a fact may have."""
    if kind.values is None:
        return f"a number {kind.span}".rstrip() if kind.number else "a name"
    if not kind.values:
        return "none in this ruleset"
    words = [str(value).lower() if isinstance(value, bool) else str(value) for value in kind.values]
    return " | ".join(words) if len(words) <= _SHOWN else f"{' | '.join(words[:4])} | ... ({len(words)} names)"


def key_of(name: str, kind: FactKind) -> str:
    """Return what a fact says, without the role or the name of which it says it."""
    return kind.family or (name.removeprefix(f"{kind.of}_") if kind.of else name)


def groups(moment: Moment) -> list[FactGroup]:
    """Return the facts that a row of this ruleset can need, in groups.

    Left out are facts with one value alone, traits that nobody has, and parts of what another fact counts.
    """
    found: dict[str, list[str]] = {}
    for name, kind in moment.facts.items():
        if not (kind.fixed or kind.part_of or _nobody(moment, name)):
            found.setdefault(key_of(name, kind), []).append(name)
    return [
        FactGroup(key, tuple(names), moment.facts[names[0]], tuple(dict.fromkeys(moment.facts[n].of for n in names)))
        for key, names in found.items()
    ]


def _nobody(moment: Moment, name: str) -> bool:
    """Return whether what settles a fact settles that it is never true."""
    settled = moment.settled.get(name)
    values: Mapping[Fact, tuple[Fact, ...]] = settled[1] if settled is not None else {}
    return values.get(True) == ()


def example_row(ruleset: Ruleset, tables: Mapping[str, type[Any]], moment: str) -> tuple[str, Path] | None:
    """Return the table and the path of a row of a moment, with some conditions if any has; None where there is none."""
    best = max(_rows(ruleset, tables, moment), default=None, key=lambda found: found[0])
    return best[1:] if best is not None else None


def _rows(ruleset: Ruleset, tables: Mapping[str, type[Any]], moment: str) -> Iterator[tuple[int, str, Path]]:
    for table, kind in tables.items():
        if table in ruleset.tables:
            for placed in placed_rows(ruleset.typed(table, kind)):
                if placed.moment == moment:
                    conditions = len(placed.row.when)
                    yield conditions if conditions <= _FEW else 0, table, placed.path
