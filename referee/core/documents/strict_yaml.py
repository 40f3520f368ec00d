"""YAML read strictly: plain values from parser events in one pass, under limits, without duplicate keys."""

from __future__ import annotations

import math
import re
from collections.abc import Container, Iterator
from typing import Any

import yaml

from .problems import MOST_PROBLEMS, Problem, short, shown
from .strict_json import MAX_DIGITS

MAX_BYTES = 64 << 20
MAX_DEPTH = 64
MAX_ALIASES = 1000
MAX_VALUES = 2_000_000

_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"[-+]?(?=[^eE]*[.eE])((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?\Z")
# looked up once, since every event is compared with them
_Scalar, _SequenceEnd, _MappingEnd = yaml.ScalarEvent, yaml.SequenceEndEvent, yaml.MappingEndEvent
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "": None}

# a browser's Python has no parser in C
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def is_number(text: str) -> bool:
    """Return whether a text without quotes is read as a number: those of YAML 1.2 and JSON are."""
    return bool(_INT.match(text) or _FLOAT.match(text))


class _Stop(Exception):
    """A limit is exceeded; the rest is not read."""


class Builder:
    """Builds plain values from parser events; one pass, no node tree."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        # what `yaml.parse` yields, without the check for another event before each
        self.events: Iterator[Any] = iter(LOADER(text).get_event, None)
        # line and column, from 1, at which each document begins
        self.starts: list[tuple[int, int]] = []
        self.anchors: dict[str, tuple[Any, int, int]] = {}
        self.aliases = 0
        self.values = 0

    def documents(self) -> list[Any]:
        """Return the value of every document of the text, up to the first problem that stops reading."""
        out = []
        try:
            for event in self.events:
                if isinstance(event, yaml.DocumentStartEvent):
                    self.anchors = {}
                    first = next(self.events)
                    self.starts.append((first.start_mark.line + 1, first.start_mark.column + 1))
                    out.append(self.value(first, 1)[0])
        except _Stop:
            pass
        return out

    def fault(self, event: Any, message: str, stop: bool = False) -> None:
        """Record a problem at an event; stop reading on request, or after too many problems."""
        mark = event.start_mark
        self.problems.append(Problem(self.file, mark.line + 1, mark.column + 1, "", message))
        if stop or len(self.problems) > MOST_PROBLEMS:
            raise _Stop

    def value(self, event: Any, depth: int) -> tuple[Any, int]:
        """Return the value that an event begins, and its depth."""
        kind = type(event)
        self.values += 1
        if self.values > MAX_VALUES:
            self.fault(event, f"more than {MAX_VALUES:,} values, aliases counted", stop=True)
        if kind is _Scalar:
            value = self.scalar(event)
            if event.anchor is not None:
                self.anchors[event.anchor] = (value, 0, 1)
            return value, 0
        if kind is yaml.AliasEvent:
            return self.alias(event, depth)
        if depth > MAX_DEPTH:
            self.fault(event, f"nested deeper than {MAX_DEPTH} levels", stop=True)
        if event.tag is not None and not event.implicit:
            self.fault(event, f"the tag {short(event.tag, 60)} is not allowed")
        before = self.values
        built, below = self.sequence(depth) if kind is yaml.SequenceStartEvent else self.mapping(depth)
        if event.anchor is not None:
            self.anchors[event.anchor] = (built, below, self.values - before + 1)
        return built, below

    def alias(self, event: Any, depth: int) -> tuple[Any, int]:
        """Return the value that an alias repeats, and its depth; count its values."""
        self.aliases += 1
        if self.aliases > MAX_ALIASES:
            self.fault(event, f"more than {MAX_ALIASES:,} aliases", stop=True)
        if event.anchor not in self.anchors:
            self.fault(event, f"the alias *{short(event.anchor, 60)} names nothing defined before it")
            return None, 0
        value, below, size = self.anchors[event.anchor]
        if depth + below > MAX_DEPTH:
            self.fault(event, f"nested deeper than {MAX_DEPTH} levels", stop=True)
        self.values += size
        if self.values > MAX_VALUES:
            self.fault(event, f"more than {MAX_VALUES:,} values, aliases counted", stop=True)
        return value, below

    def sequence(self, depth: int) -> tuple[list[Any], int]:
        """Return the list of the next events, and its depth."""
        out: list[Any] = []
        deepest = 0
        for event in self.events:
            kind = type(event)
            if kind is _Scalar and event.anchor is None and self.values < MAX_VALUES:
                self.values += 1
                out.append(self.scalar(event))
                deepest = deepest or 1
                continue
            if kind is _SequenceEnd:
                break
            value, below = self.value(event, depth + 1)
            out.append(value)
            if below >= deepest:
                deepest = below + 1
        return out, deepest

    def mapping(self, depth: int) -> tuple[dict[str, Any], int]:
        """Return the mapping of the next events, and its depth; keys are unique texts."""
        out: dict[str, Any] = {}
        deepest = 0
        events, scalar = self.events, self.scalar
        for event in events:
            kind = type(event)
            if kind is _MappingEnd:
                break
            key = event.value if kind is _Scalar else None
            if key is None or event.tag is not None or event.anchor is not None or key in out or key == "<<":
                key = self.key(event, depth, out)
            event = next(events)
            if type(event) is _Scalar and event.anchor is None and self.values < MAX_VALUES:
                self.values += 1
                value, below = scalar(event), 0
            else:
                value, below = self.value(event, depth + 1)
            if below >= deepest:
                deepest = below + 1
            if key is not None:
                out.setdefault(key, value)
        return out, deepest

    def key(self, event: Any, depth: int, known: Container[str]) -> str | None:
        """Return the key that an event begins, in a mapping in which some are `known`; None if it is no text."""
        if type(event) is not _Scalar:
            self.fault(event, "a key must be a plain word")
            self.value(event, depth + 1)
            return None
        key: str = event.value
        if event.tag is not None:
            self.tag(event)
        if event.anchor is not None:
            self.anchors[event.anchor] = (key, 0, 1)
        if key in known:
            self.fault(event, f"the key {shown(key)} is given a second time")
        elif key == "<<" and event.implicit[0]:
            self.fault(event, "merge keys (<<) are not read here; write the keys out")
        return key

    def tag(self, event: Any) -> None:
        """Refuse every tag of a scalar except the one for text."""
        if event.tag not in ("!", "tag:yaml.org,2002:str"):
            self.fault(event, f"the tag {short(event.tag, 60)} is not allowed")

    def scalar(self, event: Any) -> Any:
        """Return the text, number, boolean or null of a scalar."""
        text: str = event.value
        if event.tag is not None:
            self.tag(event)
        if event.style or not event.implicit[0]:
            return text
        if text in _WORDS:
            return _WORDS[text]
        if text[0] in "-+.0123456789":
            if _INT.match(text):
                digits = len(text.lstrip("+-"))
                if digits > MAX_DIGITS:
                    self.fault(event, f"a number of {digits} digits is too large")
                    return 0
                return int(text)
            if _FLOAT.match(text):
                number = float(text)
                if math.isinf(number):
                    self.fault(event, "a number this large is not read")
                return number
        return text
