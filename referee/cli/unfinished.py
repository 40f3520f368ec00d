"""An interrupted run: the trace is written, the state is not."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from typing import NoReturn

from referee.core import documents
from referee.core.documents import Document, Unreadable
from referee.core.documents.digests import digest
from referee.core.game.trace import Trace

from .common import UNREADABLE, fail, read


def refuse_unfinished(state: Callable[[], Document], trace_path: str | None, next_path: str | None) -> None:
    """Exit with 2 if the trace holds an adjudication of this state, and its next state is missing.

    The message names the files and the command that finishes the run.
    """
    if trace_path is None or next_path is None or "-" in (trace_path, next_path):
        return
    if not os.path.isfile(trace_path) or os.path.lexists(next_path):
        return
    try:
        trace = documents.convert(read(trace_path), Trace)
    except Unreadable:
        return
    if trace.state == digest(state().value):
        said = f"{trace_path}: holds an adjudication of this state, which ended before {next_path} was written"
        fail([_line(said), _finish(trace_path, next_path), "or adjudicate again with --force"], UNREADABLE)


def unfinished(error: Unreadable, trace_path: str | None, next_path: str) -> NoReturn:
    """Exit with 2 if the next state cannot be written: say what is written, and how to write the rest."""
    if trace_path is None or trace_path == "-":
        raise error
    said = f"{trace_path}: is written, and proves what happened; only the state is missing"
    fail([*map(str, error.problems), _line(said), _finish(trace_path, next_path)], UNREADABLE)


def _finish(trace_path: str, next_path: str) -> str:
    force = " --force" if os.path.lexists(next_path) else ""
    return _line(f"finish it with: referee replay {shlex.quote(trace_path)} -o {shlex.quote(next_path)}{force}")


def _line(text: str) -> str:
    return text.replace("\n", "\\n")
