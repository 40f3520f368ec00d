"""The points for the slain of a battle, and for the living of a legion whose Titan is slain (LoT 16, 19.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.core.rules.ledger import Ledger
from referee.core.rules.rows import Fact

from ...points import Worth, points_of, rows_for_slain, share
from ...rows import BoardRow
from ..pieces import Piece
from ..position import BattlePosition


def scored(position: BattlePosition, pieces: Iterable[Piece], side: int) -> Ledger:
    """Return the points for those of some pieces that fought for a side (LoT 16.0)."""
    return points_of(
        _worths(position, (p for p in pieces if p.side == side)),
        position.rules.cite("scoring"),
        rows=_rows(position, side),
    )


def set_aside(position: BattlePosition, pieces: list[Piece]) -> Ledger:
    """Return the points for the living of a legion whose Titan is slain, of which the slayer gets half (LoT 19.3)."""
    rows = _rows(position, pieces[0].side) if pieces else None
    return points_of(_worths(position, pieces), position.rules.cite("titan_rest"), "half points", rows)


def half_of(position: BattlePosition, pieces: list[Piece]) -> Ledger:
    """Return half of the points for the living of a legion whose Titan is slain (LoT 19.3)."""
    ledger = set_aside(position, pieces)
    row = position.rules.masterplay.shares.fallen
    return ledger.plus(*share(position.rules, row, " for those still alive")) if pieces else ledger


def _worths(position: BattlePosition, pieces: Iterable[Piece]) -> list[Worth]:
    return [position.upkeep.worth(position, piece) for piece in pieces]


def _rows(position: BattlePosition, side: int) -> Callable[[Worth], list[BoardRow]] | None:
    """Return what gives the rows that change the points for one slain of a side, None where there are none."""
    if position.rules.sections["score"].empty:
        return None
    facts: dict[str, Fact] = {"how": "battle", "owner": position.players[side], "terrain": position.battleland}
    facts |= {"land": position.land} if position.land is not None else {}
    return lambda worth: rows_for_slain(position.rules, worth, position.fight.board.around, facts)
