"""Output files are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from referee.core.documents import Problem, Unreadable


def refuse_existing(paths: list[str | None], force: bool) -> None:
    """Raise Unreadable for outputs that stand already or have no folder, before anything is adjudicated."""
    problems = []
    for path in paths:
        if path is None or path == "-":
            continue
        if os.path.lexists(path) and not force:
            problems.append(Problem(path, 0, 0, "", "exists already; --force overwrites it"))
        elif not Path(path).absolute().parent.is_dir():
            problems.append(Problem(path, 0, 0, "", "there is no such folder"))
        elif Path(path).is_dir():
            problems.append(Problem(path, 0, 0, "", "is a folder"))
    named = [path for path in paths if path not in (None, "-")]
    if len(set(named)) < len(named):
        problems.append(Problem(str(named[0]), 0, 0, "", "two outputs cannot be one file"))
    if problems:
        raise Unreadable(problems)


def write_whole(path: str, text: str, force: bool) -> None:
    """Write a file so that at every moment the old one or the new one stands, whole; raises Unreadable."""
    target = Path(path)
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.absolute().parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(temporary, 0o666 & ~_umask())
            if force:
                os.replace(temporary, target)
            else:
                os.link(temporary, target)
        finally:
            if os.path.exists(temporary):
                os.unlink(temporary)
    except OSError as error:
        raise Unreadable([Problem(path, 0, 0, "", f"cannot be written: {error.strerror or error}")]) from None


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
