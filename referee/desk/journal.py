"""Changes of a folder that are made whole or not at all, whenever the run is killed; a lock keeps two runs apart.

A run first writes everything into a folder of its own, `.pending`, which gets its name by one renaming. Only then it
puts each file in its place. Where a run was killed in between, the next one begins by ending that.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.core.documents import Unreadable

from .sums import SUMS, changed_sums

_PENDING, _MAKING, _PLAN, _LOCK = ".pending", ".making", "plan.json", ".lock"
# what nobody but the owner may read: it holds what is hidden, and the words of players
PRIVATE = ("aside", "boxes.json", "desk.yaml", "inbox", "out", "record", "sent", "undone", "waiting")


# the time and the size of a file
Mark = tuple[int, int]


class Journal:
    """The changes of one run: files that are written, moved and removed, by their paths in the folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, bytes] = {}
        self.moves: list[tuple[str, str]] = []
        self.removals: dict[str, Mark | None] = {}

    @property
    def empty(self) -> bool:
        """Whether nothing is to be changed."""
        return not (self.files or self.moves or self.removals)

    def write(self, path: str, content: bytes | str) -> None:
        """Write a file, new or in place of another, or of one that was to be removed."""
        self.removals.pop(path, None)
        self.files[path] = content.encode() if isinstance(content, str) else content

    def move(self, path: str, to: str) -> None:
        """Move a file or a folder; moves come before what is written."""
        self.moves.append((path, to))

    def remove(self, path: str, mark: Mark | None = None) -> None:
        """Remove a file, after all else is done; with a mark, only if it still is that of this time and size."""
        self.removals[path] = mark

    def commit(self) -> None:
        """Make all changes."""
        if self.empty:
            return
        self.files[SUMS] = changed_sums(self.folder, self.files, self.moves, self.removals).encode()
        making = self.folder / _MAKING
        shutil.rmtree(making, ignore_errors=True)
        with _told(self.folder, "nothing was changed"):
            try:
                self._make(making)
            except OSError:
                shutil.rmtree(making, ignore_errors=True)
                raise
        recover(self.folder)

    def _make(self, making: Path) -> None:
        """Write all changes into a folder, which gets its name once it is whole."""
        making.mkdir(mode=0o700)
        names = {}
        for number, (path, content) in enumerate(self.files.items()):
            names[path] = str(number)
            _write(making / str(number), content, 0o600 if is_private(path) else 0o666)
        plan = {"moves": self.moves, "files": names, "removals": self.removals}
        _write(making / _PLAN, json.dumps(plan).encode())
        _sync(making)
        os.rename(making, self.folder / _PENDING)
        _sync(self.folder)


def recover(folder: Path) -> bool:
    """End what a run that was killed had begun; return whether there was anything."""
    shutil.rmtree(folder / _MAKING, ignore_errors=True)
    pending = folder / _PENDING
    if not pending.is_dir():
        return False
    with _told(folder, "a part of the changes is made, and the next run makes the others"):
        _end(folder, pending)
    return True


def _end(folder: Path, pending: Path) -> None:
    plan = json.loads((pending / _PLAN).read_bytes())
    for path, to in plan["moves"]:
        if (folder / path).exists():
            _make_room(folder, to)
            os.replace(folder / path, folder / to)
    for path, name in plan["files"].items():
        if (pending / name).exists():
            _make_room(folder, path)
            os.replace(pending / name, folder / path)
    for path, mark in plan["removals"].items():
        if mark is None or mark_of(folder / path) == tuple(mark):
            (folder / path).unlink(missing_ok=True)
    _sync(folder)
    # without its plan, the folder is no longer pending
    done = folder / _MAKING
    os.rename(pending, done)
    shutil.rmtree(done, ignore_errors=True)


@contextmanager
def _told(folder: Path, left: str) -> Iterator[None]:
    """Report what the system refuses, as for want of room, with what was left."""
    try:
        yield
    except OSError as error:
        raise Unreadable.of(str(folder), f"cannot be written: {error.strerror or error}; {left}") from None


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder while changing it; raises Unreadable if another run holds it."""
    path = folder / _LOCK
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Unreadable.of(str(folder), f"cannot be locked: {error.strerror or error}") from None
    try:
        try:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:  # Windows has none
            pass
        except OSError:
            raise Unreadable.of(str(folder), "another run is at work in this folder; wait until it has ended") from None
        yield
    finally:
        os.close(handle)


def mark_of(path: Path) -> Mark | None:
    """Return the time and the size of a file, None if it is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


@contextmanager
def at_work(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, in which a run that was killed is ended first; raises Unreadable if there is none."""
    if not folder.is_dir():
        raise Unreadable.of(str(folder), "there is no such folder; `referee desk new` makes a game by mail")
    with locked(folder):
        recover(folder)
        yield


def is_private(path: str) -> bool:
    """Return whether a file or folder of a game is for its owner alone."""
    return path.partition("/")[0] in PRIVATE


def _make_room(folder: Path, path: str) -> None:
    """Make the folders that a file lies in."""
    head, inside, _ = path.partition("/")
    if inside and not (folder / head).exists():
        (folder / head).mkdir(mode=0o700 if is_private(path) else 0o777)
    (folder / path).parent.mkdir(parents=True, exist_ok=True)


def _write(path: Path, content: bytes, mode: int = 0o666) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
