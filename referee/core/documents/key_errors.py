"""Keys that a mapping with a fixed set of keys does not have; a JSON Schema of a type leaves them open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec.inspect as inspect

from .document import Document
from .locations import Path
from .problems import Problem, listed, nearest, shown
from .shapes import type_info


def key_problems(document: Document, kind: Any, value: Any, path: Path = ()) -> Iterator[Problem]:
    """Yield the problem of every key of a value that its type does not allow."""
    for where, key, allowed in _wrong_keys(type_info(kind), value, path):
        near = nearest(key, allowed) or f"; the keys are {listed(allowed, 'and')}"
        yield document.problem(where, f"{shown(key)} is not a key here{near}", str(key))


def _wrong_keys(kind: inspect.Type, value: Any, path: Path) -> Iterator[tuple[Path, Any, list[str]]]:
    if isinstance(kind, inspect.Metadata):
        yield from _wrong_keys(kind.type, value, path)
    elif isinstance(kind, inspect.UnionType):
        # of several structs the value may be meant as any
        inner = [one for one in kind.types if isinstance(one, (inspect.StructType, inspect.DictType, inspect.ListType))]
        if len(inner) == 1:
            yield from _wrong_keys(inner[0], value, path)
    elif isinstance(kind, inspect.StructType) and isinstance(value, dict):
        for field in kind.fields:
            if field.encode_name in value:
                yield from _wrong_keys(field.type, value[field.encode_name], (*path, field.encode_name))
    elif isinstance(kind, inspect.DictType) and isinstance(value, dict):
        names = kind.key_type
        allowed = [str(one) for one in names.values] if isinstance(names, inspect.LiteralType) else []
        for key, inside in value.items():
            if allowed and key not in allowed:
                yield path, key, allowed
            else:
                yield from _wrong_keys(kind.value_type, inside, (*path, key))
    elif isinstance(kind, inspect.ListType) and isinstance(value, list):
        for number, one in enumerate(value):
            yield from _wrong_keys(kind.item_type, one, (*path, number))
