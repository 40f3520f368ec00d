"""An interrupted run: the trace is written, the state is not."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from typing import NoReturn

from referee.core import documents
from referee.core.documents import Document, Unreadable
from referee.core.documents.digests import digest
from referee.core.documents.problems import counted
from referee.core.game.trace import Trace

from .common import UNREADABLE, fail, read

_MOST_ROLLS = 5


def refuse_unfinished(state: Callable[[], Document], trace_path: str | None, next_path: str | None) -> None:
    """Exit with 2 if the trace holds an adjudication of this state, and its next state is missing.

    The message names the files and the command that finishes the run.
    """
    if trace_path is None or next_path is None or _left(state, trace_path, next_path) is None:
        return
    said = f"{trace_path}: holds an adjudication of this state, which ended before {next_path} was written"
    fail([_line(said), _finish(trace_path, next_path), "or adjudicate again with --force"], UNREADABLE)


def overwritten(state: Callable[[], Document], trace_path: str | None, next_path: str | None) -> str:
    """Return what is said where --force replaces an adjudication of this state whose next state is missing."""
    if trace_path is None or next_path is None or (trace := _left(state, trace_path, next_path)) is None:
        return ""
    rolled = ", ".join(f"{roll.event} {' '.join(map(str, roll.dice))}" for roll in trace.rolls[:_MOST_ROLLS])
    more = f" and {len(trace.rolls) - _MOST_ROLLS} more" if len(trace.rolls) > _MOST_ROLLS else ""
    what = f"{counted(len(trace.steps), 'step')}, {counted(len(trace.rolls), 'roll')}"
    said = f"{trace_path}: overwrites an adjudication of this state, which ended before {next_path} was written"
    return _line(f"note: {said}: {what}" + (f" ({rolled}{more})" if rolled else ""))


def _left(state: Callable[[], Document], trace_path: str, next_path: str) -> Trace | None:
    """Return the trace of an adjudication of this state whose next state is missing, None where there is none."""
    if "-" in (trace_path, next_path) or not os.path.isfile(trace_path) or os.path.lexists(next_path):
        return None
    try:
        trace = documents.convert(read(trace_path), Trace)
    except Unreadable:
        return None
    return trace if trace.state == digest(state().value) else None


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
