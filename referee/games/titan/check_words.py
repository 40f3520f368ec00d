"""The words of a state that stand in no table: characters, Battlelands, hexes and Lands, each judged by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.core.documents import Path, nearest
from referee.core.game.game import Faults

from .battle.board import board_of
from .rules import TitanRules
from .state import BattleState, State

Words = Iterable[tuple[Path, str]]


def unknown(state: State, rules: TitanRules) -> Faults:
    """Return every word that no table of the game knows, with its path."""
    out: Faults = []
    named: list[tuple[Path, str]] = []
    if state.battle is not None:
        out += _places(state.battle, rules)
        named += _fighting(state.battle)
    if state.masterboard is not None:
        from .masterboard.check_words import lands, mustered

        out += lands(state.masterboard, rules)
        named += mustered(state.masterboard)
    return out + [(path, rules.unknown(name)) for path, name in named if name not in rules.characters]


def _places(battle: BattleState, rules: TitanRules) -> Faults:
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


def _fighting(battle: BattleState) -> Iterator[tuple[Path, str]]:
    """Yield every character that a battle names."""
    for field, pieces in (("pieces", battle.pieces), ("slain", battle.slain)):
        for number, piece in enumerate(pieces):
            yield ("battle", field, number, "character"), piece.character
    for number, name in enumerate(battle.may_muster):
        yield ("battle", "may_muster", number), name
    for number, able in enumerate(battle.may_summon):
        yield ("battle", "may_summon", number, "character"), able.character
