"""Files of orders beside the traces that answer them: which was changed since it was handed in, which is missing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from ..documents import Document
from ..documents.digests import digest
from ..game.trace import Trace
from .differences import WRITTEN, first_difference

_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True)
class _Answered:
    """A document of orders as a trace holds it."""

    file: str
    number: int
    value: dict[str, Any]
    digest: str | None


def unsubmitted(traces: Sequence[tuple[str, Trace]], sheets: Sequence[Document]) -> tuple[list[str], list[str]]:
    """Return what differs between files of orders and those that were handed in, and what is worth knowing of them."""
    answered = [
        _Answered(file, n, value, trace.submitted[n] if n < len(trace.submitted) else None)
        for file, trace in traces
        for n, value in enumerate(trace.documents)
    ]
    kept = [sheet for sheet in sheets if not any(_is(sheet, one) for one in answered)]
    missing = [one for one in answered if not any(_is(sheet, one) for sheet in sheets)]
    differences, notes = [], []
    for one in missing:
        sheet = max(kept, key=lambda sheet: _likeness(sheet, one), default=None)
        if sheet is not None and _likeness(sheet, one) > (0, False, False):
            kept.remove(sheet)
            said = first_difference(one.value, sheet.value, WRITTEN) or "its words are the same, its bytes are not"
            differences.append(f"{sheet.file}: is not what {one.file} answers: {said}")
        elif sheets:
            notes.append(f"{one.file}: documents[{one.number + 1}]: is in no file here")
    notes += [f"{sheet.file}: is answered by no trace here" for sheet in kept]
    return differences, notes


def _is(sheet: Document, one: _Answered) -> bool:
    """Return whether a file is the one that was handed in."""
    if one.digest is None:
        return bool(sheet.value == one.value)
    return sheet.value == one.value and one.digest in (sheet.digest, digest(sheet.value))


def number_of(file: str) -> int | None:
    """Return the number with which the name of a file begins."""
    found = _NUMBER.match(PurePath(file).name)
    return int(found[0]) if found else None


def _likeness(sheet: Document, one: _Answered) -> tuple[int, bool, bool]:
    """Return how much a file looks like orders that were handed in: orders in common, player, number in its name."""
    value = sheet.value if isinstance(sheet.value, dict) else {}
    numbered = number_of(sheet.file) is not None and number_of(sheet.file) == number_of(one.file)
    given, wanted = value.get("orders"), one.value.get("orders")
    common = sum(order in wanted for order in given) if isinstance(given, list) and isinstance(wanted, list) else 0
    same_step = None in (value.get("step"), one.value.get("step")) or value["step"] == one.value["step"]
    return common, value.get("player") == one.value.get("player") and same_step, numbered
