"""Odds as CSV, for a spreadsheet."""

from __future__ import annotations

import csv
import io
from typing import Any

from .escape import one_line
from .odds_rows import rows_of, varied_rows
from .reports import OddsReport


def write(report: OddsReport) -> str:
    """Return a heading and a row for each outcome, or for each variant; numbers are not rounded."""
    rows = rows_of(report.found) if report.found is not None else varied_rows(report.varied)
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(map(_cell, rows[0] if rows else ()))
    table.writerows([_cell(value) for value in row.values()] for row in rows)
    return out.getvalue()


def _cell(value: Any) -> Any:
    """Return a value that a spreadsheet does not read as a formula."""
    if not isinstance(value, str):
        return "" if value is None else value
    text = one_line(value)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
