"""The orders of a battle, given in one that stands alone or in one inside a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from referee.core.game.dice import Throw
from referee.core.game.orders import Objection, Order
from referee.core.game.recorder import Recorder

from ..battle.orders import arrive, end, move, rangestrike, strike
from ..battle.position import BattlePosition

if TYPE_CHECKING:
    from ..masterboard.position import MasterboardPosition

Position = Any  # a TitanWork, or a MasterWork with or without a battle in it


def battle_of(position: Position) -> BattlePosition | None:
    """Return the battle being fought: all there is, or the one inside a game."""
    found: BattlePosition | None = position if isinstance(position, BattlePosition) else position.battle
    return found


def _no_battle(position: MasterboardPosition) -> list[Objection]:
    if position.position_unknown:
        return []
    said = "there is no battle now"
    if position.engagement is not None:
        said += f"; the Engagement in {position.graph.titled(str(position.engagement.land))} has not come to one"
    return [Objection(said, position.rules.cite("sequence"))]


class InBattle(Order):
    """An order of a battle, given in one that stands alone or inside a game."""

    def check(self, position: Position, player: str) -> list[Objection]:
        battle = battle_of(position)
        if battle is None:
            return _no_battle(position)
        if player not in battle.players:
            who = " and ".join(battle.players)
            return [Objection(f"only {who} are in this battle", battle.rules.cite("battle_players"))]
        return super().check(battle, player)

    def throws(self, position: Position, player: str) -> list[Throw]:
        battle = battle_of(position)
        return super().throws(battle, player) if battle is not None else []

    def dice_objections(self, position: Position, throw: Throw, dice: list[int]) -> list[Objection]:
        return super().dice_objections(battle_of(position), throw, dice)

    def concerns(self, position: Position) -> Iterable[str]:
        battle = battle_of(position)
        return super().concerns(battle) if battle is not None else ()

    def stakes(self, position: Position) -> Iterable[str]:
        battle = battle_of(position)
        return super().stakes(battle) if battle is not None else ()

    def leads_surely(self, position: Position) -> bool:
        battle = battle_of(position)
        return battle is not None and super().leads_surely(battle)

    def makes(self, position: Position, player: str) -> Iterable[str]:
        battle = battle_of(position)
        return super().makes(battle, player) if battle is not None else ()

    def suppose(self, position: Position, player: str, recorder: Recorder) -> None:
        battle = battle_of(position)
        if battle is not None:
            gone = len(battle.fight.gone)
            super().suppose(battle, player, recorder)
            self._told(position, recorder, gone)

    def suppose_open(self, position: Position, player: str, recorder: Recorder) -> None:
        battle = battle_of(position)
        if battle is not None:
            gone = len(battle.fight.gone)
            super().suppose_open(battle, player, recorder)
            self._told(position, recorder, gone)

    def apply(self, position: Position, player: str, recorder: Recorder) -> None:
        battle = battle_of(position)
        assert battle is not None
        gone = len(battle.fight.gone)
        super().apply(battle, player, recorder)
        self._told(position, recorder, gone)

    def _told(self, position: Position, recorder: Recorder, gone: int) -> None:
        """Let a game take account of what the order has done in its battle, which so many had left before."""
        if not isinstance(position, BattlePosition):
            from ..masterboard.battles import settle

            settle(position, recorder, gone)


class Enter(InBattle, move.Enter, kw_only=True):
    __doc__ = move.Enter.__doc__


class Strike(InBattle, strike.Strike, kw_only=True):
    __doc__ = strike.Strike.__doc__


class Rangestrike(InBattle, rangestrike.Rangestrike, kw_only=True):
    __doc__ = rangestrike.Rangestrike.__doc__


class Move(InBattle, move.Move, kw_only=True):
    def __post_init__(self) -> None:
        # a Land may be a number, a hex is told to be none
        self.to = str(self.to)


class Muster(InBattle, arrive.Muster, kw_only=True):
    pass


class Summon(InBattle, arrive.Summon, kw_only=True):
    pass


class End(InBattle, end.End):
    pass


class Concede(InBattle, end.Concede):
    pass


class Clock(InBattle, end.Clock):
    pass
