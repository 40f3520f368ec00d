"""The formats in which a trace or the boards of a state are written: one list, each writer loaded when it is used.

A writer is a function that takes the whole report and returns its text. To add a format, write that function in a file
of its own and name it in FORMATS.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import NamedTuple, Protocol, TypeVar

from referee.core.documents import Problem, Unreadable, nearest
from referee.core.game.trace import Trace
from referee.core.picture import Picture

from .trace_lines import Depth


@dataclass(frozen=True)
class TraceReport:
    """A trace with a selection: how many reasons, only steps of a kind, or one step by its number from 1."""

    trace: Trace
    reasons: Depth = "all"
    only: str | None = None
    step: int | None = None


@dataclass(frozen=True)
class BoardReport:
    """Boards by name, the main one first, and lines of text that belong to all of them.

    The `note` is not part of a board; it reports that the tables have changed.
    """

    boards: Mapping[str, Picture]
    below: Sequence[str] = ()
    note: str = ""


R = TypeVar("R", TraceReport, BoardReport)
Subject = TypeVar("Subject", TraceReport, BoardReport, contravariant=True)


class Writer(Protocol[Subject]):
    """Writes a report as the text of a format."""

    def __call__(self, report: Subject) -> str:
        """Return the whole text, with a line feed at its end."""


class Format(NamedTuple):
    """A format: its name, the kind of report it writes, its function as `module:function`, and a description."""

    name: str
    writes: type[TraceReport] | type[BoardReport]
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
)


def formats_of(kind: type[R]) -> list[str]:
    """Return the names of the formats in which a kind of report is written."""
    return [known.name for known in FORMATS if known.writes is kind]


def written(report: R, name: str) -> str:
    """Return a report as the text of a format; raises Unreadable for a format that is not in the list."""
    for known in FORMATS:
        if known.name == name and known.writes is type(report):
            module, _, function = known.function.partition(":")
            write: Writer[R] = getattr(import_module(f"{__package__}.{module}"), function)
            return write(report)
    names = formats_of(type(report))
    message = f"'{name}' is no format for this{nearest(name, names)}; there are {', '.join(names)}"
    raise Unreadable([Problem("--format", 0, 0, "", message)])
