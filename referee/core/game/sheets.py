"""Sheets: all that the tables say about one thing, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ..documents import Path
from ..rules.ledger import cites_of
from ..rules.lookup import cited_rows
from ..rules.moments import Moment
from ..rules.places import value_at
from ..rules.row_words import moments_of_rows, sayer
from ..rules.rulesets import Ruleset


class ChartPart(msgspec.Struct, frozen=True):
    """Rows of a chart under one title; every row has a cell for each heading of the chart."""

    title: str
    rows: Sequence[Sequence[str]]


class Chart(msgspec.Struct, frozen=True):
    """A chart: its title, the headings of its columns, its parts, notes below them, and the rules it belongs to."""

    title: str
    headings: Sequence[str]
    parts: Sequence[ChartPart]
    notes: Sequence[str] = ()
    cites: Sequence[str] = ()

    def plain(self) -> dict[str, Any]:
        """Return it as plain data: a list of rows by heading for each part."""
        parts = [
            {"title": part.title, "rows": [dict(zip(self.headings, row, strict=True)) for row in part.rows]}
            for part in self.parts
        ]
        return {"title": self.title, "parts": parts, "notes": list(self.notes)}


class Sheet(msgspec.Struct, frozen=True):
    """A page about one thing: its name, what kind of thing it is, its sentences, and further forms of the name."""

    name: str
    kind: str
    text: str
    also: tuple[str, ...] = ()


class TableRows:
    """The rows of a ruleset in sentences, by where they stand in the tables."""

    def __init__(self, ruleset: Ruleset, moments: Mapping[str, Moment], tables: Mapping[str, type[Any]]) -> None:
        self.ruleset = ruleset
        self._words = sayer(ruleset, moments, tables)
        self._known = moments_of_rows(ruleset, tables)

    def under(self, table: str, *path: str) -> Iterator[str]:
        """Yield a sentence for each row below a path, with the rules that it cites, if there are any."""
        value = self.ruleset.raw(table) if table in self.ruleset.tables else {}
        for cites, said, _ in self.rows(table, value_at(value, path), path):
            yield sentence(f"{said} ({', '.join(cites)})")

    def naming(self, table: str, name: str) -> Iterator[str]:
        """Yield a sentence for each row of a table whose condition names something, with the rules that it cites."""
        value = self.ruleset.raw(table) if table in self.ruleset.tables else {}
        for path, row in cited_rows(value, ()):
            wanted = row.get("when", {}).values()
            if any(name in one if isinstance(one, list) else name == one for one in wanted):
                for cites, said, _ in self.rows(table, {**row}, path):
                    yield sentence(f"{said} ({', '.join(cites)})")

    def rows(self, table: str, value: Any, path: Path) -> Iterator[tuple[tuple[str, ...], str, Path]]:
        """Yield the rows below a value of a table that a procedure asks: their rules, their words and their paths."""
        for inner, row in cited_rows(value, path):
            if (table, inner) in self._known and (said := self._words(table, inner, row)):
                yield cites_of(row["cite"]), said.replace("_", " "), inner


def sentence(text: str) -> str:
    """Return a text with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def told(sentences: Iterable[str]) -> str:
    """Return sentences as one text, each once, the empty ones left out."""
    return " ".join(dict.fromkeys(sentence(one) for one in sentences if one))
