"""What of a battle cannot have come about by the rules: told before anything is ruled on it."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from referee.core.documents.problems import listed

from ..counters import too_many
from ..rules import Profile, TitanRules
from ..sides import SIDES
from .board import Board, bits, board_of
from .check_state import stands_wrongly
from .rulings.harm import harm
from .rulings.reach import BARRED, entry, moves_for, reach
from .state import BattleState, PieceState


def of_battle(battle: BattleState, rules: TitanRules) -> list[str]:
    """Return what of a battle cannot be, by what is said of it."""
    board = board_of(rules, battle.battleland)
    cites = ", ".join(rules.cite("slain"))
    came_by = {side: _came_by(battle, rules, board, side) for side in SIDES}
    out = []
    for piece in battle.pieces:
        wrong = _misplaced(piece, rules, board, came_by[piece.side])
        out += [wrong] if wrong else []
        if not piece.hits:
            continue
        if piece.hex is None:
            out.append(f"{piece.id} has {_hits(piece)} and is not on the map, where alone it is struck ({cites})")
        elif too_soon := _too_soon(battle, piece, rules, board):
            out.append(too_soon)
        elif battle.phase == "maneuver" and piece.hits >= rules.profile(piece.character, piece.power).power:
            removed = ", ".join(rules.cite("removed"))
            out.append(f"{piece.id} is slain, and gone before a Maneuver Phase begins ({removed})")
    return out + _sides(battle, rules)


def _hits(piece: PieceState) -> str:
    return f"{piece.hits} hit{'' if piece.hits == 1 else 's'}"


def _too_soon(battle: BattleState, piece: PieceState, rules: TitanRules, board: Board) -> str:
    """Return that a piece has hits before the attacker's first Strike Phase that no hazard did it, or nothing.

    Until then one side is alone on the map, the defender (LoT 10.3).
    """
    now = (battle.round, battle.phase, battle.active)
    first = now == (1, "maneuver", "defender")
    alone = first or now in ((1, "strike", "defender"), (1, "maneuver", "attacker"))
    if not alone or piece.hex is None or rules.options.get("tower_rounds") == "attacker_first":
        return ""
    profile = rules.profile(piece.character, piece.power)
    harmed = harm(board, profile, board.index[piece.hex], piece.side == "defender")
    most = 0 if first or piece.side == "attacker" else harmed.ledger.total
    if piece.hits <= most:
        return ""
    rest = f"; {' and '.join(harmed.hazards)} gives it {most} at most" if most else ""
    cites = dict.fromkeys([*rules.cite("phases"), *(harmed.ledger.cites if most else ())])
    return f"{piece.id} has {_hits(piece)} before anybody could strike{rest} ({', '.join(cites)})"


def _sides(battle: BattleState, rules: TitanRules) -> list[str]:
    """Judge that each side holds no more than a legion may, and both no more of a kind than there are."""
    out = []
    most, legion = rules.combat.legion_most, ", ".join(rules.cite("full"))
    profiles = [rules.profile(piece.character, piece.power) for piece in battle.pieces]
    living = [(p, profile) for p, profile in zip(battle.pieces, profiles, strict=True) if p.hits < profile.power]
    for side in SIDES:
        own = [piece for piece, _ in living if piece.side == side]
        vital = [piece.id for piece, profile in living if profile.vital and piece.side == side]
        if len(own) > most:
            out.append(f"{len(own)} characters live on the side of the {side}; a legion has {most} at most ({legion})")
        if len(vital) > 1:
            message = f"the {side} has {len(vital)} of a kind of which a player has one, {' and '.join(vital)}"
            out.append(f"{message} ({', '.join(rules.cite('one_titan'))})")
    return out + too_many(Counter(p.character for p in battle.pieces), rules)


class _CameBy(NamedTuple):
    """How a side came: by which side of the map, in how many Maneuver Phases, and whether it stands in the last.

    `reinforced` tells whether it is the round in which a reinforcement may come.
    """

    side: str
    phases: int
    maneuvers: bool
    reinforced: bool


def _came_by(battle: BattleState, rules: TitanRules, board: Board, whose: str) -> _CameBy | None:
    """Return how a side came onto the map, None where it is not said."""
    if battle.round is None or battle.phase is None or battle.active is None:
        return None
    side = board.side_of(battle.attacker_side, whose == "attacker")
    if side is None or rules.options.get("tower_rounds") == "attacker_first":
        return None
    begun = whose == "defender" or battle.active == "attacker"
    maneuvers = battle.phase == "maneuver" and battle.active == whose
    return _CameBy(side, battle.round - (not begun), maneuvers, battle.round == rules.combat.reinforcement_round)


def _misplaced(piece: PieceState, rules: TitanRules, board: Board, by: _CameBy | None) -> str:
    """Return why a piece cannot stand where it is, or not so soon, or nothing."""
    if by is None:
        return stands_wrongly(piece, rules, board)
    if piece.hex is None:
        return _left_outside(piece, rules, by)
    phases = by.phases - (by.maneuvers and not piece.moved)
    profile = rules.profile(piece.character, piece.power)
    if came(board, profile, piece.side, by.side, phases) >> board.index[piece.hex] & 1:
        return ""
    return stands_wrongly(piece, rules, board) or _too_far(piece, rules, board, by.side, phases)


def _left_outside(piece: PieceState, rules: TitanRules, by: _CameBy) -> str:
    """Return that a piece off the map was left there in its owner's first Maneuver Phase, or nothing (LoT 10.1)."""
    late = rules.profile(piece.character, piece.power).summonable if piece.side == "attacker" else by.reinforced
    if by.phases - by.maneuvers < 1 or piece.hits or (by.maneuvers and late):
        return ""
    cites = ", ".join(rules.cite("lost_outside"))
    return (
        f"{piece.id} is off the map after the first Maneuver Phase of the {piece.side}, which eliminates it ({cites})"
    )


def _too_far(piece: PieceState, rules: TitanRules, board: Board, side: str, phases: int) -> str:
    """Return that a piece cannot have come so far in the Maneuver Phases that its side has had."""
    times = "first Maneuver Phase" if phases == 1 else f"first {phases} Maneuver Phases"
    cites = ", ".join(dict.fromkeys([*rules.cite("entry"), *rules.cite("allowance")]))
    if phases < 1:
        return f"{piece.id} stands on {piece.hex} before the {piece.side} has had a Maneuver Phase ({cites})"
    if board.deploy and piece.side == "defender":
        when = f"after the {times} of the defender, who is set up inside the walls"
        cites = ", ".join(dict.fromkeys([*rules.cite("tower_entry"), *(rules.cite("allowance") if phases > 1 else ())]))
        return f"{piece.id} cannot stand on {piece.hex} {when} ({cites})"
    by = f"from {listed(board.names(board.entry_hexes(side)))}"
    return f"{piece.id} cannot have come to {piece.hex} {by} in the {times} of the {piece.side} ({cites})"


def came(board: Board, profile: Profile, whose: str, side: str, phases: int) -> int:
    """Return the hexes where a character may stand after so many Maneuver Phases, if nobody was in its way."""
    if phases < 1:
        return 0
    key = ("came", board.name, profile.number, whose, side, phases)
    return board.rules.remember(key, lambda: _spread(board, profile, whose, side, phases))


def _spread(board: Board, profile: Profile, whose: str, side: str, phases: int) -> int:
    """Work out `came`: each Maneuver Phase leads on from the hexes that the one before it reached first."""
    into = moves_for(board, profile).into
    setup = sum(1 << h for h in bits(board.deploy) if into[h] < BARRED) if whose == "defender" else 0
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
