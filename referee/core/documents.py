"""YAML and JSON documents <-> typed values, with file:line:column for every problem."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
import yaml

from . import strict_yaml
from .problems import Problem, Unreadable, kind_of, nearest

__all__ = [
    "Document",
    "Path",
    "Problem",
    "Unreadable",
    "builtins",
    "convert",
    "dotted",
    "dump",
    "nearest",
    "parse",
    "parse_all",
    "parse_json",
    "schema",
    "verb_of",
]

T = TypeVar("T")
Path = tuple[str | int, ...]

_HEADER = re.compile(r"([a-z_]+)\s*:(.*)\Z")


class Document:
    """A parsed text that can tell where each of its values stands."""

    def __init__(self, text: str, file: str, value: Any) -> None:
        self.text = text
        self.file = file
        self.value = value
        self.lines: dict[Path, Mapping[str, int]] = {}

    def position(self, path: Path) -> tuple[int, int]:
        """Return line and column of the value at a path, or of its nearest parent.

        `lines` holds, for values that are orders on one line, where in it each field stands.
        """
        for length in range(len(path)):
            offsets = self.lines.get(path[:length])
            if offsets is not None:
                return self._inside(path[:length], offsets.get(str(path[length]), 0))
        return self.place(path)

    def _inside(self, path: Path, offset: int) -> tuple[int, int]:
        line, column = self.place(path)
        rows = self.text.split("\n")
        quoted = rows[line - 1][column - 1 : column] in ("'", '"')
        return line, column + offset + quoted

    def problem_in(self, path: Path, offset: int, message: str) -> Problem:
        """Return a problem at a character of a value that is a line."""
        return Problem(self.file, *self._inside(path, offset), dotted(path), message)

    def place(self, path: Path) -> tuple[int, int]:
        """Return line and column where a value stands in the text."""
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
        if len(text) > strict_yaml.MAX_BYTES:
            raise Unreadable([Problem(file, 0, 0, "", "the file is larger than 64 MiB")])
        raw = text
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            raise Unreadable([Problem(file, line, 1, "", "the file is not UTF-8 text")]) from None
    elif len(text) > strict_yaml.MAX_BYTES:
        raise Unreadable([Problem(file, 0, 0, "", "the file is larger than 64 MiB")])
    try:
        builder = strict_yaml.Builder(text, file)
        values = builder.documents()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
        said = " ".join(part for part in (error.context, error.problem) if part)
        raise Unreadable([Problem(file, *place, "", f"not readable as YAML: {said}")]) from None
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        place = (before.count("\n") + 1, error.position - before.rfind("\n"))
        message = (
            f"the character U+{ord(text[error.position]):04X} is not allowed"
            if error.position < len(text)
            else str(error.reason)
        )
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

    def place(self, path: Path) -> tuple[int, int]:
        starts = [
            (event.start_mark.line, event.start_mark.index)
            for event in yaml.parse(self.text, Loader=yaml.CSafeLoader)
            if isinstance(event, yaml.DocumentStartEvent) and event.start_mark is not None
        ]
        starts.append((0, len(self.text)))
        line, begin = starts[self.number]
        part = Document(self.text[begin : starts[self.number + 1][1]], self.file, self.value)
        inner_line, column = part.place(path)
        return inner_line + line, column


class OrderSheet(Document):
    """Orders as plain text: header lines, an empty line, then one order a line; `#` begins a comment."""

    def __init__(self, text: str, file: str, defaults: Mapping[str, Any]) -> None:
        value: dict[str, Any] = dict(defaults)
        super().__init__(text, file, value)
        self._places: dict[Path, tuple[int, int]] = {}
        orders: list[str] = []
        problems: list[Problem] = []
        heading = True
        for number, row in enumerate(text.splitlines(), 1):
            bare = _without_comment(row)
            said = bare.strip()
            column = len(bare) - len(bare.lstrip()) + 1
            if not said:
                heading = heading and not value.keys() - defaults.keys()
            elif heading and (match := _HEADER.match(said)):
                key, word = match[1], match[2].strip()
                if key in value and key not in defaults:
                    problems.append(Problem(file, number, column, key, f"the key '{key}' stands here a second time"))
                value[key] = int(word) if word.isascii() and word.isdigit() and len(word) < 18 else word
                self._places[(key,)] = (number, column)
            else:
                heading = False
                self._places[("orders", len(orders))] = (number, column)
                orders.append(said)
        value["orders"] = orders
        if problems:
            raise Unreadable(problems)

    def place(self, path: Path) -> tuple[int, int]:
        """Return line and column of an order or a header line."""
        for length in range(len(path), 0, -1):
            if path[:length] in self._places:
                return self._places[path[:length]]
        return 1, 1


def _without_comment(row: str) -> str:
    """Return a line up to a # that begins a comment, outside quoted words."""
    quoted = False
    for place, letter in enumerate(row):
        if letter == '"' and (place == 0 or row[place - 1] != "\\"):
            quoted = not quoted
        elif letter == "#" and not quoted and (place == 0 or row[place - 1].isspace()):
            return row[:place]
    return row


def parse_sheet(text: bytes, file: str, defaults: Mapping[str, Any]) -> OrderSheet:
    """Parse orders written as plain text; raises Unreadable."""
    if len(text) > strict_yaml.MAX_BYTES:
        raise Unreadable([Problem(file, 0, 0, "", "the file is larger than 64 MiB")])
    try:
        return OrderSheet(text.decode("utf-8-sig"), file, defaults)
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise Unreadable([Problem(file, line, 1, "", "the file is not UTF-8 text")]) from None


def parse_json(line: str | bytes, file: str) -> Document:
    """Parse one line of JSON: no key twice, no huge numbers; raises Unreadable."""
    try:
        text = line.decode() if isinstance(line, bytes) else line
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant, parse_int=_short_int)
    except _Refused as error:
        raise Unreadable([Problem(file, 0, 0, "", str(error))]) from None
    except RecursionError:
        raise Unreadable([Problem(file, 0, 0, "", f"nested deeper than {strict_yaml.MAX_DEPTH} levels")]) from None
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
    if len(digits) > strict_yaml.MAX_DIGITS:
        raise _Refused(f"a number of {len(digits)} digits is too large")
    return int(digits)


def convert(document: Document, kind: type[T], value: Any = None, path: Path = ()) -> T:
    """Return a value of a document as a type; raises Unreadable with every problem in it."""
    given = document.value if value is None else value
    try:
        return msgspec.convert(given, kind, strict=True)
    except msgspec.ValidationError as error:
        from .wording import problems

        raise Unreadable(problems(document, kind, given, path) or [document.problem(path, str(error))]) from None


def verb_of(value: Any, verbs: Mapping[str, Any], noun: str) -> tuple[str | None, str]:
    """Return the one verb among a mapping's keys, or None and what is wrong."""
    if not isinstance(value, dict):
        return None, f"{noun} is a mapping, not {kind_of(value)}"
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


def schema(kind: Any) -> dict[str, Any]:
    """Return the JSON Schema of a type."""
    return msgspec.json.schema(kind)


def builtins(value: Any) -> Any:
    """Return a value as plain data."""
    return msgspec.to_builtins(value)


class _Dumper(yaml.CSafeDumper):
    """Writes lists of small mappings one to a line, and never an alias."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def dump(value: Any) -> str:
    """Write a value as YAML: the same value always gives the same text."""
    plain = msgspec.to_builtins(value)
    return yaml.dump(plain, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120, default_flow_style=None)
