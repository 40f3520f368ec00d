"""The files of a game: the traces that are named, or a folder with the states and orders beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.core import documents
from referee.core.documents import Document, Problem, Unreadable

from .common import read, read_bytes

_READ = (".yaml", ".yml", ".json", ".txt")
_SHARE = 3
_TRACE = {"before", "after", "documents", "steps", "rolls", "rulings", "awaiting", "title"}
_ORDERS = {"player", "orders"}
_STATE = {"format", "ruleset", "game", "step", "rules", "options", "awaiting", "chain"}


@dataclass
class GameFiles:
    """What was read: traces, states, orders, dice rolled elsewhere, and what could not be read."""

    traces: list[Document] = field(default_factory=list)
    states: list[Document] = field(default_factory=list)
    orders: list[Document] = field(default_factory=list)
    dice: list[Document] = field(default_factory=list)
    unreadable: list[Problem] = field(default_factory=list)
    in_folder: bool = False


def game_files(paths: Sequence[str]) -> GameFiles:
    """Return the traces named, or all that a folder holds of a game; raises Unreadable where it holds no trace."""
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
    for path in sorted((p for p in folder.iterdir() if _may_be(p)), key=_natural):
        try:
            text = read_bytes(str(path))
            if path.suffix == ".txt" or documents.is_sheet(text):
                sheets.append((str(path), text))
                continue
            for document in documents.parse_all(text, str(path)):
                _sort(found, document)
        except Unreadable as error:
            found.unreadable += error.problems
    if not found.traces:
        raise Unreadable([Problem(str(folder), 0, 0, "", "holds no trace that can be read"), *found.unreadable])
    rulesets = [trace.value["ruleset"] for trace in found.traces if "ruleset" in trace.value]
    for name, text in sheets:
        if documents.is_sheet(text):
            try:
                defaults = {"format": 1, "ruleset": rulesets[0] if rulesets else ""}
                found.orders.append(documents.parse_sheet(text, name, defaults))
            except Unreadable as error:
                found.unreadable += error.problems
    return found


def _may_be(path: Path) -> bool:
    return path.suffix in _READ and not path.name.startswith(".") and path.is_file()


def _natural(path: Path) -> list[tuple[bool, int, str]]:
    """Return a key by which names stand in the order of the numbers in them."""
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.split(r"([0-9]+)", path.name)]


def _sort(found: GameFiles, document: Document) -> None:
    """Put a document among those of its kind; what shares too little with any is none of the game."""
    value: Any = document.value
    keys = set(value) if isinstance(value, dict) else set()
    if "case" in keys or "ask" in keys:
        return
    if len(keys & _TRACE) >= _SHARE:
        found.traces.append(document)
    elif keys & _ORDERS and "armies" not in keys:
        found.orders.append(document)
    elif len(keys & _STATE) >= _SHARE or {"format", "ruleset"} <= keys:
        found.states.append(document)
    elif any("/" in key and isinstance(dice, list) for key, dice in (value if keys else {}).items()):
        found.dice.append(document)
