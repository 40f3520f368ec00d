"""What of a position cannot have come about by the rules: told before anything is ruled on it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from referee.core.documents.problems import listed

from .battle.board import Board, bits
from .battle.rulings.reach import entry, reach
from .check_state import stands_wrongly
from .masterboard.check_standing import impossible
from .masterboard.supposing import says_all
from .sides import SIDES
from .state import BattleState, PieceState

if TYPE_CHECKING:
    from .masterboard.state import MasterboardState
    from .rules import Profile, TitanRules


def of_battle(battle: BattleState, rules: TitanRules) -> list[str]:
    """Return what of a battle cannot be, by what is said of it."""
    board = rules.board(battle.battleland)
    cites = ", ".join(rules.cite("slain"))
    out = []
    for piece in battle.pieces:
        out += [said for said in (stands_wrongly(piece, rules, board), _too_far(battle, piece, rules, board)) if said]
        if not piece.hits:
            continue
        if piece.hex is None:
            out.append(f"{piece.id} has {_hits(piece)} and is not on the map, where alone it is struck ({cites})")
        elif _first_phase(battle):
            out.append(f"{piece.id} has {_hits(piece)} before anybody could strike ({', '.join(rules.cite('phases'))})")
        elif battle.phase == "maneuver" and piece.hits >= rules.profile(piece.character, piece.power).power:
            removed = ", ".join(rules.cite("removed"))
            out.append(f"{piece.id} is slain, and gone before a Maneuver Phase begins ({removed})")
    return out + _sides(battle, rules)


def _hits(piece: PieceState) -> str:
    return f"{piece.hits} hit{'' if piece.hits == 1 else 's'}"


def _first_phase(battle: BattleState) -> bool:
    """Return whether it is the first Maneuver Phase of a battle, the defender's (LoT 10.3)."""
    return (battle.round, battle.phase, battle.active) == (1, "maneuver", "defender")


def _sides(battle: BattleState, rules: TitanRules) -> list[str]:
    """Judge that each side holds no more than a legion may, and both no more of a kind than there are."""
    out = []
    most, legion = rules.combat.legion_most, ", ".join(rules.cite("full"))
    for side in SIDES:
        own = [p for p in battle.pieces if p.side == side and p.hits < rules.profile(p.character, p.power).power]
        vital = [p.id for p in own if rules.profile(p.character, p.power).vital]
        if len(own) > most:
            out.append(f"{len(own)} characters live on the side of the {side}; a legion has {most} at most ({legion})")
        if len(vital) > 1:
            message = f"the {side} has {len(vital)} of a kind of which a player has one, {' and '.join(vital)}"
            out.append(f"{message} ({', '.join(rules.cite('one_titan'))})")
    return out + _too_many(Counter(p.character for p in battle.pieces), rules)


def _too_many(held: Counter[str], rules: TitanRules) -> list[str]:
    """Judge that there are no more of a character than the game has."""
    cites = ", ".join(rules.cite("stacks"))
    return [
        f"there are {rules.characters[name].number} of {name} in the game, not {number} ({cites})"
        for name, number in held.items()
        if number > rules.characters[name].number
    ]


def _too_far(battle: BattleState, piece: PieceState, rules: TitanRules, board: Board) -> str:
    """Return why a piece cannot have come so far in the Maneuver Phases that its side has had, or nothing."""
    if piece.hex is None or battle.round is None or battle.phase is None or battle.active is None:
        return ""
    side = board.side_of(battle.attacker_side, piece.side == "attacker")
    if side is None or rules.options.get("tower_rounds") == "attacker_first":
        return ""
    profile = rules.profile(piece.character, piece.power)
    begun = piece.side == "defender" or battle.active == "attacker"
    now = battle.phase == "maneuver" and battle.active == piece.side
    had = battle.round - (0 if begun else 1) - (1 if now and not piece.moved else 0)
    if stands_wrongly(piece, rules, board) or came(board, profile, piece.side, side, had) >> board.index[piece.hex] & 1:
        return ""
    times = f"{had} Maneuver Phase{'' if had == 1 else 's'}"
    cites = ", ".join(dict.fromkeys([*rules.cite("entry"), *rules.cite("allowance")]))
    if had < 1:
        return f"{piece.id} stands on {piece.hex} before the {piece.side} has had a Maneuver Phase ({cites})"
    by = f"from {listed(board.names(board.entry_hexes(side)))}"
    return f"{piece.id} cannot have come to {piece.hex} {by} in the {times} of the {piece.side} ({cites})"


def came(board: Board, profile: Profile, whose: str, side: str, phases: int) -> int:
    """Return the hexes where a character may stand after so many Maneuver Phases, if nobody was in its way."""
    if phases < 1:
        return 0
    setup = board.deploy if whose == "defender" else 0
    found = new = setup or entry(board, profile, board.entry_hexes(side), 0)
    for _ in range(phases - 1):
        onward = 0
        for hex_ in bits(new):
            onward |= reach(board, profile, hex_, 0)
        new = onward & ~found
        found |= new
        if not new:
            break
    return found


def of_masterboard(board: MasterboardState, rules: TitanRules) -> list[str]:
    """Return what of a Masterboard cannot be, by what is said of it."""
    out = _too_many(board.outside_stacks(), rules)
    if says_all(board):
        return out + [message for _, message in impossible(board, rules)]
    owners: dict[str, set[str]] = {}
    for legion in board.legions:
        owners.setdefault(str(legion.land), set()).add(legion.player)
    cites = ", ".join(rules.cite("engagement"))
    for land, players in owners.items():
        if len(players) > 2:
            where = rules.graph.titled(land)
            out.append(f"{listed(sorted(players))} stand in {where}; an Engagement is between two ({cites})")
    return out
