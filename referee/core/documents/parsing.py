"""Read the bytes of a document as YAML or JSON, and say in words what YAML itself rejects."""

from __future__ import annotations

import json
import re
from typing import Any

import yaml

from . import strict_json, strict_yaml
from .document import Document
from .limits import MAX_BYTES, MAX_LINE, check_size, decoded
from .locations import Path, Places, Spot
from .problems import Problem, Unreadable
from .strict_yaml import Builder

_HERE = {
    "mapping values are not allowed": "a colon is where no key can be; put text with a colon in quotes, or check "
    "that the line before is complete and this one is indented correctly",
    "found unknown escape character": r"no escape begins with this after a backslash; write \\ or use single quotes",
    "did not find expected '-' indicator": "an entry of a list is expected here, but this line has no dash",
    "did not find expected key": "this does not belong to the lines above; the keys of a mapping begin in "
    "one column, and nothing follows a closed quotation mark",
    "did not find expected node content": "a value is missing here",
    "did not find expected <document start>": "more follows here after the end of the document",
    "block sequence entries are not allowed": "a dash begins an entry of a list on a line of its own",
}
_WHERE_IT_BEGINS = {
    "could not find expected ':'": "this line is not 'key: value'; a colon with a space after it is missing",
    "found unexpected end of stream": "the quotation mark that opens here is never closed",
}
_CLOSING = {"',' or ']'": "]", "',' or '}'": "}"}


def place_and_problem(error: yaml.MarkedYAMLError, text: str) -> tuple[int, int, str]:
    """Return line and column, from 1, of an error in a text, and its message."""
    mark = error.problem_mark or error.context_mark
    if mark is None:
        return 1, 1, str(error)
    problem, here = error.problem or "", text[mark.index : mark.index + 1]
    said = " ".join(part for part in (error.context, problem) if part)
    if here == "\t":
        return *_place(mark), "there is a tab here; YAML lines are indented with spaces"
    if "cannot start any token" in problem:
        return *_place(mark), f"{here!r} cannot begin a value; put the value in quotes"
    for expected, bracket in _CLOSING.items():
        if expected in problem:
            if error.context_mark is not None and not text[mark.index :].strip():
                return *_place(error.context_mark), f"the bracket that opens here is not closed; a {bracket} is missing"
            quotes = "; text with a colon and a space needs quotes" if here == ":" else ""
            return *_place(mark), f"a comma or a {bracket} is missing before this{quotes}"
    for words, meaning in _WHERE_IT_BEGINS.items():
        if words in problem:
            return *_place(error.context_mark or mark), meaning
    return *_place(mark), next((meaning for words, meaning in _HERE.items() if words in problem), said)


def of_depth(error: yaml.MarkedYAMLError, text: str, file: str) -> Problem | None:
    """Return the problem of a text that is nested deeper than the scanner reads ahead; None for another error.

    PyYAML from 6.0.4 on stops there, before it yields the events of the levels above.
    """
    if error.problem_mark is None or "nesting depth" not in (error.problem or ""):
        return None
    builder = Builder(text[: error.problem_mark.index], file)
    builder.documents()
    return builder.problems[-1]


def _place(mark: yaml.Mark) -> tuple[int, int]:
    return mark.line + 1, mark.column + 1


def parse(text: str | bytes, file: str, most: int = MAX_BYTES) -> Document:
    """Parse one YAML document strictly.

    Raises Unreadable for syntax errors, duplicate keys, keys that are not text, tags, and for more than `most` bytes,
    64 levels or 1,000 aliases.
    """
    documents = parse_all(text, file, most)
    if not documents:
        raise Unreadable([Problem(file, 1, 1, "", "the file is empty; one document is expected")])
    if len(documents) > 1:
        message = f"one document is expected here, {len(documents)} found"
        raise Unreadable([Problem(file, *documents[1].place(()), "", message)])
    return documents[0]


def parse_all(text: str | bytes, file: str, most: int = MAX_BYTES) -> list[Document]:
    """Parse every YAML document of a text; raises Unreadable as `parse` does."""
    check_size(text, file, most)
    if isinstance(text, bytes):
        raw, text = text, decoded(text, file)
    else:
        raw = text.encode("utf-8", "surrogatepass")
    found = _documents(text, file)
    for document in found:
        document.raw = raw
    return found


def parse_part(text: str, file: str, before: int) -> list[Document]:
    """Parse the documents of a part of a file, which so many lines stand before; raises Unreadable as `parse` does."""
    try:
        return _documents(text, file, before)
    except Unreadable as error:
        raise Unreadable(
            [one._replace(line=one.line + before) if one.line else one for one in error.problems]
        ) from None


def _documents(text: str, file: str, before: int = 0) -> list[Document]:
    try:
        values, starts = strict_json.decode_documents(text, strict_yaml.MAX_DEPTH, strict_yaml.MAX_VALUES)
    except ValueError:
        values, starts = _of_yaml(text, file)
    places = Places(text, starts, before)
    return [Document(text, file, value, places, number) for number, value in enumerate(values)]


def _of_yaml(text: str, file: str) -> tuple[list[Any], list[tuple[int, int]]]:
    """Return the documents of a YAML text, and the line and the column of each; raises Unreadable."""
    try:
        builder = strict_yaml.Builder(text, file)
        values = builder.documents()
    except yaml.MarkedYAMLError as error:
        if (problem := of_depth(error, text, file)) is not None:
            raise Unreadable([problem]) from None
        line, column, said = place_and_problem(error, text)
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
    return values, builder.starts


def is_sheet(text: bytes) -> bool:
    """Return whether a text is an order sheet rather than YAML: header lines, but no `orders:` among its keys."""
    rows = [row.strip() for row in text[:4096].decode("utf-8", "replace").lstrip("\ufeff").splitlines()]
    first = next((row for row in rows if row and not row.startswith("#")), "")
    return bool(re.match(r"(?i)(player|step|game)\s*:", first)) and not any(row.startswith("orders") for row in rows)


def parse_json(line: str | bytes, file: str, number: int = 1) -> Document:
    """Parse line `number` of a JSON file as strictly as YAML; raises Unreadable."""
    try:
        if len(line) > MAX_LINE:
            raise strict_json.UnwantedJson(f"the line is longer than {MAX_LINE >> 20} MiB")
        text = decoded(line, file, number) if isinstance(line, bytes) else line
        try:
            value = strict_json.decode_plain(text.encode() if isinstance(line, str) else line, strict_yaml.MAX_DEPTH)
        except (ValueError, RecursionError):
            value = strict_json.decode(text, strict_yaml.MAX_DEPTH)
    except strict_json.UnwantedJson as error:
        raise Unreadable([Problem(file, number, 1, "", str(error))]) from None
    except RecursionError:
        message = f"nested deeper than {strict_yaml.MAX_DEPTH} levels"
        raise Unreadable([Problem(file, number, 1, "", message)]) from None
    except json.JSONDecodeError as error:
        raise Unreadable([Problem(file, number, error.pos + 1, "", f"not readable as JSON: {error.msg}")]) from None
    return _Line(text, file, value, number)


class _Line(Document):
    """A line of JSON in a file of many."""

    def __init__(self, text: str, file: str, value: Any, number: int) -> None:
        super().__init__(text, file, value)
        self._row = number

    def _spot(self, path: Path, of_key: bool = False) -> Spot:
        """Return the place in the file; the column is 1 if this JSON cannot be read as YAML."""
        return super()._spot(path, of_key)._replace(line=self._row)
