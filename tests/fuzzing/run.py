"""Running a command in this process, and what must hold of however it ends."""

from __future__ import annotations

import re
import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from referee.cli import _group

# everything below a space but the line feed, DEL, and the controls of C1
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")
# a value that breaks a line, as documents are broken with, must not begin one
_FORGED = re.compile("^FORGED", re.MULTILINE)
_MOST_PRINTED = 5_000_000
_SECONDS = 20
CODES = (0, 1, 2)


@dataclass
class Input:
    """One call: the words of the command line, its files, what stdin says, and how many inputs it counts for."""

    command: str
    words: list[str]
    files: dict[str, bytes] = field(default_factory=dict)
    stdin: bytes | None = None
    count: int = 1


@dataclass
class Finding:
    """Something that must not be: where it was seen, and in which class of faults it belongs."""

    kind: str
    told: str


class TooSlow(BaseException):
    """A command has not come to an end."""


@contextmanager
def _alarm() -> Iterator[None]:
    def ring(*_: Any) -> None:
        raise TooSlow

    # time of the processor: others may be at work on the same machine
    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, _SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def run(given: Input, folder: Path) -> tuple[int, Finding | None]:
    """Run a command in a folder that holds its files alone; return its exit code, and what is wrong with its end."""
    for name, text in given.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    try:
        return _ended(given, folder)
    finally:
        _clear(folder)


def _ended(given: Input, folder: Path) -> tuple[int, Finding | None]:
    begun = time.process_time()
    try:
        with _alarm():
            result = CliRunner().invoke(_group, given.words, input=given.stdin)
    except TooSlow:
        return 99, Finding("slow", f"not done after {_SECONDS} seconds")
    if result.exc_info is not None and not isinstance(result.exception, (SystemExit, type(None))):
        if isinstance(result.exception, TooSlow):
            return 99, Finding("slow", "".join(traceback.format_exception(result.exception)[-8:]))
        return 98, _raised(result.exception)
    took = time.process_time() - begun
    wrong = _wrong(given, folder, result.exit_code, result.stdout, result.stderr)
    if wrong is None and took > _SECONDS / 4:
        wrong = f"slow: {took:.1f} seconds"
    kind = f"{given.command}: {re.sub(r'[0-9.]+', 'N', wrong.partition(chr(10))[0][:80])}" if wrong is not None else ""
    return result.exit_code, Finding(kind, wrong) if wrong is not None else None


def _raised(error: BaseException) -> Finding:
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "/referee/" in frame.filename] or frames
    where = f"{own[-1].filename.rpartition('/referee/')[2]}:{own[-1].name}"
    return Finding(f"{type(error).__name__} in {where}", "".join(traceback.format_exception(error)))


def _wrong(given: Input, folder: Path, code: int, out: str, err: str) -> str | None:
    """Return what is wrong with how a command has ended, None where all is well."""
    if code not in CODES:
        return f"exit code {code}\n{err}"
    if (found := _CONTROL.search(out + err)) is not None:
        return f"prints a control character: {found[0]!r}"
    if (found := _FORGED.search(out + err)) is not None:
        return f"a value makes a line of its own: {found[0]!r}"
    if "a bug in the referee" in out + err:
        return f"a bug: {(out + err)[:2000]}"
    if code == 2 and not err and "--jsonl" not in given.words and "--json" not in given.words:
        return "exit code 2 without a word"
    if len(out) + len(err) > _MOST_PRINTED:
        return f"prints {len(out) + len(err)} characters"
    written = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()} - given.files.keys()
    if written and code != 0:
        return f"writes {sorted(written)} and ends with {code}"
    changed = {name for name, text in given.files.items() if (folder / name).read_bytes() != text}
    # what `commit` is there for
    if changed - ({"st.yaml"} if given.command == "commit" and code == 0 else set()):
        return "changes a file that it was given"
    return None


def _clear(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
