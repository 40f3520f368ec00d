"""The steps of a trace as JSON."""

from __future__ import annotations

from referee.core import documents

from .escape import json_text
from .reports import TraceReport
from .trace_lines import chosen_steps


def write(report: TraceReport) -> str:
    """Return the steps as a list of data, each with its number."""
    steps = chosen_steps(report.trace, report.only, report.step)
    return json_text([{"step": number, **documents.builtins(step)} for number, step in steps])
