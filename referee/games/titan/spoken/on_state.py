"""What players may name on a state: the pieces of its battle, and the legions on its Masterboard."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.spoken.named import Named, Thing

from ..masterboard.graph import graph_of
from ..masterboard.supposing import MasterQuestion
from ..rules import TitanRules
from ..state import State
from .names import vocabulary


def named(state: State, rules: TitanRules) -> Named:
    """Return the pieces and legions of a state, and its Battleland."""
    values = {"land": state.battle.battleland} if state.battle is not None else {}
    return Named(vocabulary(rules), [*_pieces(state), *_legions(state, rules)], values)


def _pieces(state: State) -> Iterator[Thing]:
    if state.battle is None:
        return
    players = state.battle.players
    for piece in state.battle.pieces:
        player = "" if players is None else getattr(players, piece.side)
        facts = {"hits": piece.hits, **({"power": piece.power} if piece.power is not None else {})}
        yield Thing(piece.id, piece.character, piece.hex or "", player, piece.side, facts)


def _legions(state: State, rules: TitanRules) -> Iterator[Thing]:
    if state.masterboard is None:
        return
    graph = graph_of(rules)
    for legion in state.masterboard.legions:
        land = graph.called(str(legion.land))
        terrain = graph.lands[land].terrain if land is not None else ""
        holds = tuple(legion.contents or ())
        yield Thing(legion.id, terrain, land or "", legion.player, "", {}, holds, MasterQuestion.about)
