"""A file of cases in pieces of some documents each, so that the first are run before the last are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ..documents import Document, Part, Problem, Unreadable, check_size, nearest, parse_all, parse_part
from ..documents.limits import MAX_BYTES, decoded
from ..documents.plain import has_id, walked
from ..documents.problems import written

_NAME = re.compile(r"\$\{(\w+)\}")
# keys of a document that shares something
_SHARED = ("shared", "ruleset", "format", "note")


# what a case names beside what is given; a state has it within, so that it may be there too
_HEAD = ("ruleset",)


class SharedGiven:
    """What the first document of a file gives to the others: `{shared: {...}}`, and a ruleset if it names one."""

    def __init__(self, document: Document | None = None) -> None:
        """Read it; None shares nothing. Raises Unreadable."""
        self.given: dict[str, Any] = {}
        self.head: dict[str, Any] = {}
        if document is None:
            return
        value = document.value
        strange = [key for key in value if key not in _SHARED]
        if strange:
            message = f"'{strange[0]}' does not go with 'shared': a document that shares something is no case"
            raise Unreadable([document.problem((strange[0],), message)])
        if not isinstance(value["shared"], dict):
            raise Unreadable([document.problem(("shared",), "is what is given for the rest, as in 'given'")])
        if "given" in value["shared"]:
            message = "'shared' itself holds what 'given' holds in a case; write its keys there"
            raise Unreadable([document.problem(("shared", "given"), message)])
        self.given = {key: inner for key, inner in value["shared"].items() if key not in _HEAD}
        own = {key: value["shared"][key] for key in _HEAD if key in value["shared"]}
        self.head = {**own, **{key: value[key] for key in _HEAD if key in value}}

    def filled(self, value: dict[str, Any]) -> dict[str, Any]:
        """Return a case with what is shared beneath what it gives itself."""
        if not self.given and not self.head:
            return value
        own = value.get("given", {})
        given = laid_over(self.given, own) if isinstance(own, dict) else own
        return {**self.head, **value, "given": given}


def shares(document: Document) -> bool:
    """Return whether a document is one that shares something with the rest of its file."""
    return isinstance(document.value, dict) and "shared" in document.value and "case" not in document.value


def laid_over(below: Any, above: Any) -> Any:
    """Return a value laid over another: mappings by key, lists of mappings with ids by id, anything else whole."""
    if isinstance(below, dict) and isinstance(above, dict):
        return {**below, **{key: laid_over(below.get(key), inner) for key, inner in above.items()}}
    if _has_ids(below) and _has_ids(above):
        changed = {one["id"]: one for one in above}
        old = [laid_over(one, changed.pop(one["id"], {})) for one in below]
        return [*old, *changed.values()]
    return above


def _has_ids(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(has_id, value))


def expanded(documents: Iterable[Document], shared: SharedGiven) -> Iterator[Document]:
    """Yield each case with what is shared, once for each row of its parameters; raises Unreadable."""
    for document in documents:
        if not isinstance(document.value, dict):
            yield document
            continue
        value = shared.filled(document.value)
        if "each" in value:
            rest = {key: inner for key, inner in value.items() if key != "each"}
            for row in _rows(document, value["each"]):
                if wrong := [*_strange(document, rest, row), *_unused(document, rest, row)]:
                    raise Unreadable(wrong)
                filled = _put(rest, row)
                if isinstance(filled.get("case"), str) and filled["case"] == rest.get("case"):
                    filled["case"] += f" [{', '.join(f'{name}={written(one)}' for name, one in row.items())}]"
                yield Part(document, (), filled)
        elif "${" in document.text and (wrong := list(_strange(document, value, {}))):
            raise Unreadable(wrong)
        elif value is document.value:
            yield document
        else:
            yield Part(document, (), value)


def _rows(document: Document, each: Any) -> list[dict[str, Any]]:
    """Return the rows of parameters: the first value of each, then the second of each, and so on."""
    if not isinstance(each, Mapping) or not each:
        raise Unreadable([document.problem(("each",), "names parameters with their values: {hits: [0, 1, 2]}")])
    wrong = [name for name, values in each.items() if not isinstance(values, list) or not values]
    if wrong:
        raise Unreadable([document.problem(("each", wrong[0]), "is a list of values, one for each case")])
    lengths = {len(values) for values in each.values()}
    if len(lengths) > 1:
        message = f"the lists are taken side by side, so all are as long; these have {sorted(lengths)} values"
        raise Unreadable([document.problem(("each",), message)])
    return [dict(zip(each, row, strict=True)) for row in zip(*each.values(), strict=True)]


def _strange(document: Document, value: Any, row: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a problem for each `${name}` that is no parameter."""
    for inner, one in walked(value):
        if inner and isinstance(inner[-1], str) and _NAME.search(inner[-1]):
            yield document.problem(inner, "a parameter stands in a value, not in a key")
        names = _NAME.findall(one) if isinstance(one, str) else []
        for name in dict.fromkeys(names):
            if name not in row:
                has = f"'each' has {', '.join(row)}" if row else "the case has no 'each'"
                message = f"'${{{name}}}' is no parameter{nearest(name, row)}; {has}"
                yield document.problem(inner, message)


def _unused(document: Document, value: Any, row: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a problem for each parameter that stands nowhere in a case."""
    used = {name for _, inner in walked(value) if isinstance(inner, str) for name in _NAME.findall(inner)}
    for name in row:
        if name not in used:
            message = f"'${{{name}}}' stands nowhere in the case; use the parameter, or leave it out"
            yield document.problem(("each", name), message)


def _put(value: Any, row: Mapping[str, Any]) -> Any:
    """Return a value with `${name}` replaced; a text that is only `${name}` becomes the parameter itself."""
    if isinstance(value, dict):
        return {key: _put(inner, row) for key, inner in value.items()}
    if isinstance(value, list):
        return [_put(inner, row) for inner in value]
    if not isinstance(value, str) or "${" not in value:
        return value
    whole = _NAME.fullmatch(value)
    return row[whole[1]] if whole is not None else _NAME.sub(lambda found: str(row[found[1]]), value)


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
