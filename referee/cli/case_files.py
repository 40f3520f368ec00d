"""Finding and running cases for `test` and `rules --coverage`."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from referee import api, games
from referee.core import documents
from referee.core.documents import Document, Problem, Unreadable
from referee.core.rules.search import ENDINGS
from referee.core.testing import cases
from referee.core.testing.case_format import Case
from referee.core.testing.cases import CaseResult
from referee.core.testing.pieces import Piece, cases_of, pieces
from referee.core.testing.selection import selection

from .common import read_bytes


class Selected(NamedTuple):
    """Which cases are run: those of some rulesets, those an expression names, and those named one by one."""

    rulesets: frozenset[str] | None = None
    words: str | None = None
    names: frozenset[tuple[str, str]] | None = None

    def has(self, document: Document) -> bool:
        """Return whether a case is selected by its ruleset, its file and its name."""
        value = document.value if isinstance(document.value, dict) else {}
        if self.rulesets is not None and value.get("ruleset") not in self.rulesets:
            return False
        case = str(value.get("case", ""))
        if self.names is not None and (document.file, case) not in self.names:
            return False
        return self.words is None or selection(self.words)(f"{document.file} {case}")


class _Work(NamedTuple):
    """A piece of a file, which of its cases are run, and the folders with rulesets."""

    piece: Piece
    selected: Selected
    folders: tuple[Path, ...]


class Found(NamedTuple):
    """The files that paths mean, and the YAML files in their folders that hold no case."""

    files: list[str]
    others: list[str]


# one of these keys makes a document a case, or what cases share, even if another is misspelt
_CASE = re.compile(rb"""^(?:\{\s*)?["']?(?:case|shared|given|expect)["']?\s*:""", re.M)


def find(paths: Sequence[str]) -> Found:
    """Return the case files in files and folders; a path that is no folder is returned unchanged.

    In a folder, what begins with a dot and virtual environments are passed over, and so are files without a case.
    """
    found = Found([], [])
    for name in paths:
        if not os.path.isdir(name):
            found.files.append(name)
            continue
        for file in sorted(_walk(name)):
            (found.files if _holds_cases(file) else found.others).append(str(file))
    return found


def _walk(name: str) -> Iterator[Path]:
    for folder, within, files in os.walk(name):
        within[:] = [one for one in within if one[0] != "." and not Path(folder, one, "pyvenv.cfg").exists()]
        yield from (Path(folder, file) for file in files if file[0] != "." and file.endswith(ENDINGS))


def _holds_cases(file: Path) -> bool:
    """Return whether a file has a case, or may have one: what cannot be read as a file is left to be reported."""
    try:
        raw = read_bytes(str(file))
        if _CASE.search(raw):
            return True
        keys = [document.value for document in documents.parse_all(raw, str(file))]
    except Unreadable as error:
        # only a file that is no YAML has a place
        return not error.problems[0].line
    return any(isinstance(one, dict) and {"case", "shared", "given", "expect"} & one.keys() for one in keys)


def run_each(
    paths: Sequence[str],
    folders: Sequence[Path] = (),
    selected: Selected | None = None,
    jobs: int = 1,
    cluster: str | None = None,
) -> Iterator[CaseResult | Unreadable]:
    """Run the cases found, in their order, and yield the result of each, or why it cannot be read."""
    from referee.running.workers import ordered

    chosen = selected or Selected()
    work = (_Work(piece, chosen, tuple(folders)) for file in find(paths).files for piece in _pieces(file))
    if jobs <= 1 and cluster is None:
        for one in work:
            yield from _results(one)
    else:
        for found in ordered(_run_piece, work, jobs, cluster):
            yield from found


def run_otherwise(
    paths: Sequence[str], ruleset: str, folders: Sequence[Path], selected: Selected | None = None
) -> Iterator[CaseResult]:
    """Yield the result under another ruleset of each case that passes, and that is of that ruleset or one it extends.

    Raises Unreadable for a case that cannot be read.
    """
    _, other = games.load(ruleset, tuple(folders))
    chosen = selected or Selected()
    for document in (one for file in find(paths).files for piece in _pieces(file) for one in cases_of(piece)):
        if isinstance(document, Unreadable):
            raise document
        value = document.value if isinstance(document.value, dict) else {}
        if value.get("ruleset") in other.chain and chosen.has(document) and run_case(document, folders).passed:
            under = documents.make_document({**value, "ruleset": ruleset}, document.file)
            try:
                found = run_case(under, folders)
            except Unreadable as error:
                found = CaseResult(str(value.get("case")), document.file, list(map(str, error.problems)), [], ruleset)
            found.line = document.position(())[0]
            yield found


def run_all(
    paths: Sequence[str], folders: Sequence[Path] = (), only: Collection[str] | None = None
) -> list[CaseResult]:
    """Run every case found, or those of some rulesets; raises Unreadable if one cannot be read."""
    out: list[CaseResult] = []
    problems: list[Problem] = []
    for found in run_each(paths, folders, Selected(frozenset(only) if only is not None else None)):
        if isinstance(found, Unreadable):
            problems += found.problems
        else:
            out.append(found)
    if problems:
        raise Unreadable(problems)
    return out


def run_case(document: Document, folders: Sequence[Path] = ()) -> CaseResult:
    """Run one case; raises Unreadable."""
    api.expect(document, "a case")
    case = documents.convert(document, Case)
    game, ruleset = api.ruleset_of(document, folders)
    return cases.run(game, ruleset, document, case)


def _pieces(file: str) -> Iterator[Piece]:
    name = "stdin" if file == "-" else file
    try:
        yield from pieces(read_bytes(file), name)
    except Unreadable as error:
        yield Piece(name, problems=tuple(error.problems))


def _run_piece(work: _Work) -> list[CaseResult | Unreadable]:
    return list(_results(work))


def _results(work: _Work) -> Iterator[CaseResult | Unreadable]:
    """Run the cases of a piece that are selected; an unreadable case does not stop the others."""
    for document in cases_of(work.piece):
        if isinstance(document, Unreadable):
            yield document
        elif work.selected.has(document):
            try:
                yield run_case(document, work.folders)
            except Unreadable as error:
                yield error
