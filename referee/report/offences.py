"""What in a state breaks a rule or is odd, as text."""

from __future__ import annotations

from .escape import plain
from .reports import OffencesReport


def write(report: OffencesReport) -> str:
    """Return a line for each warning and each problem, with its place."""
    lines = [f"warning: {problem}" for problem in report.warnings]
    lines += [str(problem) for problem in report.problems] or ["all of it is legal"]
    return "".join(f"{plain(line)}\n" for line in lines)
