"""A question and its answer as a case."""

from __future__ import annotations

from referee.core import documents

from .reports import AnswerReport


def write(report: AnswerReport) -> str:
    """Return the question and its answer as a case that `referee test` runs."""
    document, answer = report.document, report.answer
    given = {k: v for k, v in document.value.items() if k not in ("format", "ruleset", "ask", "id")}
    case = {
        "case": "A ruling given at the table",
        "cites": answer.cites,
        "ruleset": document.value["ruleset"],
        "given": given,
        "ask": document.value["ask"],
        "expect": {"answer": answer.answer},
    }
    return documents.dump(case)
