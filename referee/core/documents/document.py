"""YAML and JSON documents <-> typed values, with file:line:column for every problem."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import digests
from .locations import Path, Places, Spot
from .problems import Problem
from .writing import _Dumper, _text, dump

# keys of a heading that are names, though they may look like numbers
_NAMES = ("game", "player", "ruleset")


class Document:
    """A parsed text with the place of each value; `raw` holds the bytes of the file it was read from."""

    raw: bytes | None = None

    def __init__(self, text: str, file: str, value: Any, places: Places | None = None, number: int = 0) -> None:
        """Create a document of a value and its text; the documents of one file share one map of places."""
        self.text = text
        self.file = file
        self.value = value
        self.lines: dict[Path, Mapping[str, int]] = {}
        self._in_text = places if places is not None else Places(text)
        self._number = number

    def position(self, path: Path) -> tuple[int, int]:
        """Return line and column, from 1, of the value at a path, or of its nearest parent.

        For orders written on one line, `lines` holds the place of each field in the line.
        """
        for length in range(len(path)):
            offsets = self.lines.get(path[:length])
            if offsets is not None:
                return self._inside(path[:length], offsets.get(str(path[length]), 0))
        return self.place(path)

    @property
    def digest(self) -> str:
        """The SHA-256 of the file's bytes, or of the content of a document given as data."""
        return digests.digest(self.value) if self.raw is None else digests.sha256(self.raw)

    def _inside(self, path: Path, offset: int) -> tuple[int, int]:
        line, column = self.place(path)
        return line, column + offset + self.quoted(path)

    def problem_in(self, path: Path, offset: int, message: str) -> Problem:
        """Return a problem at a character (from 0) of a text value."""
        return Problem(self.file, *self._inside(path, offset), dotted_path(path), message)

    def place(self, path: Path) -> tuple[int, int]:
        """Return line and column of a value in the text; a list or mapping has the place of its key."""
        spot = self._spot(path)
        return spot.line, spot.column

    def quoted(self, path: Path) -> bool:
        """Return whether the value at a path is quoted."""
        return self._spot(path).quoted

    def key_place(self, path: Path) -> tuple[int, int]:
        """Return line and column of the key that a path ends with."""
        spot = self._spot(path, of_key=True)
        return spot.line, spot.column

    def _spot(self, path: Path, of_key: bool = False) -> Spot:
        """Return the place of the value at a path, or of its key; what is no text of its own says where it stands."""
        return self._in_text.find(self._number, path, of_key)

    def problem(self, path: Path, message: str, key: str | None = None) -> Problem:
        """Return a problem at a path, or at one of its keys if `key` is given."""
        inside = any(path[:length] in self.lines for length in range(len(path) + 1))
        if key is None or inside:
            line, column = self.position(path if key is None else (*path, key))
        else:
            line, column = self.key_place((*path, key))
        return Problem(self.file, line, column, dotted_path(path), message)


def dotted_path(path: Path) -> str:
    """Return a path as text, with list items counted from 1: orders[3].strike."""
    out = ""
    for step in path:
        out += f"[{step + 1}]" if isinstance(step, int) else f".{step}" if out else str(step)
    return out


def make_document(value: Any, file: str) -> Document:
    """Return a document of a value without a file; its places refer to the text that `dump` writes."""
    return Document("", file, value, Places(lambda: dump(value)))


class Part(Document):
    """A value inside another document; its places are those in that document."""

    def __init__(self, whole: Document, at: Path, value: Any) -> None:
        super().__init__(whole.text, whole.file, value)
        self.whole = whole
        self.at = at

    def _spot(self, path: Path, of_key: bool = False) -> Spot:
        return self.whole._spot((*self.at, *path), of_key)


_Dumper.add_representer(str, _text)
