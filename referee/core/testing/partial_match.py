"""Partial matches of results with expectations, and their differences."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from ..documents.plain import has_id, walked
from ..documents.problems import meant, nearest, short, written

TOLERANCE = 1e-9
# what may be expected of a number instead of its value
_BOUNDS = frozenset(("about", "within", "at_least", "at_most"))


# what is plain data already
_PLAIN = frozenset((str, int, bool, float, type(None)))


class ByName(dict[str, Any]):
    """A mapping by free names, unlike the fields of a struct."""


def matches(
    expected: Any, actual: Any, path: str, exactly: bool = False, names: Collection[str] = frozenset()
) -> list[str]:
    """Return how a value differs from what is expected of it.

    Mappings are matched by key, lists of mappings with an `id` by id, and everything else exactly. An empty mapping
    matches only an empty one. A number may be expected `{about, within}`, `{at_least}` or `{at_most}`. `exactly` allows
    no other keys and entries, at any depth. For the keys `names` of a mapping by name, null expects that they are
    absent.
    """
    if (bounds := _bounds(expected, actual)) is not None:
        return [f"{path}: expected {written(expected)}, found {written(actual)}"] if not _within(bounds, actual) else []
    if isinstance(expected, dict) and isinstance(actual, dict):
        out = below(expected, actual, path, exactly, names)
        if exactly or not expected:
            out += [
                f"{path}.{key}: expected nothing, found {written(actual[key])}" for key in actual if key not in expected
            ]
        return out
    if isinstance(expected, list) and isinstance(actual, list):
        things = {one["id"]: one for one in actual if has_id(one)}
        if not exactly and expected and all(map(has_id, expected)):
            return [d for one in expected for d in _by_id(one, things, path, names)]
        if len(expected) == len(actual):
            return [
                difference
                for number, (one, other) in enumerate(zip(expected, actual, strict=True), 1)
                for difference in matches(one, other, f"{path}[{number}]", exactly, names)
            ]
    number = isinstance(expected, (int, float)) and isinstance(actual, (int, float))
    same = type(expected) is type(actual) and expected == actual
    if number and not isinstance(expected, bool) and not isinstance(actual, bool):
        same = abs(expected - actual) <= TOLERANCE
    if same:
        return []
    return [
        f"{path}: expected {written(expected)}, found {written(actual)}{meant(expected)}{_bounded(expected, actual)}"
    ]


def _bounded(expected: Any, actual: Any) -> str:
    """Return what may be expected of a number, where a mapping that is no bounds is expected of one."""
    if not isinstance(expected, dict) or not isinstance(actual, (int, float)) or isinstance(actual, bool):
        return ""
    return "; bounds of a number are {about: 0.65, within: 0.01}, {at_least: 2} or {at_most: 7}"


def _bounds(expected: Any, actual: Any) -> dict[str, float] | None:
    """Return the bounds of an expected number, None where other things are expected."""
    if not isinstance(expected, dict) or not expected or not expected.keys() <= _BOUNDS:
        return None
    numbers = all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in (actual, *expected.values()))
    return expected if numbers and ("within" not in expected or "about" in expected) else None


def _within(bounds: dict[str, float], actual: float) -> bool:
    """Return whether a number is at least, at most and about what its bounds say."""
    if "about" in bounds and abs(actual - bounds["about"]) > bounds.get("within", 0) + TOLERANCE:
        return False
    return bounds.get("at_least", actual) - TOLERANCE <= actual <= bounds.get("at_most", actual) + TOLERANCE


def below(
    expected: dict[str, Any],
    actual: dict[str, Any],
    path: str,
    exactly: bool = False,
    names: Collection[str] = frozenset(),
) -> list[str]:
    """Return how a mapping differs on the expected keys; unlike null, a missing key is a difference, see `matches`."""
    out = []
    for key, value in expected.items():
        if key in actual:
            out += matches(value, actual[key], f"{path}.{key}", exactly, names)
        elif value is not None or key not in names or not isinstance(actual, ByName):
            said = f"expected {written(value)}{meant(value)}; there is no such key{nearest(key, actual)}"
            out.append(f"{path}.{key}: {said}")
    return out


def _by_id(expected: dict[str, Any], things: dict[Any, Any], path: str, names: Collection[str]) -> list[str]:
    """Return how the entries of a list differ from those expected by id."""
    ident = expected["id"]
    if ident not in things:
        return [f"{path}[{ident}]: does not exist{nearest(ident, things)}"]
    return matches(expected, things[ident], f"{path}[{ident}]", names=names)


def unlike(expected: list[dict[str, Any]], found: list[dict[str, Any]], what: str) -> list[str]:
    """Return the expected rows that match no row found, compared on their keys; if none is expected, all rows found."""
    if not expected:
        return [f"{what}: expected none, found {written(row)}" for row in found]
    out = []
    for row in expected:
        if not any(all(key in one and _fits(key, value, one[key]) for key, value in row.items()) for one in found):
            there = "; ".join(map(written, found)) or "none"
            out.append(f"{what}: no row is like {written(row)}; there are: {short(there)}")
    return out


def _fits(key: str, expected: Any, actual: Any) -> bool:
    """Return whether a key of a row matches. A message matches by some of its words, a rule without its qualifier."""
    if key == "message":
        return expected in actual
    if key == "because" and isinstance(expected, str):
        return not uncited_rules([expected], actual)
    return not matches(expected, actual, "")


def uncited_rules(expected: list[str], cites: list[str]) -> list[str]:
    """Return the expected rules that are not cited, ignoring qualifiers."""
    return [
        f"{cite} is not cited" for cite in expected if not any(c == cite or c.startswith(f"{cite} ") for c in cites)
    ]


def whole(value: Any, asked: Any = None) -> Any:
    """Return a value as plain data with every field, defaults included.

    Where `asked` is a mapping whose keys are all fields, only those are returned; where it is a list of things by their
    ids, only the things with these ids.
    """
    if isinstance(value, msgspec.Struct):
        fields = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
        if isinstance(asked, dict) and asked and asked.keys() <= set(value.__struct_encode_fields__):
            return {key: whole(getattr(value, name), asked[key]) for name, key in fields if key in asked}
        found = {key: getattr(value, name) for name, key in fields}
        return {key: one if type(one) in _PLAIN else whole(one) for key, one in found.items()}
    if isinstance(value, dict):
        return ByName({key: whole(inner) for key, inner in value.items()})
    if isinstance(value, (list, tuple)):
        if isinstance(asked, list) and asked and all(map(has_id, asked)):
            things = {one["id"]: one for one in asked}
            return [whole(one, things[one.id]) for one in value if getattr(one, "id", None) in things]
        return [whole(inner) for inner in value]
    return value


def ids_in(value: Any) -> Iterator[str]:
    """Yield every id anywhere in plain data."""
    return (one["id"] for _, one in walked(value) if has_id(one))


def names_in(value: Any) -> Iterator[str]:
    """Yield every text and every free name in a value of `whole`."""
    for _, one in walked(value):
        if isinstance(one, str):
            yield one
        elif isinstance(one, ByName):
            yield from one
