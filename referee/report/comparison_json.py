"""Answers to variants of one question, as data."""

from __future__ import annotations

from .escape import json_text
from .reports import ComparisonReport


def write(report: ComparisonReport) -> str:
    """Return a list of `{given, answer}`."""
    return json_text([{"given": given, "answer": answer} for given, answer in report.rows])
