"""Finding and running cases for `test` and `rules --coverage`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from referee import api
from referee.core import cases, documents
from referee.core.cases import Case, Verdict
from referee.core.documents import Document, Problem, Unreadable


def find(paths: Sequence[str]) -> list[Path]:
    """Return the files of cases in files and folders; raises Unreadable for a path that is neither."""
    out: list[Path] = []
    for name in paths:
        path = Path(name)
        if path.is_dir():
            out += sorted(path.rglob("*.yaml"))
        elif path.is_file():
            out.append(path)
        else:
            raise Unreadable([Problem(name, 0, 0, "", "there is no such file or folder")])
    return out


def run_all(paths: Sequence[str], folders: Sequence[Path] = (), only: Collection[str] | None = None) -> list[Verdict]:
    """Run every case found, or those of some rulesets; raises Unreadable for files that hold no cases."""
    out: list[Verdict] = []
    problems: list[Problem] = []
    for path in find(paths):
        try:
            parts = documents.parse_all(path.read_bytes(), str(path))
        except Unreadable as error:
            problems += error.problems
            continue
        for part in parts:
            if part.value is None:
                continue
            try:
                out += _run(part, folders, only)
            except Unreadable as error:
                problems += error.problems
    if problems:
        raise Unreadable(problems)
    return out


def _run(part: Document, folders: Sequence[Path], only: Collection[str] | None) -> list[Verdict]:
    if only is not None and isinstance(part.value, dict) and part.value.get("ruleset") not in only:
        return []
    case = documents.convert(part, Case)
    if case.ask is None and case.orders is None:
        raise Unreadable([part.problem((), "a case has 'orders' or 'ask'")])
    game, ruleset = api.ruleset_of(part, folders)
    return [cases.run(game, ruleset, part, case)]
