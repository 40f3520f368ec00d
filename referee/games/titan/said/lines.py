"""What this game gives the reader of lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.line.reader import Lines
from referee.core.line.reading import Layout, Meaning
from referee.core.line.things import Thing
from referee.core.line.tokens import Figures
from referee.core.line.vocabulary import Name
from referee.core.notation.field_specs import field_specs

from ..battle.board import Board, board_of
from ..battle.state import PieceState
from ..masterboard.graph import graph_of
from ..rules import TitanRules
from ..state import State


def things(state: State, rules: TitanRules) -> list[Thing]:
    """Return the pieces and legions of a state with the facts by which they are named."""
    out: list[Thing] = []
    if state.battle is not None:
        board = board_of(rules, state.battle.battleland) if state.battle.battleland is not None else None
        for piece in state.battle.pieces:
            player = "" if state.battle.players is None else str(getattr(state.battle.players, piece.side))
            facts: dict[str, Any] = {"name": piece.character, "hex": piece.hex, "side": piece.side, "hits": piece.hits}
            facts |= {"power": piece.power, "player": player, "land": state.battle.battleland}
            if board is not None and rules.profile(piece.character).rangestrikes and _apart(piece, state, board):
                facts["never"] = {
                    "strike": f"{piece.id} is next to no enemy, and shoots too: say which of the two it does"
                }
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


def _apart(piece: PieceState, state: State, board: Board) -> bool:
    """Return whether a piece is on the map and no enemy is on a hex beside it."""
    assert state.battle is not None
    enemies = [board.index.get(one.hex or "") for one in state.battle.pieces if one.side != piece.side]
    here = board.index.get(piece.hex or "")
    return here is not None and not any(there is not None and board.steps(here, there) == 1 for there in enemies)


# facts about the one who acts, and those about the one who is struck, if there is one
_OF_ACTOR, _OF_TARGET = ("power",), ("hits", "hex")


def changed(value: Mapping[str, Any], verb: str, facts: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a situation of a battle with facts changed; None where there is no place for one of them."""
    battle = value.get("battle")
    if battle is None:
        return None
    ask, rest = value["ask"], dict(facts)
    if "land" in rest:
        battle = {**battle, "battleland": rest.pop("land")}
    if not rest.keys() <= {*_OF_ACTOR, *_OF_TARGET}:
        return None
    pieces = []
    for piece in battle["pieces"]:
        mine = {name: inner for name, inner in rest.items() if piece["id"] == _whose(ask, verb, name)}
        pieces.append({**piece, **mine})
    return {**value, "battle": {**battle, "pieces": pieces}}


def _whose(ask: Mapping[str, Any], verb: str, fact: str) -> Any:
    return ask[verb] if fact in _OF_ACTOR else ask.get("at", ask[verb])


FIGURES = (Figures("hex", re.compile(r"([A-Fa-f])-?([1-6])(?!\w)"), lambda match: f"{match[1].upper()}{match[2]}"),)


def names(rules: TitanRules) -> Iterator[Name]:
    """Yield every name of a table that a text may hold."""
    for name, row in rules.characters.items():
        yield Name("who", name, row.title, row.plural)
    for name, spell in rules.spells.items():
        yield Name("spell", name, spell.title)
    for name in rules.battlelands.battlelands:
        yield Name("land", name, name)
    for name, hazard in rules.hazards.hazards.items():
        yield Name("hazard", name, hazard.title)


def situations(meaning: Meaning, kind: type[Any], rules: TitanRules) -> Iterator[Layout]:
    """Yield each document that a reading may mean, the likeliest first; raises Open for what is not said."""
    if kind.about == "masterboard" or not meaning.things:
        from .legions import situations as of_legions

        return of_legions(meaning, kind, rules)
    from .battle import situations as of_battle

    return of_battle(meaning, field_specs(kind), rules)


LINES = Lines(names, FIGURES, situations, things, changed, ordered=frozenset(("who", "spell")))
