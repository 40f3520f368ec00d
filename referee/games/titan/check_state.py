"""What is wrong with a state or a situation against the tables, before anything is ruled on it."""

from __future__ import annotations

from typing import Any

from referee.core import documents
from referee.core.game import Faults

from .battle.board import Board
from .battle.reach import BARRED, moves_for
from .rules import TitanRules
from .state import BattleState, PieceState, State


def faults(state: State, rules: TitanRules, playing: bool) -> Faults:
    """Return every fault with its path; a game in play must say everything, a situation may leave things out."""
    out: Faults = []
    if state.masterboard is not None:
        from .masterboard.check_state import faults as masterboard_faults

        out = masterboard_faults(state, rules, playing)
    elif state.battle is None:
        return [((), "'battle' is missing, or 'masterboard': this ruleset adjudicates both")]
    return out + (_battle(state.battle, rules, playing) if state.battle is not None else [])


def _battle(battle: BattleState, rules: TitanRules, playing: bool) -> Faults:
    """Return every fault of a battle with its path."""
    lands = rules.battlelands.battlelands
    if battle.battleland not in lands:
        near = documents.nearest(battle.battleland, lands)
        return [
            (("battle", "battleland"), f"'{battle.battleland}' is no battleland{near}; they are {', '.join(lands)}")
        ]
    board = rules.board(battle.battleland)
    out: Faults = []
    seen: dict[str, int] = {}
    where: dict[str, str] = {}
    for number, piece in enumerate(battle.pieces):
        path = ("battle", "pieces", number)
        if piece.id in seen:
            out.append(((*path, "id"), f"'{piece.id}' is the name of piece {seen[piece.id] + 1} already"))
        seen[piece.id] = number
        out += [((*path, field), message) for field, message in _piece(piece, rules, board)]
        if piece.hex is not None:
            if piece.hex in where:
                out.append(((*path, "hex"), f"{piece.hex} is taken by '{where[piece.hex]}'"))
            where[piece.hex] = piece.id
    for number, character in enumerate(battle.may_muster):
        if character not in rules.characters:
            out.append((("battle", "may_muster", number), rules.unknown(character)))
    for number, able in enumerate(battle.may_summon):
        if able.character not in rules.characters:
            out.append((("battle", "may_summon", number, "character"), rules.unknown(able.character)))
    if battle.round is not None and battle.round > (rounds := rules.combat.rounds):
        message = f"must be {rounds} at most, the last round ({', '.join(rules.cite('time_loss'))})"
        out.append((("battle", "round"), message))
    if playing:
        out += _in_play(battle, rules, board)
    return out


def _piece(piece: PieceState, rules: TitanRules, board: Board) -> list[tuple[str, str]]:
    out = []
    if piece.character not in rules.characters:
        out.append(("character", rules.unknown(piece.character)))
        return out
    if piece.hex is not None and piece.hex not in board.index:
        near = documents.nearest(piece.hex.upper(), board.index)
        out.append(("hex", f"'{piece.hex}' is no hex of a Battleland{near}"))
    chart = rules.characters[piece.character]
    if piece.power is not None and chart.grows is None and piece.power != chart.power:
        out.append(("power", f"the Power-factor of {chart.title} is {chart.power} and does not change"))
    elif piece.power is not None and piece.power < chart.power:
        out.append(("power", f"the Power-factor of {chart.title} is at least {chart.power}"))
    power = chart.power if piece.power is None else piece.power
    if piece.hits > power:
        out.append(("hits", f"{piece.hits} hits are more than its Power-factor of {power}"))
    return out


def _in_play(battle: BattleState, rules: TitanRules, board: Board) -> Faults:
    out: Faults = [
        (("battle",), f"'{field}' is missing: a battle in play needs it")
        for field in ("round", "phase", "active", "players")
        if getattr(battle, field) is None
    ]
    if battle.attacker_side is None and board.printed.attacker_side is None:
        out.append((("battle",), "'attacker_side' is missing: a battle in play needs it"))
    if battle.players is not None and battle.players.attacker == battle.players.defender:
        out.append((("battle", "players"), f"'{battle.players.attacker}' cannot play both sides"))
    ids = {piece.id for piece in battle.pieces}
    for number, piece in enumerate(battle.slain):
        if piece.id in ids:
            out.append((("battle", "slain", number, "id"), f"'{piece.id}' is among the pieces too"))
        out += [(("battle", "slain", number, field), message) for field, message in _piece(piece, rules, board)]
    if any(_faulty(piece, rules, board) for piece in battle.pieces):
        return out
    vital: set[str] = set()
    for number, piece in enumerate(battle.pieces):
        path = ("battle", "pieces", number)
        if rules.profile(piece.character, piece.power).vital:
            if piece.side in vital:
                message = f"the {piece.side} has a {piece.character} already; a player has one"
                out.append(((*path, "character"), message))
            vital.add(piece.side)
        if battle.phase == "maneuver" and piece.hits >= rules.profile(piece.character, piece.power).power:
            out.append(((*path, "hits"), "a slain character is removed before a Maneuver Phase begins"))
        message = stands_wrongly(piece, rules, board)
        if message:
            out.append(((*path, "hex"), message))
    return out


def _faulty(piece: PieceState, rules: TitanRules, board: Board) -> bool:
    return bool(_piece(piece, rules, board))


def stands_wrongly(piece: PieceState, rules: TitanRules, board: Board) -> str:
    """Return why a piece cannot have come to stand where it is, or nothing."""
    if piece.hex is None:
        return ""
    profile = rules.profile(piece.character, piece.power)
    moves = moves_for(board, profile)
    hex_ = board.index[piece.hex]
    if moves.into[hex_] < BARRED:
        return ""
    row = next(row for row in moves.rows(None, hex_, "land" if moves.flies else "enter") if row.forbid)
    return f"{piece.id} cannot stand on {piece.hex}: {row.why} ({', '.join(row.cites)})"


def oddities(battle: BattleState, rules: Any) -> list[str]:
    """Return what in a situation cannot have come about by the rules."""
    board = rules.board(battle.battleland)
    return [message for piece in battle.pieces if (message := stands_wrongly(piece, rules, board))]
