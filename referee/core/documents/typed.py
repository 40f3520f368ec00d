"""Plain data <-> typed values; each type error is a problem at its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from .document import Document
from .locations import Path
from .problems import Problem, Unreadable

T = TypeVar("T")


_STEP = re.compile(r"\[\d+\]|\.\w+")


def convert(
    document: Document, kind: type[T], value: Any = None, path: Path = (), example: Callable[[], str] = str
) -> T:
    """Return a value of a document as a type; raises Unreadable with every problem.

    `example` returns an example for the message about a missing key.
    """
    given = document.value if value is None else value
    try:
        return msgspec.convert(given, kind, strict=True)
    except msgspec.ValidationError as error:
        from .schema_errors import problems

        found = problems(document, kind, given, path, example())
        raise Unreadable(found or [_as_told(document, path, str(error))]) from None


def _as_told(document: Document, path: Path, said: str) -> Problem:
    """Return a message of msgspec, `Expected ... - at `$.battle.pieces[2].hits``, as a problem at its place."""
    message, _, where = said.partition(" - at `$")
    inner = [int(word[1:-1]) if word.startswith("[") else word[1:] for word in _STEP.findall(where)]
    return document.problem((*path, *inner), message)
