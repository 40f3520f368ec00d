"""Finding and running cases for `test` and `rules --coverage`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from referee import api
from referee.core import documents
from referee.core.documents import Document, Problem, Unreadable
from referee.core.rules.search import ENDINGS
from referee.core.testing import cases
from referee.core.testing.case_format import Case
from referee.core.testing.cases import CaseResult
from referee.core.testing.expansion import SharedGiven, expanded, shares
from referee.core.testing.selection import selection

from .common import read_bytes

# so many documents of a file are one piece of work where there are several workers
_PIECE = 40
_MARK = re.compile(r"^---(?=[ \t\r]|$)", re.M)


class CasesRun(NamedTuple):
    """The results of the cases that could be read, and the problems of the others."""

    verdicts: list[CaseResult]
    problems: list[Problem]


class Selected(NamedTuple):
    """Which cases are run: those of some rulesets, those an expression names, and those named one by one."""

    rulesets: frozenset[str] | None = None
    words: str | None = None
    names: frozenset[tuple[str, str]] | None = None

    def has(self, file: str, case: str) -> bool:
        """Return whether a case is selected by its file and its name."""
        if self.names is not None and (file, case) not in self.names:
            return False
        return self.words is None or selection(self.words)(f"{file} {case}")


class Piece(NamedTuple):
    """Some documents of a file: their text, the line before them, and the text of what is shared with them."""

    file: str
    text: bytes
    line: int
    shared: bytes
    folders: tuple[Path, ...]
    selected: Selected


def find(paths: Sequence[str]) -> list[str]:
    """Return the case files in files and folders; a path that is neither is returned unchanged."""
    out: list[str] = []
    for name in paths:
        path = Path(name)
        within = sorted(file for ending in ENDINGS for file in path.rglob(f"*{ending}")) if path.is_dir() else None
        out += [name] if within is None else map(str, within)
    return out


def run_each(
    paths: Sequence[str],
    folders: Sequence[Path] = (),
    selected: Selected | None = None,
    jobs: int = 1,
    cluster: str | None = None,
) -> Iterator[CasesRun]:
    """Run the cases found and yield the results in their order, piece by piece, on so many processes."""
    from referee.workers import ordered

    pieces = _pieces(find(paths), tuple(folders), selected or Selected(), jobs > 1 or cluster is not None)
    yield from ordered(run_piece, pieces, jobs, cluster)


def run_found(paths: Sequence[str], folders: Sequence[Path] = (), only: Collection[str] | None = None) -> CasesRun:
    """Run every case found, or those of some rulesets; an unreadable case does not stop the others."""
    out = CasesRun([], [])
    for found in run_each(paths, folders, Selected(frozenset(only) if only is not None else None)):
        out.verdicts.extend(found.verdicts)
        out.problems.extend(found.problems)
    return out


def run_all(
    paths: Sequence[str], folders: Sequence[Path] = (), only: Collection[str] | None = None
) -> list[CaseResult]:
    """Run every case found, or those of some rulesets; raises Unreadable if one cannot be read."""
    found = run_found(paths, folders, only)
    if found.problems:
        raise Unreadable(found.problems)
    return found.verdicts


def _pieces(files: Sequence[str], folders: tuple[Path, ...], selected: Selected, apart: bool) -> Iterator[Piece]:
    """Yield the work: whole files, or parts of files for several workers."""
    for file in files:
        try:
            text = read_bytes(file)
        except Unreadable:
            # reading it again gives the problem in its place
            yield Piece(file, b"", -1, b"", folders, selected)
            continue
        name = "stdin" if file == "-" else file
        if apart:
            yield from (Piece(name, *part, folders, selected) for part in _parts(text))
        else:
            yield Piece(name, text, 0, b"", folders, selected)


def _parts(text: bytes) -> Iterator[tuple[bytes, int, bytes]]:
    """Yield parts of a file of many documents, each with the line before it and what the first document shares."""
    try:
        said = text.decode("utf-8-sig")
    except UnicodeDecodeError:
        yield text, 0, b""
        return
    marks = [mark.start() for mark in _MARK.finditer(said)]
    starts = sorted({0, *marks})
    shared = said[: starts[1]] if len(starts) > 1 else ""
    if not re.search(r"^shared:", shared, re.M):
        shared = ""
    for first in range(0, len(starts), _PIECE):
        begin = starts[first]
        end = starts[first + _PIECE] if first + _PIECE < len(starts) else len(said)
        yield said[begin:end].encode(), said.count("\n", 0, begin), shared.encode() if begin else b""


def cases_of(text: bytes, file: str) -> Iterator[Document]:
    """Yield the cases of a file, with what is shared and for each row of parameters; raises Unreadable."""
    parts = [one for one in documents.parse_all(text, file) if one.value is not None]
    shared = SharedGiven(parts.pop(0) if parts and shares(parts[0]) else None)
    yield from expanded(parts, shared)


def run_case(document: Document, folders: Sequence[Path] = ()) -> CaseResult:
    """Run one case; raises Unreadable."""
    api.expect(document, "a case")
    case = documents.convert(document, Case)
    game, ruleset = api.ruleset_of(document, folders)
    return cases.run(game, ruleset, document, case)


def run_piece(piece: Piece) -> CasesRun:
    """Run the cases of a piece; an unreadable case does not stop the others."""
    out = CasesRun([], [])
    try:
        if piece.line < 0:
            read_bytes(piece.file)
        # empty lines before a part keep the numbers of its lines
        parts = [
            one for one in documents.parse_all(b"\n" * piece.line + piece.text, piece.file) if one.value is not None
        ]
        shared = SharedGiven(documents.parse(piece.shared, piece.file) if piece.shared else None)
        if parts and shares(parts[0]):
            shared = SharedGiven(parts.pop(0))
    except Unreadable as error:
        out.problems.extend(error.problems)
        return out
    for part in parts:
        try:
            for one in expanded([part], shared):
                out.verdicts.extend(_run(one, piece))
        except Unreadable as error:
            out.problems.extend(error.problems)
    return out


def _run(part: Document, piece: Piece) -> list[CaseResult]:
    selected = piece.selected
    value = part.value if isinstance(part.value, dict) else {}
    if selected.rulesets is not None and value.get("ruleset") not in selected.rulesets:
        return []
    if not selected.has(piece.file, str(value.get("case", ""))):
        return []
    return [run_case(part, piece.folders)]
