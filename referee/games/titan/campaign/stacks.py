"""The stacks of Spells in a battle of a game: the Masterboard holds them, and the pieces of Magi show them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ..battle.pieces import Piece
from ..battle.position import BattlePosition
from ..magic.cup import intrinsic
from ..magic.stacks import everywhere, put
from ..masterboard.check_standing import mage_fault
from ..masterboard.legion import Legion
from ..masterboard.position import MasterboardPosition
from ..masterboard.rulings.engagements import sides
from ..masterboard.state import MageState
from ..sides import SIDES


def take_over(board: MasterboardPosition, battle: BattlePosition) -> None:
    """Give the pieces of Magi the Spells of their stacks, and the battle the Cup of the game."""
    battle.cup = board.cup
    rows = {row.id: row for _, row in everywhere(board)}
    battle.stacked = frozenset(rows)
    for piece in (*battle.fight.pieces.values(), *battle.fight.gone):
        row = rows.get(piece.id)
        if row is not None and row.held is not None:
            piece.held, piece.barred = list(row.held), list(row.barred)
    settle_stackless(board, battle)


def settle_stackless(board: MasterboardPosition, battle: BattlePosition) -> None:
    """Give those who have no stack what they hold: a Mage its intrinsic Spells, others nothing until they draw."""
    seen = SIDES if board.viewer is None else [SIDES[n] for n, one in enumerate(battle.players) if one == board.viewer]
    for piece in battle.fight.pieces.values():
        if piece.held is not None or piece.id in battle.stacked or SIDES[piece.owner] not in seen:
            continue
        if piece.profile.name in board.rules.keeping_spells:
            # a state may name a Mage by an id of its own: which intrinsic counters it holds is not known then
            if mage_fault(piece.id, board.rules) is None:
                piece.held = intrinsic(board.rules, piece.id)
        elif "draws_battle_spell" in piece.profile.traits and not piece.drew:
            piece.held = []


def give_back_stacks(board: MasterboardPosition, battle: BattlePosition) -> None:
    """Bring the stacks of the Masterboard in step with the Spells of the pieces, with those of new Magi."""
    now = board.engagement
    assert now is not None
    for legion, piece, row in _pieces(board, battle):
        if piece.held is None or (row is not None and row.held == piece.held):
            continue
        if row is None and legion is not None:
            put(legion, MageState(id=piece.id, held=list(piece.held)))
        elif row is None:
            continue
        elif legion is not None:
            put(legion, replace(row, held=list(piece.held)))
        else:
            new = replace(row, held=list(piece.held))
            now.stacks = [new if one.id == new.id else one for one in now.stacks]
    battle.stacked = frozenset(row.id for _, row in everywhere(board))
    settle_stackless(board, battle)


def _pieces(
    board: MasterboardPosition, battle: BattlePosition
) -> Iterator[tuple[Legion | None, Piece, MageState | None]]:
    """Yield the pieces of Magi, each with its legion, None for the slain, and with its stack."""
    now = board.engagement
    keeping = board.rules.keeping_spells
    for piece in battle.fight.pieces.values():
        if piece.profile.name in keeping:
            legion = sides(board)[piece.owner]
            yield legion, piece, next((row for row in legion.magi if row.id == piece.id), None)
    for piece in battle.fight.gone if now is not None else ():
        if piece.profile.name in keeping:
            yield None, piece, next((row for row in now.stacks if row.id == piece.id), None) if now else None
