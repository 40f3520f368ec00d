"""Check the battle of a state against the tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from referee.core.documents import Path, nearest
from referee.core.game.game import StateProblems

from ..rules import TitanRules
from .board import Board, board_of
from .rulings.reach import forbidding_row
from .state import BattleState, PieceState

# finds every problem of one kind in a battle
Check = Callable[[BattleState, TitanRules], StateProblems]


def validate_battle(battle: BattleState, rules: TitanRules, playing: bool, known: bool) -> StateProblems:
    """Return every problem of a battle, each with its path.

    `playing` requires all that a battle in play needs; `known` says that every name in it is known.
    """
    out: StateProblems = []
    seen: dict[str, int] = {}
    where: dict[str, str] = {}
    path: Path
    for number, piece in enumerate(battle.pieces):
        ident, hex_ = piece.id, piece.hex
        if ident in seen:
            path = ("battle", "pieces", number, "id")
            out.append((path, f"'{ident}' is the name of piece {seen[ident] + 1} already"))
        seen[ident] = number
        if (piece.hits or piece.power is not None) and (wrong := _piece(piece, rules)):
            out += [(("battle", "pieces", number, field), message) for field, message in wrong]
        if hex_ is not None:
            if hex_ in where:
                out.append((("battle", "pieces", number, "hex"), f"{hex_} is taken by '{where[hex_]}'"))
            where[hex_] = ident
    for number, piece in enumerate(battle.slain):
        if piece.id in seen:
            out.append((("battle", "slain", number, "id"), f"'{piece.id}' is among the pieces too"))
        out += [(("battle", "slain", number, field), message) for field, message in _piece(piece, rules)]
    if battle.slain_by_hazard or battle.result is not None:
        out += _unknown_pieces(battle)
    if battle.effects or battle.uses:
        from .check_laid import laid_faults

        out += laid_faults(battle, rules)
    if rules.gives_control or any(piece.owner is not None for piece in battle.pieces):
        out += _control_faults()(battle, rules)
    if battle.spells or any(piece.by is not None for piece in (*battle.pieces, *battle.slain)):
        out += _spell_faults()(battle, rules)
    if rules.spells or battle.left or battle.gates or battle.spirits:
        out += _left_faults()(battle, rules)
    rounds = rules.combat.rounds
    if battle.storm is not None or (battle.storm_rounds and battle.storm_rounds >= rules.magic.storm.rounds):
        rounds += rules.magic.storm.more
    if battle.round is not None and battle.round > rounds:
        message = f"must be {rounds} at most, the last round ({', '.join(rules.cite('time_loss'))})"
        out.append((("battle", "round"), message))
    if known and not out and rules.powers_change:
        from .check_laid import too_many_hits

        out += too_many_hits(battle, rules)
    if playing and known:
        out += _in_play(battle, board_of(rules, battle.battleland))
    return out


# what few battles need is imported once, where one needs it


@cache
def _control_faults() -> Check:
    from .check_control import control_faults

    return control_faults


@cache
def _spell_faults() -> Check:
    from .spells import spell_faults

    return spell_faults


@cache
def _left_faults() -> Check:
    from .check_left import left_faults

    return left_faults


def _unknown_pieces(battle: BattleState) -> StateProblems:
    """Return every name of a piece that is not in the battle."""
    pieces = [piece.id for piece in battle.pieces]
    named: list[tuple[Path, str]] = [(("slain_by_hazard", n), name) for n, name in enumerate(battle.slain_by_hazard)]
    if battle.result is not None:
        named += [(("result", "survivors", n), name) for n, name in enumerate(battle.result.survivors)]
    known = {"slain_by_hazard": [*pieces, *(piece.id for piece in battle.slain)], "result": pieces}
    return [
        (("battle", *path), f"'{name}' is no piece of this battle{nearest(name, known[str(path[0])])}")
        for path, name in named
        if name not in known[str(path[0])]
    ]


def _piece(piece: PieceState, rules: TitanRules) -> list[tuple[str, str]]:
    """Return every problem of a piece's Power and hits; none if its character is unknown."""
    out: list[tuple[str, str]] = []
    if piece.character not in rules.characters:
        return out
    chart = rules.characters[piece.character]
    if piece.power is not None and chart.grows is None and piece.power != chart.power:
        out.append(("power", f"the Power-factor of {chart.title} is {chart.power} and does not change"))
    elif piece.power is not None and piece.power < chart.power:
        out.append(("power", f"the Power-factor of {chart.title} is at least {chart.power}"))
    power = chart.power if piece.power is None else piece.power
    if piece.hits > power and not rules.powers_change:
        out.append(("hits", f"{piece.hits} hits are more than its Power-factor of {power}"))
    return out


def _in_play(battle: BattleState, board: Board) -> StateProblems:
    """Return what a battle in play lacks or cannot hold."""
    out: StateProblems = [
        (("battle",), f"'{field}' is missing: a battle in play needs it")
        for field in ("round", "phase", "active", "players")
        if getattr(battle, field) is None
    ]
    if battle.attacker_side is None and board.printed.attacker_side is None:
        out.append((("battle",), "'attacker_side' is missing: a battle in play needs it"))
    if battle.players is not None and battle.players.attacker == battle.players.defender:
        out.append((("battle", "players"), f"'{battle.players.attacker}' cannot play both sides"))
    return out


def forbidden_hex(piece: PieceState, rules: TitanRules, board: Board) -> str:
    """Return why a piece cannot be on its hex, or an empty string (LoT 11.7).

    Where something that is gone may have switched its ground off, it has stayed (REF magi-106).
    """
    if piece.hex is None:
        return ""
    hex_ = board.index[piece.hex]
    row = forbidding_row(board, rules.profile(piece.character, piece.power), hex_)
    if row is None or any(one.name in rules.switched_off for one in board.borne[hex_]):
        return ""
    return f"{piece.id} cannot stand on {piece.hex}: {row.why} ({', '.join(row.cites)})"
