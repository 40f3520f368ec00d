"""Where the index of a ruleset is kept: in the user's cache directory, written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from referee.version import VERSION

from ..documents import Problem, Unreadable
from .rulesets import Ruleset
from .search import table_files

if TYPE_CHECKING:
    from sqlite3 import Connection

_DIGITS = 16


def mark_of(ruleset: Ruleset, code: Iterable[Path]) -> str:
    """Return a digest of what an index is made from: the files of every layer, and the code here and in folders."""
    code_files = [found for folder in (Path(__file__).parent, *code) for found in os.scandir(folder)]
    written = sorted((one.name, one.stat().st_mtime_ns) for one in code_files if one.name.endswith(".py"))
    made = sha256(repr((VERSION, written)).encode())
    for layer in ruleset.layers:
        for path in table_files(layer):
            made.update(f"\0{layer.name}/{path.name}\0".encode())
            made.update(path.read_bytes())
    return made.hexdigest()[:_DIGITS]


def kept(name: str, mark: str, build: Callable[[Connection], None]) -> Connection:
    """Return the database with a mark: the one that is kept, or one that is built now, and kept if it can be written.

    Of the databases of one name, only the last is kept. Raises Unreadable where SQLite has no full-text search.
    """
    import sqlite3

    place = _folder() / f"{name}-{mark}.db"
    with suppress(OSError, sqlite3.Error):
        if place.is_file():
            return _open(place)
    made = in_memory(build)
    with suppress(OSError, sqlite3.Error):
        _write(place, made)
        for other in place.parent.glob(f"{name}-{'[0-9a-f]' * _DIGITS}.db"):
            if other != place:
                other.unlink()
    return made


def in_memory(build: Callable[[Connection], None]) -> Connection:
    """Return a database that is built now; raises Unreadable where SQLite has no full-text search."""
    import sqlite3

    made = sqlite3.connect(":memory:", check_same_thread=False)
    try:
        build(made)
    except sqlite3.OperationalError as error:
        message = f"this Python's SQLite cannot search texts: {error}"
        raise Unreadable([Problem("", 0, 0, "", message)]) from None
    made.commit()
    return made


def _open(place: Path) -> Connection:
    """Return a database that is read and never written; raises sqlite3.Error if it is none."""
    import sqlite3

    found = sqlite3.connect(f"{place.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
    found.execute("SELECT rowid FROM entries LIMIT 1").fetchone()
    return found


def _write(place: Path, made: Connection) -> None:
    """Write a database beside its place, and give it its name."""
    import sqlite3
    from tempfile import mkstemp

    place.parent.mkdir(parents=True, exist_ok=True)
    handle, own = mkstemp(".tmp", ".referee-", place.parent)
    os.close(handle)
    try:
        copy = sqlite3.connect(own)
        made.backup(copy)
        copy.close()
        os.replace(own, place)
    finally:
        with suppress(OSError):
            os.unlink(own)


def _folder() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(home) / "referee" / "search"
