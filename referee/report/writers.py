"""The formats in which reports are written: one list, each writer loaded when it is used.

A writer is a function that takes the whole report and returns its text. To add a format, write that function in a file
of its own and name it in FORMATS.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import msgspec

from referee.core.documents import Problem, Unreadable, nearest

if TYPE_CHECKING:
    from referee.core.adjudication.verdicts import Adjudication
    from referee.core.documents import Document
    from referee.core.game.game import Game
    from referee.core.game.orders import Option
    from referee.core.game.position import Position
    from referee.core.game.questions import Answer, Question
    from referee.core.game.state import State
    from referee.core.game.trace import Trace
    from referee.core.picture import Picture
    from referee.core.rules.rulesets import Ruleset

    from .trace_lines import Depth


class TraceReport(msgspec.Struct, frozen=True):
    """A trace with a selection: how many reasons, only steps of a kind, or one step by its number from 1."""

    trace: Trace
    reasons: Depth = "all"
    only: str | None = None
    step: int | None = None


class BoardReport(msgspec.Struct, frozen=True):
    """Boards by name, the main one first, and lines of text that belong to all of them.

    The `note` is not part of a board; it reports that the tables have changed.
    """

    boards: Mapping[str, Picture]
    below: Sequence[str] = ()
    note: str = ""


class AnswerReport(msgspec.Struct, frozen=True):
    """An answer, the question as it was understood and the state it was asked of, and the document with both."""

    game: Game
    ruleset: Ruleset
    state: State
    question: Question
    answer: Answer
    document: Document


class CheckReport(msgspec.Struct, frozen=True):
    """The verdicts on orders that were judged without rolling.

    `documents` are those of the orders if they are for several moments.
    """

    outcome: Adjudication
    documents: Sequence[Document] = ()


class StopReport(msgspec.Struct, frozen=True):
    """What stopped an adjudication: refused orders, or missing dice of a game that may be `committed` to a secret.

    `documents` are those of the orders if they are for several moments.
    """

    outcome: Adjudication
    committed: bool = False
    documents: Sequence[Document] = ()


class OffencesReport(msgspec.Struct, frozen=True):
    """What in a state breaks a rule, each problem with its place."""

    problems: Sequence[Problem]


class LegalReport(msgspec.Struct, frozen=True):
    """The orders that may be given on a position; `piece` and `player` are those asked for, if any."""

    position: Position
    options: Sequence[Option]
    piece: str | None = None
    player: str | None = None


class LineReport(msgspec.Struct, frozen=True):
    """What answers a line of JSON: an answer, verdicts or errors, with what is echoed of the line before it."""

    found: Any
    echoed: Mapping[str, Any]


Subject = TypeVar("Subject", contravariant=True)


class Writer(Protocol[Subject]):
    """Writes a report as the text of a format."""

    def __call__(self, report: Subject) -> str:
        """Return the whole text, with a line feed at its end."""


class Format(NamedTuple):
    """A format: its name, the kind of report it writes, its function as `module:function`, and a description."""

    name: str
    writes: type[Any]
    function: str
    gives: str


FORMATS = (
    Format("text", TraceReport, "trace_text:write", "text of 72 columns"),
    Format("markdown", TraceReport, "trace_markdown:write", "Markdown for a mail or a forum"),
    Format("html", TraceReport, "trace_html:write", "a page with its reasons folded"),
    Format("json", TraceReport, "trace_json:write", "the steps as data"),
    Format("csv", TraceReport, "trace_csv:write", "a row for each roll"),
    Format("text", BoardReport, "pictures:write", "the first board in characters"),
    Format("list", BoardReport, "pictures:write_list", "what stands where, without a board"),
    Format("svg", BoardReport, "svg:write", "the first board as a picture"),
    Format("html", BoardReport, "pictures_html:write", "a page with every board"),
    Format("json", BoardReport, "pictures_json:write", "the shapes of every board as data"),
    Format("text", AnswerReport, "answer_text:write", "sentences to read aloud, with reasons and other readings"),
    Format("json", AnswerReport, "answer_json:write", "the answer as data"),
    Format("yaml", AnswerReport, "answer_yaml:write", "a case that `referee test` runs"),
    Format("text", CheckReport, "check_text:write", "a line for each order"),
    Format("json", CheckReport, "check_json:write", "the verdict on each order as data"),
    Format("text", StopReport, "check_text:write_stop", "every objection, or the dice that are missing"),
    Format("json", StopReport, "check_json:write_stop", "the verdict on each order as data"),
    Format("text", OffencesReport, "offences:write", "a line for each problem"),
    Format("json", OffencesReport, "offences:write_json", "the problems as data"),
    Format("text", LegalReport, "legal_text:write", "a line for each order, which reads back"),
    Format("json", LegalReport, "legal_json:write", "a row for each order"),
    Format("jsonl", LineReport, "line_json:write", "one line of JSON"),
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
    raise Unreadable([Problem("--format", 0, 0, "", message)])


def written(report: Any, name: str) -> str:
    """Return a report as the text of a format; raises Unreadable for a format that is not in the list."""
    return writer(type(report), name)(report)
