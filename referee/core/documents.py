"""YAML and JSON documents <-> typed values, with file:line:column for every problem."""

from __future__ import annotations

import difflib
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
import yaml

T = TypeVar("T")
Path = tuple[str | int, ...]

MAX_BYTES = 64 * 1024 * 1024
MAX_DEPTH = 64
MAX_ALIASES = 1000
MAX_VALUES = 5_000_000
RESERVED = ("if", "else")

_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"[-+]?(0|[1-9][0-9]*)\.[0-9]+([eE][-+]?[0-9]+)?\Z")
_MAX_DIGITS = 18
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "": None}


class Problem(NamedTuple):
    """One thing wrong in a document; lines and columns count from 1, 0 where there is no place to name."""

    file: str
    line: int
    column: int
    where: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return ": ".join(part for part in (place, self.where, self.message) if part)


class Unreadable(Exception):
    """A document cannot be read; carries every problem found in it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(str(p) for p in problems))
        self.problems = list(problems)


class Document:
    """A parsed text that can tell where each of its values stands."""

    def __init__(self, text: str, file: str, value: Any) -> None:
        self.text = text
        self.file = file
        self.value = value

    def position(self, path: Path) -> tuple[int, int]:
        """Return line and column of the value at a path, or of its nearest parent."""
        node = yaml.compose(self.text, Loader=yaml.CSafeLoader)
        mark = node.start_mark if node is not None else None
        for step in path:
            if isinstance(node, yaml.MappingNode):
                found = next(((k, v) for k, v in node.value if k.value == step), None)
                if found is None:
                    break
                key, node = found
                mark = key.start_mark if isinstance(node, (yaml.MappingNode, yaml.SequenceNode)) else node.start_mark
            elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
                node = node.value[step]
                mark = node.start_mark
            else:
                break
        return (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)

    def problem(self, path: Path, message: str, key: str | None = None) -> Problem:
        """Return a problem placed at a path (at one of its keys, when named)."""
        line, column = self.position((*path, key) if key is not None else path)
        return Problem(self.file, line, column, dotted(path), message)


def dotted(path: Path) -> str:
    """Write a path as a player reads it; list items count from 1: orders[3].strike."""
    out = ""
    for step in path:
        out += f"[{step + 1}]" if isinstance(step, int) else f".{step}" if out else str(step)
    return out


def parse(text: str | bytes, file: str) -> Document:
    """Parse one YAML document strictly.

    Raises Unreadable for syntax, duplicate keys, keys that are no text, tags, and more than
    64 MiB, 64 levels or 1,000 aliases.
    """
    documents = parse_all(text, file)
    if len(documents) != 1:
        raise Unreadable([Problem(file, 1, 1, "", f"one document is expected here, {len(documents)} found")])
    return documents[0]


def parse_all(text: str | bytes, file: str) -> list[Document]:
    """Parse every YAML document of a text; see parse for what is refused."""
    if isinstance(text, bytes):
        if len(text) > MAX_BYTES:
            raise Unreadable([Problem(file, 0, 0, "", "the file is larger than 64 MiB")])
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = text.count(b"\n", 0, error.start) + 1
            raise Unreadable([Problem(file, line, 1, "", "the file is not UTF-8 text")]) from None
    elif len(text) > MAX_BYTES:
        raise Unreadable([Problem(file, 0, 0, "", "the file is larger than 64 MiB")])
    try:
        builder = _Builder(text, file)
        values = builder.documents()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
        said = " ".join(part for part in (error.context, error.problem) if part)
        raise Unreadable([Problem(file, *place, "", f"not readable as YAML: {said}")]) from None
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        place = (before.count("\n") + 1, error.position - before.rfind("\n"))
        message = f"the character U+{ord(text[error.position]):04X} is not allowed" if error.position < len(text) else str(error.reason)
        raise Unreadable([Problem(file, *place, "", message)]) from None
    except (yaml.YAMLError, UnicodeError) as error:
        raise Unreadable([Problem(file, 1, 1, "", f"not readable as YAML: {error}")]) from None
    if builder.problems:
        raise Unreadable(builder.problems)
    if len(values) == 1:
        return [Document(text, file, values[0])]
    return [_Part(text, file, value, number) for number, value in enumerate(values)]


class _Part(Document):
    """One document of a stream of several: positions are those of the whole file."""

    def __init__(self, text: str, file: str, value: Any, number: int) -> None:
        super().__init__(text, file, value)
        self.number = number

    def position(self, path: Path) -> tuple[int, int]:
        starts = [
            (event.start_mark.line, event.start_mark.index)
            for event in yaml.parse(self.text, Loader=yaml.CSafeLoader)
            if isinstance(event, yaml.DocumentStartEvent)
        ]
        starts.append((0, len(self.text)))
        line, begin = starts[self.number]
        part = Document(self.text[begin : starts[self.number + 1][1]], self.file, self.value)
        inner_line, column = part.position(path)
        return inner_line + line, column


class _Stop(Exception):
    """A limit is passed: nothing after it is read."""


class _Builder:
    """Builds plain values from parser events; one pass, no node tree."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.events = iter(yaml.parse(text, Loader=yaml.CSafeLoader))
        self.anchors: dict[str, tuple[Any, int, int]] = {}
        self.aliases = 0
        self.values = 0

    def documents(self) -> list[Any]:
        out = []
        try:
            for event in self.events:
                if isinstance(event, yaml.DocumentStartEvent):
                    self.anchors = {}
                    out.append(self.value(next(self.events), 1)[0])
        except _Stop:
            pass
        return out

    def fault(self, event: Any, message: str, stop: bool = False) -> None:
        mark = event.start_mark
        self.problems.append(Problem(self.file, mark.line + 1, mark.column + 1, "", message))
        if stop:
            raise _Stop

    def value(self, event: Any, depth: int) -> tuple[Any, int]:
        """Return the value that begins with an event, and how deep it goes below itself."""
        kind = type(event)
        self.values += 1
        if self.values > MAX_VALUES:
            self.fault(event, f"more than {MAX_VALUES:,} values, aliases counted", stop=True)
        if kind is yaml.ScalarEvent:
            value = self.scalar(event)
            if event.anchor is not None:
                self.anchors[event.anchor] = (value, 0, 1)
            return value, 0
        if kind is yaml.AliasEvent:
            return self.alias(event, depth)
        if depth > MAX_DEPTH:
            self.fault(event, f"nested deeper than {MAX_DEPTH} levels", stop=True)
        if event.tag is not None and not event.implicit:
            self.fault(event, f"the tag {event.tag} is not allowed")
        before = self.values
        built, below = self.sequence(depth) if kind is yaml.SequenceStartEvent else self.mapping(depth)
        if event.anchor is not None:
            self.anchors[event.anchor] = (built, below, self.values - before + 1)
        return built, below

    def alias(self, event: Any, depth: int) -> tuple[Any, int]:
        self.aliases += 1
        if self.aliases > MAX_ALIASES:
            self.fault(event, f"more than {MAX_ALIASES:,} aliases", stop=True)
        if event.anchor not in self.anchors:
            self.fault(event, f"the alias *{event.anchor} names nothing that stands before it")
            return None, 0
        value, below, size = self.anchors[event.anchor]
        if depth + below > MAX_DEPTH:
            self.fault(event, f"nested deeper than {MAX_DEPTH} levels", stop=True)
        self.values += size
        if self.values > MAX_VALUES:
            self.fault(event, f"more than {MAX_VALUES:,} values, aliases counted", stop=True)
        return value, below

    def sequence(self, depth: int) -> tuple[list[Any], int]:
        out = []
        deepest = 0
        for event in self.events:
            if type(event) is yaml.SequenceEndEvent:
                break
            value, below = self.value(event, depth + 1)
            out.append(value)
            deepest = max(deepest, below + 1)
        return out, deepest

    def mapping(self, depth: int) -> tuple[dict[str, Any], int]:
        out: dict[str, Any] = {}
        deepest = 0
        for event in self.events:
            if type(event) is yaml.MappingEndEvent:
                break
            key: str | None = None
            if type(event) is not yaml.ScalarEvent:
                self.fault(event, "a key must be a plain word")
                self.value(event, depth + 1)
            else:
                key = event.value
                if key in out:
                    self.fault(event, f"the key '{key}' stands here a second time")
                elif event.value == "<<" and event.implicit[0]:
                    self.fault(event, "merge keys (<<) are not read here; write the keys out")
            value, below = self.value(next(self.events), depth + 1)
            deepest = max(deepest, below + 1)
            if key is not None:
                out.setdefault(key, value)
        return out, deepest

    def scalar(self, event: Any) -> Any:
        text: str = event.value
        if event.tag is not None and event.tag not in ("!", "tag:yaml.org,2002:str"):
            self.fault(event, f"the tag {event.tag} is not allowed")
        if event.style or not event.implicit[0]:
            return text
        if text in _WORDS:
            return _WORDS[text]
        if text[0] in "-+.0123456789":
            if _INT.match(text):
                if len(text) > _MAX_DIGITS:
                    self.fault(event, f"a number of {len(text)} digits is too large")
                    return 0
                return int(text)
            if _FLOAT.match(text):
                number = float(text)
                if math.isinf(number):
                    self.fault(event, "a number this large is not read")
                return number
        return text


def parse_json(line: str | bytes, file: str) -> Document:
    """Parse one line of JSON: no key twice, no huge numbers; raises Unreadable."""
    try:
        text = line.decode() if isinstance(line, bytes) else line
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant, parse_int=_short_int)
    except _Refused as error:
        raise Unreadable([Problem(file, 0, 0, "", str(error))]) from None
    except RecursionError:
        raise Unreadable([Problem(file, 0, 0, "", f"nested deeper than {MAX_DEPTH} levels")]) from None
    except UnicodeDecodeError:
        raise Unreadable([Problem(file, 0, 0, "", "not UTF-8 text")]) from None
    except ValueError as error:
        raise Unreadable([Problem(file, 0, 0, "", f"not readable as JSON: {error}")]) from None
    return Document(text, file, value)


class _Refused(ValueError):
    pass


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _Refused(f"the key '{twice}' stands here a second time")
    return out


def _no_constant(word: str) -> Any:
    raise _Refused(f"{word} is no number")


def _short_int(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise _Refused(f"a number of {len(digits)} digits is too large")
    return int(digits)


def convert(document: Document, kind: type[T], value: Any = None, path: Path = ()) -> T:
    """Return a value of a document as a type; raises Unreadable with every problem in it."""
    given = document.value if value is None else value
    try:
        return msgspec.convert(given, kind, strict=True)
    except msgspec.ValidationError as error:
        raise Unreadable(problems(document, kind, given, path) or [document.problem(path, str(error))]) from None


def verb_of(value: Any, verbs: Mapping[str, Any], noun: str) -> tuple[str | None, str]:
    """Return the one verb among a mapping's keys, or None and what is wrong."""
    if not isinstance(value, dict):
        return None, f"{noun} is a mapping, not {_kind(value)}"
    found = [key for key in value if key in verbs]
    if len(found) == 1:
        return found[0], ""
    if found:
        return None, f"{noun} has one verb; here are {' and '.join(found)}"
    for key in value:
        near = nearest(key, verbs)
        if near:
            return None, f"no verb here: '{key}' is not known{near}"
    return None, f"no verb here; {noun} begins with one of {', '.join(sorted(verbs))}"


def problems(document: Document, kind: Any, value: Any, path: Path = ()) -> list[Problem]:
    """Return every way in which a value is not of a type, each with its place."""
    from jsonschema import Draft202012Validator

    out: list[Problem] = []
    for error in Draft202012Validator(schema(kind)).iter_errors(value):
        out += _said(document, error, path)
    return sorted(set(out), key=lambda p: (p.line, p.column, p.message))


def schema(kind: Any) -> dict[str, Any]:
    """Return the JSON Schema of a type."""
    return msgspec.json.schema(kind)


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
        yield document.problem(path, f"{_shown(value)} is not one of {', '.join(options)}{nearest(value, options)}")
    elif rule == "type":
        yield document.problem(path, f"must be {_types(allowed)}, not {_kind(value)}")
    elif rule in ("minimum", "maximum"):
        yield document.problem(path, f"must be {'at least' if rule == 'minimum' else 'at most'} {allowed}, not {value}")
    elif rule in ("minItems", "maxItems", "minLength", "maxLength"):
        word = "at least" if rule.startswith("min") else "at most"
        yield document.problem(path, f"must have {word} {allowed} {'entries' if 'Items' in rule else 'letters'}, not {len(value)}")
    elif rule == "pattern":
        yield document.problem(path, f"{_shown(value)} is not written as it must be here")
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
    yield document.problem(path, f"must be {names or 'something else'}, not {_kind(error.instance)}")


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


def _kind(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "a mapping"
    return _shown(value) if isinstance(value, str) else f"the number {value}"


def _shown(value: Any) -> str:
    text = str(value)
    return f"'{text if len(text) <= 60 else text[:57] + '...'}'"


def nearest(word: Any, known: Iterable[str]) -> str:
    """Return ' (did you mean ...?)' for the known word closest to a wrong one, or nothing."""
    close = difflib.get_close_matches(str(word)[:100].lower(), list(known), n=1, cutoff=0.6)
    return f" (did you mean '{close[0]}'?)" if close else ""


class _Dumper(yaml.CSafeDumper):
    """Writes lists of small mappings one to a line, and never an alias."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def dump(value: Any) -> str:
    """Write a value as YAML: the same value always gives the same text."""
    plain = msgspec.to_builtins(value)
    return yaml.dump(
        plain, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120, default_flow_style=None
    )
