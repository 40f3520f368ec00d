"""The formats in which reports are written: one list, each writer loaded when it is used.

A writer is a function that takes the whole report and returns its text. To add a format, write that function in a file
of its own and name it in FORMATS.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, TypeVar

from referee.core.documents import Unreadable, nearest
from referee.core.documents.problems import Argument

from .reports import (
    AnswerReport,
    BoardReport,
    CardReport,
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

Subject = TypeVar("Subject")
# writes a report as the whole text of a format, with a line feed at its end
Writer = Callable[[Subject], str]


# the formats of each kind of report: the name of each, and its function as `module:function`
FORMATS: Mapping[type[Any], Mapping[str, str]] = {
    TraceReport: {
        "text": "trace_text:write",
        "markdown": "trace_markdown:write",
        "html": "trace_html:write",
        "json": "json_data:write",
        "csv": "csv_text:write_rolls",
    },
    BoardReport: {
        "text": "pictures:write",
        "list": "pictures:write_list",
        "svg": "svg:write",
        "html": "pictures_html:write",
        "json": "json_data:write",
    },
    AnswerReport: {
        "text": "answer_text:write",
        "json": "json_data:write",
        "yaml": "answer_yaml:write",
        "brief": "answer_text:write_brief",
    },
    CardReport: {
        "html": "card_html:write",
        "markdown": "card_markdown:write",
        "svg": "card_svg:write",
    },
    ComparisonReport: {"text": "comparison_text:write", "json": "json_data:write"},
    CheckReport: {"text": "check_text:write", "json": "json_data:write"},
    StopReport: {"text": "check_text:write_stop", "json": "json_data:write"},
    OffencesReport: {"text": "check_text:write_offences", "json": "json_data:write"},
    MomentsReport: {"text": "moments_text:write", "json": "json_data:write"},
    ConditionsReport: {"text": "moments_text:write_conditions", "json": "json_data:write"},
    RulesReport: {"text": "rules_text:write", "json": "json_data:write"},
    FoundReport: {"text": "rules_text:write_found", "json": "json_data:write"},
    NoVerdictReport: {"text": "rules_text:write_no_verdict", "json": "json_data:write"},
    OptionsReport: {"text": "rules_text:write_options", "json": "json_data:write"},
    StateOptionsReport: {"text": "rules_text:write_state_options", "json": "json_data:write"},
    CoverageReport: {"text": "rules_text:write_coverage", "json": "json_data:write"},
    RowReport: {"text": "rules_text:write_row", "json": "json_data:write"},
    ChartReport: {
        "text": "charts:write",
        "markdown": "charts:write_markdown",
        "html": "charts:write_html",
        "json": "json_data:write",
    },
    DigestsReport: {"text": "trace_text:write_digests", "json": "json_data:write"},
    LegalReport: {"text": "legal_text:write", "json": "json_data:write"},
    OddsReport: {
        "text": "odds_text:write",
        "json": "json_data:write",
        "svg": "odds_svg:write",
        "csv": "csv_text:write_odds",
    },
    LineReport: {"jsonl": "json_data:write_line"},
}


def formats_of(kind: type[Any]) -> list[str]:
    """Return the names of the formats in which a kind of report is written."""
    return list(FORMATS[kind])


def writer(kind: type[Subject], name: str) -> Writer[Subject]:
    """Return the writer of a format for a kind of report; raises Unreadable for a format that is not in the list."""
    known = FORMATS[kind]
    if name not in known:
        message = f"'{name}' is no format for this{nearest(name, known)}; there are {', '.join(known)}"
        raise Unreadable.of(Argument("format"), message)
    module, _, function = known[name].partition(":")
    found: Writer[Subject] = getattr(import_module(f"{__package__}.{module}"), function)
    return found


def write_report(report: Any, name: str) -> str:
    """Return a report as the text of a format; raises Unreadable for a format that is not in the list."""
    return writer(type(report), name)(report)
