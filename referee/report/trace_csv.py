"""The rolls of a trace as CSV, for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from .escape import one_line
from .reports import TraceReport
from .trace_lines import chosen_steps

_COLUMNS = ("step", "event", "by", "source", "supplied_by", "faces", "dice", "reroll")


def write(report: TraceReport) -> str:
    """Return a heading and a row for each roll: its step, event and roller, where its dice came from, and the dice."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(_COLUMNS)
    for number, step in chosen_steps(report.trace, report.only, report.step):
        for roll in step.rolled:
            words = (roll.event, roll.by, roll.source, roll.supplied_by or "")
            rows.writerow([number, *map(_cell, words), roll.faces, _dice(roll.dice), _dice(roll.reroll or ())])
    return out.getvalue()


def _dice(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


def _cell(text: str) -> str:
    """Return text that a spreadsheet does not read as a formula."""
    return f"'{one_line(text)}" if text[:1] in ("=", "+", "-", "@") else one_line(text)
