"""YAML and JSON text -> documents, strictly: no duplicate keys, no tags, limits before anything is built."""

from __future__ import annotations

import json
import re
from typing import Any

import yaml

from . import strict_json, strict_yaml, yaml_errors
from .document import Document
from .limits import MAX_BYTES, MAX_LINE, check_size, decoded
from .locations import Path, Places
from .problems import Problem, Unreadable


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
        if (problem := yaml_errors.of_depth(error, text, file)) is not None:
            raise Unreadable([problem]) from None
        line, column, said = yaml_errors.place_and_problem(error, text)
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

    def place(self, path: Path) -> tuple[int, int]:
        """Return line and column; the column is 1 if this JSON cannot be read as YAML."""
        return self._row, super().place(path)[1]

    def key_place(self, path: Path) -> tuple[int, int]:
        """Return the line and the column of a key in it."""
        return self._row, super().key_place(path)[1]
