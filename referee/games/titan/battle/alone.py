"""The positions of states without a Masterboard: a single battle, and nobody on any board."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from referee.core.game.orders import Objection
from referee.core.game.position import Phase, Position
from referee.core.game.state import State as BaseState
from referee.core.game.trace import Awaiting
from referee.core.rules.compiled import CompiledRules

from ..rules import TitanRules
from ..sides import SIDES
from ..state import State
from ..words import BATTLE
from .phases import awaiting
from .position import BattlePosition


class BattleAlone(BattlePosition, Position):
    """A single battle; no game carries out its result."""

    rules: TitanRules
    alone: ClassVar[bool] = True

    def __init__(self, state: State, rules: TitanRules) -> None:
        assert state.battle is not None
        with rules.consulting() as consulted:
            super().__init__(state.battle, rules)
        self.source: State = state
        # the options that decided how it was opened
        self._opened_by = consulted

    def under(self, state: BaseState, rules: CompiledRules, option: str) -> BattleAlone | None:
        assert isinstance(state, State)
        assert isinstance(rules, TitanRules)
        # those who change with their hits keep to the rules under which they were opened
        if option in self._opened_by or option in rules.opening_options or rules.profiles_change:
            return None
        out = BattleAlone.__new__(BattleAlone)
        out.__dict__.update(self.__dict__)
        out.rules, out.source = rules, state
        out.fight = self.fight.under(rules, out.board_under(rules))
        return out

    def scope(self) -> str:
        return BATTLE

    def board(self, scope: str) -> BattlePosition | None:
        return self if scope == BATTLE else None

    def no_board(self, scope: str, verb: str) -> list[Objection]:
        message = f"this battle stands alone: there is no Masterboard on which to {verb}"
        return [Objection(message, self.rules.cite("sequence"), always=True)]

    def awaiting(self) -> list[Awaiting]:
        return awaiting(self)

    def winners(self) -> list[str] | None:
        if self.result is None:
            return None
        return [self.players[SIDES.index(self.result.winner)]] if self.result.winner is not None else []

    def state(self) -> State:
        """Return the state after the orders, one step later."""
        step = (self.source.step or 0) + 1
        return msgspec.structs.replace(self.source, step=step, battle=self.written())


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
