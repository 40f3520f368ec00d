"""referee odds: exact chances of strikes and combats, and battles played out."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.core.documents import Document

from .common import REFUSED, folders_option, guarded, json_option, read, read_orders, say

if TYPE_CHECKING:
    from referee.report.reports import OddsReport


@click.command("odds")
@click.argument("words", nargs=-1, metavar="[FILE | STATE [ORDERS… | 'QUESTION'] | -r RULESET 'SITUATION; QUESTION']")
@click.option(
    "-r", "--ruleset", metavar="RULESET", help="Ask on one line: the situation in clauses, the question last."
)
@click.option("--number", type=click.IntRange(1, 256), metavar="N", help="Declare this strike-number.")
@click.option(
    "--vary",
    multiple=True,
    metavar="PATH=VALUES",
    help="Ask for each of these values, such as defender.lion-1.hits=0..4 or strike.number=4,5,6; can be repeated.",
)
@click.option("--csv", "csv_file", metavar="FILE", help="Write the figures as CSV too; - prints only them.")
@click.option("--force", is_flag=True, help="Overwrite the files named.")
@click.option("--jsonl", is_flag=True, help="Read a question, or a state with orders, on each line; answer each.")
@json_option
@folders_option
@guarded
def command(
    words: tuple[str, ...],
    ruleset: str | None,
    number: int | None,
    vary: tuple[str, ...],
    csv_file: str | None,
    force: bool,
    jsonl: bool,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Print the chances of a question, or of the orders of a phase: exactly, with every outcome.

    \b
    referee odds -r titan 'brush; attacker ogre C3; defender lion C4 hits 3; strike C3 at C4'
    referee odds examples/titan/slope/012.state.yaml examples/titan/slope/013.black.yaml
    referee odds -r hordes 'close; a knight; b spear; odds true' --csv odds.csv
    referee odds --jsonl < questions.jsonl > odds.jsonl
    """
    if jsonl:
        from referee.chances.exact import odds_of_line

        from .lines import answer_lines

        answer_lines(
            words[0] if words else None, lambda line: odds_of_line(line, folders), lambda row: "refused" in row
        )
        return
    from .files import refuse_existing

    refuse_existing([csv_file], force, words)
    document, orders = _given(words, ruleset, folders)
    if number is not None:
        document = _with_number(document, number)
    report = _report(document, orders, vary, folders)
    _write(report, csv_file, force, as_json)
    found = [report.found] if report.found is not None else [row for _, row in report.varied]
    if any("refused" in row for row in found):
        raise SystemExit(REFUSED)


def _given(words: tuple[str, ...], ruleset: str | None, folders: tuple[Path, ...]) -> tuple[Document, list[str]]:
    """Return the document with the question or the state, and the files of orders."""
    from referee import api

    if ruleset is not None:
        if len(words) != 1:
            raise click.UsageError("with -r, give the situation and the question as one quoted argument")
        return api.question_line(words[0], ruleset, folders), []
    if not words:
        raise click.UsageError("give a FILE with the question, a STATE with ORDERS, or -r RULESET and a line")
    document, rest = read(words[0]), list(words[1:])
    if len(rest) == 1 and rest[0] != "-" and not os.path.exists(rest[0]) and " " in rest[0]:
        return api.state_question(document, rest[0], folders), []
    return document, rest


def _with_number(document: Document, number: int) -> Document:
    """Return a question with the strike-number to be declared."""
    from referee.chances.exact import with_value

    asked = document.value.get("ask") if isinstance(document.value, dict) else None
    if not isinstance(asked, dict):
        raise click.UsageError("--number goes with a question about a strike")
    return with_value(document, {**document.value, "ask": {**asked, "number": number}})


def _report(document: Document, orders: list[str], vary: tuple[str, ...], folders: tuple[Path, ...]) -> OddsReport:
    """Return the odds of a document, or of each of its variants."""
    from referee.chances.exact import odds_of, with_value
    from referee.chances.vary import read_vary, variants
    from referee.report.reports import OddsReport

    name = str(document.value.get("ruleset", "")) if isinstance(document.value, dict) else ""
    given = [one for path in orders for one in read_orders(path, name)]
    if not vary:
        return OddsReport(odds_of(document, given, folders))
    varied = [read_vary(text) for text in vary]
    rows = [
        (put, odds_of(with_value(document, value), given, folders)) for put, value in variants(document.value, varied)
    ]
    return OddsReport(None, rows)


def _write(report: OddsReport, csv_file: str | None, force: bool, as_json: bool) -> None:
    """Print the odds, after they are written to the file that is named."""
    from referee.report.writers import write_report

    from .files import write_whole

    if csv_file not in (None, "-"):
        write_whole(str(csv_file), write_report(report, "csv"), force)
    say(write_report(report, "csv" if csv_file == "-" else "json" if as_json else "text"))
