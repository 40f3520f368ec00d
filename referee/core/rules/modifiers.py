"""Rows of the tables, {when, effect, cite}, and how they match the facts of a situation.

`when` matches by equality or membership only. A game defines its own row type, with its quantities as fields.
`per` multiplies the quantities of a row by a fact that is a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from ..documents import Path, nearest
from ..documents.problems import listed, written
from .ledger import Cites, Entry, cites_of

Fact = str | int | float | bool
Facts = Mapping[str, Fact]

# how many known values a message about an unknown one lists
_FEW = 12


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
    """Return whether the conditions of a row on the facts `names` hold."""
    return all(_holds(facts.get(name), row.when[name]) for name in names)


def entries(rows: Iterable[Row], facts: Facts, quantity: str) -> list[Entry]:
    """Return an `add` entry for every row that changes a quantity."""
    out = []
    for row in rows:
        value = getattr(row, quantity, None)
        if value is not None:
            times = int(facts[row.per]) if row.per else 1
            out.append(Entry("add", value * times, row.why, row.cites))
    return out


def unknown_facts(row: Row, known: Mapping[str, Iterable[Fact] | None]) -> list[tuple[Path, str, str | None]]:
    """Return the problems of a row's conditions: unknown facts and values, each with its path in the row.

    `known` maps a fact to its values, or to None if it is any whole number. A problem is the path, the message
    and, if it is about a key, the key.
    """
    out: list[tuple[Path, str, str | None]] = []
    for name in row.when:
        if name not in known:
            out.append((("when",), f"'{name}' is not a fact of this game{nearest(name, known)}", name))
        else:
            out += [(path, said, None) for path, said in _wrong_values(name, row.when[name], known[name])]
    if row.per is not None and row.per not in known:
        out.append((("per",), f"'{row.per}' is not a fact of this game{nearest(row.per, known)}", None))
    elif row.per is not None and any(isinstance(one, (str, bool)) for one in known[row.per] or ()):
        out.append((("per",), f"'{row.per}' is not a number, so 'per' cannot count by it", None))
    return out


def _wrong_values(name: str, wanted: Fact | list[Fact], values: Iterable[Fact] | None) -> Iterator[tuple[Path, str]]:
    known = None if values is None else list(values)
    for number, one in enumerate(wanted if isinstance(wanted, list) else [wanted]):
        path: Path = ("when", name, number) if isinstance(wanted, list) else ("when", name)
        if known is None:
            if isinstance(one, bool) or not isinstance(one, int):
                yield path, f"'{name}' counts; {written(one)} is not a number"
        elif not any(_same(one, value) for value in known):
            few = f"; it is {listed([written(value) for value in known])}" if len(known) <= _FEW else ""
            yield path, f"{written(one)} is no value of '{name}'{nearest(one, map(str, known)) or few}"
