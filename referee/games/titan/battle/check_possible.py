"""Report what in a battle the rules make impossible: hits too early, hexes out of reach, too many characters."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.documents.problems import listed

from ..counters import too_many
from ..profiles import Profile
from ..rules import TitanRules
from ..sides import SIDES
from .board import Board, bits, board_of
from .check_state import forbidden_hex
from .rulings.costs import BARRED
from .rulings.harm import harm
from .rulings.moves import moves_for
from .rulings.reach import entry, spread
from .spells import layer_faults
from .state import BattleState, PieceState


def battle_impossibilities(battle: BattleState, rules: TitanRules) -> list[str]:
    """Return everything in a battle that is impossible, each as a sentence with its rules."""
    board = board_of(rules, battle.battleland)
    cites = ", ".join(rules.cite("slain"))
    # what lies there now may not have lain there when a piece came, and a Spell may have brought it
    laid = battle.effects or battle.spells or battle.storm is not None
    entries = {} if laid else {side: _entry_of(battle, rules, board, side) for side in SIDES}
    out = []
    for piece in battle.pieces:
        brought = laid or piece.by is not None or piece.owner not in (None, piece.side)
        if not brought and (wrong := _misplaced(piece, rules, board, entries[piece.side])):
            out.append(wrong)
        if not piece.hits:
            continue
        if piece.hex is None:
            out.append(f"{piece.id} has {_hits(piece)} but is not on the map, where no character can be hit ({cites})")
        elif too_soon := _too_soon(battle, piece, rules, board):
            out.append(too_soon)
        elif (
            battle.phase == "maneuver"
            and not rules.powers_change
            and piece.hits >= rules.profile(piece.character, piece.power).power
        ):
            removed = ", ".join(rules.cite("removed"))
            out.append(f"{piece.id} is slain, and is removed before a Maneuver Phase begins ({removed})")
    if battle.spells:
        out += [message for _, message in layer_faults(battle, rules)]
    return out + _sides(battle, rules)


def _hits(piece: PieceState) -> str:
    return f"{piece.hits} hit{'' if piece.hits == 1 else 's'}"


def _too_soon(battle: BattleState, piece: PieceState, rules: TitanRules, board: Board) -> str:
    """Return that a piece has more hits than hazards can have done before anybody could strike, or an empty string.

    Until the attacker's first Strike Phase, only the defender has had characters on the map (LoT 10.3).
    """
    now = (battle.round, battle.phase, battle.active)
    first = now == (1, "maneuver", "defender")
    alone = first or now in ((1, "strike", "defender"), (1, "maneuver", "attacker"))
    if (
        not alone
        or piece.hex is None
        or battle.spells
        or rules.eventful
        or rules.abilities
        or rules.options.get("tower_rounds") == "attacker_first"
    ):
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
    """Return where a side is larger than a legion, or a kind has more characters than the game."""
    held: dict[str, int] = {}
    own: dict[str, list[PieceState]] = {side: [] for side in SIDES}
    options = {rules.effects[name].leaves_place for name in rules.controlling} - {None}
    vital: dict[str, list[str]] = {side: [] for side in SIDES}
    for piece in battle.pieces:
        held[piece.character] = held.get(piece.character, 0) + 1
        profile = rules.profile(piece.character, piece.power)
        if piece.hits >= profile.power:
            continue
        owner = piece.owner or piece.side
        # those who fight for the enemy keep their places, and those whom a Spell brought have none
        if piece.by is None:
            own[piece.side].append(piece)
            if owner != piece.side and not any(rules.chosen(str(option), True) for option in options):
                own[owner].append(piece)
        if profile.vital:
            vital[owner].append(piece.id)
    out = []
    most = rules.combat.legion_most
    for side in SIDES:
        if len(own[side]) > most:
            where = "in the legion" if any(piece.owner for piece in own[side]) else "on the side"
            message = f"{len(own[side])} characters live {where} of the {side}; a legion has {most} at most"
            out.append(f"{message} ({', '.join(rules.cite('full'))})")
        if len(vital[side]) > 1:
            names = " and ".join(vital[side])
            message = f"the {side} has {len(vital[side])} of a kind of which a player has one, {names}"
            out.append(f"{message} ({', '.join(rules.cite('one_titan'))})")
    return out + too_many(held, rules)


class _Entry(NamedTuple):
    """How a side entered: the side of the map, and the Maneuver Phases it has begun.

    `maneuvers` says that the last of them is still going on, `reinforced` that a reinforcement may enter in this round.
    """

    side: str
    phases: int
    maneuvers: bool
    reinforced: bool


def _entry_of(battle: BattleState, rules: TitanRules, board: Board, whose: str) -> _Entry | None:
    """Return how a side entered the map, None if the battle does not say it."""
    if battle.round is None or battle.phase is None or battle.active is None:
        return None
    side = board.side_of(battle.attacker_side, whose == "attacker")
    if side is None or rules.options.get("tower_rounds") == "attacker_first":
        return None
    begun = whose == "defender" or battle.active == "attacker"
    maneuvers = battle.phase == "maneuver" and battle.active == whose
    return _Entry(side, battle.round - (not begun), maneuvers, battle.round == rules.combat.reinforcement_round)


def _misplaced(piece: PieceState, rules: TitanRules, board: Board, entered: _Entry | None) -> str:
    """Return why a piece cannot be on its hex, or not so soon, or an empty string."""
    if entered is None:
        return forbidden_hex(piece, rules, board)
    if piece.hex is None:
        return _left_outside(piece, rules, entered)
    phases = entered.phases - (entered.maneuvers and not piece.moved)
    profile = rules.profile(piece.character, piece.power)
    if reachable_after(board, profile, piece.side, entered.side, phases) >> board.index[piece.hex] & 1:
        return ""
    return forbidden_hex(piece, rules, board) or _too_far(piece, rules, board, entered.side, phases)


def _left_outside(piece: PieceState, rules: TitanRules, entered: _Entry) -> str:
    """Return that a piece off the map should have been eliminated, or an empty string (LoT 10.1)."""
    late = rules.profile(piece.character, piece.power).summonable if piece.side == "attacker" else entered.reinforced
    if entered.phases - entered.maneuvers < 1 or piece.hits or (entered.maneuvers and late):
        return ""
    cites = ", ".join(rules.cite("lost_outside"))
    return (
        f"{piece.id} is off the map after the first Maneuver Phase of the {piece.side}, which eliminates it ({cites})"
    )


def _too_far(piece: PieceState, rules: TitanRules, board: Board, side: str, phases: int) -> str:
    """Return that a piece cannot have reached its hex in the Maneuver Phases that its side has had."""
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


def reachable_after(board: Board, profile: Profile, whose: str, side: str, phases: int) -> int:
    """Return the set of hexes a character can have reached after `phases` Maneuver Phases on an empty map."""
    if phases < 1:
        return 0
    key = ("reachable after", board, profile.number, whose, side, phases)
    return board.rules.remember(key, lambda: _spread(board, profile, whose, side, phases))


def _spread(board: Board, profile: Profile, whose: str, side: str, phases: int) -> int:
    """Compute `reachable_after`: each Maneuver Phase continues from the hexes that were new in the one before."""
    moves = moves_for(board, profile)
    into = moves.into
    setup = sum(1 << h for h in bits(board.deploy) if into[h] < BARRED) if whose == "defender" else 0
    found = new = setup or entry(moves, profile.allowance, board.entry_hexes(side), 0)
    for _ in range(phases - 1):
        new = spread(moves, profile.allowance, new) & ~found
        found |= new
        if not new:
            break
    return found
