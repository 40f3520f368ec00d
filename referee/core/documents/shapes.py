"""Types as values: what msgspec tells of a type, made once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from msgspec.inspect import Type

_KNOWN: dict[Any, Type] = {}


def type_info(kind: Any) -> Type:
    """Return the description of a type."""
    if kind not in _KNOWN:
        from msgspec import inspect

        _KNOWN[kind] = inspect.type_info(kind)
    return _KNOWN[kind]
