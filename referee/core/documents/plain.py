"""Values as plain data, and the schema of a type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from .locations import Path
from .writing import in_order

if TYPE_CHECKING:
    from msgspec.inspect import Type


def schema_of(kind: Any) -> dict[str, Any]:
    """Return the JSON Schema of a type."""
    found: dict[str, Any] = _plain(msgspec.json.schema(kind))
    return found


def schemas_of(kinds: Iterable[Any]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the JSON Schemas of several types, and the definitions that they share."""
    refs, definitions = msgspec.json.schema_components(list(kinds), ref_template="#/$defs/{name}")
    return _plain(list(refs)), _plain(definitions)


def _plain(shape: Any) -> Any:
    """Return a schema in which an integer or float with the same bounds is a number.

    The types distinguish the two so that a number is written as it was given. Readers of a schema need not.
    """
    if isinstance(shape, list):
        return [_plain(one) for one in shape]
    if not isinstance(shape, dict):
        return shape
    found = {key: _plain(value) for key, value in shape.items()}
    either = found.get("anyOf")
    if not isinstance(either, list):
        return found
    numbers = [one for one in either if isinstance(one, dict) and one.get("type") == "number"]
    kept = [one for one in either if not any(one == {**number, "type": "integer"} for number in numbers)]
    if len(kept) == 1:
        return {**{key: value for key, value in found.items() if key != "anyOf"}, **kept[0]}
    return {**found, "anyOf": kept}


_KNOWN: dict[Any, Type] = {}


def type_info(kind: Any) -> Type:
    """Return the description of a type."""
    if kind not in _KNOWN:
        from msgspec import inspect

        _KNOWN[kind] = inspect.type_info(kind)
    return _KNOWN[kind]


@cache
def schema(kind: Any) -> dict[str, Any]:
    """Return the JSON Schema of a type; it is shared, so do not modify it."""
    return schema_of(kind)


def builtins(value: Any) -> Any:
    """Return a value as plain data, as a file holds it: a tuple becomes a list."""
    return in_order(value, msgspec.json.decode(msgspec.json.encode(value)))


def walked(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield a plain value and every value inside it, each with its path and before what is inside it."""
    yield path, value
    if isinstance(value, (dict, list)):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from walked(inner, (*path, key))


def has_id(value: Any) -> bool:
    """Return whether a plain value is a mapping with a text as its `id`, as that of a piece is."""
    return isinstance(value, dict) and isinstance(value.get("id"), str)
