"""The position of a question that is asked without any board: it has rules and names, and nobody on it."""

from __future__ import annotations

from typing import Any

from referee.core.game.position import Phase, Position
from referee.core.game.trace import Awaiting

from .rules import TitanRules
from .state import State


class NoBoard(Position):
    """A document with neither a Masterboard nor a battle; what is asked of it sets up its own situation."""

    rules: TitanRules

    def __init__(self, state: State, rules: TitanRules) -> None:
        self.source: State = state
        self.rules = rules

    def phase(self) -> Phase | None:
        return None

    def awaiting(self) -> list[Awaiting]:
        return []

    def state(self) -> State:
        return self.source

    def words_called(self, what: str, words: list[str]) -> list[Any]:
        """Return the names of characters or Spells for printed words; other words are returned unchanged."""
        return self.rules.words_called(what, words)
