"""The formats in which reports are written: one list, each writer loaded when it is used.

A writer is a function that takes the whole report and returns its text. To add a format, write that function in a file
of its own and name it in FORMATS.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

import msgspec

from referee.core.documents import Problem, Unreadable, nearest
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


class Format(msgspec.Struct, frozen=True):
    """A format: its name, the kind of report it writes, its function as `module:function`, and a description."""

    name: str
    writes: type[Any]
    function: str
    gives: str


FORMATS = (
    Format("text", TraceReport, "trace_text:write", "text, as wide as the terminal, or of 72 columns"),
    Format("markdown", TraceReport, "trace_markdown:write", "Markdown for a mail or a forum"),
    Format("html", TraceReport, "trace_html:write", "a page with its reasons folded"),
    Format("json", TraceReport, "json_data:write", "the steps as data"),
    Format("csv", TraceReport, "csv_text:write_rolls", "a row for each roll"),
    Format("text", BoardReport, "pictures:write", "the first board in characters"),
    Format("list", BoardReport, "pictures:write_list", "what is where, without a board"),
    Format("svg", BoardReport, "svg:write", "the first board as a picture"),
    Format("html", BoardReport, "pictures_html:write", "a page with every board"),
    Format("json", BoardReport, "json_data:write", "the shapes of every board as data"),
    Format("text", AnswerReport, "answer_text:write", "sentences to read aloud, with reasons and other readings"),
    Format("json", AnswerReport, "json_data:write", "the answer as data"),
    Format("yaml", AnswerReport, "answer_yaml:write", "a case that `referee test` runs"),
    Format("brief", AnswerReport, "answer_text:write_brief", "the verdict alone"),
    Format("html", CardReport, "card_html:write", "a page for the screen of a phone"),
    Format("markdown", CardReport, "card_markdown:write", "Markdown for a forum or a mail"),
    Format("svg", CardReport, "card_svg:write", "a picture"),
    Format("text", ComparisonReport, "comparison_text:write", "a table, what differs first"),
    Format("json", ComparisonReport, "json_data:write", "the answers as data"),
    Format("text", CheckReport, "check_text:write", "a line for each order"),
    Format("json", CheckReport, "json_data:write", "the verdict on each order as data"),
    Format("text", StopReport, "check_text:write_stop", "every objection, or the dice that are missing"),
    Format("json", StopReport, "json_data:write", "the verdict on each order as data"),
    Format("text", OffencesReport, "check_text:write_offences", "a line for each problem"),
    Format("json", OffencesReport, "json_data:write", "the problems as data"),
    Format("text", MomentsReport, "moments_text:write", "what rows may name and change, to read"),
    Format("json", MomentsReport, "json_data:write", "what rows may name and change as data"),
    Format("text", ConditionsReport, "moments_text:write_conditions", "how a row says a condition, to read"),
    Format("json", ConditionsReport, "json_data:write", "how a row says a condition as data"),
    Format("text", RulesReport, "rules_text:write", "a line for each rule, or all of a single one"),
    Format("json", RulesReport, "json_data:write", "rules and rulings as data"),
    Format("text", FoundReport, "rules_text:write_found", "a few lines for each rule, ruling, row and sheet found"),
    Format("json", FoundReport, "json_data:write", "what was found as data"),
    Format(
        "text", NoVerdictReport, "rules_text:write_no_verdict", "the rules that a text is about, and a line to fill in"
    ),
    Format("json", NoVerdictReport, "json_data:write", "what was found for a text as data"),
    Format("text", OptionsReport, "rules_text:write_options", "each option with its choices"),
    Format("json", OptionsReport, "json_data:write", "the options as data"),
    Format("text", StateOptionsReport, "rules_text:write_state_options", "a line for each option that is set"),
    Format("json", StateOptionsReport, "json_data:write", "the options that are set as data"),
    Format("text", CoverageReport, "rules_text:write_coverage", "a table of rules with their cases counted"),
    Format("json", CoverageReport, "json_data:write", "the cases of each rule and choice as data"),
    Format("text", RowReport, "rules_text:write_row", "a row with the place of each part"),
    Format("json", RowReport, "json_data:write", "a row and its parts as data"),
    Format("text", ChartReport, "charts:write", "a table for each part"),
    Format("markdown", ChartReport, "charts:write_markdown", "Markdown tables"),
    Format("html", ChartReport, "charts:write_html", "a card to print"),
    Format("json", ChartReport, "json_data:write", "the rows as data"),
    Format("text", DigestsReport, "trace_text:write_digests", "a digest on each line"),
    Format("json", DigestsReport, "json_data:write", "the digests as data"),
    Format("text", LegalReport, "legal_text:write", "a line for each order, which reads back"),
    Format("json", LegalReport, "json_data:write", "a row for each order"),
    Format("text", OddsReport, "odds_text:write", "the outcomes with their chances, to read"),
    Format("json", OddsReport, "json_data:write", "the outcomes as data"),
    Format("svg", OddsReport, "odds_svg:write", "bars, curves or a map, drawn by matplotlib"),
    Format("csv", OddsReport, "csv_text:write_odds", "a row for each outcome, or for each variant"),
    Format("jsonl", LineReport, "json_data:write_line", "one line of JSON"),
)


def formats_of(kind: type[Any]) -> list[str]:
    """Return the names of the formats in which a kind of report is written."""
    return [known.name for known in FORMATS if known.writes is kind]


def writer(kind: type[Subject], name: str) -> Writer[Subject]:
    """Return the writer of a format for a kind of report; raises Unreadable for a format that is not in the list."""
    for known in FORMATS:
        if known.name == name and known.writes is kind:
            module, _, function = known.function.partition(":")
            found: Writer[Subject] = getattr(import_module(f"{__package__}.{module}"), function)
            return found
    names = formats_of(kind)
    message = f"'{name}' is no format for this{nearest(name, names)}; there are {', '.join(names)}"
    raise Unreadable([Problem(Argument("format"), 0, 0, "", message)])


def write_report(report: Any, name: str) -> str:
    """Return a report as the text of a format; raises Unreadable for a format that is not in the list."""
    return writer(type(report), name)(report)
