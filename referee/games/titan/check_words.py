"""The words of a state that stand in no table: characters, Battlelands, hexes and Lands, each judged by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.core.documents import Path, nearest
from referee.core.game.game import Faults

from .battle.board import board_of
from .masterboard.graph import graph_of
from .masterboard.state import MasterboardState
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
        out += _lands(state.masterboard, rules)
        named += _mustered(state.masterboard)
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


def _lands(board: MasterboardState, rules: TitanRules) -> Faults:
    lands = graph_of(rules).lands
    named: list[tuple[Path, int | str | None]] = []
    for number, legion in enumerate(board.legions):
        named.append((("masterboard", "legions", number, "land"), legion.land))
        named.append((("masterboard", "legions", number, "origin"), legion.origin))
    named += [(("masterboard", "towers", player), land) for player, land in board.towers.items()]
    if board.engagement is not None:
        named.append((("masterboard", "engagement", "land"), board.engagement.land))
    wrong = [(path, str(land)) for path, land in named if land is not None and str(land) not in lands]
    return [(path, f"'{land}' is no Land{nearest(land, lands)}") for path, land in wrong]


def _mustered(board: MasterboardState) -> Iterator[tuple[Path, str]]:
    """Yield every character that a Masterboard names."""
    top = "masterboard"
    for number, legion in enumerate(board.legions):
        for place, name in enumerate(legion.contents or ()):
            yield (top, "legions", number, "contents", place), name
    for number, seen in enumerate(board.revealed):
        for place, name in enumerate(seen.characters):
            yield (top, "revealed", number, "characters", place), name
    for field, counts in (("caretaker", board.caretaker), ("slain", board.slain)):
        for name in counts:
            yield (top, field, name), name
    if board.engagement is not None:
        for name in board.engagement.slain:
            yield (top, "engagement", "slain", name), name
        for number, proposal in enumerate(board.engagement.proposals):
            for place, name in enumerate(proposal.losses):
                yield (top, "engagement", "proposals", number, "losses", place), name
