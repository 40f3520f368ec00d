"""Plain data <-> typed values; each type error is a problem at its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from ..notation.one_line import how
from .document import Document
from .locations import Path
from .problems import Problem, Unreadable, kind_of, nearest

T = TypeVar("T")


_STEP = re.compile(r"\[\d+\]|\.\w+")


def convert(
    document: Document, kind: type[T], value: Any = None, path: Path = (), example: Callable[[], str] = str
) -> T:
    """Return a value of a document as a type; raises Unreadable with every problem in it.

    The message for a missing key shows the example.
    """
    given = document.value if value is None else value
    try:
        return msgspec.convert(given, kind, strict=True)
    except msgspec.ValidationError as error:
        from .schema_errors import problems

        found = problems(document, kind, given, path, example())
        raise Unreadable(found or [_as_told(document, path, str(error))]) from None


def _as_told(document: Document, path: Path, said: str) -> Problem:
    """Return the message of msgspec and its place: `Expected ... - at `$.battle.pieces[2].hits``."""
    message, _, where = said.partition(" - at `$")
    inner = [int(word[1:-1]) if word.startswith("[") else word[1:] for word in _STEP.findall(where)]
    return document.problem((*path, *inner), message)


def verb_of(value: Any, verbs: Mapping[str, Any], noun: str) -> tuple[str | None, str]:
    """Return the one verb among a mapping's keys, or None and what is wrong."""
    if not isinstance(value, dict):
        return None, f"{noun} is a mapping or a line of text, not {kind_of(value)}"
    found = [key for key in value if key in verbs]
    if len(found) == 1:
        return found[0], ""
    if found:
        return None, f"{noun} has one verb; here are {' and '.join(found)}, each of which is {noun} of its own"
    for key in value:
        before, colon, _ = key.partition(":")
        if colon and before in verbs:
            return None, f"no verb here: a space is missing after '{before}:'"
        first, blank, _ = key.partition(" ")
        if blank and first in verbs:
            return None, f"no verb here: a colon is missing after '{first}'"
        near = nearest(key, verbs)
        if near:
            return None, f"no verb here: '{key}' is not known{near}"
    return None, f"no verb here; {how(verbs, noun)}"
