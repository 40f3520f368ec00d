"""Check where the counters of Spells are: in a game each is in one place (MM 2.2, 6.0)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.documents import Path, nearest
from referee.core.documents.problems import listed
from referee.core.game.game import StateProblems
from referee.core.game.state import named

from ..battle.state import BattleState, PieceState
from ..masterboard.check_standing import mage_fault
from ..masterboard.state import MasterboardState, type_of
from ..rules import TitanRules
from ..state import State
from .cup import all_counters, all_intrinsic, in_order, intrinsic

Names = Iterator[tuple[Path, str]]
BOARD = "masterboard"
# the fields in which a Masterboard names a Mage, except the rows of stacks
MAGI = frozenset(
    {"MageState.gifts", "MasterboardState.magi", "EngagementState.capture", "Gains.newcomer", "Gains.captor"}
)


def unknown_magic(state: State, rules: TitanRules) -> StateProblems:
    """Return every Mage, Spell and counter of a Spell that no table knows, with its path."""
    board = state.masterboard
    out: StateProblems = []
    if board is not None:
        out += [(path, said) for path, name in _magi(board) if (said := mage_fault(name, rules)) is not None]
        out += [
            (path, f"'{name}' is no Spell{nearest(name, rules.spells)}")
            for path, name in named(board, frozenset({"MageState.barred"}), (BOARD,))
            if rules.spell_types.get(name) is None
        ]
        out += _trading(board, rules)
    known = all_counters(rules)
    for path, counter in _counters(state):
        if counter not in known:
            near = nearest(counter, known) or ("" if known else "; there are no Spells in this game")
            out.append((path, f"'{counter}' is no Spell counter{near}"))
    return out


def _trading(board: MasterboardState, rules: TitanRules) -> StateProblems:
    """Return where a player's trades are bound to neither a legion of theirs nor a type of Mage (MM 8.4)."""
    owner = {legion.id: legion.player for legion in board.legions}
    gone = {marker for free in board.markers.values() for marker in free}
    out: StateProblems = []
    for player, within in board.trading.items():
        if within in rules.keeping_spells or (owner.get(within, player) == player and within in {*owner, *gone}):
            continue
        near = nearest(within, [*(name for name, own in owner.items() if own == player), *rules.keeping_spells])
        what = f"is no legion of {player}" if within in owner else "is neither a legion on the board nor a type of Mage"
        message = f"'{within}' {what}; {player} trades within one legion, or within a Coven of a type{near}"
        out.append(((BOARD, "trading", player), message))
    return out


def _magi(board: MasterboardState) -> Names:
    """Yield each Mage that is named, other than by the row of its stack in a legion."""
    yield from named(board, MAGI, (BOARD,))
    for row, stack in enumerate(board.engagement.stacks if board.engagement is not None else ()):
        yield (BOARD, "engagement", "stacks", row, "id"), stack.id


def _counters(state: State) -> Names:
    """Yield each counter that a game may hold even where its stacks and its Cup are not given."""
    now = state.masterboard.engagement if state.masterboard is not None else None
    for number, counter in enumerate(now.gains.drawn if now is not None and now.gains is not None else ()):
        yield (BOARD, "engagement", "gains", "drawn", number), counter
    for number, counter in enumerate((state.battle.cup if state.battle is not None else None) or ()):
        yield ("battle", "cup", number), counter


Found = Iterator[tuple[Path, str, str]]


def counter_faults(state: State, rules: TitanRules, playing: bool) -> StateProblems:
    """Return every counter that is unknown, in the wrong place, in two places, or in a game in play in none."""
    known, where = all_counters(rules), dict[str, str]()
    out: StateProblems = []
    for path, counter, place in whereabouts(state, rules):
        if counter not in known:
            near = nearest(counter, known) or ("" if known else "; there are no Spells in this game")
            out.append((path, f"'{counter}' is no Spell counter{near}"))
        elif counter in where:
            both = place if where[counter] == place else f"{where[counter]} and {place}"
            out.append((path, f"{counter} is there twice: {both}"))
        where.setdefault(counter, place)
    board, battle = state.masterboard, state.battle
    cup = board.cup if board is not None else battle.cup if battle is not None else None
    if out or cup is None:
        return out
    out = _of_cup(("battle",) if board is None else ("masterboard",), cup, rules)
    if out or board is None or not playing or state.view is not None:
        return out
    lost = [counter for counter in known if counter not in where]
    if len(lost) > (room := _unseen(board, rules)):
        message = f"neither in the Cup nor in a stack: {listed(lost[:10], 'and')}{' …' if len(lost) > 10 else ''}"
        more = f"; the stacks that are not given have room for {room}" if room else ""
        out.append((("masterboard", "cup"), message + more))
    return out


def _unseen(board: MasterboardState, rules: TitanRules) -> int:
    """Return how many counters the stacks may hold that are not given, those of hidden legions too."""
    limits = {name: rules.spell_limit(name) for name in rules.keeping_spells}
    most, room = max(limits.values(), default=0), 0
    for legion in board.legions:
        if legion.contents is None:
            room += (legion.height or 0) * most
        room += sum(limits.get(type_of(stack.id), 0) for stack in legion.magi if stack.held is None)
    return room


def whereabouts(state: State, rules: TitanRules) -> Found:
    """Yield every counter whose place is known: its path in the state, its id, and where it is in words.

    The intrinsic counters of Magi that have no stack are with those, or with the caretaker.
    """
    board, battle = state.masterboard, state.battle
    if board is not None:
        yield from _on_board(board)
    if battle is not None:
        yield from _in_battle(battle, rules, board is not None)
    if board is None or board.cup is None:
        return
    stacked = {stack.id for legion in board.legions for stack in legion.magi}
    stacked |= {stack.id for stack in (board.engagement.stacks if board.engagement is not None else ())}
    for name in rules.keeping_spells:
        for number in range(1, rules.characters[name].number + 1):
            if (mage := f"{name}-{number}") not in stacked:
                for counter in intrinsic(rules, mage):
                    yield ("masterboard", "caretaker"), counter, f"with {mage} or the caretaker"


def _on_board(board: MasterboardState) -> Found:
    for number, counter in enumerate(board.cup or ()):
        yield ("masterboard", "cup", number), counter, "in the Cup"
    for place, legion in enumerate(board.legions):
        for row, stack in enumerate(legion.magi):
            for number, counter in enumerate(stack.held or ()):
                yield ("masterboard", "legions", place, "magi", row, "held", number), counter, f"with {stack.id}"
    now = board.engagement
    for row, stack in enumerate(now.stacks if now is not None else ()):
        for number, counter in enumerate(stack.held or ()):
            yield ("masterboard", "engagement", "stacks", row, "held", number), counter, f"with {stack.id}"
    gains = now.gains if now is not None else None
    for number, counter in enumerate(gains.drawn if gains is not None else ()):
        yield ("masterboard", "engagement", "gains", "drawn", number), counter, "among those drawn for a victory"
    for number, storm in enumerate(board.storms):
        if storm.counter is not None:
            yield ("masterboard", "storms", number, "counter"), storm.counter, f"over Land {storm.land}"


def _in_battle(battle: BattleState, rules: TitanRules, in_game: bool) -> Found:
    """Yield the counters in the stacks of pieces; in a game, the Masterboard holds the stacks of Magi."""
    for number, counter in enumerate(battle.cup or ()):
        yield ("battle", "cup", number), counter, "in the Cup"
    both: tuple[tuple[str, list[PieceState]], ...] = (("pieces", battle.pieces), ("slain", battle.slain))
    for field, pieces in both:
        for place, piece in enumerate(pieces):
            if in_game and type_of(piece.id) in rules.keeping_spells:
                continue
            for number, counter in enumerate(piece.held or ()):
                if counter not in rules.spells and counter in all_counters(rules):
                    yield ("battle", field, place, "held", number), counter, f"with {piece.id}"


def _of_cup(path: Path, cup: list[str], rules: TitanRules) -> StateProblems:
    """Return the counters that are never in the Cup, and whether it is out of order (REF magi-35)."""
    own = [(number, counter) for number, counter in enumerate(cup) if counter in all_intrinsic(rules)]
    out: StateProblems = [
        ((*path, "cup", number), f"{counter} is intrinsic and never in the Cup") for number, counter in own
    ]
    right = in_order(rules, cup)
    for number, (one, other) in enumerate(zip(cup, right, strict=True)):
        if one != other:
            message = f"the Cup is in the order of the table of Spells, then of the numbers; {other} comes here"
            return [*out, ((*path, "cup", number), message)]
    return out
