"""Check the names in a battle against the tables."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.documents import Path, nearest
from referee.core.game.game import Faults

from ..rules import TitanRules
from .board import board_of
from .state import BattleState


def unknown_places(battle: BattleState, rules: TitanRules) -> Faults:
    """Return every unknown Battleland and hex of a battle, each with its path."""
    lands = rules.battlelands.battlelands
    out: Faults = []
    if battle.battleland not in lands:
        near = nearest(battle.battleland, lands)
        message = f"'{battle.battleland}' is no battleland{near}; they are {', '.join(lands)}"
        out.append((("battle", "battleland"), message))
    # the hexes of all Battlelands have the same names
    hexes = board_of(rules, battle.battleland if battle.battleland in lands else next(iter(lands))).index
    for field, pieces in (("pieces", battle.pieces), ("slain", battle.slain)):
        for number, piece in enumerate(pieces):
            if piece.hex is not None and piece.hex not in hexes:
                near = nearest(piece.hex.upper(), hexes)
                path: Path = ("battle", field, number, "hex")
                out.append((path, f"'{piece.hex}' is no hex of a Battleland{near}"))
    return out


def character_names(battle: BattleState) -> Iterator[tuple[Path, str]]:
    """Yield the name of every character in a battle, with its path."""
    for field, pieces in (("pieces", battle.pieces), ("slain", battle.slain)):
        for number, piece in enumerate(pieces):
            yield ("battle", field, number, "character"), piece.character
    for number, name in enumerate(battle.may_muster):
        yield ("battle", "may_muster", number), name
    for number, able in enumerate(battle.may_summon):
        yield ("battle", "may_summon", number, "character"), able.character
