"""Output files and folders of pages are written completely or not at all."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from referee.core.documents import Problem, Unreadable

from .ending import written

_PREFIX, _SUFFIX = ".referee-", ".tmp"


def refuse_existing(
    paths: Sequence[str | None], force: bool, inputs: Sequence[str | None] = (), lost: str = ""
) -> None:
    """Raise Unreadable for outputs that exist, are inputs too, or have no folder; call it before any work."""
    problems = []
    read = {os.path.realpath(path) for path in inputs if path is not None and path != "-"}
    for path in paths:
        if path is None or path == "-":
            continue
        message = f"is an input of this command, and would be lost{lost}" if os.path.realpath(path) in read else ""
        message = message or _refused(path, force)
        if message:
            problems.append(Problem(path, 0, 0, "", message))
    named = [path if path == "-" else os.path.realpath(path) for path in paths if path is not None]
    if len(set(named)) < len(named):
        problems.append(Problem(str(named[0]), 0, 0, "", "two outputs cannot be the same file"))
    if problems:
        raise Unreadable(problems)


_ENDINGS = {"SVG": (".svg",), "HTML": (".html", ".htm"), "YAML": (".yaml", ".yml")}
_OTHER = (".csv", ".gif", ".jpeg", ".jpg", ".json", ".jsonl", ".md", ".pdf", ".png", ".txt", ".webp")


def refuse_endings(outputs: Sequence[tuple[str | None, str]]) -> None:
    """Raise Unreadable for outputs whose name has the ending of another kind of file: SVG, HTML or YAML."""
    problems = []
    known = {*_OTHER, *(ending for endings in _ENDINGS.values() for ending in endings)}
    for path, kind in outputs:
        ending = os.path.splitext(path or "")[1]
        if path is not None and ending.lower() in known.difference(_ENDINGS[kind]):
            right = path.removesuffix(ending) + _ENDINGS[kind][0]
            problems.append(Problem(path, 0, 0, "", f"ends in {ending}, but the output is {kind}; name it {right}"))
    if problems:
        raise Unreadable(problems)


def _refused(path: str, force: bool) -> str:
    """Return why a path cannot be written, or an empty text."""
    target = Path(path)
    try:
        if not target.absolute().parent.is_dir():
            return "there is no such folder"
        if target.is_dir():
            return "is a folder"
        if target.exists() and not target.is_file():
            # a device or a pipe would be replaced by a file
            return "is not a regular file; use - to print instead"
    except OSError as error:
        return f"cannot be written: {error.strerror or error}"
    return "already exists; --force overwrites it" if os.path.lexists(path) and not force else ""


def write_whole(path: str, text: str | bytes, force: bool, mode: int = 0o666) -> None:
    """Write a file so that the old or the new version is complete at every moment; raises Unreadable."""
    import tempfile

    target = Path(path)
    try:
        sweep(target.absolute().parent)
        handle, temporary = tempfile.mkstemp(_SUFFIX, f"{_PREFIX}{os.getpid()}-", target.absolute().parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text.encode() if isinstance(text, str) else text)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(temporary, mode & ~_umask())
            if force:
                os.replace(temporary, target)
            else:
                _put_new(temporary, target)
        finally:
            if os.path.exists(temporary):
                os.unlink(temporary)
    except OSError as error:
        raise Unreadable.of(path, f"cannot be written: {error.strerror or error}") from None
    written.append(path)


def refuse_folder(folder: Path, is_ours: Callable[[Sequence[str]], bool], force: bool) -> None:
    """Raise Unreadable for a folder that cannot be made, that exists, or whose names are not those of our pages."""
    message = ""
    if not folder.absolute().parent.is_dir():
        message = "there is no folder to put it in"
    elif folder.exists() and not folder.is_dir():
        message = "is a file; name a folder"
    elif folder.is_dir() and (names := [path.name for path in folder.iterdir()]):
        if not is_ours(names):
            message = "holds other files; name a new folder"
        elif not force:
            message = "already exists; --force overwrites it"
    if message:
        raise Unreadable.of(str(folder), message)


def put_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write all files, by their paths inside, beside the folder, and give them its name; raises Unreadable."""
    import shutil
    import tempfile

    try:
        own = Path(tempfile.mkdtemp(".tmp", ".referee-", folder.absolute().parent))
        try:
            for name, content in files.items():
                (own / name).parent.mkdir(parents=True, exist_ok=True)
                (own / name).write_bytes(content)
            os.chmod(own, 0o755)
            if folder.is_dir():
                before = own.with_suffix(".old")
                os.rename(folder, before)
                os.rename(own, folder)
                shutil.rmtree(before)
            else:
                os.rename(own, folder)
        finally:
            if own.exists():
                shutil.rmtree(own)
    except OSError as error:
        raise Unreadable.of(str(folder), f"cannot be written: {error.strerror or error}") from None


def print_whole(text: str) -> None:
    """Print text and flush it, so that a failure is noticed; raises OSError."""
    click.echo(text, nl=False)
    sys.stdout.flush()


@contextmanager
def locked(path: str | None) -> Iterator[None]:
    """Lock a file against other runs of the referee, if the system has locks; None locks nothing.

    After a wait, the path may name another file.
    """
    try:
        import fcntl
    except ImportError:  # Windows has none
        path = None
    if path is None:
        yield
        return
    with open(path, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def sweep(folder: Path) -> None:
    """Remove the temporary files of runs that were killed while they wrote into a folder."""
    if os.name != "posix":
        return
    for left in folder.glob(f"{_PREFIX}*{_SUFFIX}"):
        writer = left.name.removeprefix(_PREFIX).partition("-")[0]
        if writer.isdecimal() and int(writer) != os.getpid() and not _runs(int(writer)):
            left.unlink(missing_ok=True)


def _runs(process: int) -> bool:
    """Return whether a process exists, of any user."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def _put_new(temporary: str, target: Path) -> None:
    """Give a finished file its name, unless another file has it."""
    try:
        os.link(temporary, target)
    except OSError as error:
        # a file system without hard links: check the name first
        if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS):
            raise
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        os.rename(temporary, target)


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
