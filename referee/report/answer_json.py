"""An answer as JSON."""

from __future__ import annotations

from .escape import json_text
from .reports import AnswerReport


def write(report: AnswerReport) -> str:
    """Return the answer as data."""
    return json_text(report.answer)
