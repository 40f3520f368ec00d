"""The files of a game: traces by name, or a folder with traces, states and orders."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.core import documents
from referee.core.documents import Document, Problem, Unreadable
from referee.core.documents.order_sheet import parse_sheet

from .common import read, read_bytes

_READ = (".yaml", ".yml", ".json", ".txt")
_SHARE = 3
_TRACE = {"before", "after", "documents", "steps", "rolls", "rulings", "awaiting", "title"}
_ORDERS = {"player", "orders"}
_STATE = {"format", "ruleset", "game", "step", "rules", "options", "awaiting", "chain"}
# keys of a state that only the referee writes
_MADE = {"rules", "awaiting", "chain"}
_OF_NO_GAME = {"case", "ask", "given"}


@dataclass
class GameFiles:
    """The documents of a game: traces, states, orders, dice rolled elsewhere, other files, and the problems.

    A document with dice may also be of another kind. The value of a file that is not YAML is its text.
    """

    traces: list[Document] = field(default_factory=list)
    states: list[Document] = field(default_factory=list)
    orders: list[Document] = field(default_factory=list)
    dice: list[Document] = field(default_factory=list)
    others: list[Document] = field(default_factory=list)
    unreadable: list[Problem] = field(default_factory=list)
    in_folder: bool = False


def game_files(paths: Sequence[str]) -> GameFiles:
    """Return the named traces, or all files of a game in a folder; raises Unreadable if it holds no trace."""
    if len(paths) == 1 and Path(paths[0]).is_dir():
        return _of_folder(Path(paths[0]))
    found = GameFiles()
    for path in paths:
        try:
            found.traces.append(read(path))
        except Unreadable as error:
            found.unreadable += error.problems
    if found.unreadable:
        raise Unreadable(found.unreadable)
    return found


def _of_folder(folder: Path) -> GameFiles:
    found = GameFiles(in_folder=True)
    sheets: list[tuple[str, bytes]] = []
    rest: list[Document] = []
    for path in sorted((p for p in folder.iterdir() if _may_be(p)), key=_natural):
        try:
            text = read_bytes(str(path))
            if path.suffix.lower() == ".txt" or (documents.is_sheet(text) and not _is_nested(text, str(path))):
                sheets.append((str(path), text))
                continue
            for document in _documents(text, str(path)):
                (found.traces if _is_trace(document) else rest).append(document)
        except Unreadable as error:
            found.unreadable += error.problems
    if not found.traces:
        raise Unreadable([Problem(str(folder), 0, 0, "", "holds no trace that can be read"), *found.unreadable])
    rulesets = [trace.value["ruleset"] for trace in found.traces if "ruleset" in trace.value]
    for name, text in sheets:
        try:
            _sort_text(found, text, name, rulesets[0] if rulesets else "")
        except Unreadable as error:
            found.unreadable += error.problems
    games = [trace.value["game"] for trace in found.traces if trace.value.get("game")]
    for document in rest:
        _sort(found, document, games)
    return found


def _may_be(path: Path) -> bool:
    return path.suffix.lower() in _READ and not path.name.startswith(".") and path.is_file()


def _natural(path: Path) -> list[tuple[bool, int, str]]:
    """Return a key that sorts names by the numbers in them."""
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.split(r"([0-9]+)", path.name)]


def _documents(text: bytes, name: str) -> list[Document]:
    """Return the documents of a file, at least one; raises Unreadable."""
    read = documents.parse_all(text, name) or [documents.parse(text, name)]
    cut = [document for document in read if not isinstance(document.value, (dict, list))]
    if cut:
        raise Unreadable([document.problem((), "is no document of a game: it has no keys") for document in cut])
    return read


def _is_nested(text: bytes, name: str) -> bool:
    """Return whether a text that begins like an order sheet is YAML that contains lists or mappings."""
    try:
        read = documents.parse_all(text, name)
    except Unreadable:
        return False
    return any(isinstance(value, (dict, list)) for one in read if _keys(one) for value in one.value.values())


def _keys(document: Document) -> set[str]:
    return set(document.value) if isinstance(document.value, dict) else set()


def _is_trace(document: Document) -> bool:
    return len(_keys(document) & _TRACE) >= _SHARE


def _sort_text(found: GameFiles, text: bytes, name: str, ruleset: str) -> None:
    """Sort a text: it is a sheet of orders or some other file; raises Unreadable."""
    if documents.is_sheet(text):
        found.orders.append(parse_sheet(text, name, {"format": 1, "ruleset": ruleset}))
    else:
        found.others.append(documents.make_document(text.decode("utf-8", "replace"), name))


def _sort(found: GameFiles, document: Document, games: Sequence[Any]) -> None:
    """Sort a document by its kind.

    A document that was written as a state, or has the name of the game, counts as a state whatever else it has.
    """
    keys = _keys(document)
    dice = any("/" in key for key in keys)
    if dice:
        found.dice.append(document)
    if keys & _MADE or (document.value["game"] in games if "game" in keys and not keys & _ORDERS else False):
        found.states.append(document)
    elif not keys & _OF_NO_GAME and keys & _ORDERS and "armies" not in keys:
        found.orders.append(document)
    elif not keys & _OF_NO_GAME and (len(keys & _STATE) >= _SHARE or {"format", "ruleset"} <= keys):
        found.states.append(document)
    elif not dice:
        found.others.append(document)
