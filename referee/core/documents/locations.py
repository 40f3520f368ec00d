"""The place of each value of a YAML text, read once, when the first problem needs a place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import yaml

from .strict_yaml import LOADER

Path = tuple[str | int, ...]


class Spot(NamedTuple):
    """A place in a text, counted from 1; `quoted` is whether the scalar there is in quotes."""

    line: int
    column: int
    quoted: bool = False


# a value is its mark and its content: None, a list of values, or (mark of the key, value) by key
_Node = tuple[int, Any]


class Places:
    """The place of every value of a text of one or more documents; the text may be produced on demand.

    `starts` holds the places at which documents begin, where they are known before. `before` counts the lines of the
    file that stand before the text.
    """

    def __init__(self, text: str | Callable[[], str], starts: Sequence[tuple[int, int]] = (), before: int = 0) -> None:
        self._text = text
        self._starts = starts
        self._before = before
        self._roots: list[_Node] | None = None

    def find(self, document: int, path: Path, of_key: bool = False) -> Spot:
        """Return the place of the value at a path, or of its nearest parent.

        A list or mapping has the place of its key, and any value does with `of_key`.
        """
        spot = self._find(document, path, of_key)
        return spot._replace(line=spot.line + self._before) if self._before else spot

    def _find(self, document: int, path: Path, of_key: bool) -> Spot:
        if not path and document < len(self._starts):
            return Spot(*self._starts[document])
        if self._roots is None:
            self._roots = _read(self._text if isinstance(self._text, str) else self._text())
        if document >= len(self._roots):
            return Spot(1, 1)
        mark, inner = self._roots[document]
        for number, step in enumerate(path):
            if isinstance(inner, dict) and step not in inner:
                # a verb or a field may be written in capitals
                step = next((key for key in inner if isinstance(key, str) and key.lower() == step), step)
            if isinstance(inner, dict) and step in inner:
                key, (mark, inner) = inner[step]
                if inner is not None or (of_key and number == len(path) - 1):
                    mark = key
            elif isinstance(inner, list) and isinstance(step, int) and step < len(inner):
                mark, inner = inner[step]
            else:
                break
        return Spot((mark >> 33) + 1, (mark >> 1 & 0xFFFFFFFF) + 1, bool(mark & 1))


def _read(text: str) -> list[_Node]:
    """Return the root of each document, as many as can be read: JSON is not always YAML."""
    roots: list[_Node] = []
    try:
        events = iter(yaml.parse(text, Loader=LOADER))
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                roots.append(_node(next(events), events, {}))
    except (yaml.YAMLError, UnicodeError, RecursionError):
        pass
    return roots


def _node(event: Any, events: Iterator[Any], anchors: dict[str, Any]) -> _Node:
    mark = _mark(event)
    inner: Any = None
    if type(event) is yaml.AliasEvent:
        return mark, anchors.get(str(event.anchor))
    if type(event) is yaml.SequenceStartEvent:
        inner = []
        while type(item := next(events)) is not yaml.SequenceEndEvent:
            inner.append(_node(item, events, anchors))
    elif type(event) is yaml.MappingStartEvent:
        inner = {}
        while type(key := next(events)) is not yaml.MappingEndEvent:
            _node(key, events, anchors)
            value = _node(next(events), events, anchors)
            inner.setdefault(getattr(key, "value", None), (_mark(key), value))
    if event.anchor is not None:
        anchors[event.anchor] = inner
    return mark, inner


def _mark(event: Any) -> int:
    """Return line, column and whether the value is quoted, packed in one number: there may be millions of them."""
    mark = event.start_mark
    return int(mark.line) << 33 | int(mark.column) << 1 | (getattr(event, "style", None) in ("'", '"'))
