"""What `referee rules` looks up of rows: one row as it finally is, and the rows that carry a citation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.documents import dotted_path
from referee.core.game.game import Game
from referee.core.rules.errata import Errata, errata_about
from referee.core.rules.lookup import CitingRow, citing, concerning, procedures, row_at
from referee.core.rules.merging_errata import TABLE
from referee.core.rules.row_words import sayer
from referee.core.rules.rulesets import Ruleset

from .common import say

RowSayer = Callable[[CitingRow], str]


def show_row(found: Ruleset, text: str, as_json: bool) -> None:
    """Print a row as it finally is, with the file and line of each part; raises Unreadable."""
    from referee.report.reports import RowReport
    from referee.report.writers import write_report

    say(write_report(RowReport(row_at(found, text)), "json" if as_json else "text"))


def erratum_of(found: Ruleset, name: str) -> dict[str, Any] | None:
    """Return what an erratum clarifies, and the option or the row by which it does; None for another rule."""
    if TABLE not in found.tables:
        return None
    erratum = found.typed(TABLE, Errata).errata.get(name)
    if erratum is None:
        return None
    return {"paragraph": erratum.paragraph, "switch": erratum.switch or {}, "row": erratum.row}


def index_rows(game: Game, found: Ruleset, proofs: Mapping[str, list[str]]) -> list[dict[str, Any]]:
    """Return every rule and ruling with all that belongs to it, and the cases that prove it."""
    heads = [(name, one.title, one.summary, str(one.kind)) for name, one in found.rules.items()]
    heads += [(number, one.question, one.answer, "ruling") for number, one in found.rulings.items()]
    words = row_sayer(game, found)
    return [
        {"id": name, "title": title, "summary": summary, "kind": kind, "cases": proofs.get(name, [])}
        | rows_of(found, name, words)
        for name, title, summary, kind in heads
    ]


def row_sayer(game: Game, found: Ruleset) -> RowSayer:
    """Return a function that says a row in words."""
    words = sayer(found, game.moments(found), game.tables)
    return lambda one: words(one.table, one.path, one.row)


def rows_of(found: Ruleset, cite: str, words: RowSayer) -> dict[str, Any]:
    """Return what belongs to a citation: rulings that concern it, rows that carry it, steps that cite it."""
    return {
        "errata": [
            {"id": name, "question": one.question, "answer": one.answer}
            for name, one in errata_about(found, cite).items()
        ],
        "rulings": [{"id": number, "question": ruling.question} for number, ruling in concerning(found, cite)],
        "rows": [
            {
                "table": one.table,
                "path": dotted_path(one.path),
                "place": one.place,
                "row": one.row,
                "words": words(one),
            }
            for one in citing(found, cite)
        ],
        "steps": procedures(found, cite),
    }
