"""`--jsonl`: each line of JSON is answered by one line; a bad line gives its errors and the rest go on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import msgspec

from referee.core import documents
from referee.core.documents import Document, Problem, Unreadable
from referee.core.strict_yaml import MAX_BYTES
from referee.report.escape import plain_json

from .common import REFUSED, UNREADABLE, stdin


def answer_lines(file: str | None, answer: Callable[[Document], Any], refused: Callable[[Any], bool]) -> None:
    """Answer every line of a file, or of stdin for None or '-'; exit 2 where one was bad, 1 where one was refused."""
    encoder = msgspec.json.Encoder()
    name = "stdin" if file is None or file == "-" else file
    worst = 0
    for number, line in enumerate(_source(file), 1):
        if not line.strip():
            continue
        out: dict[str, Any] = {}
        try:
            document = documents.parse_json(line, name, number)
            if isinstance(document.value, dict) and "id" in document.value:
                out["id"] = document.value["id"]
            found = answer(document)
            if refused(found):
                worst = worst or REFUSED
            value = {**out, **documents.builtins(found)} if out else found
        except Unreadable as error:
            worst = UNREADABLE
            value = {**out, "error": [str(problem) for problem in error.problems]}
        except Exception as error:
            worst = UNREADABLE
            value = {**out, "error": [f"{name}:{number}: a bug of the referee: {type(error).__name__}: {error}"]}
        sys.stdout.buffer.write(plain_json(encoder.encode(value).decode()).encode() + b"\n")
    sys.stdout.buffer.flush()
    if worst:
        raise SystemExit(worst)


def _source(file: str | None) -> Iterator[bytes]:
    """Yield the lines of a file or of stdin; of one that is too long no more than shows it."""
    if file is None or file == "-":
        yield from _bounded(stdin())
        return
    try:
        with open(file, "rb") as lines:
            yield from _bounded(lines)
    except OSError as error:
        raise Unreadable([Problem(file, 0, 0, "", f"cannot be read: {error.strerror or error}")]) from None


def _bounded(lines: BinaryIO) -> Iterator[bytes]:
    while line := lines.readline(MAX_BYTES + 1):
        rest = line
        while len(rest) > MAX_BYTES and not rest.endswith(b"\n"):
            rest = lines.readline(MAX_BYTES + 1)
        yield line
