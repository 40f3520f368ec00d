"""`--card`: an answer as a card, in the format that the name of its file says."""

from __future__ import annotations

from pathlib import Path

from referee.core.documents import Problem, Unreadable
from referee.report.reports import AnswerReport, CardReport

from .files import refuse_existing, write_whole

_FORMS = {".html": "html", ".htm": "html", ".md": "markdown", ".svg": "svg", ".png": "svg"}


def check_card(path: str, force: bool, inputs: tuple[str, ...]) -> None:
    """Raise Unreadable if no card can be written to a path; call it before any work."""
    if Path(path).suffix.lower() not in _FORMS:
        raise Unreadable([Problem(path, 0, 0, "", "a card is .html, .md, .svg or .png: name it so")])
    refuse_existing([path], force, inputs[:1])


def write_card(path: str, report: AnswerReport, force: bool) -> None:
    """Write a card completely or not at all; raises Unreadable."""
    from referee.report.writers import write_report

    suffix = Path(path).suffix.lower()
    text: str | bytes = write_report(CardReport(report), _FORMS[suffix])
    if suffix == ".png":
        from referee.report.png import png_of

        text = png_of(str(text))
    write_whole(path, text, force)
