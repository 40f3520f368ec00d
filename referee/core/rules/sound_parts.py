"""What of a ruleset can be checked where some of it is of the wrong type: everything else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from referee.core.documents.plain import type_info

from ..documents import Path, Problem, Unreadable, dotted_path
from ..documents.schema_errors import schema_errors
from .rows import Row
from .rulesets import Ruleset

# how often what lacks something once something is left out is mended, or left out too
_MOST_TURNS = 20


class SoundParts(NamedTuple):
    """A ruleset without what cannot be read, its tables as their types, and what of it is not as written.

    `left_out` are the names of what is left out, and `lent` the places of values taken from elsewhere.
    """

    ruleset: Ruleset
    typed: dict[str, Any]
    left_out: set[str]
    lent: set[str]

    def tells(self, problem: Problem) -> bool:
        """Return whether a problem is of what is written, and hangs on nothing that is left out."""
        about = problem.message.startswith(tuple(f"'{name}' " for name in self.left_out))
        return not about and not any(problem.where == at or problem.where.startswith(f"{at}.") for at in self.lent)


def sound_parts(ruleset: Ruleset, kinds: Mapping[str, Any]) -> SoundParts | None:
    """Return what of a ruleset can be read.

    Of what is wrong in a row the whole row is left out. What an entry needs and lacks then is taken from one beside it.
    None where too little of a table is left to be of its type.
    """
    typed: dict[str, Any] = {}
    values: dict[str, dict[str, Any]] = {}
    left_out, lent = set[str](), set[str]()
    for name, kind in kinds.items():
        try:
            typed[name] = ruleset.typed(name, kind)
        except Unreadable:
            found = _sound(ruleset.raw(name), kind, left_out, lent)
            if found is None:
                return None
            values[name], typed[name] = found
    return SoundParts(ruleset.with_tables(values), typed, left_out, lent)


def _sound(value: Any, kind: Any, left_out: set[str], lent: set[str]) -> tuple[Any, Any] | None:
    """Return what is right of a value, as data and as its type; None where that is nothing."""
    for _ in range(_MOST_TURNS):
        try:
            return value, msgspec.convert(value, kind, strict=True)
        except msgspec.ValidationError:
            given, wrong = dict[Path, Any](), set[Path]()
            for path, missing in _wrong_places(value, kind):
                cut = _cut(path, kind)
                found = _lent(value, path, missing) if cut == path else {}
                given |= found
                if not found:
                    wrong.add(cut)
            if () in wrong or not (wrong or given):
                return None
            value = _changed(value, given, wrong, ())
            left_out |= {str(path[-1]) for path in wrong}
            lent |= {dotted_path(path) for path in given}
    return None


def _wrong_places(value: Any, kind: Any) -> Iterator[tuple[Path, list[str]]]:
    """Yield the path of everything that a type does not allow, with the keys that are missing there."""
    for error in schema_errors(value, kind):
        path = tuple(error.absolute_path)
        if error.validator == "additionalProperties":
            known = error.schema.get("properties", {})
            yield from (((*path, key), []) for key in error.instance if key not in known)
        else:
            needed = error.validator_value if error.validator == "required" else []
            yield path, [key for key in needed if key not in error.instance]


def _lent(value: Any, path: Path, missing: list[str]) -> dict[Path, Any]:
    """Return what an entry lacks as the entries beside it have it, by its path; none where one has no such value."""
    beside = value
    for step in path[:-1]:
        beside = beside[step]
    if not (missing and path and isinstance(beside, dict)):
        return {}
    entries = [one for name, one in beside.items() if isinstance(one, dict) and name != path[-1]]
    found = {(*path, key): [one[key] for one in entries if key in one] for key in missing}
    return {at: values[0] for at, values in found.items()} if all(found.values()) else {}


def _cut(path: Path, kind: Any) -> Path:
    """Return the path of what is left out for something wrong: its row, or the list or mapping that holds it."""
    shape = type_info(kind)
    for number, step in enumerate(path):
        shape = _plain(shape)
        if isinstance(shape, inspect.StructType):
            if issubclass(shape.cls, Row):
                return path[:number]
            found = next((field.type for field in shape.fields if field.encode_name == step), None)
            if found is None:
                return path[: number + 1]
            shape = found
        elif isinstance(shape, inspect.DictType):
            shape = shape.value_type
        else:
            return path[:number]
    return path


def _plain(shape: inspect.Type) -> inspect.Type:
    """Return the type inside bounds, and of several the one that has parts."""
    if isinstance(shape, inspect.Metadata):
        return _plain(shape.type)
    if isinstance(shape, inspect.UnionType):
        parted = (_plain(one) for one in shape.types)
        return next((one for one in parted if isinstance(one, (inspect.StructType, inspect.DictType))), shape)
    return shape


def _changed(value: Any, lent: Mapping[Path, Any], wrong: set[Path], at: Path) -> Any:
    """Return a value with what is lent to it, and without what is at some paths."""
    if not isinstance(value, dict):
        return value
    out = {key: _changed(inner, lent, wrong, (*at, key)) for key, inner in value.items() if (*at, key) not in wrong}
    return out | {path[-1]: one for path, one in lent.items() if path[:-1] == at}
