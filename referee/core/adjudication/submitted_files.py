"""Compare files of orders with the traces that answer them: changed since submission, or missing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from ..documents import Document
from ..documents.digests import digest
from ..game.trace import Trace
from .differences import WRITTEN, first_difference

_NUMBER = re.compile(r"[0-9]{1,9}")
# how alike two documents are: orders in common, same player, same number in the name
_Likeness = tuple[int, bool, bool]


@dataclass(frozen=True)
class _Answered:
    """A document of orders as a trace holds it."""

    file: str
    number: int
    value: dict[str, Any]
    digest: str | None


@dataclass(frozen=True)
class _Beside:
    """The order files beside the traces, and the last step and the greatest number in the traces."""

    sheets: Sequence[Document]
    step: int
    number: int

    def hold(self, one: _Answered) -> bool:
        """Return whether a file holds orders exactly as submitted."""
        return any(_is(sheet, one) for sheet in self.sheets)

    def is_later(self, sheet: Document) -> bool:
        """Return whether a file says that it is for a step that is not played yet."""
        step, number = sheet.value.get("step"), number_of(sheet.file)
        return (isinstance(step, int) and step > self.step) or (number is not None and number > self.number > 0)


def compare_order_files(
    traces: Sequence[tuple[str, Trace]], sheets: Sequence[Document], others: Sequence[Document] = ()
) -> tuple[list[str], list[str]]:
    """Return the differences between files of orders and the orders submitted, and notes.

    One of the `others`, which are not files of orders now, may have been one when it was submitted.
    """
    answered = [
        _Answered(file, n, value, trace.submitted[n] if n < len(trace.submitted) else None)
        for file, trace in traces
        for n, value in enumerate(trace.documents)
    ]
    files, unclaimed = list(sheets), []
    for one in answered:
        sheet = max((s for s in files if _is(s, one)), key=lambda s: _likeness(s, one), default=None)
        if sheet is None:
            unclaimed.append(one)
        else:
            files.remove(sheet)
    files += others
    last = max((trace.step for _, trace in traces), default=0)
    beside = _Beside(sheets, last, max((number_of(file) or 0 for file, _ in traces), default=0))
    differences, notes = [], []
    for one, file in list(_pairs(unclaimed, files, beside)):
        unclaimed.remove(one)
        files.remove(file)
        differences.append(f"{_named(file, sheets)} not what {one.file} answers: {_difference(one, file)}")
    gone = [one for one in unclaimed if sheets and not beside.hold(one)]
    notes += [f"{one.file}: documents[{one.number + 1}]: is in no file here" for one in gone]
    notes += [f"{file.file}: is answered by no trace here" for file in files if file in sheets]
    notes += [f"{file.file}: takes no part in this game" for file in files if file in others]
    return differences, notes


def _pairs(
    unclaimed: Sequence[_Answered], files: Sequence[Document], beside: _Beside
) -> Iterator[tuple[_Answered, Document]]:
    """Yield submitted orders that are in no file, each with the file that may have held them, the likeliest first."""
    likely = [
        (likeness, one, file)
        for one in unclaimed
        for file in files
        if _may_be(file, one, likeness := _likeness(file, one), beside)
    ]
    done: list[object] = []
    for _, one, file in sorted(likely, key=lambda pair: pair[0], reverse=True):
        if not any(taken is one or taken is file for taken in done):
            done += [one, file]
            yield one, file


def _may_be(file: Document, one: _Answered, likeness: _Likeness, beside: _Beside) -> bool:
    """Return whether a file that no trace answers may have been submitted and changed since."""
    common, same_player, numbered = likeness
    if beside.hold(one):
        # a file may have been submitted twice
        return numbered and (common > 0 or same_player)
    if file not in beside.sheets:
        # in a folder that holds orders, a file of no other kind may have held these
        return common > 0 or same_player or bool(beside.sheets)
    return not beside.is_later(file) or file.value.get("orders") == one.value.get("orders")


def _named(file: Document, sheets: Sequence[Document]) -> str:
    """Return the subject of a message: a file and those with the same bytes, with `is` or `are`."""
    same = [other.file for other in sheets if other is not file and other.digest == file.digest]
    return f"{' and '.join([*same, file.file])}: are the same, and one of them is" if same else f"{file.file}: is"


def _difference(one: _Answered, file: Document) -> str:
    if isinstance(file.value, str):
        return "it is no sheet of orders, which begins with 'player: NAME'"
    return first_difference(one.value, file.value, WRITTEN) or "its words are the same, its bytes are not"


def _is(sheet: Document, one: _Answered) -> bool:
    """Return whether a file is the one that was submitted."""
    if one.digest is None:
        return bool(sheet.value == one.value)
    return sheet.value == one.value and one.digest in (sheet.digest, digest(sheet.value))


def number_of(file: str) -> int | None:
    """Return the number at the beginning of a file's name, None if there is none."""
    found = _NUMBER.match(PurePath(file).name)
    return int(found[0]) if found else None


def _likeness(file: Document, one: _Answered) -> _Likeness:
    """Return how much a file is like orders that were submitted."""
    value = file.value if isinstance(file.value, dict) else {}
    given, wanted = value.get("orders"), one.value.get("orders")
    if isinstance(file.value, str):
        given = [line.strip() for line in file.value.splitlines()]
    common = sum(order in wanted for order in given) if isinstance(given, list) and isinstance(wanted, list) else 0
    same_step = None in (value.get("step"), one.value.get("step")) or value["step"] == one.value["step"]
    same_player = "player" in value and value["player"] == one.value.get("player") and same_step
    return common, same_player, number_of(file.file) is not None and number_of(file.file) == number_of(one.file)
