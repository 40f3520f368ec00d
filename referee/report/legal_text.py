"""Legal orders as lines that read back as orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.notation import line_writer


def row_text(row: Mapping[str, Any], kind: type[Any] | None) -> str:
    """Return a row as an order on one line. `told`, except `by`, follows as a comment."""
    line = line_writer.line({key: value for key, value in row.items() if key != "told"}, kind)
    told = "; ".join(_said(key, value) for key, value in row.get("told", {}).items() if key != "by")
    return f"{line}  # {told}" if told else line


def _said(key: str, value: Any) -> str:
    if value is True:
        return key
    if key == "more":
        return f"and {value} more"
    if isinstance(value, dict):
        return f"{key} {', '.join(f'{name} {one}' for name, one in value.items())}"
    return f"{key} [{','.join(map(str, value))}]" if isinstance(value, list) else f"{key} {value}"
