"""What is expected against what came out: partial matches, and how they differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

TOLERANCE = 1e-9


def matches(expected: Any, actual: Any, path: str, exactly: bool = False) -> list[str]:
    """Return how a value differs from what is expected of it.

    Mappings are matched by key, lists of things with an `id` by id, everything else exactly; an empty mapping
    matches only an empty one. `exactly` allows no keys and no things but those expected, however deep.
    """
    if isinstance(expected, dict) and isinstance(actual, dict):
        out = [
            difference
            for key, value in expected.items()
            for difference in matches(value, actual.get(key), f"{path}.{key}", exactly)
        ]
        if exactly or not expected:
            out += [f"{path}.{key}: expected nothing, found {actual[key]!r}" for key in actual if key not in expected]
        return out
    if isinstance(expected, list) and isinstance(actual, list):
        if not exactly and expected and all(isinstance(one, dict) and "id" in one for one in expected):
            by_id = {one.get("id"): one for one in actual if isinstance(one, dict)}
            return [d for one in expected for d in matches(one, by_id.get(one["id"]), f"{path}[{one['id']}]")]
        if len(expected) == len(actual):
            pairs = zip(expected, actual, strict=True)
            return [d for n, (one, other) in enumerate(pairs) for d in matches(one, other, f"{path}[{n + 1}]", exactly)]
    number = isinstance(expected, (int, float)) and isinstance(actual, (int, float))
    if number and not isinstance(expected, bool) and not isinstance(actual, bool):
        return [] if abs(expected - actual) <= TOLERANCE else [f"{path}: expected {expected}, found {actual}"]
    if expected == actual and type(expected) is type(actual):
        return []
    return [f"{path}: expected {expected!r}, found {actual!r}"]


def unlike(expected: list[dict[str, Any]], found: list[dict[str, Any]], what: str) -> list[str]:
    """Return each expected row that matches none of the rows found, on the keys it gives."""
    out = []
    for row in expected:
        if not any(all(_fits(value, one.get(key)) for key, value in row.items()) for one in found):
            shown = "; ".join(str(one) for one in found) or "none"
            out.append(f"{what}: no row is like {row}; there are: {shown}")
    return out


def _fits(expected: Any, actual: Any) -> bool:
    if isinstance(actual, list) and not isinstance(expected, (list, dict)):
        return any(one == expected or str(one).startswith(f"{expected} ") for one in actual)
    if isinstance(expected, str) and isinstance(actual, str):
        return expected in actual
    return not matches(expected, actual, "")


def uncited(expected: list[str], cites: list[str]) -> list[str]:
    """Return each rule expected that is not among those cited, whatever its qualifier."""
    return [
        f"{cite} is not cited" for cite in expected if not any(c == cite or c.startswith(f"{cite} ") for c in cites)
    ]


def whole(value: Any) -> Any:
    """Return a value as plain data with every field in it, defaults too."""
    if isinstance(value, msgspec.Struct):
        fields = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
        return {encoded: whole(getattr(value, name)) for name, encoded in fields}
    if isinstance(value, dict):
        return {key: whole(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [whole(inner) for inner in value]
    return value


def ids_in(value: Any) -> Iterator[str]:
    """Yield the id of every thing that stands anywhere in plain data."""
    if isinstance(value, dict):
        if isinstance(value.get("id"), str):
            yield value["id"]
        for inner in value.values():
            yield from ids_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from ids_in(inner)
