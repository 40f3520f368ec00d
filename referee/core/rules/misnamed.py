"""Entries that an overlay adds under a name that is likely a misspelt one: too little of them is said for a new one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
import msgspec.inspect

from referee.core.documents.plain import type_info

from ..documents import Document, Path, Problem, dotted_path, nearest
from ..documents.problems import listed
from .likes import LIKE
from .rows import Row
from .rulesets import Ruleset

# in a shorter name of a row, another letter is another word
_LEAST_LETTERS = 4
_ROW = "row"


class Misnamed(NamedTuple):
    """A new entry that is likely misnamed, with where its own problems would be reported."""

    problem: Problem
    where: str

    def covers(self, other: Problem) -> bool:
        """Return whether another problem is about the same entry."""
        return other.where == self.where or other.where.startswith(f"{self.where}.")


def misnamed_entries(ruleset: Ruleset, table: str, kind: Any) -> list[Misnamed]:
    """Return the new entries of overlays that lack what every new one needs, and were likely meant for others."""
    return [
        Misnamed(document.problem(path, said), dotted_path(path))
        for document, path, added, names, shape in _added(ruleset, table, kind)
        if (said := _why(str(path[-1]), added, names, shape))
    ]


def alike_rows(ruleset: Ruleset, table: str, kind: Any) -> Iterator[Problem]:
    """Yield the new rows of overlays whose name is one letter away from that of a row below."""
    for document, path, _, names, shape in _added(ruleset, table, kind):
        if issubclass(shape.cls, Row):
            name = str(path[-1])
            if (other := next((one for one in names if _one_letter_off(name, one)), None)) is not None:
                said = f"is a new row; did you mean '{other}'? Where both are meant, give it a name less alike"
                yield document.problem(path, said)


_Added = tuple[Document, Path, Mapping[str, Any], list[str], msgspec.inspect.StructType]


def _added(ruleset: Ruleset, table: str, kind: Any) -> Iterator[_Added]:
    """Yield the entries that overlays add to mappings that are not empty below, with the names there are."""
    for document, below in ruleset.over(table):
        if below:
            yield from _walk(document, document.value, below, type_info(kind), ())


def _walk(document: Document, above: Any, below: Any, kind: msgspec.inspect.Type, path: Path) -> Iterator[_Added]:
    if not isinstance(above, dict) or not isinstance(below, dict):
        return
    if isinstance(kind, msgspec.inspect.StructType):
        for field in kind.fields:
            name = field.encode_name
            yield from _walk(document, above.get(name), below.get(name), field.type, (*path, name))
    elif isinstance(kind, msgspec.inspect.DictType):
        for key, value in above.items():
            if key in below:
                yield from _walk(document, value, below[key], kind.value_type, (*path, key))
            elif (
                below
                and isinstance(value, dict)
                and LIKE not in value
                and isinstance(kind.value_type, msgspec.inspect.StructType)
            ):
                yield document, (*path, key), value, [str(name) for name in below], kind.value_type


def _why(name: str, added: Mapping[str, Any], names: list[str], shape: msgspec.inspect.StructType) -> str:
    """Return why a new entry is likely misnamed, "" where it is not."""
    sections: Mapping[str, str] = getattr(shape.cls, "MOMENTS", {})
    needed = [field.encode_name for field in shape.fields if field.required]
    missing = [key for key in needed if key not in added]
    own = [field.encode_name for field in shape.fields if field.encode_name not in sections]
    bare = bool(added) and not needed and bool(sections) and not added.keys() & {*own}
    if not (missing or bare):
        return ""
    near = nearest(name, names)
    if not near and (len(missing) < 2 or added.keys() & {*own}):
        return ""
    noun = getattr(shape.cls, "NOUN", "") or (_ROW if issubclass(shape.cls, Row) else "entry here")
    needs = f"a new one needs {listed(missing, 'and')}" if missing else f"a new one says more than rows: {listed(own)}"
    return f"'{name}' is no {noun}{near}; {needs}"


def _one_letter_off(one: str, other: str) -> bool:
    """Return whether two names differ by one letter: another, one more, one less, or two that have changed places."""
    if min(len(one), len(other)) < _LEAST_LETTERS or abs(len(one) - len(other)) > 1:
        return False
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    if not f"{one[at : at + 1]}{other[at : at + 1]}".isalpha():
        return False
    rests = (one[at + 1 :] == other[at + 1 :], one[at + 1 :] == other[at:], one[at:] == other[at + 1 :])
    return any(rests) or (one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :])
