"""Shared by the commands: reading files, and failing."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn, TypeVar

import click

from referee.core import documents
from referee.core.documents import Document, Problem, Unreadable
from referee.core.documents.problems import Argument
from referee.report.escape import one_line

from .ending import REFUSED as REFUSED
from .ending import UNREADABLE as UNREADABLE
from .ending import fail_with as fail_with

if TYPE_CHECKING:
    from referee.core.game.state import State
    from referee.core.rules.rulesets import Ruleset

F = TypeVar("F", bound=Callable[..., Any])

folders_option = click.option(
    "--rulesets",
    "folders",
    multiple=True,
    metavar="DIR",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="A folder with your own rulesets; can be given several times. REFEREE_RULESETS names more.",
)
player_option = click.option("--player", metavar="P", help="Use only what this player may see.")
jobs_option = click.option(
    "--jobs", type=click.IntRange(1, 1024), default=1, show_default=True, help="How many processes to use."
)
cluster_option = click.option(
    "--cluster", metavar="ADDRESS", help="Use a dask.distributed cluster, such as tcp://host:8786."
)
only_option = click.option(
    "--only", metavar="PATH,…", help="With --jsonl, print only this of each result: state.battle.pieces,awaiting."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")


def guarded(function: F) -> F:
    """Turn what cannot be read into messages on stderr and exit code 2."""

    @functools.wraps(function)
    def inner(*args: Any, **kwargs: Any) -> Any:
        from referee.api import StaleRules

        try:
            return function(*args, **kwargs)
        except Unreadable as error:
            fail([problem_text(problem) for problem in error.problems], UNREADABLE)
        except StaleRules as error:
            rows = [one_line(f"  {row}") for row in error.rows]
            hint = "give --accept-rules to continue under the present rules"
            fail([str(error).split(":")[0] + "; what differs:", *rows, hint], REFUSED)

    return inner  # type: ignore[return-value]


def only_paths(given: str | None, jsonl: bool) -> list[str]:
    """Return the paths given by --only, none if it is not given; raises Unreadable for one that no result has."""
    if given is None:
        return []
    if not jsonl:
        raise click.UsageError("--only goes with --jsonl")
    from referee.judge.wanted import check_paths

    paths = [path.strip() for path in given.split(",")]
    check_paths(paths)
    return paths


def problem_text(problem: Problem) -> str:
    """Return a problem as it is printed: an argument by its option."""
    return str(problem._replace(file=problem.file.option) if isinstance(problem.file, Argument) else problem)


def note_stale(ruleset: Ruleset, state: State) -> None:
    """Print a note on stderr if the tables have changed since a state was written."""
    if said := ruleset.stale(state.rules):
        say(f"note: {said}", err=True)


def fail(messages: Sequence[str], code: int) -> NoReturn:
    """Print messages to stderr and exit."""
    sys.exit(fail_with(list(messages), code))


def stdin() -> BinaryIO:
    """Return stdin as a binary file; raises Unreadable if it is closed."""
    if sys.stdin is None:
        raise Unreadable.of("stdin", "is closed")
    return sys.stdin.buffer


def read_bytes(path: str, most: int = documents.MAX_BYTES) -> bytes:
    """Return the bytes of a file, or of stdin for '-', at most one more than `most`; raises Unreadable."""
    if path == "-":
        context = click.get_current_context(silent=True)
        if context is not None and context.meta.setdefault("referee.stdin", 0):
            raise Unreadable.of("stdin", "is given twice; it can be read only once")
        if context is not None:
            context.meta["referee.stdin"] = 1
        return stdin().read(most + 1)
    try:
        with open(path, "rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise Unreadable.of(path, _unread(path, error)) from None


def read(path: str) -> Document:
    """Return one parsed document of a file or of stdin; raises Unreadable."""
    text, name = read_bytes(path), "stdin" if path == "-" else path
    try:
        return documents.parse(text, name)
    except Unreadable:
        if not documents.is_sheet(text):
            raise
        raise Unreadable([Problem(name, 1, 1, "", "this is a sheet of orders, which is not expected here")]) from None


def read_orders(path: str, ruleset: str) -> list[Document]:
    """Return the orders in a file: YAML documents, or an order sheet in plain text; raises Unreadable."""
    from referee.core.documents.order_sheet import parse_orders

    return parse_orders(read_bytes(path, documents.MAX_ORDERS), "stdin" if path == "-" else path, ruleset)


# letters of at most four bytes each in a buffer of 8,192
_PART = 2000


def say(text: str, err: bool = False) -> None:
    """Print text whose control characters are already escaped."""
    _write(text.rstrip("\n") + "\n", err)


def say_json(value: Any, err: bool = False) -> None:
    """Print a value as JSON."""
    from referee.report.escape import json_text

    _write(json_text(value), err)


def tell(value: Any, text: str, as_json: bool) -> None:
    """Print a value as JSON, or what it is in words."""
    if as_json:
        say_json(value)
    else:
        say(text)


def say_report(report: Any, as_json: bool) -> None:
    """Print a report as JSON or as text."""
    from referee.report.writers import write_report

    say(write_report(report, "json" if as_json else "text"))


def _write(text: str, err: bool) -> None:
    """Print text in parts smaller than the buffer: of a larger one, Python loses the rest if a signal arrives."""
    for begin in range(0, len(text), _PART):
        click.echo(text[begin : begin + _PART], err=err, nl=False)


def _unread(path: str, error: OSError) -> str:
    """Return why a file cannot be read; where a ruleset has its name, how that is given."""
    from referee.core.rules.search import installed_rulesets

    hint = f"; to name the ruleset, write -r {path}" if path in installed_rulesets() else ""
    return f"cannot be read: {error.strerror or error}{hint}"
