"""Values as plain data, and the schema of a type."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from .json_schema import schema_of
from .writing import in_order


@cache
def schema(kind: Any) -> dict[str, Any]:
    """Return the JSON Schema of a type; it is shared, so do not modify it."""
    return schema_of(kind)


def builtins(value: Any) -> Any:
    """Return a value as plain data, as a file holds it: a tuple becomes a list."""
    return in_order(value, msgspec.json.decode(msgspec.json.encode(value)))
