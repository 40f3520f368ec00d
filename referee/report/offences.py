"""What in a state breaks a rule, as text and as JSON."""

from __future__ import annotations

from .escape import plain
from .json_text import json_text
from .reports import OffencesReport


def write(report: OffencesReport) -> str:
    """Return a line for each problem, with its place."""
    return ("\n".join(plain(str(problem)) for problem in report.problems) or "all of it is legal") + "\n"


def write_json(report: OffencesReport) -> str:
    """Return the problems as data."""
    return json_text({"legal": not report.problems, "problems": [str(problem) for problem in report.problems]})
