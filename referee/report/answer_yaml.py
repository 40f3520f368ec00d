"""A question and its answer as a case."""

from __future__ import annotations

from typing import Any

from referee.core import documents

from .reports import AnswerReport

_DIGITS = 4


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
        "expect": {"answer": _rounded(answer.answer)},
    }
    return documents.dump(case)


def _rounded(value: Any) -> Any:
    """Return an answer with numbers that are not short decimals rounded, within what rounding may change."""
    if isinstance(value, float) and round(value, _DIGITS) != value:
        return {"about": round(value, _DIGITS), "within": 10**-_DIGITS}
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list) else value
