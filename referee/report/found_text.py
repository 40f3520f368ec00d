"""What a search in the rules has found, as text."""

from __future__ import annotations

from textwrap import shorten

from referee.core.rules.full_text import Found

from .answer_text import paragraph
from .escape import one_line
from .ledgers import headed, wrap
from .reports import FoundReport, NoVerdictReport
from .width import width

# the most lines of text for each of several, and what may be lost at their ends
_LINES, _ENDS = 3, 20
_INDENT = "  "


def write(report: FoundReport) -> str:
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
