"""What `referee rules` prints of rows: one row as it finally is, and the rows that carry a citation."""

from __future__ import annotations

from typing import Any

from referee.core.documents import dotted_path
from referee.core.documents.problems import counted, listed, written
from referee.core.rules.lookup import FoundRow, citing, concerning, procedures, row_at
from referee.core.rules.rulesets import Ruleset
from referee.core.rules.search import builtin

from .common import say, say_json

# the most rows that are printed for one citation; --json has all
_MOST = 40


def show_row(found: Ruleset, text: str, as_json: bool) -> None:
    """Print a row as it finally is, with the file and line of each part; raises Unreadable."""
    row = row_at(found, text)
    if as_json:
        parts = [
            {"path": dotted_path(part.path), "value": part.value, "place": part.place}
            | ({"was": {"value": part.was[0], "place": part.was[1]}} if part.was is not None else {})
            for part in row.parts
        ]
        say_json({"table": row.table, "path": dotted_path(row.path), "row": row.value, "parts": parts})
        return
    for line in _lines(row):
        say(line)


def _lines(row: FoundRow) -> list[str]:
    from referee.report.escape import one_line

    shown = [(f"{dotted_path(part.path)}: {written(part.value)}".removeprefix(": "), part) for part in row.parts]
    wide = min(max(len(words) for words, _ in shown), 60)
    # the path begins with the table, so that it can be given again
    out = [dotted_path(row.path if row.path[:1] == (row.table,) else (row.table, *row.path))]
    for words, part in shown:
        was = f", before {written(part.was[0])} in {_shown(part.was[1])}" if part.was is not None else ""
        out.append(one_line(f"  {words.ljust(wide)}  # {_shown(part.place)}{was}"))
    return out


def _shown(place: str) -> str:
    """Return a place to print: files that come with the referee are named from the folder of rulesets on."""
    return place.replace(f"{builtin()}/", f"{builtin().name}/", 1)


def rows_of(found: Ruleset, cite: str) -> dict[str, Any]:
    """Return what belongs to a citation: rulings that concern it, rows that carry it, steps that cite it."""
    return {
        "rulings": [{"id": number, "question": ruling.question} for number, ruling in concerning(found, cite)],
        "rows": [
            {"table": one.table, "path": dotted_path(one.path), "place": one.place, "row": one.row}
            for one in citing(found, cite)
        ],
        "steps": procedures(found, cite),
    }


def say_rows(told: dict[str, Any]) -> None:
    """Print the rulings, rows and steps that belong to a citation."""
    from referee.report.answer_text import paragraph
    from referee.report.escape import one_line

    for ruling in told["rulings"]:
        say(paragraph(f"see {ruling['id']}: {ruling['question']}", "  "))
    for one in told["rows"][:_MOST]:
        say(one_line(f"  {one['path']}: {written(one['row'])}  # {_shown(one['place'])}"))
    if len(told["rows"]) > _MOST:
        say(f"  and {counted(len(told['rows']) - _MOST, 'row')} more; --json prints all")
    if told["steps"]:
        say(paragraph(f"cited by {listed(told['steps'], 'and')}", "  "))
