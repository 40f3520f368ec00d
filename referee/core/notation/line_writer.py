"""Orders, questions and situations written on one line, so that `one_line` reads them back as the same."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from .field_specs import FALSE, NUMBER, STOP, TRUE, FieldSpec, field_specs, ways_of

_PLAIN = re.compile(r"[^\s,;\"\[\]{}#]+\Z")


def line(order: Mapping[str, Any], kind: type[Any] | None = None) -> str:
    """Return a mapping as a line, the verb first, that reads back as the same mapping.

    Without its type everything that a reader needs is written, with the same care in quoting.
    """
    known = field_specs(kind) if kind is not None else {}
    verb = getattr(kind, "verb", None)
    # facts run to the end of the line
    names = sorted(order, key=lambda name: (name != verb, name in known and known[name].inner is not None))
    return " ".join(part for name in names if (part := _field(name, order[name], known)))


def _field(name: str, value: Any, known: Mapping[str, FieldSpec]) -> str:
    shape = known.get(name)
    if value is None:
        return ""
    if isinstance(value, bool):
        if shape is not None and shape.kind != "flag":
            return f"{name} {json.dumps(value)}"
        return name if value else f"{name} no" if shape is None or shape.default is not False else ""
    if shape is not None and not shape.many and value == "":
        return f'{name} ""'
    if shape is not None and shape.parts is not None and (said := _structs(value, shape)):
        return f"{name} {said}"
    if isinstance(value, list):
        return f"{name} {_listed(name, value, shape, known)}".rstrip()
    if isinstance(value, Mapping):
        flat = shape is not None and shape.kind == "map"
        if shape is not None and shape.inner is not None and _plain_facts(value, field_specs(shape.inner)):
            return f"{name} {line(value, shape.inner)}"
        if flat and value:
            return f"{name} " + " ".join(f"{word(k, known)} {_paired(v, known)}" for k, v in value.items())
        return f"{name} {json.dumps(value, ensure_ascii=False)}"
    if isinstance(value, str) and shape is not None and shape.kind == "scalar" and NUMBER.match(value):
        return f"{name} {json.dumps(value)}"
    return f"{name} {word(value, known)}"


def _structs(value: Any, shape: FieldSpec) -> str:
    """Return structs by the names of their fields, empty where they cannot be written so."""
    assert shape.parts is not None
    ways, specs = ways_of(shape.parts), field_specs(shape.parts)
    several = value if isinstance(value, list) else [value]
    # one in a list is read as one alone where both are allowed
    if not several or (isinstance(value, list) and len(value) == 1 and not shape.many):
        return ""
    out = []
    for one in several:
        way = next((way for way in ways if isinstance(one, Mapping) and set(one) == set(way)), None)
        if way is None or any(isinstance(one[name], (bool, list, Mapping)) or one[name] is None for name in way):
            return ""
        out.append(" ".join(f"{name} {word(one[name], specs)}" for name in way))
    return ", ".join(out)


def _plain_facts(value: Mapping[str, Any], known: Mapping[str, FieldSpec]) -> bool:
    """Return whether facts can be written by name: each is known and not null."""
    return bool(value) and all(name in known and fact is not None for name, fact in value.items())


def _listed(name: str, value: list[Any], shape: FieldSpec | None, known: Mapping[str, FieldSpec]) -> str:
    if shape is not None and shape.kind == "nested":
        return json.dumps(value, ensure_ascii=False)
    dice = shape.kind == "dice" if shape is not None else name in ("dice", "reroll", "again")
    if dice and value and all(isinstance(v, int) and 0 <= v <= 9 for v in value):
        return "".join(map(str, value))
    alone = not value or (shape is not None and shape.kind == "either" and len(value) < 2)
    # a number at the end would make it one printed name
    alone = alone or (shape is not None and shape.titled and str(value[-1]).isdecimal())
    if alone or any(isinstance(v, (list, Mapping, bool)) or v is None for v in value):
        return json.dumps(value, ensure_ascii=False)
    return " ".join(word(v, known) for v in value)


def _paired(value: Any, known: Mapping[str, FieldSpec]) -> str:
    """Return the value of a pair; a text that looks like a number is in quotes."""
    text = isinstance(value, str) and NUMBER.match(value)
    return json.dumps(value) if text else word(value, known)


def word(value: Any, known: Mapping[str, FieldSpec]) -> str:
    """Return one word or number, in quotes if it would be read as something else."""
    if not isinstance(value, str):
        return json.dumps(value)
    if (
        _PLAIN.match(value)
        and not STOP.search(value)
        and value.lower() not in (*known, *TRUE, *FALSE)
        and value not in known
    ):
        return value
    return json.dumps(value, ensure_ascii=False)
