"""The one-line form of an order or a question: the mapping without its punctuation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DICE_FIELDS = ("dice", "reroll")


def line(order: Mapping[str, Any]) -> str:
    """Return a mapping as one line, its fields in the order given."""
    return " ".join(part for key, value in order.items() if (part := _field(key, value)))


def _field(key: str, value: Any) -> str:
    if value is True:
        return key
    if value is None or value is False:
        return ""
    if isinstance(value, list):
        glue = "" if key in DICE_FIELDS and all(isinstance(v, int) and 0 <= v <= 9 for v in value) else " "
        return f"{key} {glue.join(_plain(v) for v in value)}" if value else ""
    return f"{key} {_plain(value)}"


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(_field(k, v) for k, v in value.items())
    if isinstance(value, list):
        return " ".join(_plain(v) for v in value)
    return str(value)
