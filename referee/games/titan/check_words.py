"""Check the names in a state against the tables: characters, Battlelands, hexes and Lands."""

from __future__ import annotations

from referee.core.documents import Path
from referee.core.game.game import StateProblems

from .battle.check_words import character_names, unknown_places
from .rules import TitanRules
from .state import State


def unknown(state: State, rules: TitanRules) -> StateProblems:
    """Return every name that is in no table, with its path."""
    out: StateProblems = []
    named: list[tuple[Path, str]] = []
    if state.battle is not None:
        out += unknown_places(state.battle, rules)
        named += character_names(state.battle, rules.characters)
    if state.masterboard is not None:
        from .masterboard.check_stacks import mage_fault
        from .masterboard.check_words import character_names as legion_characters
        from .masterboard.check_words import member_names, unknown_lands
        from .masterboard.laid import unknown_effects

        out += unknown_lands(state.masterboard, rules) + unknown_effects(state.masterboard, rules)
        named += legion_characters(state.masterboard)
        named += [(path, name) for path, name in member_names(state.masterboard) if mage_fault(name, rules) is not None]
        from .magic.check_words import unknown_magic

        out += unknown_magic(state, rules)
    return out + [(path, rules.unknown(name)) for path, name in named if name not in rules.characters]
