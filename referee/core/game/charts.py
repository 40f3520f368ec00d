"""Charts that a game makes from its tables, to be printed beside the board."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


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
