"""Finding and running cases for `test` and `rules --coverage`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from referee import api
from referee.core import documents
from referee.core.documents import Document, Problem, Unreadable
from referee.core.rules.search import ENDINGS
from referee.core.testing import cases
from referee.core.testing.case_format import Case
from referee.core.testing.cases import CaseResult

from .common import read_bytes


class CasesRun(NamedTuple):
    """The results of the cases that could be read, and the problems of the others."""

    verdicts: list[CaseResult]
    problems: list[Problem]


def find(paths: Sequence[str]) -> list[str]:
    """Return the case files in files and folders; a path that is neither is returned unchanged."""
    out: list[str] = []
    for name in paths:
        path = Path(name)
        within = sorted(file for ending in ENDINGS for file in path.rglob(f"*{ending}")) if path.is_dir() else None
        out += [name] if within is None else map(str, within)
    return out


def run_found(paths: Sequence[str], folders: Sequence[Path] = (), only: Collection[str] | None = None) -> CasesRun:
    """Run every case found, or those of some rulesets; an unreadable case does not stop the others."""
    out = CasesRun([], [])
    for path in find(paths):
        try:
            parts = documents.parse_all(read_bytes(path), "stdin" if path == "-" else path)
        except Unreadable as error:
            out.problems.extend(error.problems)
            continue
        for part in parts:
            if part.value is None:
                continue
            try:
                out.verdicts.extend(_run(part, folders, only))
            except Unreadable as error:
                out.problems.extend(error.problems)
    return out


def run_all(
    paths: Sequence[str], folders: Sequence[Path] = (), only: Collection[str] | None = None
) -> list[CaseResult]:
    """Run every case found, or those of some rulesets; raises Unreadable if one cannot be read."""
    found = run_found(paths, folders, only)
    if found.problems:
        raise Unreadable(found.problems)
    return found.verdicts


def _run(part: Document, folders: Sequence[Path], only: Collection[str] | None) -> list[CaseResult]:
    if only is not None and isinstance(part.value, dict) and part.value.get("ruleset") not in only:
        return []
    api.expect(part, "a case")
    case = documents.convert(part, Case)
    game, ruleset = api.ruleset_of(part, folders)
    return [cases.run(game, ruleset, part, case)]
