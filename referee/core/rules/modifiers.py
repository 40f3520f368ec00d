"""Rows of the tables: {when, effect, cite} matched against the facts of a situation.

`when` matches by equality or membership and nothing more. A game makes its own row type with
its quantities as fields; `per` multiplies a row's quantities by a fact that counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from ..documents.problems import written
from .ledger import Cites, Entry, cites_of

Fact = str | int | float | bool
Facts = Mapping[str, Fact]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of a table: its condition, its effect and its cites."""

    when: dict[str, Fact | list[Fact]] = {}
    cite: Cites
    why: str = ""
    per: str | None = None
    forbid: bool = False

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules that this row cites."""
        return cites_of(self.cite)


def _holds(value: Fact | None, wanted: Fact | list[Fact]) -> bool:
    """Return whether a condition holds; a fact that is absent matches nothing."""
    if value is None:
        return False
    if isinstance(wanted, list):
        return any(_same(value, one) for one in wanted)
    return _same(value, wanted)


def _same(value: Fact, wanted: Fact) -> bool:
    return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)


def holds(row: Row, facts: Facts, names: Iterable[str]) -> bool:
    """Return whether the conditions of a row that have these names hold."""
    return all(_holds(facts.get(name), row.when[name]) for name in names)


def entries(rows: Iterable[Row], facts: Facts, quantity: str) -> list[Entry]:
    """Return an added entry for every given row that changes a quantity."""
    out = []
    for row in rows:
        value = getattr(row, quantity, None)
        if value is not None:
            times = int(facts[row.per]) if row.per else 1
            out.append(Entry("add", value * times, row.why, row.cites))
    return out


def unknown_facts(row: Row, known: Mapping[str, Iterable[Fact] | None]) -> list[str]:
    """Return the problems of a row's conditions: unknown facts and values.

    `known` maps a fact to its values, or to None where it is any whole number.
    """
    out = []
    for name, wanted in [*row.when.items(), *([(row.per, 0)] if row.per else [])]:
        if name not in known:
            out.append(f"'{name}' is not a fact of this game")
            continue
        values = known[name]
        for one in wanted if isinstance(wanted, list) else [wanted]:
            if values is None:
                if isinstance(one, bool) or not isinstance(one, int):
                    out.append(f"'{name}' counts; {written(one)} is not a number")
            elif not any(_same(one, value) for value in values):
                out.append(f"'{one}' is no value of '{name}'")
    return out


def rows_in(value: Any) -> Iterator[Row]:
    """Yield every row inside a table, however deep it stands."""
    if isinstance(value, Row):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from rows_in(getattr(value, name))
    elif isinstance(value, dict):
        for inner in value.values():
            yield from rows_in(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from rows_in(inner)
