"""Reports as JSON: the plain data of each kind, one writer for all of them, and one for lines of JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from referee.core import documents
from referee.core.documents import dotted_path
from referee.core.rules.moments import FactKind

from .escape import json_text, plain_json
from .reports import (
    AnswerReport,
    BoardReport,
    ChartReport,
    CheckReport,
    ComparisonReport,
    ConditionsReport,
    CoverageReport,
    DigestsReport,
    FoundReport,
    LegalReport,
    LineReport,
    MomentsReport,
    NoVerdictReport,
    OddsReport,
    OffencesReport,
    OptionsReport,
    RowReport,
    RulesReport,
    StateOptionsReport,
    StopReport,
    TraceReport,
)


def write(report: Any) -> str:
    """Return a report as data."""
    return json_text(_DATA[type(report)](report))


def _steps(report: TraceReport) -> Any:
    from .trace_lines import chosen_steps

    steps = chosen_steps(report.trace, report.only, report.step)
    return [{"step": number, **documents.builtins(step)} for number, step in steps]


def _verdicts(report: CheckReport) -> Any:
    from .verdict_rows import plain_verdicts

    return plain_verdicts(report.outcome, report.documents, report.warnings)


def _stop(report: StopReport) -> Any:
    from .verdict_rows import plain_verdicts

    return plain_verdicts(report.outcome, report.documents)


def _offences(report: OffencesReport) -> Any:
    warnings = {"warnings": [str(problem) for problem in report.warnings]} if report.warnings else {}
    return {"legal": not report.problems, "problems": [str(problem) for problem in report.problems], **warnings}


def _moments(report: MomentsReport) -> Any:
    return {
        name: {
            "says": moment.says,
            "sections": list(report.sections.get(name, ())),
            "first_match": moment.first_match,
            "forbids": moment.forbids or None,
            "on": list(moment.on),
            "facts": {
                fact: {"says": kind.says, "values": _values(kind), "on": list(kind.on)}
                for fact, kind in moment.facts.items()
            },
            "options": {option: _values(kind) for option, kind in report.options.items()},
            "quantities": {
                quantity: {"says": kind.says, "plain": kind.plain, "operations": list(kind.operations)}
                for quantity, kind in moment.quantities.items()
            },
            "fields": dict(report.fields.get(name, {})),
        }
        for name, moment in report.moments.items()
    }


def _values(kind: FactKind) -> list[Any] | str:
    return "number" if kind.number else "name" if kind.values is None else list(kind.values)


def _rules(report: RulesReport) -> Any:
    charts = {"charts": [chart.plain() for chart in report.charts]} if report.charts else {}
    return {"rules": report.rows, **charts}


def _row(report: RowReport) -> Any:
    row = report.row
    parts = [
        {"path": dotted_path(part.path), "value": part.value, "place": part.place}
        | ({"was": {"value": part.was[0], "place": part.was[1]}} if part.was is not None else {})
        for part in row.parts
    ]
    return {"table": row.table, "path": dotted_path(row.path), "row": row.value, "parts": parts}


def _legal(report: LegalReport) -> Any:
    from referee.core.adjudication.legal import rows_of

    phase = report.position.phase()
    players = list(phase.players) if phase is not None else []
    return {
        "phase": phase.name if phase is not None else None,
        "players": players,
        "legal": rows_of(report.candidates),
    }


def _odds(report: OddsReport) -> Any:
    if report.found is not None:
        return report.found
    return {"varied": [{"with": put, "odds": found} for put, found in report.varied]}


def _no_verdict(report: NoVerdictReport) -> Any:
    return {"error": report.error, "found": report.rows, "line": report.line, "not_used": report.not_used}


_DATA: Mapping[type[Any], Callable[[Any], Any]] = {
    AnswerReport: lambda report: report.answer,
    BoardReport: lambda report: documents.builtins(report.boards),
    ChartReport: lambda report: report.chart.plain(),
    CheckReport: _verdicts,
    ComparisonReport: lambda report: [{"given": given, "answer": answer} for given, answer in report.rows],
    ConditionsReport: lambda report: {"found": report.rows},
    CoverageReport: lambda report: {"rules": report.rules, "choices": report.choices},
    DigestsReport: lambda report: report.told(),
    FoundReport: lambda report: {"found": report.rows},
    LegalReport: _legal,
    MomentsReport: _moments,
    NoVerdictReport: _no_verdict,
    OddsReport: _odds,
    OffencesReport: _offences,
    OptionsReport: lambda report: {"options": report.rows},
    RowReport: _row,
    RulesReport: _rules,
    StateOptionsReport: lambda report: {"options": report.rows},
    StopReport: _stop,
    TraceReport: _steps,
}


_ENCODER = msgspec.json.Encoder()


def write_line(report: LineReport) -> str:
    """Return the answer on one line, what it echoes first."""
    text = _ENCODER.encode(report.found)
    if report.echoed:
        text = _ENCODER.encode(report.echoed)[:-1] + b"," + text[1:]
    return plain_json(text.decode()) + "\n"
