"""Odds, and the rolls of a trace, as CSV for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from .escape import one_line
from .odds_rows import rows_of, varied_rows
from .reports import OddsReport, TraceReport
from .trace_lines import chosen_steps

_COLUMNS = ("step", "event", "by", "source", "supplied_by", "faces", "dice", "reroll")


def write_odds(report: OddsReport) -> str:
    """Return a heading and a row for each outcome, or for each variant; numbers are not rounded."""
    rows = rows_of(report.found) if report.found is not None else varied_rows(report.varied)
    return _csv([rows[0] if rows else (), *(row.values() for row in rows)])


def write_rolls(report: TraceReport) -> str:
    """Return a heading and a row for each roll: its step, event and roller, where its dice came from, and the dice."""
    rows: list[Iterable[Any]] = [_COLUMNS]
    for number, step in chosen_steps(report.trace, report.only, report.step):
        for roll in step.rolled:
            words = (roll.event, roll.by, roll.source, roll.supplied_by or "")
            rows.append([number, *words, roll.faces, _dice(roll.dice), _dice(roll.reroll or ())])
    return _csv(rows)


def _csv(rows: Iterable[Iterable[Any]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(map(_cell, row) for row in rows)
    return out.getvalue()


def _dice(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


def _cell(value: Any) -> Any:
    """Return a value that a spreadsheet does not read as a formula."""
    if not isinstance(value, str):
        return "" if value is None else value
    text = one_line(value)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
