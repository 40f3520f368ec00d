"""Report what in a battle the rules make impossible: hits too early, hexes out of reach, too many characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from referee.core.documents import Path
from referee.core.documents.problems import listed
from referee.core.game.game import Fault

from ..profiles import Profile
from ..rules import TitanRules
from ..sides import SIDES
from .board import Board, bits, board_of
from .check_course import course, fault_of
from .check_state import forbidden_hex
from .rulings.costs import BARRED
from .rulings.harm import harm
from .rulings.moves import moves_for
from .rulings.reach import entry, spread
from .spells import layer_faults
from .state import BattleState, PieceState

_NONE: frozenset[str | None] = frozenset()


def impossible_in_battle(battle: BattleState, rules: TitanRules, alone: bool) -> list[Fault]:
    """Return everything in a battle that is impossible; one that is `alone` holds all counters that are in use."""
    board = board_of(rules, battle.battleland)
    # what lies there now may not have lain there when a piece came, and a Spell may have brought it
    laid = _changed(battle, rules)
    entries = {side: _entry_of(battle, rules, board, side) for side in SIDES}
    covered = {*(effect.hex for effect in battle.effects), *(spell.hex for spell in battle.spells)} if laid else _NONE
    untold = _untold(battle, rules)
    sound = rules.recalled["sound"]
    out = []
    for number, piece in enumerate(battle.pieces):
        brought = laid or piece.by is not None or piece.owner not in (None, piece.side)
        entered = entries[piece.side]
        if not (laid or piece.hits or piece.hex is None):
            # a piece without hits is judged by what it is and where it stands; few are anything but sound
            key = (
                board,
                piece.character,
                piece.power,
                piece.side,
                piece.hex,
                entered,
                brought,
                untold,
                piece.moved,
                piece.struck,
            )
            if sound.recall(key, _is_sound, battle, piece, rules, board, entered, brought, untold, covered):
                continue
        found = _piece(battle, piece, rules, board, entered, brought, untold, covered)
        out += [Fault(("battle", "pieces", number, field), message, odd) for field, message, odd in found]
    if battle.spells:
        out += layer_faults(battle, rules)
    return [*out, *_sides(battle, rules, alone), *course(battle, rules, board)]


def _changed(battle: BattleState, rules: TitanRules) -> bool:
    """Return whether something lies in a battle, or somebody has cast a Spell in it that may have laid something."""
    if battle.effects or battle.spells or battle.storm is not None:
        return True
    return bool(rules.spells) and any(piece.used for piece in (*battle.pieces, *battle.slain))


def _untold(battle: BattleState, rules: TitanRules) -> bool:
    """Return whether Spells may have been cast in a battle of which it does not tell."""
    magi = rules.keeping_spells
    unknown = any(piece.character in magi and piece.held is None for piece in battle.pieces)
    gone = any(piece.character in magi for piece in battle.slain)
    return bool(rules.spells) and (bool(battle.left) or unknown or gone)


def _is_sound(*given: Any) -> bool:
    """Return whether nothing is impossible of a piece."""
    return next(_piece(*given), None) is None


def _piece(
    battle: BattleState,
    piece: PieceState,
    rules: TitanRules,
    board: Board,
    entered: _Entry | None,
    brought: bool,
    untold: bool,
    covered: Collection[str | None],
) -> Iterator[tuple[str, str, bool]]:
    """Yield what is impossible of one piece: the field, a message, and whether it is odd alone.

    One that is `brought` may have come in other ways than its side entered, and where Spells are `untold` any that has
    entered may have come farther. On hexes that are `covered` the ground
    counts for nothing.
    """
    profile = rules.profile(piece.character, piece.power)
    if piece.hex is not None and piece.hex not in covered and (wrong := forbidden_hex(piece, rules, board)):
        yield "hex", wrong, False
    elif entered is not None and piece.hex is None:
        if outside := _left_outside(battle, piece, rules, entered):
            yield "hex", outside, False
    elif entered is not None and not brought:
        phases = entered.phases - (entered.maneuvers and not piece.moved)
        far = untold and phases > 0
        if (
            not far
            and not reachable_after(board, profile, piece.side, entered.side, phases) >> board.index[str(piece.hex)] & 1
        ):
            yield "hex", _too_far(piece, rules, board, entered.side, phases), True
    if piece.struck and battle.phase == "maneuver":
        yield "struck", rules.citing("nobody has struck yet in a Maneuver Phase", "phases"), False
    if not piece.hits:
        return
    if piece.hex is None:
        cites = ", ".join(rules.cite("slain"))
        yield (
            "hits",
            f"{piece.id} has {_hits(piece)} but is not on the map, where no character can be hit ({cites})",
            True,
        )
    elif too_soon := _too_soon(battle, piece, rules, board):
        yield "hits", too_soon, True
    # one slain by a Spell in a Maneuver Phase stays until the end of the Strike Phase (REF magi-77)
    elif battle.phase == "maneuver" and not (rules.powers_change or rules.spells) and piece.hits >= profile.power:
        removed = ", ".join(rules.cite("removed"))
        yield "hits", f"{piece.id} is slain, and is removed before a Maneuver Phase begins ({removed})", False


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
        or _changed(battle, rules)
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


def _sides(battle: BattleState, rules: TitanRules, alone: bool) -> Iterator[Fault]:
    """Yield where a side is larger than a legion, has two Titans or nobody, or a kind has too many characters."""
    held: dict[str, list[int]] = {}
    own: dict[str, list[int]] = {side: [] for side in SIDES}
    vital: dict[str, list[int]] = {side: [] for side in SIDES}
    for number, piece in enumerate(battle.pieces):
        held.setdefault(piece.character, []).append(number)
        profile = rules.profile(piece.character, piece.power)
        if piece.hits >= profile.power:
            continue
        owner = piece.owner or piece.side
        # those who fight for the enemy keep their places, and those whom a Spell brought have none
        if piece.by is None:
            own[piece.side].append(number)
            if owner != piece.side and not _places_left(rules):
                own[owner].append(number)
        if profile.vital:
            vital[owner].append(number)
    most = rules.combat.legion_most
    for side in SIDES:
        # those who come back may find their places taken, where the options say so
        if len(own[side]) > most and not (_places_left(rules) and rules.controlling):
            where = "in the legion" if any(piece.owner for piece in battle.pieces) else "on the side"
            message = f"{len(own[side])} characters live {where} of the {side}; a legion has {most} at most"
            yield fault_of(("pieces", own[side][most]), message, rules, "full")
        if len(vital[side]) > 1:
            names = " and ".join(battle.pieces[number].id for number in vital[side])
            message = f"the {side} has {len(vital[side])} of a kind of which a player has one, {names}"
            path = ("battle", "pieces", vital[side][1], "character")
            yield Fault(path, rules.citing(message, "one_titan"))
    # one more may have come to each side: an Angel, or the reinforcement
    few = not (rules.spells or rules.eventful or rules.abilities)
    for side in SIDES if few else ():
        fallen = [n for n, piece in enumerate(battle.slain) if (piece.owner or piece.side) == side and piece.by is None]
        if fallen and len(own[side]) + len(fallen) > most + 1:
            message = (
                f"{len(own[side])} live and {len(fallen)} are slain of the {side}, of whom {most + 1} can have come"
            )
            yield fault_of(("slain", fallen[-1]), message, rules, "full")
    if not alone:
        return
    there = Counter(piece.character for piece in (*battle.pieces, *battle.slain))
    there.update(name for gate in battle.gates for name in gate.characters)
    for name, number in there.items():
        if message := rules.too_many(name, number):
            at: Path = ("battle", "pieces", held[name][-1], "character") if name in held else ("battle", "gates")
            yield Fault(at, rules.citing(message, "counters"))
    for number, gate in enumerate(battle.gates):
        titans = [name for name in gate.characters if rules.profile(name).vital]
        if len(titans) + len(vital[gate.side]) > 1:
            message = f"the {gate.side} has more than one of a kind of which a player has one"
            at = ("battle", "gates", number, "characters")
            yield Fault(at, rules.citing(message, "one_titan"))


def _places_left(rules: TitanRules) -> bool:
    """Return whether one who fights for the enemy leaves a place in its legion."""
    options = {rules.effects[name].leaves_place for name in rules.controlling} - {None}
    return any(rules.chosen(str(option), True) for option in options)


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
    # who has moved in the phase in which a battle ends is not said
    if side is None or battle.result is not None or rules.options.get("tower_rounds") == "attacker_first":
        return None
    begun = whose == "defender" or battle.active == "attacker"
    maneuvers = battle.phase == "maneuver" and battle.active == whose
    return _Entry(side, battle.round - (not begun), maneuvers, battle.round == rules.combat.reinforcement_round)


def _left_outside(battle: BattleState, piece: PieceState, rules: TitanRules, entered: _Entry) -> str:
    """Return that a piece off the map should have been eliminated, or an empty string (LoT 10.1).

    The one that has just been summoned, or mustered as the reinforcement, enters in this phase.
    """
    called = battle.summoned or battle.summoned_from if piece.side == "attacker" else battle.call != "closed"
    # a situation need not say it
    told = battle.players is not None
    late = bool(called or not told) and rules.profile(piece.character, piece.power).summonable
    late |= piece.side == "defender" and entered.reinforced and (battle.reinforced or not told)
    waiting = [one for one in battle.pieces if one.side == piece.side and one.hex is None]
    if entered.phases - entered.maneuvers < 1 or (entered.maneuvers and late and piece is waiting[0]):
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
