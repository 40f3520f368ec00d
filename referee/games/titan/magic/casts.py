"""A cast: which Spell, by whom, at what, and whether what it is cast at is near or far (MM 11.2)."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.documents import nearest
from referee.core.game.orders import Objection

from ..battle.board import Board
from ..battle.fight import Fight
from ..battle.pieces import OFF, Piece
from ..battle.position import BattlePosition
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


STORM = "storm"


def aims_at_piece(position: BattlePosition, spell: SpellType, word: str) -> bool:
    """Return whether a word names the piece that a Spell is cast at: no hex, and nobody whom it brings."""
    if spell.at == "hex" and word.upper() in position.rules.hex_numbers:
        return False
    return spell.at != "spell" and spell.name not in position.rules.magic.musters


def target_called(position: BattlePosition, spell: SpellType, caster: Piece, word: str | None) -> Cast | Objection:
    """Return the cast of a Spell at what a word names, or the objection that it names nothing of that kind."""
    if not spell.phases:
        message = f"{spell.title} is no Spell of a battle; it is cast on the Masterboard"
        return Objection(message, (*spell.cites, *position.rules.cite("strategic_spell")), "spell")
    if word is None:
        return Objection(f"'at' is missing: {spell.title} is cast at {_WHAT[spell.at or 'piece']}", spell.cites, "at")
    if spell.at == "hex":
        on_it = position.fight.pieces.get(word)
        found = on_it.hex if on_it is not None and on_it.hex != OFF else position.hex(word, "at")
        return found if isinstance(found, Objection) else Cast(spell, caster, hex=found)
    if spell.at == "spell":
        return _spell(position, spell, caster, word)
    piece = position.find(word, "at")
    return piece if isinstance(piece, Objection) else Cast(spell, caster, piece, piece.hex)


def _spell(position: BattlePosition, spell: SpellType, caster: Piece, word: str) -> Cast | Objection:
    if word in (STORM, position.storm):
        return Cast(spell, caster, storm=True)
    row = next((row for row in position.spells if row.id == word), None)
    if row is not None:
        return Cast(spell, caster, hex=place_of(position, row), row=row)
    piece = position.fight.pieces.get(word)
    if piece is not None:
        message = f"{position.named(piece)} is a piece; {spell.title} is cast at a Spell in effect"
        return Objection(message, (*spell.cites, *position.rules.cite("not_dispelled")), "at")
    near = nearest(word, [str(row.id) for row in position.spells])
    return Objection(f"'{word}' is no Spell in effect{near}", spell.cites, "at")


def place_of(position: BattlePosition, row: SpellState) -> int:
    """Return the hex where a Spell in effect lies, that of the piece it lies on; OFF if that is not on the map."""
    if row.hex is not None:
        return position.fight.board.index[row.hex]
    piece = position.fight.pieces.get(row.on or "")
    return piece.hex if piece is not None else OFF


_WHAT = {
    "piece": "a piece",
    "friend": "a friend",
    "enemy": "an enemy",
    "hex": "a hex",
    "spell": "a Spell in effect, or 'storm'",
    "land": "a Land",
}
