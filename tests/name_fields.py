"""Every place of a state that holds a name, found by the types of its game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import inspect

NOBODY = "nobody-here"
# what names no thing of the game: the head of a document, the proof, and what the referee says by itself
HEAD = {"format", "ruleset", "game", "step", "rules", "options", "dice", "chain", "awaiting"}
Place = tuple[str | int, ...]


class _Key(str):
    """A key of a mapping by name, where any other might stand."""


def misnamed(kind: type[Any], state: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a state with a name that nobody has, once for each place, under its path.

    In the path `*` stands for the number in a list or for the key of a mapping by name.
    """
    body = {key: value for key, value in state.items() if key not in HEAD}
    for place, value in _places(inspect.type_info(kind), body, ()):
        if place[0] not in HEAD:
            told = ".".join("*" if isinstance(part, (int, _Key)) else part for part in place)
            yield told, _with({key: value for key, value in state.items() if key != "chain"}, place, value)


def _bare(kind: Any) -> Any:
    return _bare(kind.type) if isinstance(kind, inspect.Metadata) else kind


def _places(kind: Any, value: Any, place: Place) -> Iterator[tuple[Place, Any]]:
    """Yield each place of a name, and what stands there instead; optional names and lists get one more."""
    kind = _bare(kind)
    if isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from _places(one, value, place)
    elif isinstance(kind, inspect.StrType):
        if not isinstance(value, (dict, list)):
            yield place, NOBODY
    elif isinstance(kind, inspect.TupleType) and isinstance(value, list):
        for number, inner in enumerate(kind.item_types):
            yield from _places(inner, value[number], (*place, number))
    elif isinstance(kind, inspect.ListType) and isinstance(value or [], list):
        for number, inner in enumerate(value or []):
            yield from _places(kind.item_type, inner, (*place, number))
        if isinstance(_bare(kind.item_type), inspect.StrType):
            yield (*place, len(value or [])), NOBODY
    elif isinstance(kind, inspect.DictType) and isinstance(value or {}, dict):
        for key, inner in (value or {}).items():
            yield from _places(kind.value_type, inner, (*place, _Key(key)))
        plain: Any = [] if isinstance(_bare(kind.value_type), inspect.ListType) else 1
        yield (*place, _Key(NOBODY)), next(iter((value or {}).values()), plain)
    elif isinstance(kind, inspect.StructType) and isinstance(value, dict):
        for field in kind.fields:
            yield from _places(field.type, value.get(field.encode_name), (*place, field.encode_name))


def _with(value: Any, place: Place, new: Any) -> Any:
    """Return plain data with another value at a place, which may be the next of a list."""
    if not place:
        return new
    key, *rest = place
    if isinstance(key, int):
        out = [*(value or [])]
        out[key : key + 1] = [_with(out[key] if key < len(out) else None, tuple(rest), new)]
        return out
    inner = value or {}
    return {**inner, key: _with(inner.get(key), tuple(rest), new)}
