"""The position of a state that holds a single battle and no Masterboard."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from referee.core.game.orders import Objection
from referee.core.game.position import Position
from referee.core.game.trace import Awaiting

from ..rules import TitanRules
from ..scopes import BATTLE
from ..state import State
from .awaiting import awaiting
from .position import BattlePosition


class BattleAlone(BattlePosition, Position):
    """A single battle; no game carries out its result."""

    rules: TitanRules
    alone: ClassVar[bool] = True

    def __init__(self, state: State, rules: TitanRules) -> None:
        assert state.battle is not None
        super().__init__(state.battle, rules)
        self.source: State = state

    def scope(self) -> str:
        return BATTLE

    def board(self, scope: str) -> BattlePosition | None:
        return self if scope == BATTLE else None

    def no_board(self, scope: str, verb: str) -> list[Objection]:
        message = f"this battle stands alone: there is no Masterboard on which to {verb}"
        return [Objection(message, self.rules.cite("sequence"), always=True)]

    def awaiting(self) -> list[Awaiting]:
        return awaiting(self)

    def state(self) -> State:
        """Return the state after the orders, one step later."""
        step = (self.source.step or 0) + 1
        return msgspec.structs.replace(self.source, step=step, battle=self.written(), awaiting=self.awaiting())
