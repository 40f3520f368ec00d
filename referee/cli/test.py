"""referee test: run cases."""

from __future__ import annotations

from pathlib import Path

import click

from .common import REFUSED, UNREADABLE, fail, folders_option, guarded, json_option, say, say_json


@click.command("test")
@click.argument("paths", nargs=-1, required=True)
@json_option
@folders_option
@guarded
def command(paths: tuple[str, ...], as_json: bool, folders: tuple[Path, ...]) -> None:
    """Run the cases in PATHS (files, or folders with their *.yaml and *.yml) and show what differs.

    \b
    referee test tests/cases/titan
    """
    from tabulate import tabulate

    from referee.core.documents import Problem, Unreadable
    from referee.core.documents.problems import limit
    from referee.report.escape import one_line

    from .case_files import run_found

    verdicts, problems = run_found(paths, folders)
    if not verdicts:
        raise Unreadable(problems or [Problem(", ".join(paths), 0, 0, "", "there are no cases")])
    unread = list(map(str, limit(problems)))
    failed = [v for v in verdicts if not v.passed]
    if as_json:
        rows = [{"case": v.case, "file": v.file, "passed": v.passed, "differences": v.differences} for v in verdicts]
        counts = {"passed": len(verdicts) - len(failed), "failed": len(failed)}
        say_json({"cases": rows, **counts, **({"unreadable": unread} if unread else {})})
    else:
        for verdict in failed:
            say(one_line(f"FAILED {verdict.file}: {verdict.case}"))
            for difference in verdict.differences:
                say(one_line(f"    {difference}"))
        table: dict[str, list[int]] = {}
        for verdict in verdicts:
            row = table.setdefault(verdict.file.split("#")[0], [0, 0])
            row[0 if verdict.passed else 1] += 1
        rows_told = [[one_line(file), *row] for file, row in table.items()]
        say(tabulate(rows_told, headers=["file", "passed", "failed"]))
        say(f"{len(verdicts) - len(failed)} passed, {len(failed)} failed")
    if unread:
        fail(unread, UNREADABLE)
    if failed:
        raise SystemExit(REFUSED)
