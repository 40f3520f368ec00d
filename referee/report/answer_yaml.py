"""A question and its answer as a case."""

from __future__ import annotations

from typing import Any

from referee.core import documents
from referee.core.documents import Document
from referee.core.game.questions import Answer

from .reports import AnswerReport

_DIGITS = 4


def write(report: AnswerReport) -> str:
    """Return the question and its answer as a case that `referee test` runs."""
    return documents.dump(case_of(report.document, report.answer))


def case_of(document: Document, answer: Answer, title: str = "A ruling given at the table") -> dict[str, Any]:
    """Return a question and its answer as a case."""
    given = {k: v for k, v in document.value.items() if k not in ("format", "ruleset", "ask", "id")}
    return {
        "case": title,
        "cites": answer.cites,
        "ruleset": document.value["ruleset"],
        "given": given,
        "ask": document.value["ask"],
        "expect": {"answer": _rounded(answer.answer)},
    }


def _rounded(value: Any) -> Any:
    """Return an answer with numbers that are not short decimals rounded, within what rounding may change."""
    if isinstance(value, float) and round(value, _DIGITS) != value:
        return {"about": round(value, _DIGITS), "within": 10**-_DIGITS}
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list) else value
