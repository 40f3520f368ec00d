"""Overlays: where two layers of a table that know nothing of each other disagree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path as FilePath
from typing import Any

import msgspec

from ..documents import Document, Path, Problem, dotted_path
from ..documents.problems import listed
from ..documents.writing import flow
from .merging import merge
from .places import steps_said, value_at

# a mapping with this key is a row, whose parts belong together
_OF_A_ROW = "cite"
_MISSING = object()
# what is longer is no help on one line
_LONG = 200

# whether the layer in one folder extends the layer in another, directly or not
Extends = Callable[[FilePath, FilePath], bool]


class Layer(msgspec.Struct, frozen=True):
    """One layer's file of a table."""

    folder: FilePath
    document: Document


def conflicts(layers: Sequence[Layer], extends: Extends, decide_in: str) -> list[Problem]:
    """Return where two layers of a table change the same value or row differently.

    It is a conflict where neither extends the other and no layer that extends both decides it. `layers` are those that
    have the table, the lowest first; `decide_in` is the file where the author can decide.
    """
    out = []
    for one, other in combinations(layers, 2):
        if extends(other.folder, one.folder) or extends(one.folder, other.folder):
            continue
        deciding = [
            x.document.value for x in layers if extends(x.folder, one.folder) and extends(x.folder, other.folder)
        ]
        views = [_view(layers, extends, x.folder) for x in (one, other)]
        for path in _both_say(one.document.value, other.document.value, (), views):
            # one that is itself overruled is compared through what overrules it
            if _overruled(layers, extends, one, other, path) or _overruled(layers, extends, other, one, path):
                continue
            differing = list(_differing(views, path))
            if path in differing:
                differing += [leaf for x in (one, other) for leaf in _leaves(value_at(x.document.value, path), path)]
            undecided = [leaf for leaf in differing if not any(_decides(value, leaf) for value in deciding)]
            if undecided:
                out.append(_told(one, other, path, undecided, views[0], decide_in))
    return out


def _view(layers: Sequence[Layer], extends: Extends, folder: FilePath) -> dict[str, Any]:
    """Return a table as it is for one layer and what it extends."""
    out: dict[str, Any] = {}
    for layer in layers:
        if (layer.folder == folder or extends(folder, layer.folder)) and isinstance(layer.document.value, dict):
            out = merge(out, layer.document.value)
    return out


def _overruled(layers: Sequence[Layer], extends: Extends, one: Layer, other: Layer, path: Path) -> bool:
    return any(
        extends(x.folder, one.folder) and not extends(x.folder, other.folder) and _decides(x.document.value, path)
        for x in layers
    )


def _both_say(one: Any, other: Any, path: Path, views: Sequence[Any]) -> Iterator[Path]:
    """Yield the path of every value, or of every row, of which two layers say something."""
    if not (isinstance(one, dict) and isinstance(other, dict)) or any(_is_row(value_at(view, path)) for view in views):
        yield path
        return
    for key, value in one.items():
        if key in other:
            yield from _both_say(value, other[key], (*path, key), views)


def _is_row(value: Any) -> bool:
    return isinstance(value, dict) and _OF_A_ROW in value


def _differing(views: Sequence[Any], path: Path) -> Iterator[Path]:
    """Yield the paths at and below a path where two views of a table differ."""
    one, other = (value_at(view, path, _MISSING) for view in views)
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys([*one, *other]):
            yield from _differing(views, (*path, key))
    elif one is _MISSING or other is _MISSING or not _same(one, other):
        yield path


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _decides(value: Any, path: Path) -> bool:
    """Return whether a layer says a value, or removes or replaces what it is in."""
    said = steps_said(value, path)
    return said == len(path) or not isinstance(value_at(value, path[:said]), dict)


def _leaves(value: Any, path: Path) -> Iterator[Path]:
    """Yield the path of every value inside a mapping, however deep."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key)) if isinstance(inner, dict) else [(*path, key)]


def _with(view: Mapping[str, Any], paths: Iterable[Path]) -> dict[Any, Any]:
    """Return what a view of a table says at some paths, null where it says nothing."""
    out: dict[Any, Any] = {}
    for path in sorted(paths, key=len):
        inside: Any = out
        for step in path[:-1]:
            inside = inside.setdefault(step, {}) if isinstance(inside, dict) else None
        if isinstance(inside, dict):
            value = value_at(view, path, _MISSING)
            inside.setdefault(path[-1], None if value is _MISSING else value)
    return out


def _told(
    one: Layer, other: Layer, path: Path, differing: Sequence[Path], view: Mapping[str, Any], decide_in: str
) -> Problem:
    (line, column), place = one.document.place(path), other.document.place(path)
    keys = list(dict.fromkeys(str(leaf[len(path)]) for leaf in differing if len(leaf) > len(path)))
    within = f" in {listed(keys, 'and')}" if keys else ""
    said = f"{one.folder.name} ({one.document.file}:{line}:{column}) and {other.folder.name} differ here{within}"
    write = flow(_with(view, dict.fromkeys(differing)))
    message = f"{said}, and neither extends the other; write what you want to hold into {decide_in}"
    message += f", as {one.folder.name} has it: {write[1:-1]}" if len(write) <= _LONG else ""
    return Problem(other.document.file, *place, dotted_path(path), message)
