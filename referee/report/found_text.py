"""What a search in the rules has found, as text and as JSON."""

from __future__ import annotations

from referee.core.rules.full_text import Found

from .answer_text import paragraph
from .escape import one_line
from .json_text import json_text
from .reports import FoundReport

# the most lines of text for each of several
_LINES = 3


def write(report: FoundReport) -> str:
    """Return what was found: the id and the title of each, and the beginning of its text; of a sheet, all of it."""
    if not report.rows:
        return "No rule, ruling, row or sheet has these words.\n"
    return "".join(_told(one, report.whole) for one in report.rows)


def write_json(report: FoundReport) -> str:
    """Return what was found as data."""
    return json_text({"found": report.rows})


def _told(one: Found, whole: bool) -> str:
    lines = paragraph(one.text, "  ").split("\n")
    if not whole and len(lines) > _LINES:
        lines = [*lines[: _LINES - 1], f"{lines[_LINES - 1][:-2].rstrip()} …"]
    head = one.title if one.kind == "sheet" else f"{one.id}  {one.title}  [{one.kind}]"
    return "".join(f"{line}\n" for line in (one_line(head), *lines))
