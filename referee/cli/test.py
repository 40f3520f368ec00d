"""referee test: run cases."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from referee.interrupts import INTERRUPTED, Held

from .common import (
    REFUSED,
    UNREADABLE,
    cluster_option,
    fail_with,
    folders_option,
    guarded,
    jobs_option,
    json_option,
    problem_text,
    say,
    say_json,
)

if TYPE_CHECKING:
    from referee.core.documents import Problem, Unreadable
    from referee.core.testing.cases import CaseResult


def failed_before() -> frozenset[tuple[str, str]]:
    """Return the cases that failed in the last run in this folder, by file and name; none if nothing is known."""
    try:
        known = json.loads(_place().read_text(encoding="utf-8"))
        return frozenset((str(file), str(case)) for file, case in known)
    except (OSError, ValueError, TypeError):
        return frozenset()


def note_failed(verdicts: Sequence[CaseResult], whole: bool) -> None:
    """Keep which cases failed; of those not run, what was known is kept, unless their files were run `whole`.

    Where nothing can be written, nothing is.
    """
    ran = {(verdict.file, verdict.case) for verdict in verdicts}
    files = {verdict.file for verdict in verdicts} if whole else set()
    failed = {(verdict.file, verdict.case) for verdict in verdicts if not verdict.passed}
    known = failed_before()
    now = sorted({one for one in known - ran if one[0] not in files} | failed)
    if now == sorted(known):
        return
    place = _place()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(now), encoding="utf-8")
    except OSError:
        return


def _place() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
    name = hashlib.sha256(os.getcwd().encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return Path(home) / "referee" / f"failed-{name}.json"


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
@click.option("--compare", metavar="RULESET", help="Show the cases that come out otherwise under another ruleset.")
@click.option(
    "--random", "positions", type=click.IntRange(1), metavar="N", help="With --compare, N random positions too."
)
@click.option("--tap", is_flag=True, help="Print the results as TAP, the Test Anything Protocol.")
@click.option("--durations", type=click.IntRange(1), metavar="N", help="Print the N slowest cases.")
@click.option("-v", "--verbose", is_flag=True, help="List the YAML files in the folders that are not cases.")
@click.option("-q", "--quiet", is_flag=True, help="Print only the failures and the totals.")
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
    compare: str | None,
    positions: int | None,
    tap: bool,
    durations: int | None,
    verbose: bool,
    quiet: bool,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Run the cases in PATHS (files, or folders with their *.yaml and *.yml) and show what differs.

    \b
    referee test tests/cases/titan
    referee test cases -k 'carry and not valley' --jobs 4
    referee test cases --junit results.xml -q
    referee test tests/cases/titan --compare my-rules --random 1000
    """
    if positions is not None and compare is None:
        raise click.UsageError("--random is for --compare")
    if compare is not None:
        from .comparing import compared

        compared(paths, compare, words, positions or 0, as_json, folders)
        return
    from referee.core.documents import Unreadable
    from referee.core.documents.problems import counted, limit
    from referee.core.testing.selection import selection
    from referee.report import case_results
    from referee.report.escape import one_line

    from .case_files import Selected, find, run_each
    from .files import refuse_existing, write_whole

    refuse_existing([junit], True, paths)
    if words is not None:
        selection(words)
    before = failed_before() if last_failed else None
    files, others = find(paths)
    with Held() as held:
        run = _run(run_each(files, folders, Selected(None, words, before or None), jobs, cluster), first, held)
        if before and words is None and not run.verdicts and not run.problems:
            say("note: the cases that failed before are not here; all are run", err=True)
            before = None
            run = _run(run_each(files, folders, Selected(), jobs, cluster), first, held)
        verdicts = run.verdicts
        if not verdicts and not run.problems:
            what = "no case is selected" if words is not None or before else "there are no cases"
            raise Unreadable.of(", ".join(paths), what)
        unread = list(map(problem_text, limit(run.problems)))
        note_failed(verdicts, whole=words is None and not before and not run.stopped and not run.problems)
        if junit not in (None, "-"):
            write_whole(str(junit), case_results.junit(verdicts, unread), True)
        if junit == "-":
            say(case_results.junit(verdicts, unread))
        elif as_json:
            say_json(case_results.plain(verdicts, unread))
        elif tap:
            say(case_results.tap(verdicts, unread, run.stopped))
        elif verdicts:
            say(case_results.text(verdicts, quiet, durations))
        if others and (verbose or not quiet):
            how = "" if verbose else "; --verbose lists them"
            verb = "is not a case" if len(others) == 1 else "are not cases"
            listing = [f"  {one_line(name)}" for name in others if verbose]
            say("\n".join([f"{counted(len(others), 'YAML file')} {verb}{how}", *listing]), err=True)
        if run.stopped:
            say(f"{run.stopped} after {counted(len(verdicts), 'case')}; the others were not run", err=True)
        elif held.times:
            say(f"interrupted after {counted(len(verdicts), 'case')}, the last", err=True)
        if unread:
            fail_with(unread, UNREADABLE)
        if run.interrupted or held.times:
            raise SystemExit(INTERRUPTED)
    if unread or not all(verdict.passed for verdict in verdicts):
        raise SystemExit(UNREADABLE if unread else REFUSED)


class _Run(NamedTuple):
    """The results of cases, what cannot be read, and what stopped the run before its end, if something did."""

    verdicts: list[CaseResult]
    problems: list[Problem]
    stopped: str = ""
    interrupted: bool = False


def _run(each: Iterable[CaseResult | Unreadable], first: bool, held: Held) -> _Run:
    """Return what cases give; with `first`, up to the first that fails or cannot be read.

    What has been found when the player breaks off, or when nobody is left to run the rest, is kept. Later interrupts
    are held.
    """
    from referee.core.documents import Unreadable
    from referee.running.workers import NoMoreWork

    verdicts: list[CaseResult] = []
    problems: list[Problem] = []
    stopped = ""
    try:
        held.raising = True
        try:
            for found in each:
                if isinstance(found, Unreadable):
                    problems += found.problems
                else:
                    verdicts.append(found)
                if first and (isinstance(found, Unreadable) or not found.passed):
                    stopped = "stopped by -x"
                    break
        except NoMoreWork as error:
            problems += error.problems
            stopped = "stopped"
        held.raising = False
    except KeyboardInterrupt:
        if not verdicts and not problems:
            raise
        return _Run(verdicts, problems, "interrupted", True)
    return _Run(verdicts, problems, stopped)
