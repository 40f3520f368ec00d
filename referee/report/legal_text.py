"""What may be ordered, as lines that read back as orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.notation import one_line


def row_text(row: Mapping[str, Any], verbs: Mapping[str, type[Any]]) -> str:
    """Return a row as an order on one line; what the game has `told` beside it, but whose it is, stands behind."""
    order = {key: value for key, value in row.items() if key != "told"}
    line = one_line.line(order, verbs.get(next(iter(order), "")))
    told = "; ".join(f"{key} {_said(value)}" for key, value in row.get("told", {}).items() if key != "by")
    return f"{line}  ({told})" if told else line


def _said(value: Any) -> str:
    return f"[{','.join(map(str, value))}]" if isinstance(value, list) else str(value)
