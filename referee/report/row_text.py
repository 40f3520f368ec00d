"""One row of a ruleset as it finally is: as text."""

from __future__ import annotations

from referee.core.documents import dotted_path
from referee.core.documents.problems import written
from referee.core.rules.search import builtin

from .escape import one_line
from .reports import RowReport


def write(report: RowReport) -> str:
    """Return the row with the file and line of each part, and what a lower layer says in its place."""
    row = report.row
    shown = [(f"{dotted_path(part.path)}: {written(part.value)}".removeprefix(": "), part) for part in row.parts]
    wide = min(max(len(words) for words, _ in shown), 60)
    # the path begins with the table, so that it can be given again
    out = [dotted_path(row.path if row.path[:1] == (row.table,) else (row.table, *row.path))]
    for words, part in shown:
        was = f", before {written(part.was[0])} in {shown_place(part.was[1])}" if part.was is not None else ""
        out.append(one_line(f"  {words.ljust(wide)}  # {shown_place(part.place)}{was}"))
    return "".join(f"{line}\n" for line in out)


def shown_place(place: str) -> str:
    """Return a place to print: files that come with the referee are named from the folder of rulesets on."""
    return place.replace(f"{builtin()}/", f"{builtin().name}/", 1)
