"""Where the characters of a scene stand: as said, or anywhere that fits, where no answer hangs on it."""

from __future__ import annotations

from collections.abc import Iterator, Set

import msgspec

from ..battle.board import Board, board_of
from ..battle.rulings.reach import forbidding_row
from ..rules import TitanRules
from .scene import Mention


class Wanted(msgspec.Struct):
    """What must hold of the hexes of a blow: the ground under both, and what lies between them.

    `down` is 1 where the first is above the hazard, -1 where it is below, 0 where that is not said. `steps` are how
    far the two may be apart. Nothing lies between neighbours unless that is said, but on a Battleland that is `open`.
    """

    first: Mention
    second: Mention
    hazard: str | None = None
    down: int = 0
    steps: tuple[int, ...] = (1,)
    open: bool = False


def boards(
    rules: TitanRules, land: str | None, described: bool, needed: Set[str | None] = frozenset()
) -> Iterator[Board]:
    """Yield the Battlelands of a scene: the one it names, if it describes the ground each one, else the plain.

    Of all, those on which a hazard `needed` is not printed are left out.
    """
    maps = rules.battlelands.battlelands
    if land is not None or not described:
        yield board_of(rules, land or next(iter(maps)))
        return
    hazards = needed - {None, rules.battlelands.ground}
    for name, printed in maps.items():
        if hazards <= printed.hexes.keys() | printed.hexsides.keys():
            yield board_of(rules, name)


def pairs(board: Board, wanted: Wanted) -> Iterator[tuple[int, int]]:
    """Yield the hexes on which two characters may stand, those of the same kind once."""
    seen = set()
    others = list(_hexes(board, wanted.second, wanted))
    for one in _hexes(board, wanted.first, wanted):
        for other in others:
            if one == other or (wanted.steps and board.steps(one, other) not in wanted.steps):
                continue
            if not _between(board, one, other, wanted):
                continue
            kind: tuple[object, ...] = (
                _kind(board, one),
                _kind(board, other),
                tuple(board.crossings.get((one, other), ())),
                board.steps(one, other),
            )
            bare = not board.crossings and not any(board.hazards)
            if bare:
                kind = (*kind, _straight(board, one, other))
            if wanted.first.hex is None and wanted.second.hex is None and (bare or wanted.steps == (1,)):
                if kind in seen:
                    continue
                seen.add(kind)
            yield one, other


def _straight(board: Board, one: int, other: int) -> bool:
    """Return whether the line between two hexes runs through the middle of hexes, and not along hexsides."""
    (q, r), (s, t) = board.coordinates[one], board.coordinates[other]
    return q == s or r == t or q + r == s + t


def _kind(board: Board, hex_: int) -> tuple[tuple[str, ...], int]:
    return tuple(board.hazards[hex_]), board.elevation[hex_]


def _hexes(board: Board, mention: Mention, wanted: Wanted) -> Iterator[int]:
    plain = board.rules.battlelands.ground
    for hex_ in middle_first(board):
        if mention.hex is not None and board.labels[hex_] != mention.hex:
            continue
        bears = board.hazards[hex_] or [plain]
        if mention.ground is not None and mention.ground not in bears:
            continue
        if mention.hex is None and mention.ground is None and not wanted.open and bears != [plain]:
            continue
        if stands(board, mention, hex_):
            yield hex_


def stands(board: Board, mention: Mention, hex_: int) -> bool:
    """Return whether a character may be assumed to stand on a hex: where nothing is said, only where it can."""
    told = mention.hex is not None or mention.ground is not None
    return told or forbidding_row(board, board.rules.profile(mention.who, mention.power), hex_) is None


def middle_first(board: Board) -> list[int]:
    """Return the hexes of a board, those in the middle first."""
    return sorted(range(len(board.labels)), key=lambda h: _FIRST.get(board.labels[h], 9))


_FIRST = {"C3": 0, "C4": 1, "D3": 2, "D4": 3, "B3": 4, "D5": 5, "C2": 6}


def _between(board: Board, one: int, other: int, wanted: Wanted) -> bool:
    found = board.crossings.get((one, other), [])
    if wanted.hazard is None:
        if wanted.down:
            # a direction alone: some hazard lies between that is crossed so
            return any(way == ("down" if wanted.down > 0 else "up") for _, way in found)
        placed = wanted.first.hex is not None and wanted.second.hex is not None
        return placed or wanted.open or not found
    ways = [way for name, way in found if name == wanted.hazard]
    if not ways:
        return False
    return wanted.down == 0 or ("down" if wanted.down > 0 else "up") in ways
