"""referee test: run cases."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from referee.interrupts import INTERRUPTED

from .common import (
    REFUSED,
    UNREADABLE,
    cluster_option,
    fail,
    folders_option,
    guarded,
    jobs_option,
    json_option,
    say,
    say_json,
)

if TYPE_CHECKING:
    from referee.cli.case_files import CasesRun
    from referee.core.documents import Problem
    from referee.core.testing.cases import CaseResult


@click.command("test")
@click.argument("paths", nargs=-1, required=True)
@click.option(
    "-k", "words", metavar="EXPR", help="Run the cases whose file or name has these words: carry and not titan."
)
@click.option("-x", "first", is_flag=True, help="Stop at the first case that fails or cannot be read.")
@click.option("--last-failed", is_flag=True, help="Run the cases that failed in the last run here; all if none did.")
@jobs_option
@cluster_option
@click.option("--junit", metavar="FILE", help="Write the results as JUnit XML; - prints only them.")
@click.option("--tap", is_flag=True, help="Print the results as TAP, the Test Anything Protocol.")
@click.option("--durations", type=click.IntRange(1), metavar="N", help="Print the N slowest cases.")
@click.option("-q", "--quiet", is_flag=True, help="Print the failures and the sum alone.")
@json_option
@folders_option
@guarded
def command(
    paths: tuple[str, ...],
    words: str | None,
    first: bool,
    last_failed: bool,
    jobs: int,
    cluster: str | None,
    junit: str | None,
    tap: bool,
    durations: int | None,
    quiet: bool,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Run the cases in PATHS (files, or folders with their *.yaml and *.yml) and show what differs.

    \b
    referee test tests/cases/titan
    referee test cases -k 'carry and not valley' --jobs 4
    referee test cases --junit results.xml -q
    """
    from referee.core.documents import Problem, Unreadable
    from referee.core.documents.problems import limit
    from referee.core.testing.selection import selection
    from referee.report import case_results

    from .case_files import Selected, run_each
    from .files import refuse_existing, write_whole
    from .last_failed import failed_before, note_failed

    refuse_existing([junit], True, paths)
    if words is not None:
        selection(words)
    before = failed_before() if last_failed else None
    run = _run(run_each(paths, folders, Selected(None, words, before or None), jobs, cluster), first)
    verdicts = run.verdicts
    if not verdicts:
        what = "no case is selected" if words is not None or before else "there are no cases"
        raise Unreadable(run.problems or [Problem(", ".join(paths), 0, 0, "", what)])
    unread = list(map(str, limit(run.problems)))
    note_failed(verdicts)
    if junit not in (None, "-"):
        write_whole(str(junit), case_results.junit(verdicts, unread), True)
    if junit == "-":
        say(case_results.junit(verdicts, unread))
    elif as_json:
        say_json(case_results.plain(verdicts, unread))
    elif tap:
        say(case_results.tap(verdicts))
    else:
        say(case_results.text(verdicts, quiet, durations))
    if run.interrupted:
        say(f"interrupted after {len(verdicts)} cases", err=True)
        raise SystemExit(INTERRUPTED)
    if unread:
        fail(unread, UNREADABLE)
    if not all(verdict.passed for verdict in verdicts):
        raise SystemExit(REFUSED)


class _Run(NamedTuple):
    """What has been found of the cases, and whether the player has broken off."""

    verdicts: list[CaseResult]
    problems: list[Problem]
    interrupted: bool


def _run(each: Iterable[CasesRun], first: bool) -> _Run:
    """Return what the cases of each file give; with `first`, up to the first that fails or cannot be read."""
    verdicts: list[CaseResult] = []
    problems: list[Problem] = []
    try:
        for found in each:
            verdicts += found.verdicts
            problems += found.problems
            if first and (found.problems or any(not one.passed for one in found.verdicts)):
                stop = next((n for n, one in enumerate(verdicts) if not one.passed), len(verdicts) - 1)
                return _Run(verdicts[: stop + 1], problems, False)
    except KeyboardInterrupt:
        # what has been found so far is printed
        if not verdicts:
            raise
        return _Run(verdicts, problems, True)
    return _Run(verdicts, problems, False)
