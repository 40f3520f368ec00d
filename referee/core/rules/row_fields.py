"""What the rows of a section may say apart from their quantities: each field with the values that it may have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import inspect

from referee.core.documents.shapes import type_info

from .moments import Moment, quantities_of
from .rows import Row


def row_fields(tables: Mapping[str, type[Any]], moments: Mapping[str, Moment]) -> dict[str, dict[str, str]]:
    """Return for each moment the fields of its rows with their values in words.

    The fields that every row has and the quantities are left out.
    """
    out: dict[str, dict[str, str]] = {name: {} for name in moments}
    for kind in tables.values():
        for name, row in _row_types(type_info(kind)):
            if name in moments:
                out[name] |= _fields(row, moments[name])
    return out


def _row_types(kind: inspect.Type, moment: str = "") -> Iterator[tuple[str, type[Row]]]:
    if isinstance(kind, inspect.StructType):
        if issubclass(kind.cls, Row):
            yield moment, kind.cls
            return
        named: Mapping[str, str] = getattr(kind.cls, "MOMENTS", {})
        for field in kind.fields:
            yield from _row_types(field.type, named.get(field.name, moment))
    elif isinstance(kind, inspect.DictType):
        yield from _row_types(kind.value_type, moment)
    elif isinstance(kind, (inspect.ListType, inspect.VarTupleType)):
        yield from _row_types(kind.item_type, moment)
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from _row_types(one, moment)
    elif isinstance(kind, inspect.Metadata):
        yield from _row_types(kind.type, moment)


def _fields(row: type[Row], moment: Moment) -> dict[str, str]:
    left_out = {*Row.__struct_fields__, *quantities_of(row)}
    described = type_info(row)
    assert isinstance(described, inspect.StructType)
    out = {}
    for field in described.fields:
        known = moment.fields is None or field.name in (*moment.fields, *moment.marks)
        if field.name not in left_out and known:
            thing = moment.names.get(field.name)
            out[field.encode_name] = _by_name(thing, field.type) if thing is not None else _values(field.type)
    return out


def _by_name(thing: tuple[str, tuple[str, ...]], kind: inspect.Type) -> str:
    what, known = thing
    several = "a list, each " if isinstance(kind, inspect.ListType) else ""
    return f"{several}{what} by name" + (f", {_some(known)}" if known else "")


def _some(words: tuple[str, ...]) -> str:
    return " | ".join(words) if len(words) <= 6 else f"{' | '.join(words[:4])} | ... ({len(words)} names)"


def _values(kind: inspect.Type) -> str:
    """Return in words which values a field may have; "" and null say that it is not given."""
    match kind:
        case inspect.Metadata():
            return _values(kind.type)
        case inspect.UnionType():
            return " | ".join(_values(one) for one in kind.types if not isinstance(one, inspect.NoneType))
        case inspect.LiteralType():
            return " | ".join(str(value) for value in kind.values if value != "")
        case inspect.BoolType():
            return "true | false"
        case inspect.IntType():
            low, high = kind.ge, kind.le
            return f"a number from {low} to {high}" if low is not None and high is not None else "a number"
        case inspect.ListType() | inspect.VarTupleType():
            return f"a list, each {_values(kind.item_type)}"
        case inspect.TupleType():
            return f"[{', '.join(_values(one) for one in kind.item_types)}]"
        case inspect.DictType():
            return f"a mapping, each {_values(kind.value_type)}"
        case inspect.StructType():
            inner = ", ".join(f"{field.encode_name}: {_values(field.type)}" for field in kind.fields)
            return f"{{{inner}}}"
    return "text"
