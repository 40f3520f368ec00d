"""Legal orders as lines that read back as orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.adjudication.legal import rows_of
from referee.core.documents.problems import listed
from referee.core.notation import line_writer

from .escape import one_line
from .reports import LegalReport

# so many of the values that a field may have are written on a line; a row of JSON has all
FEW = 7


def write(report: LegalReport) -> str:
    """Return who orders in which phase, and a line for each order."""
    phase = report.position.phase()
    if phase is None:
        return "nothing: the game is over\n"
    lines = [f"Awaiting {listed(phase.players, 'and')} ({phase.title or phase.name})"]
    heading = None
    for candidate, row in zip(report.candidates, rows_of(report.candidates), strict=True):
        # where several players may order, the orders of each are under the player's name
        by = candidate.remarks.get("by")
        if by != heading:
            lines.append(f"{by}:" if by in phase.players else f"{by}, out of turn:")
        heading = by
        lines.append("  " + row_text(row, type(candidate.order)))
    if not report.candidates:
        asked = repr(report.piece) if report.piece is not None else report.player
        lines.append("  nothing" + (f" for {asked}" if asked is not None else ""))
        if phase.together and report.piece is None and report.player in (None, *phase.players):
            lines[-1] += "; a document without orders is awaited"
    return "".join(f"{one_line(line)}\n" for line in lines)


def row_text(row: Mapping[str, Any], kind: type[Any] | None) -> str:
    """Return a row as an order on one line. `told`, except `by`, follows as a comment."""
    line = line_writer.line({key: value for key, value in row.items() if key != "told"}, kind)
    told = "; ".join(remarks_said(row.get("told", {})))
    return f"{line}  # {told}" if told else line


def remarks_said(told: Mapping[str, Any]) -> list[str]:
    """Return each remark on an order in words, but not whose it is."""
    return [_said(key, value) for key, value in told.items() if key != "by"]


def _said(key: str, value: Any) -> str:
    """Return a remark in words, what else the fields may hold (`values`) as `or with …`."""
    if value is True:
        return key
    if key == "more":
        return f"and {value} more"
    if key == "values":
        return f"or with {', '.join(f'{field} {_few(some)}' for field, some in value.items())}"
    if key == "at_most":
        return ", ".join(f"at most {number} {field}" for field, number in value.items())
    if isinstance(value, dict):
        return f"{key} {', '.join(f'{name} {one}' for name, one in value.items())}"
    return f"{key} [{','.join(map(str, value))}]" if isinstance(value, list) else f"{key} {value}"


def _few(values: list[Any]) -> str:
    """Return the first of some values, and how many there are beyond them; numbers in a row as `0-6`."""
    first, last = values[0], values[-1]
    if len(values) > 2 and isinstance(first, int) and values == list(range(first, last + 1)):
        return f"{first}-{last}"
    more = f" and {len(values) - FEW} more" if len(values) > FEW + 1 else ""
    return " ".join(map(str, values[:FEW] if more else values)) + more
