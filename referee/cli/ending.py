"""The end of a call: an exit code that says why, and never a traceback."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import click

from referee.core.documents.problems import Problem
from referee.interrupts import INTERRUPTED, end_at_once, raise_again
from referee.report.escape import join_lines, one_line
from referee.report.width import of_terminal, wrapped_at

REFUSED, UNREADABLE, BUG, UNPRINTED = 1, 2, 70, 74

# the files written so far, in order; they are complete even if standard output is lost
written: list[str] = []


class Unprinted(Exception):
    """Standard output cannot be written."""

    def __init__(self, error: OSError) -> None:
        super().__init__(error.strerror or str(error))
        self.quietly = error.errno == errno.EPIPE


@contextmanager
def printing() -> Iterator[None]:
    """Raise Unprinted if standard output cannot be written; the error of a file has a name and passes."""
    try:
        yield
    except OSError as error:
        if error.filename is not None:
            raise
        raise Unprinted(error) from None


def run(call: Callable[[], Any]) -> NoReturn:
    """Call a command line and exit.

    What a terminal has no sign for is printed as its code, as in `\\u2026`.
    """
    written.clear()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _run(call)
        with printing():
            sys.stdout.flush()
    except Unprinted as error:
        code = _unprinted(error)
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def _run(call: Callable[[], Any]) -> int:
    """Call a command line and return its exit code; raises Unprinted."""
    if sys.stdout is None:
        sys.stdout = _Closed()
    at_once = False
    try:
        at_once = raise_again()
        with wrapped_at(of_terminal()):
            code = call()
    except SystemExit as done:
        code = done.code
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(shown)
        # a word of the command line must not become a line of its own
        usage, begins, _ = shown.getvalue().partition("Error: ")
        said = one_line(error.format_message().replace("\n\t", " "))
        click.echo(f"{join_lines(usage.splitlines())}\n{begins}{said}".lstrip("\n"), err=True)
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except Unprinted:
        raise
    except OSError as error:
        return fail_with([str(Problem(str(error.filename), 0, 0, "", error.strerror or str(error)))], UNREADABLE)
    except MemoryError:
        return fail_with(["there is not enough memory for this input"], UNREADABLE)
    except RecursionError:
        return fail_with(["this input is nested too deeply"], UNREADABLE)
    except Exception as error:
        if os.environ.get("REFEREE_TRACEBACK"):
            raise
        what = f"{type(error).__name__}: {error}".replace("\n", "\\n")
        whose = _whose(error)
        told = f"this is a bug in {whose or 'the referee'}, not in your files: {what}"
        to = f"please report it to the authors of {whose}" if whose else "please report it"
        report = f"{to} with the command, its files, and what it prints with REFEREE_TRACEBACK=1"
        return fail_with([told, report], BUG)
    finally:
        if at_once:
            end_at_once()
    return code if isinstance(code, int) else 0


def _whose(error: Exception) -> str:
    """Return the package whose game raised an error, or "" for an error of the referee's own."""
    from referee.core.rules.packages import package_of

    found = ""
    at = error.__traceback__
    while at is not None:
        # of the frames of the referee and of packages, the innermost tells, but who asked for a roll is at fault
        module = str(at.tb_frame.f_globals.get("__name__", ""))
        package = package_of(module)
        if package is not None or (module.startswith("referee.") and module != "referee.core.game.recorder"):
            found = f"the package {package}" if package is not None else ""
        at = at.tb_next
    return found


def fail_with(messages: list[str], code: int) -> int:
    """Print messages to stderr, one on each line, and return an exit code."""
    for message in messages:
        click.echo(one_line(message), err=True)
    return code


def _unprinted(error: Unprinted) -> int:
    """Report the files that are complete although stdout cannot be written; print nothing for a closed pipe."""
    kept = f"{' and '.join(written)} {'is' if len(written) == 1 else 'are'} complete; " if written else ""
    if kept or not error.quietly:
        fail_with([f"{kept}standard output cannot be written: {error}".replace("\n", "\\n")], UNPRINTED)
    if sys.stdout is sys.__stdout__ and sys.stdout is not None:
        # the rest of the buffer cannot be written
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return UNPRINTED


class _Closed(io.TextIOBase):
    """A stand-in for a missing standard output; every write fails."""

    @property
    def buffer(self) -> Any:
        return self

    def write(self, _: Any) -> int:
        raise OSError(errno.EBADF, "it is closed")
