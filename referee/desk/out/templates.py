"""The templates of mails and pages, in Jinja2: the desk's, and a master's own in `DIR/templates`, which go first.

A template of a master runs in a sandbox and sees plain data only. `{% extends "desk/mail.txt.j2" %}` names the template
of the desk that one replaces. What ends in `.html.j2` is escaped.
"""

from __future__ import annotations

import textwrap
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import (
    ChoiceLoader,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
)
from jinja2.sandbox import ImmutableSandboxedEnvironment

from referee.core.documents import Problem, Unreadable
from referee.core.documents.problems import nearest
from referee.report.escape import one_line

from ..bounded import TooLong, bounded

WIDTH = 72
OWN = "templates"
_ENDING = ".j2"
_DESK = Path(__file__).parent / "templates"


# of CPU, for one mail or page
_MOST_SECONDS = 5


class Templates:
    """The templates of a game by mail; raises Unreadable for one that is broken, with its file and line."""

    def __init__(self, folder: Path | None = None) -> None:
        self._own = folder / OWN if folder is not None and (folder / OWN).is_dir() else None
        self._environment = _shipped() if self._own is None else _environment(self._own)
        if self._own is not None:
            self._check(self._own)

    def _check(self, own: Path) -> None:
        """Compile every template of the master, so that a broken one is found before it is needed."""
        known = sorted(path.name for path in _DESK.glob(f"*{_ENDING}"))
        problems = []
        for path in sorted(own.rglob("*")):
            name = path.relative_to(own).as_posix()
            if path.is_dir() or name.startswith("."):
                continue
            # a part that other templates include begins with an underscore
            if name not in known and not path.name.startswith("_"):
                said = f"the desk has no such template; it has {', '.join(known)}{nearest(name, known)}"
                problems.append(Problem(str(path), 0, 0, "", f"{said}; a part of your own begins with _"))
                continue
            try:
                with self._told(name):
                    self._environment.get_template(name)
            except Unreadable as error:
                problems += error.problems
        if problems:
            raise Unreadable(problems)

    def render(self, name: str, **values: Any) -> str:
        """Return a template filled with plain values."""
        with self._told(name):
            try:
                with bounded(_MOST_SECONDS):
                    return self._environment.get_template(name).render(**values)
            except TooLong:
                said = f"takes more than {_MOST_SECONDS} seconds"
                raise Unreadable.of(self._path(name), said) from None

    @contextmanager
    def _told(self, name: str) -> Iterator[None]:
        """Report what goes wrong in a template with its file and line."""
        try:
            yield
        except TemplateSyntaxError as error:
            said = error.message or "cannot be read"
            raise Unreadable([Problem(error.filename or self._path(name), error.lineno, 1, "", said)]) from None
        except TemplateNotFound as error:
            file, line = self._place(error, name)
            raise Unreadable(
                [Problem(file, line, 1 if line else 0, "", f"there is no template '{error.name}'")]
            ) from None
        except UnicodeDecodeError as error:
            raise Unreadable.of(self._path(name), f"is not UTF-8: {error.reason}") from None
        except (TemplateError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError, OSError) as error:
            file, line = self._place(error, name)
            raise Unreadable([Problem(file, line, 1 if line else 0, "", str(error) or type(error).__name__)]) from None
        except (RecursionError, MemoryError) as error:
            raise Unreadable.of(self._path(name), f"does not end: {error}") from None

    def _path(self, name: str) -> str:
        own = self._own / name if self._own is not None else _DESK / name
        return str(own if own.exists() else _DESK / name.removeprefix("desk/"))

    def _place(self, error: Exception, name: str) -> tuple[str, int]:
        """Return the file and line of the innermost template in which an error arose."""
        rows = [row for row in traceback.extract_tb(error.__traceback__) if row.filename.endswith(_ENDING)]
        return (rows[-1].filename, rows[-1].lineno or 0) if rows else (self._path(name), 0)


def _environment(*own: Path) -> ImmutableSandboxedEnvironment:
    """Return what renders the desk's templates, those of a master's folder before them."""
    desk = FileSystemLoader(_DESK)
    out = ImmutableSandboxedEnvironment(
        loader=ChoiceLoader([*map(FileSystemLoader, own), desk, PrefixLoader({"desk": desk})]),
        autoescape=lambda name: name is not None and name.endswith(".html.j2"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    out.filters["wrap"] = wrapped
    return out


@cache
def _shipped() -> ImmutableSandboxedEnvironment:
    """Return what renders the desk's templates alone; they are compiled once in a process."""
    return _environment()


def wrapped(text: object, head: str = "", rest: str | None = None) -> str:
    """Return a text in lines of at most 72 columns; `head` stands before the first line, `rest` before the others."""
    return "\n".join(wrap(str(text), head, rest))


def wrap(text: str, head: str = "", rest: str | None = None, width: int = WIDTH) -> list[str]:
    """Return a text in lines of at most so many columns, after a head."""
    after = " " * len(head) if rest is None else rest
    return textwrap.wrap(
        one_line(text), width, initial_indent=head, subsequent_indent=after, break_on_hyphens=False
    ) or [head.rstrip()]


def tidy(lines: Iterable[str]) -> list[str]:
    """Return lines without blanks at their ends, with one empty line where there were several, and none at the ends."""
    out: list[str] = []
    for line in lines:
        bare = line.rstrip()
        if bare or (out and out[-1]):
            out.append(bare)
    while out and not out[-1]:
        out.pop()
    return out
