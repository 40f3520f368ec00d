"""The folder of games: the only place where a server reads or writes files.

Each part of a name is opened inside the folder before it, and no link is followed, so that no name leads out of it.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from referee.core import documents
from referee.core.documents import Unreadable
from referee.core.documents.problems import shown

_MOST_PARTS = 16
_LONGEST = 255
_CAN = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
_OUTSIDE = "names no file in the folder of games: write a plain name, or folders and a name with / between them"
_INSIDE_ONLY = "is no file of the folder of games, which has no links, devices or pipes"


class Folder:
    """The folder of games, opened once; `path` is how it was named."""

    def __init__(self, path: Path) -> None:
        """Open the folder; raises Unreadable for what is none."""
        self.path = path
        if not _CAN:
            raise Unreadable.of("--games", "needs a system that opens files relative to a folder")
        try:
            self._root = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        except OSError as error:
            raise Unreadable.of("--games", f"'{path}' cannot be opened: {error.strerror or error}") from None

    def read(self, name: str, argument: str, most: int = documents.MAX_BYTES) -> bytes:
        """Return the bytes of a file, at most one more than `most`; raises Unreadable."""
        with self._opened(name, argument) as (folder, last):
            # a pipe would wait for its other end
            handle = os.open(last, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
            with os.fdopen(handle, "rb") as file:
                if not stat.S_ISREG(os.fstat(handle).st_mode):
                    raise Unreadable.of(argument, _INSIDE_ONLY)
                return file.read(most + 1)

    def refuse_existing(self, names: Sequence[tuple[str, str | None]]) -> None:
        """Raise Unreadable for new files, each `(argument, name)`, that exist, have no folder or have one name."""
        seen: dict[str, str] = {}
        for argument, name in names:
            if name is None:
                continue
            if name in seen:
                raise Unreadable.of(argument, f"is the same file as {seen[name]}")
            seen[name] = argument
            with self._opened(name, argument) as (folder, last):
                try:
                    os.stat(last, dir_fd=folder, follow_symlinks=False)
                except FileNotFoundError:
                    continue
                raise Unreadable.of(argument, f"{shown(name)} exists, and is not overwritten; name a new file")

    def write(self, name: str, argument: str, text: str) -> None:
        """Write a new file, whole or not at all; raises Unreadable."""
        with self._opened(name, argument) as (folder, last):
            made = f".referee-{os.getpid()}-{secrets.token_hex(4)}.tmp"
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
            handle = os.open(made, flags, 0o666, dir_fd=folder)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(text.encode())
                    file.flush()
                    os.fsync(file.fileno())
                # unlike a rename, this refuses a name that exists
                os.link(made, last, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
            finally:
                os.unlink(made, dir_fd=folder)

    def remove(self, name: str, argument: str) -> None:
        """Remove a file that was written in vain."""
        with self._opened(name, argument) as (folder, last):
            os.unlink(last, dir_fd=folder)

    @contextmanager
    def _opened(self, name: str, argument: str) -> Iterator[tuple[int, str]]:
        """Yield the folder that a file is in, and its name there; raises Unreadable for what fails inside."""
        parts = _parts(name, argument)
        handles: list[int] = []
        try:
            folder = self._root
            for part in parts[:-1]:
                folder = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
                handles.append(folder)
            yield folder, parts[-1]
        except OSError as error:
            raise Unreadable.of(argument, f"{shown(name)} {_said(error)}") from None
        finally:
            for handle in handles:
                os.close(handle)


def _parts(name: str, argument: str) -> list[str]:
    """Return the folders and the file of a name; raises Unreadable for one that could lead out of the folder."""
    parts = name.split("/")
    strange = len(parts) > _MOST_PARTS or not name.isprintable() or "\\" in name or ":" in name
    if strange or any(not part or part[0] in ".~" or len(part.encode()) > _LONGEST for part in parts):
        raise Unreadable.of(argument, f"{shown(name)} {_OUTSIDE}")
    return parts


def _said(error: OSError) -> str:
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return "is not in the folder of games"
    if error.errno in (errno.ELOOP, errno.ENXIO, errno.EISDIR):
        return _INSIDE_ONLY
    return f"cannot be opened: {error.strerror or error}"
