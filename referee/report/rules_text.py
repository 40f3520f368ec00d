"""What `referee rules` prints as text: rules and rulings, options, rows, what is found, and the cases that prove it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from textwrap import shorten
from typing import Any

from referee.core.documents import dotted_path
from referee.core.documents.problems import counted, listed, written
from referee.core.rules.full_text import Found
from referee.core.rules.index import Ruling, written_value
from referee.core.rules.search import builtin

from . import charts
from .answer_text import paragraph
from .escape import one_line
from .ledgers import headed, wrap
from .reports import (
    ChartReport,
    CoverageReport,
    FoundReport,
    NoVerdictReport,
    OptionsReport,
    RowReport,
    RulesReport,
    StateOptionsReport,
)
from .width import width

# the most rows that are printed for one citation; JSON has all
_MOST = 40
# the most lines of text for each of several, and what may be lost at their ends
_LINES, _ENDS = 3, 20
_INDENT = "  "


def write(report: RulesReport) -> str:
    """Return a line for each rule and ruling; of a single one, all there is to say."""
    lines = [one_line(f"{row['id']}  {row['title']}  [{row['kind']}]") for row in report.rows]
    if len(report.rows) == 1:
        row = report.rows[0]
        lines = headed(row["id"], row["title"], row["kind"])
        lines.append(paragraph(row["summary"], "  "))
        if "why" in row:
            lines += [paragraph(row["why"], "  "), *_choices(row, report.rulings[row["id"]])]
        if "erratum" in row:
            lines += _erratum(row["erratum"])
        lines += _belonging(row)
    return "\n".join([_text(lines), *(charts.write(ChartReport(chart)) for chart in report.charts)])


def write_options(report: OptionsReport) -> str:
    """Return each ruling with its question, its answer and the choices of its option."""
    lines: list[str] = []
    for row in report.rows:
        lines.append(paragraph(f"{row['ruling']}: {row['question']} ({', '.join(row['concerns'])})"))
        lines += [paragraph(row["answer"], "  "), *_choices(row, report.rulings[row["ruling"]]), ""]
    return _text(lines)


def write_state_options(report: StateOptionsReport) -> str:
    """Return a line for each option that has not its default."""
    if not report.rows:
        return f"every option of {report.ruleset} has its default\n"
    return _text(
        paragraph(f"{row['ruling']}: {row['option']}: {row['value']}, not {row['default']}. {row['meaning']}")
        for row in report.rows
    )


def write_coverage(report: CoverageReport) -> str:
    """Return a table of the rules with the number of their cases, and what no case proves."""
    from tabulate import tabulate

    table = [[*(one_line(str(r[key])) for key in ("id", "title", "kind")), len(r["cases"])] for r in report.rules]
    adjudicated = [row for row in report.rules if row["kind"] == "adjudicated"]
    return _text(
        [
            tabulate(table, headers=["rule", "title", "kind", "cases"]),
            one_line(_bare("adjudicated rules", adjudicated, lambda r: r["id"])),
            one_line(_bare("choices of rulings", report.choices, lambda r: f"{r['id']} {r['option']}: {r['choice']}")),
        ]
    )


def _erratum(row: Mapping[str, Any]) -> list[str]:
    """Return what an erratum clarifies, and by what."""
    parts = [
        f"clarifies {row['paragraph']}",
        *(f"sets {option}: {written_value(v)}" for option, v in row["switch"].items()),
    ]
    return [paragraph("; ".join([*parts, *([f"by the row {row['row']}"] if row["row"] else [])]), "  ")]


def _choices(row: Mapping[str, Any], ruling: Ruling) -> list[str]:
    """Return the choices of the option of a ruling, with the default marked."""
    lines = []
    for value, meaning in row["choices"].items():
        mark = "*" if value == str(row["default"]).lower() or value == row["default"] else " "
        lines.append(paragraph(f"{mark} {row['option']}: {value}: {meaning}", "    "))
    if ruling.span:
        lines.append(paragraph(f"* {row['option']}: {row['default']}, or any {ruling.span}", "    "))
    return lines


def _belonging(row: Mapping[str, Any]) -> list[str]:
    """Return the rulings, the rows and the steps that belong to a rule or ruling."""
    lines = [paragraph(f"{one['id']}: {one['question']} {one['answer']}", "  ") for one in row["errata"]]
    lines += [paragraph(f"see {ruling['id']}: {ruling['question']}", "  ") for ruling in row["rulings"]]
    for one in row["rows"][:_MOST]:
        lines.append(paragraph(f"- {one['words']}", "  "))
        lines.append(one_line(f"    {one['path']}  # {shown_place(one['place'])}"))
    if len(row["rows"]) > _MOST:
        lines.append(f"  and {counted(len(row['rows']) - _MOST, 'row')} more; --json prints all")
    if row["steps"]:
        lines.append(paragraph(f"cited by {listed(row['steps'], 'and')}", "  "))
    return lines


def _bare(what: str, rows: Sequence[Mapping[str, Any]], said: Callable[[Mapping[str, Any]], str]) -> str:
    """Return a line with the number of rows, and those that no case proves."""
    bare = [said(row) for row in rows if not row["cases"]]
    return f"{len(rows)} {what}, {len(bare)} without a case" + (f": {', '.join(bare)}" if bare else "")


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def write_found(report: FoundReport) -> str:
    """Return what was found: the id and the title of each, and the beginning of its text; of a sheet, all of it."""
    if not report.rows:
        return "No rule, ruling, row or sheet has these words.\n"
    return "".join(_told(one, report.whole) for one in report.rows)


def write_no_verdict(report: NoVerdictReport) -> str:
    """Return the rules that a text may be about, how to read more, and the line to fill in."""
    out = ["No verdict. These rules may answer it:\n\n" if report.rows else "No verdict.\n"]
    out += [_told(one, False) for one in report.rows]
    if report.rows:
        out.append(f"\nRead more: referee rules {report.ruleset} '{one_line(report.rows[0].id)}'\n")
    if report.line is not None:
        out.append(f"As one line: {one_line(report.line)}\n")
    if report.not_used:
        out.append(f"not used: {', '.join(map(one_line, report.not_used))}\n")
    return "".join(out)


def _told(one: Found, whole: bool) -> str:
    text = one.text if whole else shorten(one.text, _LINES * (width() - len(_INDENT)) - _ENDS, placeholder=" …")
    head = wrap("", one.title) if one.kind == "sheet" else headed(one.id, one.title, one.kind)
    return "\n".join([*head, paragraph(text, _INDENT), ""])


def write_row(report: RowReport) -> str:
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
