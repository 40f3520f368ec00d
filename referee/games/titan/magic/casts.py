"""A cast: which Spell, by whom, at what, and whether what it is cast at is near or far (MM 11.2)."""

from __future__ import annotations

from typing import NamedTuple

from ..battle.board import Board
from ..battle.fight import Fight
from ..battle.pieces import OFF, Piece
from ..battle.state import SpellState
from .spell_tables import Mode, SpellType


class Cast(NamedTuple):
    """A Spell cast by a piece at a piece, at a hex, at a Spell in effect, or at the Storm over the battle.

    `hex` is where what it is cast at lies, OFF for a Storm and for what is not on the map.
    """

    spell: SpellType
    caster: Piece
    piece: Piece | None = None
    hex: int = OFF
    row: SpellState | None = None
    storm: bool = False

    @property
    def on_self(self) -> bool:
        """Whether it is cast at its caster."""
        return self.piece is self.caster


def near(board: Board, caster: Piece, hex_: int) -> bool:
    """Return whether a hex is the caster's own or beside it, with nothing between that parts them (MM 11.2.1)."""
    return hex_ == caster.hex or bool(board.contact[caster.hex] >> hex_ & 1)


def mode_of(board: Board, cast: Cast) -> Mode:
    """Return whether a cast is proximal or ranged (MM 11.2.1, 11.2.2)."""
    return "proximal" if near(board, cast.caster, cast.hex) else "ranged"


def beside_enemy(fight: Fight, piece: Piece) -> bool:
    """Return whether an enemy, slain or not, stands beside a piece, even one that does not hold it (MM 11.2.2)."""
    return bool(fight.board.contact[piece.hex] & fight.on[1 - piece.side])
