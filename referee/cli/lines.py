"""`--jsonl`: each line of JSON is answered with a line; a bad line gets its errors, and the others are answered."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any, BinaryIO, NamedTuple

from referee.core import documents
from referee.core.documents import Document, Unreadable
from referee.report.reports import LineReport
from referee.report.writers import writer
from referee.running.workers import ordered

from .common import problem_text, say, stdin
from .ending import BUG, REFUSED, UNREADABLE

# a line holds a state, its orders and dice; the rest of a line that is too long is dropped
_LONGEST = documents.MAX_LINE
_CHUNK = 1 << 16
# so many lines are one piece of work where there are several workers
_PIECE = 100
# answers are printed within so many seconds
_WITHIN = 0.1
_WRITER = writer(LineReport, "jsonl")


class _Lines(NamedTuple):
    """Some lines of a file, the number before the first, and what answers them and says what is refused.

    They are the `last` that are there; more may come.
    """

    lines: list[bytes]
    before: int
    last: bool
    name: str
    answer: Callable[[Document], Any]
    refused: Callable[[Any], bool]


def answer_lines(
    file: str | None,
    answer: Callable[[Document], Any],
    refused: Callable[[Any], bool],
    jobs: int = 1,
    cluster: str | None = None,
    piece: int = _PIECE,
) -> None:
    """Answer every line of a file, or of stdin for None or '-', before waiting for more.

    The note of an answer is printed on stderr, once for all lines that have the same.

    On several processes or a cluster lines are answered in pieces of so many, in their order; `answer` and `refused`
    can be pickled then. Exit with 70 if a line met a bug, else 2 if one was bad, else 1 if one was refused.
    """
    name = "stdin" if file is None or file == "-" else file
    most = 1 if jobs <= 1 and cluster is None else piece
    worst, noted, printed = 0, set[str](), monotonic()
    for code, text, notes, last in ordered(_answer_piece, _pieces(file, name, answer, refused, most), jobs, cluster):
        worst = max(worst, code)
        sys.stdout.buffer.write(text)
        # a client may wait for the answer before it sends the next line
        if last or monotonic() - printed > _WITHIN:
            sys.stdout.buffer.flush()
            printed = monotonic()
        for note, number in notes.items():
            if note not in noted:
                say(f"note: {name}:{number}: {note}", err=True)
        noted |= notes.keys()
    if worst:
        raise SystemExit(worst)


def never_refused(found: Any) -> bool:
    """Return that no answer is a refusal."""
    return False


def was_refused(found: Any) -> bool:
    """Return whether a result holds objections instead of odds."""
    return "refused" in found


def _pieces(
    file: str | None,
    name: str,
    answer: Callable[[Document], Any],
    refused: Callable[[Any], bool],
    most: int,
) -> Iterator[_Lines]:
    """Yield the lines as they come, at most so many at once."""
    number = 0
    for lines in _source(file):
        for start in range(0, len(lines), most):
            piece = lines[start : start + most]
            yield _Lines(piece, number, start + most >= len(lines), name, answer, refused)
            number += len(piece)


def _answer_piece(piece: _Lines) -> tuple[int, bytes, dict[str, int], bool]:
    """Return the worst exit code of some lines, their answers, their notes with the first line of each, and `last`."""
    worst, out = 0, []
    notes: dict[str, int] = {}
    for number, line in enumerate(piece.lines, piece.before + 1):
        if line.strip():
            code, text, note = _answered(line, piece.name, number, piece.answer, piece.refused)
            worst = max(worst, code)
            out.append(text)
            if note:
                notes.setdefault(note, number)
    return worst, b"".join(out), notes, piece.last


def _answered(
    line: bytes, name: str, number: int, answer: Callable[[Document], Any], refused: Callable[[Any], bool]
) -> tuple[int, bytes, str]:
    """Return the exit code for a line, its answer as a line, with the same id, and its note."""
    given: dict[str, Any] = {}
    try:
        document = documents.parse_json(line, name, number)
        if isinstance(document.value, dict) and "id" in document.value:
            given["id"] = document.value["id"]
        found = answer(document)
        return (REFUSED if refused(found) else 0), _write(given, found), getattr(found, "note", "")
    except Unreadable as error:
        return (
            UNREADABLE,
            _write(given, {"error": [problem_text(problem) for problem in error.problems], **error.beside()}),
            "",
        )
    except (MemoryError, RecursionError) as error:
        short = "does not fit into memory" if isinstance(error, MemoryError) else "is nested too deeply"
        return UNREADABLE, _write(given, {"error": [f"{name}:{number}: this input {short}"]}), ""
    except Exception as error:
        if os.environ.get("REFEREE_TRACEBACK"):
            raise
        said = f"{name}:{number}: a bug in the referee: {type(error).__name__}: {error}"
        return BUG, _write(given, {"error": [said]}), ""


def _write(echoed: dict[str, Any], found: Any) -> bytes:
    return _WRITER(LineReport(found, echoed)).encode()


def _source(file: str | None) -> Iterator[list[bytes]]:
    """Yield the lines of a file or of stdin, as many at a time as are there; a line that is too long is cut."""
    if file is None or file == "-":
        yield from _bounded(stdin())
        return
    try:
        with open(file, "rb") as lines:
            yield from _bounded(lines)
    except OSError as error:
        raise Unreadable.of(file, f"cannot be read: {error.strerror or error}") from None


def _bounded(source: BinaryIO) -> Iterator[list[bytes]]:
    read = getattr(source, "read1", source.read)
    begun: list[bytes] = []
    size = 0
    while chunk := read(_CHUNK):
        first, *others = chunk.split(b"\n")
        # what is kept of a line is enough to show that it is too long
        if size <= _LONGEST:
            begun.append(first)
        size += len(first)
        if others:
            yield [b"".join(begun)[: _LONGEST + 1], *others[:-1]]
            begun, size = [others[-1]], len(others[-1])
    if size:
        yield [b"".join(begun)[: _LONGEST + 1]]
