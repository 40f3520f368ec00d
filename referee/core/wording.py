"""What a JSON Schema finds wrong, in words for a player, each problem at its place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .documents import Document, Path, schema
from .problems import Problem, kind_of, nearest, shown

RESERVED = ("if", "else")


def problems(document: Document, kind: Any, value: Any, path: Path = ()) -> list[Problem]:
    """Return every way in which a value is not of a type, each with its place."""
    from jsonschema import Draft202012Validator

    out: list[Problem] = []
    for error in Draft202012Validator(schema(kind)).iter_errors(value):
        out += _said(document, error, path)
    return sorted(set(out), key=lambda p: (p.line, p.column, p.message))


def _said(document: Document, error: Any, base: Path) -> Iterable[Problem]:
    path: Path = (*base, *error.absolute_path)
    rule, allowed, value = error.validator, error.validator_value, error.instance
    if rule == "additionalProperties":
        known = error.schema.get("properties", {})
        for key in value:
            if key not in known:
                if key in RESERVED:
                    yield document.problem(path, f"'{key}' is reserved and has no meaning yet", key)
                else:
                    yield document.problem(path, f"'{key}' is not a key here{nearest(key, known)}", key)
    elif rule == "required":
        for key in allowed:
            if key not in value:
                yield document.problem(path, f"'{key}' is missing")
    elif rule == "anyOf":
        yield from _any_of(document, error, base, path)
    elif rule in ("enum", "const"):
        options = [str(a) for a in (allowed if rule == "enum" else [allowed])]
        yield document.problem(path, f"{shown(value)} is not one of {', '.join(options)}{nearest(value, options)}")
    elif rule == "type":
        yield document.problem(path, f"must be {_types(allowed)}, not {kind_of(value)}")
    elif rule in ("minimum", "maximum"):
        yield document.problem(path, f"must be {'at least' if rule == 'minimum' else 'at most'} {allowed}, not {value}")
    elif rule in ("minItems", "maxItems", "minLength", "maxLength"):
        word = "at least" if rule.startswith("min") else "at most"
        yield document.problem(
            path, f"must have {word} {allowed} {'entries' if 'Items' in rule else 'letters'}, not {len(value)}"
        )
    elif rule == "pattern":
        yield document.problem(path, f"{shown(value)} is not written as it must be here")
    else:
        yield document.problem(path, error.message)


def _any_of(document: Document, error: Any, base: Path, path: Path) -> Iterable[Problem]:
    """Tell what is wrong with the alternative that was most likely meant: the one of the same shape."""
    branches: dict[int, list[Any]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    shaped = [found for found in branches.values() if not any(e.validator == "type" and not e.path for e in found)]
    if len(shaped) == 1:
        for inner in shaped[0]:
            yield from _said(document, inner, base)
        return
    wanted = [e.validator_value for found in branches.values() for e in found if e.validator == "type" and not e.path]
    names = " or ".join(dict.fromkeys(_types(w) for w in wanted if w != "null"))
    yield document.problem(path, f"must be {names or 'something else'}, not {kind_of(error.instance)}")


_TYPES = {
    "integer": "a whole number",
    "number": "a number",
    "string": "text",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}


def _types(allowed: str | list[str]) -> str:
    return " or ".join(_TYPES[a] for a in ([allowed] if isinstance(allowed, str) else allowed))
