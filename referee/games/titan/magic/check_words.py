"""Check the names of Magi and of Spells in a game against the tables."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.documents import Path, nearest
from referee.core.game.game import StateProblems

from ..masterboard.check_stacks import mage_fault
from ..masterboard.state import MageState, MasterboardState
from ..rules import TitanRules
from ..state import State
from .cup import all_counters

Names = Iterator[tuple[Path, str]]
BOARD = "masterboard"


def unknown_magic(state: State, rules: TitanRules) -> StateProblems:
    """Return every Mage, Spell and counter of a Spell that no table knows, with its path."""
    board = state.masterboard
    out: StateProblems = []
    if board is not None:
        out += [(path, said) for path, name in _magi(board) if (said := mage_fault(name, rules)) is not None]
        out += [
            (path, f"'{name}' is no Spell{nearest(name, rules.spells)}")
            for path, name in _barred(board)
            if rules.spell_type(name) is None
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


def _stacks(board: MasterboardState) -> Iterator[tuple[Path, MageState]]:
    for number, legion in enumerate(board.legions):
        for row, stack in enumerate(legion.magi):
            yield (BOARD, "legions", number, "magi", row), stack
    for row, stack in enumerate(board.engagement.stacks if board.engagement is not None else ()):
        yield (BOARD, "engagement", "stacks", row), stack


def _magi(board: MasterboardState) -> Names:
    """Yield each Mage that is named, other than by the row of its stack in a legion."""
    for path, stack in _stacks(board):
        for number, name in enumerate(stack.gifts):
            yield (*path, "gifts", number), name
    yield from (((BOARD, "magi", number), name) for number, name in enumerate(board.magi))
    now, path = board.engagement, (BOARD, "engagement")
    if now is None:
        return
    for row, stack in enumerate(now.stacks):
        yield (*path, "stacks", row, "id"), stack.id
    if now.capture is not None:
        yield (*path, "capture"), now.capture
    for field in ("newcomer", "captor"):
        if now.gains is not None and (name := getattr(now.gains, field)) is not None:
            yield (*path, "gains", field), name


def _barred(board: MasterboardState) -> Names:
    for path, stack in _stacks(board):
        for number, name in enumerate(stack.barred):
            yield (*path, "barred", number), name


def _counters(state: State) -> Names:
    """Yield each counter that a game may hold even where its stacks and its Cup are not given."""
    now = state.masterboard.engagement if state.masterboard is not None else None
    for number, counter in enumerate(now.gains.drawn if now is not None and now.gains is not None else ()):
        yield (BOARD, "engagement", "gains", "drawn", number), counter
    for number, counter in enumerate((state.battle.cup if state.battle is not None else None) or ()):
        yield ("battle", "cup", number), counter
