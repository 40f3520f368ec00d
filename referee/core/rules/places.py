"""The place of a value of a merged table: the layer that says it, with its file and line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ..documents import Document, Path, Problem, dotted_path
from .ledger import Cites

# what of a typed table may hold a row or a citation; texts and numbers do not
CONTAINERS = (msgspec.Struct, dict, list, tuple)


class Merged(Document):
    """A merged table with the files it is merged from, the lowest first: problems are placed in the file that says it.

    `file` is where the table would be if no layer has it.
    """

    def __init__(self, table: str, layers: Sequence[Document], file: str, value: Any) -> None:
        super().__init__("", file, value)
        self._table = table
        self._layers = layers

    def saying(self, path: Path) -> Document | None:
        """Return the topmost file that says the value at a path.

        Where none has the whole path, as of a key that is missing, it is the file that says most of it; None if no
        layer has the table.
        """
        return max(reversed(self._layers), key=lambda document: steps_said(document.value, path), default=None)

    def problem(self, path: Path, message: str, key: str | None = None) -> Problem:
        """Return a problem placed at a path (at one of its keys, when named)."""
        document = self.saying(path if key is None else (*path, key))
        where = dotted_path(path) or self._table
        if document is None:
            return Problem(self.file, 0, 0, where, message)
        return document.problem(path, message, key)._replace(where=where)


def steps_said(value: Any, path: Path) -> int:
    """Return how many steps of a path a value has."""
    for length, step in enumerate(path):
        inside = step in value if isinstance(value, dict) else isinstance(value, list) and step in range(len(value))
        if not inside:
            return length
        value = value[step]
    return len(path)


def value_at(value: Any, path: Path, missing: Any = None) -> Any:
    """Return the value at a path, or what stands for one that is missing."""
    if steps_said(value, path) < len(path):
        return missing
    for step in path:
        value = value[step]
    return value


def inside(value: Any) -> Iterator[tuple[str, str | int, Any]]:
    """Yield what a typed value holds: the name of the field, "" where it is none, the step of its path, the value."""
    if isinstance(value, msgspec.Struct):
        for field, written_as in zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True):
            yield field, written_as, getattr(value, field)
    elif isinstance(value, dict):
        yield from (("", str(key), inner) for key, inner in value.items())
    elif isinstance(value, (list, tuple)):
        yield from (("", number, inner) for number, inner in enumerate(value))


def placed_cites(value: Any, path: Path = ()) -> Iterator[tuple[Path, Cites]]:
    """Yield every citation inside a typed table, with its path."""
    for field, step, inner in inside(value):
        if field == "cite" and inner is not None:
            yield (*path, step), inner
        elif inner and isinstance(inner, CONTAINERS):
            yield from placed_cites(inner, (*path, step))
