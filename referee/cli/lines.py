"""`--jsonl`: each line of JSON gets one line of answer; a bad line gets its errors, and the rest go on."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import msgspec

from referee.core import documents
from referee.core.documents import Document, Problem, Unreadable
from referee.report.escape import plain_json

from .common import stdin
from .ending import BUG, REFUSED, UNREADABLE

# a line holds a state, its orders and dice; the rest of a longer line is dropped
_LONGEST = documents.MAX_LINE
_CHUNK = 1 << 16


def answer_lines(file: str | None, answer: Callable[[Document], Any], refused: Callable[[Any], bool]) -> None:
    """Answer every line of a file, or of stdin for None or '-', as soon as it is read.

    Exit with 70 if a line met a bug, else 2 if one was bad, else 1 if one was refused.
    """
    encoder = msgspec.json.Encoder()
    name = "stdin" if file is None or file == "-" else file
    codes = {0}
    for number, line in enumerate(_source(file), 1):
        if not line.strip():
            continue
        out: dict[str, Any] = {}
        try:
            document = documents.parse_json(line, name, number)
            if isinstance(document.value, dict) and "id" in document.value:
                out["id"] = document.value["id"]
            found = answer(document)
            codes.add(REFUSED if refused(found) else 0)
            value = {**out, **documents.builtins(found)} if out else found
        except Unreadable as error:
            codes.add(UNREADABLE)
            value = {**out, "error": [str(problem) for problem in error.problems]}
        except (MemoryError, RecursionError) as error:
            codes.add(UNREADABLE)
            short = "does not fit into memory" if isinstance(error, MemoryError) else "is nested too deeply"
            value = {**out, "error": [f"{name}:{number}: this input {short}"]}
        except Exception as error:
            if os.environ.get("REFEREE_TRACEBACK"):
                raise
            codes.add(BUG)
            value = {**out, "error": [f"{name}:{number}: a bug in the referee: {type(error).__name__}: {error}"]}
        sys.stdout.buffer.write(plain_json(encoder.encode(value).decode()).encode() + b"\n")
        # a client that waits for the answer before it sends the next line gets it
        sys.stdout.buffer.flush()
    if max(codes):
        raise SystemExit(max(codes))


def _source(file: str | None) -> Iterator[bytes]:
    """Yield the lines of a file or of stdin; of a line that is too long, only enough to see that."""
    if file is None or file == "-":
        yield from _bounded(stdin())
        return
    try:
        with open(file, "rb") as lines:
            yield from _bounded(lines)
    except OSError as error:
        raise Unreadable([Problem(file, 0, 0, "", f"cannot be read: {error.strerror or error}")]) from None


def _bounded(lines: BinaryIO) -> Iterator[bytes]:
    while line := lines.readline(_LONGEST + 1):
        rest = line
        while len(line) > _LONGEST and rest and not rest.endswith(b"\n"):
            rest = lines.readline(_CHUNK)
        yield line
