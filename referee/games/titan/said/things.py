"""What a text may name on a state: the pieces of its battle, and the legions on its Masterboard."""

from __future__ import annotations

from referee.core.line.things import Thing

from ..masterboard.graph import graph_of
from ..rules import TitanRules
from ..state import State


def things(state: State, rules: TitanRules) -> list[Thing]:
    """Return the pieces and legions of a state with the facts by which they are named."""
    out: list[Thing] = []
    if state.battle is not None:
        for piece in state.battle.pieces:
            player = "" if state.battle.players is None else str(getattr(state.battle.players, piece.side))
            facts = {"name": piece.character, "hex": piece.hex, "side": piece.side, "hits": piece.hits}
            facts |= {"power": piece.power, "player": player, "land": state.battle.battleland}
            out.append(Thing(piece.id, player, facts))
    if state.masterboard is not None:
        graph = graph_of(rules)
        for legion in state.masterboard.legions:
            land = graph.called(str(legion.land))
            terrain = graph.lands[land].terrain if land is not None else None
            number = int(land) if land is not None and land.isdecimal() else None
            facts = {"land": terrain, "number": number, "player": legion.player, "legion": True}
            out.append(Thing(legion.id, legion.player, {**facts, "holds": list(legion.contents or ())}))
    return out
