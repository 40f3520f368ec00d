"""Check a state or a situation against the tables."""

from __future__ import annotations

from referee.core.documents import Path, nearest
from referee.core.game.game import Fault, StateProblems

from .battle.check_state import validate_battle
from .check_words import unknown
from .rules import TitanRules
from .state import State

# what Spells alone do in a battle, to a piece in it, on the Masterboard, and to a legion
_IN_BATTLE = ("left", "gates", "storm_rounds")
_ON_PIECES = ("farther", "cast", "banished", "through", "came", "drew")
_ON_BOARD = ("no_muster_lands", "titan_lost", "passage", "trading", "rerolls")
_ON_LEGIONS = ("stays", "draw_deferred", "drew_for_terrain", "drew", "came_from", "fought")


def validate_state(state: State, rules: TitanRules, playing: bool) -> StateProblems:
    """Return every problem with its path; a situation may omit what a game in play (`playing`) needs."""
    if state.masterboard is None and state.battle is None:
        # a situation may be empty: some questions need none, and the others say what is missing
        missing = "'battle' is missing, or 'masterboard': this ruleset adjudicates both"
        return [((), missing)] if playing else []
    out = unknown(state, rules)
    known = not out
    if rules.emptied:
        out.append((("options",), rules.emptied))
    if state.masterboard is not None:
        from .masterboard.check_state import validate_masterboard

        out += validate_masterboard(state, rules, playing, known)
    elif state.view is not None and state.battle is not None and state.battle.players is not None:
        both = (state.battle.players.attacker, state.battle.players.defender)
        if state.view not in both:
            out.append((("view",), f"'{state.view}' is no player of this game{nearest(state.view, both)}"))
    out += _by_spells(state) if not rules.spells else []
    out += validate_battle(state.battle, rules, playing, known) if state.battle is not None else []
    if known and _has_counters(state):
        from .magic.check_counters import counter_faults

        out += counter_faults(state, rules, playing)
    return out


def _by_spells(state: State) -> StateProblems:
    """Return what only Spells bring about, for a game that has none."""
    board, battle = state.masterboard, state.battle
    found: list[Path] = [("masterboard", field) for field in _ON_BOARD if getattr(board, field, None)]
    found += [("battle", field) for field in _IN_BATTLE if getattr(battle, field, None)]
    for number, piece in enumerate(battle.pieces if battle is not None else ()):
        found += [("battle", "pieces", number, field) for field in _ON_PIECES if getattr(piece, field)]
    for number, legion in enumerate(board.legions if board is not None else ()):
        found += [("masterboard", "legions", number, field) for field in _ON_LEGIONS if getattr(legion, field)]
    return [(path, "only a Spell does this, and this ruleset has none") for path in found]


def impossible(state: State, rules: TitanRules) -> list[Fault]:
    """Return everything that the rules make impossible in a state or situation whose names are known."""
    out: list[Fault] = []
    if state.masterboard is not None:
        from .masterboard.check_possible import impossible_on_board

        out += impossible_on_board(state.masterboard, rules)
    if state.battle is not None:
        from .battle.check_possible import impossible_in_battle

        out += impossible_in_battle(state.battle, rules, alone=state.masterboard is None)
    if state.masterboard is not None and state.battle is not None:
        from .campaign.check_battle import disagreements

        out += disagreements(state, rules)
    return out


def _has_counters(state: State) -> bool:
    """Return whether a state names counters of Spells that are in one place each."""
    board = state.masterboard
    if board is None:
        return state.battle is not None and state.battle.cup is not None
    return board.cup is not None or any(stack.held for legion in board.legions for stack in legion.magi)
