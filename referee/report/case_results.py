"""The results of cases: text with what was expected and found side by side, JSON, JUnit XML and TAP."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .escape import markup, one_line

if TYPE_CHECKING:
    from referee.core.testing.cases import CaseResult

_PAIR = re.compile(r"(?P<path>.*?): expected (?P<expected>.*?)(?:, found |; )(?P<found>.*)\Z", re.S)


def failures(verdicts: Sequence[CaseResult], head: str = "FAILED") -> list[str]:
    """Return each case that has not passed, with its place and what differs, in lines."""
    out: list[str] = []
    for verdict in verdicts:
        if not verdict.passed:
            out.append(one_line(f"{head} {verdict.file}:{verdict.line}: {verdict.case}"))
            out += _differences(verdict.differences)
    return out


def text(verdicts: Sequence[CaseResult], quiet: bool = False, durations: int | None = None) -> str:
    """Return every failure with its place, then a table of the files, and the sum."""
    from tabulate import tabulate

    out = failures(verdicts)
    if not quiet:
        table: dict[str, list[int]] = {}
        for verdict in verdicts:
            row = table.setdefault(verdict.file, [0, 0])
            row[0 if verdict.passed else 1] += 1
        rows = [[one_line(file), *row] for file, row in table.items()]
        out.append(tabulate(rows, headers=["file", "passed", "failed"]))
    if durations is not None:
        slow = sorted(verdicts, key=lambda verdict: -verdict.seconds)[:durations]
        rows = [[f"{one.seconds * 1000:.1f} ms", one_line(f"{one.file}:{one.line}: {one.case}")] for one in slow]
        out.append(tabulate(rows, headers=["time", "case"], disable_numparse=True))
    failed = sum(not verdict.passed for verdict in verdicts)
    out.append(f"{len(verdicts) - failed} passed, {failed} failed")
    return "\n".join(out)


def _differences(differences: Sequence[str]) -> list[str]:
    """Return differences, those of a value with what was expected and found side by side."""
    from tabulate import tabulate

    out: list[str] = []
    pairs: list[list[str]] = []
    for difference in differences:
        found = _PAIR.match(difference)
        if found is not None:
            pairs.append([one_line(found[name]) for name in ("path", "expected", "found")])
        else:
            out.append(f"    {one_line(difference)}")
    if pairs:
        table = tabulate(pairs, headers=["", "expected", "found"], tablefmt="plain", disable_numparse=True)
        out[:0] = [f"    {line}".rstrip() for line in table.splitlines()]
    return out


def plain(verdicts: Sequence[CaseResult], unread: Sequence[str]) -> dict[str, Any]:
    """Return the results as `test --json` prints them."""
    rows = [
        {"case": v.case, "file": v.file, "line": v.line, "passed": v.passed, "differences": v.differences}
        for v in verdicts
    ]
    failed = sum(not verdict.passed for verdict in verdicts)
    counts = {"passed": len(verdicts) - failed, "failed": failed}
    return {"cases": rows, **counts, **({"unreadable": list(unread)} if unread else {})}


def junit(verdicts: Sequence[CaseResult], unread: Sequence[str] = ()) -> str:
    """Return the results as JUnit XML: a case for each case, an error for each that cannot be read."""
    failed = sum(not verdict.passed for verdict in verdicts)
    seconds = sum(verdict.seconds for verdict in verdicts)
    out = ['<?xml version="1.0" encoding="utf-8"?>']
    counts = f'tests="{len(verdicts) + len(unread)}" failures="{failed}" errors="{len(unread)}" time="{seconds:.3f}"'
    out += [f"<testsuites {counts}>", f'<testsuite name="referee" {counts}>']
    for verdict in verdicts:
        where = f'classname="{markup(verdict.file)}" file="{markup(verdict.file)}" line="{verdict.line}"'
        head = f'<testcase name="{markup(verdict.case)}" {where} time="{verdict.seconds:.4f}"'
        if verdict.passed:
            out.append(f"{head}/>")
            continue
        said = markup("\n".join(verdict.differences))
        out.append(f'{head}><failure message="{markup(verdict.differences[0])}">{said}</failure></testcase>')
    for problem in unread:
        out.append(f'<testcase name="unreadable" classname="referee"><error message="{markup(problem)}"/></testcase>')
    return "\n".join([*out, "</testsuite>", "</testsuites>"]) + "\n"


def tap(verdicts: Sequence[CaseResult], unread: Sequence[str] = (), stopped: str = "") -> str:
    """Return the results as TAP 13: a test for each case and for each that cannot be read; a run may be `stopped`."""
    out = ["TAP version 13", f"1..{len(verdicts) + len(unread)}"]
    for number, verdict in enumerate(verdicts, 1):
        name = one_line(f"{verdict.file}:{verdict.line}: {verdict.case}").replace("#", "\\#")
        out.append(f"{'ok' if verdict.passed else 'not ok'} {number} - {name}")
        out += [f"# {one_line(difference)}" for difference in verdict.differences]
    for number, problem in enumerate(unread, len(verdicts) + 1):
        out.append(f"not ok {number} - unreadable")
        out.append(f"# {one_line(problem)}")
    return "\n".join([*out, *([f"Bail out! {stopped}"] if stopped else [])])
