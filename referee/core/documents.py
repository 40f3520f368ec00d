"""YAML and JSON documents <-> typed values, with file:line:column for every problem."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec
import yaml

from . import chain, strict_json, strict_yaml, yaml_errors
from .phrases import how
from .places import Path, Places
from .problems import Problem, Unreadable, kind_of, nearest
from .schemas import schema_of

__all__ = [
    "MAX_BYTES",
    "MAX_LINE",
    "MAX_ORDERS",
    "Document",
    "Path",
    "Problem",
    "Unreadable",
    "builtins",
    "convert",
    "dotted",
    "dump",
    "made",
    "nearest",
    "parse",
    "parse_all",
    "parse_json",
    "schema",
    "verb_of",
]

T = TypeVar("T")

_STEP = re.compile(r"\[\d+\]|\.\w+")
_HEADER = re.compile(r"([A-Za-z_]+)\s*:(.*)\Z")
_BULLET = re.compile(r"\A([-*•·–—]|[0-9]{1,3}[.)])\s+")
# keys of a heading that are names, though they may look like numbers
_NAMES = ("game", "player", "ruleset")

# the most bytes of a document of orders, of a line of JSON, and of any other document
MAX_ORDERS = 1 << 20
MAX_LINE = 8 << 20
MAX_BYTES = strict_yaml.MAX_BYTES


class Document:
    """A parsed text that can tell where each of its values stands; `raw` is the file it was read from."""

    raw: bytes | None = None

    def __init__(self, text: str, file: str, value: Any, places: Places | None = None, number: int = 0) -> None:
        """Take a value with its text; one of several documents of a file shares their places."""
        self.text = text
        self.file = file
        self.value = value
        self.lines: dict[Path, Mapping[str, int]] = {}
        self._in_text = places if places is not None else Places(text)
        self._number = number

    def position(self, path: Path) -> tuple[int, int]:
        """Return line and column of the value at a path, or of its nearest parent.

        `lines` holds, for values that are orders on one line, where in it each field stands.
        """
        for length in range(len(path)):
            offsets = self.lines.get(path[:length])
            if offsets is not None:
                return self._inside(path[:length], offsets.get(str(path[length]), 0))
        return self.place(path)

    @property
    def digest(self) -> str:
        """The SHA-256 of the file as it was handed in, or of what a document says that was given as data."""
        return chain.digest(self.value) if self.raw is None else hashlib.sha256(self.raw).hexdigest()

    def _inside(self, path: Path, offset: int) -> tuple[int, int]:
        line, column = self.place(path)
        return line, column + offset + self.quoted(path)

    def problem_in(self, path: Path, offset: int, message: str) -> Problem:
        """Return a problem at a character of a value that is a line."""
        return Problem(self.file, *self._inside(path, offset), dotted(path), message)

    def place(self, path: Path) -> tuple[int, int]:
        """Return line and column where a value stands in the text; a list or mapping stands at its key."""
        spot = self._in_text.find(self._number, path)
        return spot.line, spot.column

    def quoted(self, path: Path) -> bool:
        """Return whether a word in quotes stands at a path."""
        return self._in_text.find(self._number, path).quoted

    def key_place(self, path: Path) -> tuple[int, int]:
        """Return line and column of the key that a path ends with."""
        spot = self._in_text.find(self._number, path, of_key=True)
        return spot.line, spot.column

    def problem(self, path: Path, message: str, key: str | None = None) -> Problem:
        """Return a problem placed at a path (at one of its keys, when named)."""
        inside = any(path[:length] in self.lines for length in range(len(path) + 1))
        if key is None or inside:
            line, column = self.position(path if key is None else (*path, key))
        else:
            line, column = self.key_place((*path, key))
        return Problem(self.file, line, column, dotted(path), message)


def dotted(path: Path) -> str:
    """Write a path as a player reads it; list items count from 1: orders[3].strike."""
    out = ""
    for step in path:
        out += f"[{step + 1}]" if isinstance(step, int) else f".{step}" if out else str(step)
    return out


def parse(text: str | bytes, file: str, most: int = MAX_BYTES) -> Document:
    """Parse one YAML document strictly.

    Raises Unreadable for syntax, duplicate keys, keys that are no text, tags, and more than
    the most bytes, 64 levels or 1,000 aliases.
    """
    documents = parse_all(text, file, most)
    if not documents:
        raise Unreadable([Problem(file, 1, 1, "", "the file is empty; one document is expected")])
    if len(documents) > 1:
        message = f"one document is expected here, {len(documents)} found"
        raise Unreadable([Problem(file, *documents[1].place(()), "", message)])
    return documents[0]


def bounded(text: str | bytes, file: str, most: int) -> None:
    """Raise Unreadable for a text that is too large to be looked at."""
    if len(text) > most:
        raise Unreadable([Problem(file, 0, 0, "", f"the file is larger than {most >> 20} MiB")])


def parse_all(text: str | bytes, file: str, most: int = MAX_BYTES) -> list[Document]:
    """Parse every YAML document of a text; see parse for what is refused."""
    bounded(text, file, most)
    if isinstance(text, bytes):
        raw = text
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            raise Unreadable([Problem(file, line, 1, "", "the file is not UTF-8 text")]) from None
    else:
        raw = text.encode("utf-8", "surrogatepass")
    try:
        builder = strict_yaml.Builder(text, file)
        values = builder.documents()
    except yaml.MarkedYAMLError as error:
        line, column, said = yaml_errors.told(error, text)
        raise Unreadable([Problem(file, line, column, "", f"not readable as YAML: {said}")]) from None
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
    places = Places(text)
    found = [Document(text, file, value, places, number) for number, value in enumerate(values)]
    for document in found:
        document.raw = raw
    return found


def made(value: Any, file: str) -> Document:
    """Return a document of a value that stands in no file; its places are those of the text that `dump` writes."""
    return Document("", file, value, Places(lambda: dump(value)))


class Part(Document):
    """A value inside another document, which tells its places."""

    def __init__(self, whole: Document, at: Path, value: Any) -> None:
        super().__init__(whole.text, whole.file, value)
        self.whole = whole
        self.at = at

    def place(self, path: Path) -> tuple[int, int]:
        """Return line and column of a value in the whole document."""
        return self.whole.place((*self.at, *path))

    def key_place(self, path: Path) -> tuple[int, int]:
        """Return line and column of a key in the whole document."""
        return self.whole.key_place((*self.at, *path))

    def quoted(self, path: Path) -> bool:
        """Return whether a scalar stands in quotes in the whole document."""
        return self.whole.quoted((*self.at, *path))


class OrderSheet(Document):
    """Orders as plain text: header lines, an empty line, then one order a line; `#` begins a comment.

    A dash, a bullet or a number may stand before an order, as in a list.
    """

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
                key, word = match[1].lower(), match[2].strip()
                if key == "orders":
                    said_so = "the orders stand below the header, after an empty line, one a line"
                    problems.append(Problem(file, number, column, key, said_so))
                elif key in value and key not in defaults:
                    problems.append(Problem(file, number, column, key, f"the key '{key}' is given a second time"))
                number_like = word.isascii() and word.isdigit() and len(word) < 18 and key not in _NAMES
                value[key] = int(word) if number_like else word
                self._places[(key,)] = (number, column)
            else:
                heading = False
                order = _BULLET.sub("", said)
                self._places[("orders", len(orders))] = (number, column + len(said) - len(order))
                orders.append(order)
        value["orders"] = orders
        if "player" not in value:
            said = "the header comes first: a line 'player: NAME', then an empty line, then one order a line"
            problems.append(Problem(file, 1, 1, "", said))
        if problems:
            raise Unreadable(problems)

    def place(self, path: Path) -> tuple[int, int]:
        """Return line and column of an order or a header line."""
        for length in range(len(path), 0, -1):
            if path[:length] in self._places:
                return self._places[path[:length]]
        return 1, 1

    def quoted(self, path: Path) -> bool:
        """An order stands in its line as it is."""
        return False

    def key_place(self, path: Path) -> tuple[int, int]:
        """Return line and column of a header line."""
        return self.place(path)


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
    bounded(text, file, MAX_ORDERS)
    try:
        sheet = OrderSheet(text.decode("utf-8-sig"), file, defaults)
        sheet.raw = text
        return sheet
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise Unreadable([Problem(file, line, 1, "", "the file is not UTF-8 text")]) from None


def is_sheet(text: bytes) -> bool:
    """Return whether a text is an order sheet rather than YAML: header lines, but no `orders:` among its keys."""
    rows = [row.strip() for row in text[:4096].decode("utf-8", "replace").lstrip("\ufeff").splitlines()]
    first = next((row for row in rows if row and not row.startswith("#")), "")
    return bool(re.match(r"(?i)(player|step|game)\s*:", first)) and not any(row.startswith("orders") for row in rows)


def parse_json(line: str | bytes, file: str, number: int = 1) -> Document:
    """Parse one line of JSON, the number-th of its file, as strictly as YAML; raises Unreadable."""
    try:
        if len(line) > MAX_LINE:
            raise strict_json.Refused(f"the line is longer than {MAX_LINE >> 20} MiB")
        text = line.decode() if isinstance(line, bytes) else line
        value = strict_json.decode(text, strict_yaml.MAX_DEPTH)
    except strict_json.Refused as error:
        raise Unreadable([Problem(file, number, 1, "", str(error))]) from None
    except RecursionError:
        message = f"nested deeper than {strict_yaml.MAX_DEPTH} levels"
        raise Unreadable([Problem(file, number, 1, "", message)]) from None
    except UnicodeDecodeError:
        raise Unreadable([Problem(file, number, 1, "", "the line is not UTF-8 text")]) from None
    except json.JSONDecodeError as error:
        raise Unreadable([Problem(file, number, error.pos + 1, "", f"not readable as JSON: {error.msg}")]) from None
    return _Line(text, file, value, number)


class _Line(Document):
    """A line of JSON in a file of many."""

    def __init__(self, text: str, file: str, value: Any, number: int) -> None:
        super().__init__(text, file, value)
        self._row = number

    def place(self, path: Path) -> tuple[int, int]:
        """Return the line and the column in it, 1 where JSON cannot be read as YAML."""
        return self._row, super().place(path)[1]

    def key_place(self, path: Path) -> tuple[int, int]:
        """Return the line and the column of a key in it."""
        return self._row, super().key_place(path)[1]


def convert(
    document: Document, kind: type[T], value: Any = None, path: Path = (), example: Callable[[], str] = str
) -> T:
    """Return a value of a document as a type; raises Unreadable with every problem in it.

    The example is told where a key of the value is missing.
    """
    given = document.value if value is None else value
    try:
        return msgspec.convert(given, kind, strict=True)
    except msgspec.ValidationError as error:
        from .wording import problems

        found = problems(document, kind, given, path, example())
        raise Unreadable(found or [_as_told(document, path, str(error))]) from None


def _as_told(document: Document, path: Path, said: str) -> Problem:
    """Return what msgspec says, where it says it: `Expected ... - at `$.battle.pieces[2].hits``."""
    message, _, where = said.partition(" - at `$")
    inner = [int(word[1:-1]) if word.startswith("[") else word[1:] for word in _STEP.findall(where)]
    return document.problem((*path, *inner), message)


def verb_of(value: Any, verbs: Mapping[str, Any], noun: str) -> tuple[str | None, str]:
    """Return the one verb among a mapping's keys, or None and what is wrong."""
    if not isinstance(value, dict):
        return None, f"{noun} is a mapping or a line of text, not {kind_of(value)}"
    found = [key for key in value if key in verbs]
    if len(found) == 1:
        return found[0], ""
    if found:
        return None, f"{noun} has one verb; here are {' and '.join(found)}, each of which is {noun} of its own"
    for key in value:
        before, colon, _ = key.partition(":")
        if colon and before in verbs:
            return None, f"no verb here: a space is missing after '{before}:'"
        first, blank, _ = key.partition(" ")
        if blank and first in verbs:
            return None, f"no verb here: a colon is missing after '{first}'"
        near = nearest(key, verbs)
        if near:
            return None, f"no verb here: '{key}' is not known{near}"
    return None, f"no verb here; {how(verbs, noun)}"


@cache
def schema(kind: Any) -> dict[str, Any]:
    """Return the JSON Schema of a type, which is not to be changed."""
    return schema_of(kind)


def builtins(value: Any) -> Any:
    """Return a value as plain data, as it is read back from a file: a tuple is a list."""
    return msgspec.json.decode(msgspec.json.encode(value))


class _Dumper(yaml.CSafeDumper):
    """Writes lists of small mappings one to a line, and never an alias."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


# what turns or hides the direction of text; written as escapes, so that a terminal is not misled
_TURNING = re.compile("[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]")


def _text(dumper: yaml.CSafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, style='"' if _TURNING.search(text) or "\n" in text else None
    )


_Dumper.add_representer(str, _text)


def dump(value: Any) -> str:
    """Write a value as YAML: the same value always gives the same text."""
    plain = msgspec.to_builtins(value)
    text: str = yaml.dump(
        plain, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120, default_flow_style=None
    )
    return _TURNING.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
