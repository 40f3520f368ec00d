"""A file of cases in pieces of some documents each, so that the first are run before the last are read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ..documents import Document, Problem, Unreadable, check_size, parse_all, parse_part
from ..documents.limits import MAX_BYTES, decoded
from .expansion import SharedGiven, expanded, shares

# so many documents are one piece
_SIZE = 40
# the line that begins a document, with the directives before it
_MARK = re.compile(r"^(?:%.*\n(?:[ \t]*(?:#.*)?\n)*)*---(?=[ \t\r]|$)", re.M)
# a line of which something is read
_SAYS = re.compile(r"^(?!(?:%.*|(?:---)?[ \t]*(?:#.*)?)\r?$)", re.M)


class Piece(NamedTuple):
    """Some documents of a file: their text, the lines before it, and the text of what is shared with them.

    A piece with `problems` stands for a file, or for what it shares, that cannot be read.
    """

    file: str
    text: str = ""
    before: int = 0
    shared: str = ""
    problems: tuple[Problem, ...] = ()


def pieces(raw: bytes, file: str) -> Iterator[Piece]:
    """Yield the pieces of a file; where what it shares cannot be read, there is one that says so."""
    try:
        check_size(raw, file, MAX_BYTES)
        text = decoded(raw, file)
        head = _head(text)
        shared = head if _shares(head, file) else ""
    except Unreadable as error:
        yield Piece(file, problems=tuple(error.problems))
        return
    starts = _starts(text)
    before, counted = 0, 0
    for first in range(0, len(starts), _SIZE):
        begin = starts[first]
        before, counted = before + text.count("\n", counted, begin), begin
        yield Piece(file, text[begin : _end(text, starts, first + _SIZE)], before, shared)


def cases_of(piece: Piece) -> Iterator[Document | Unreadable]:
    """Yield each case of a piece, with what is shared and for each row of its parameters, or why it cannot be read."""
    if piece.problems:
        yield Unreadable(piece.problems)
        return
    shared = _shared(piece.shared, piece.file)
    # the document that shares is the first of the first piece
    head = bool(piece.shared) and not piece.before
    for found in _documents(piece):
        if isinstance(found, Unreadable):
            yield found
        elif head:
            head = found.value is None
        elif shares(found):
            message = "'shared' is in the first document of a file; this one is too late, and no case"
            yield Unreadable([found.problem(("shared",), message)])
        elif found.value is not None:
            try:
                yield from expanded([found], shared)
            except Unreadable as error:
                yield error


def _documents(piece: Piece) -> Iterator[Document | Unreadable]:
    """Yield the documents of a piece; where one cannot be read, each is read alone."""
    try:
        yield from parse_part(piece.text, piece.file, piece.before)
    except Unreadable as error:
        starts = _starts(piece.text)
        if len(starts) == 1:
            yield error
            return
        for number, begin in enumerate(starts):
            before = piece.before + piece.text.count("\n", 0, begin)
            alone = piece.text[begin : _end(piece.text, starts, number + 1)]
            yield from _documents(piece._replace(text=alone, before=before))


def _starts(text: str) -> list[int]:
    """Return where documents begin."""
    if "\n%" in text:
        return sorted({0, *(mark.start() for mark in _MARK.finditer(text))})
    # without directives a search for the text alone is faster
    out, found = [0], 0
    while (found := text.find("\n---", found)) >= 0:
        found += 1
        if _MARK.match(text, found):
            out.append(found)
    return out


def _end(text: str, starts: list[int], number: int) -> int:
    """Return where the document before the one of a number ends."""
    return starts[number] if number < len(starts) else len(text)


def _head(text: str) -> str:
    """Return the text up to the end of the first document that says something."""
    says = _SAYS.search(text)
    after = _MARK.search(text, says.end() + 1) if says is not None else None
    return text[: after.start()] if after is not None else text


def _shares(text: str, file: str) -> bool:
    """Return whether a text shares something with the rest of its file; raises Unreadable if it does so in vain."""
    if "shared" not in text:
        return False
    found = next((one for one in parse_all(text, file) if one.value is not None), None)
    if found is None or not shares(found):
        return False
    SharedGiven(found)
    return True


@lru_cache(maxsize=4)
def _shared(text: str, file: str) -> SharedGiven:
    return SharedGiven(next((one for one in parse_all(text, file) if one.value is not None), None))
