"""Data as JSON to read: two blanks for each level, every control character written out."""

from __future__ import annotations

from typing import Any

import msgspec

from .escape import plain_json


def json_text(value: Any) -> str:
    """Return a value as JSON with a line feed at its end."""
    return plain_json(msgspec.json.format(msgspec.json.encode(value), indent=2).decode()) + "\n"
