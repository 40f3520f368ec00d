"""The orders of a battle, given in one that stands alone or in one inside a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from referee.core.desk import Desk
from referee.core.dice import Throw
from referee.core.orders import Objection, Order

from ..battle.orders import arrive, end, move, rangestrike, strike
from ..work import TitanWork

if TYPE_CHECKING:
    from ..masterboard.work import MasterWork

Work = Any  # a TitanWork, or a MasterWork with or without a battle in it


def battle_of(work: Work) -> TitanWork | None:
    """Return the battle being fought: all there is, or the one inside a game."""
    found: TitanWork | None = work if isinstance(work, TitanWork) else work.battle
    return found


def _no_battle(work: MasterWork) -> list[Objection]:
    if work.adrift:
        return []
    said = "there is no battle now"
    if work.engagement is not None:
        said += f"; the Engagement in {work.graph.titled(str(work.engagement.land))} has not come to one"
    return [Objection(said, work.rules.cite("sequence"))]


class InBattle(Order):
    """An order of a battle, given in one that stands alone or inside a game."""

    def check(self, work: Work, player: str) -> list[Objection]:
        battle = battle_of(work)
        if battle is None:
            return _no_battle(work)
        if player not in battle.players:
            who = " and ".join(battle.players)
            return [Objection(f"only {who} are in this battle", battle.rules.cite("battle_players"))]
        return super().check(battle, player)

    def throws(self, work: Work, player: str) -> list[Throw]:
        battle = battle_of(work)
        return super().throws(battle, player) if battle is not None else []

    def dice_objections(self, work: Work, throw: Throw, dice: list[int]) -> list[Objection]:
        return super().dice_objections(battle_of(work), throw, dice)

    def concerns(self, work: Work) -> Iterable[str]:
        battle = battle_of(work)
        return super().concerns(battle) if battle is not None else ()

    def stakes(self, work: Work) -> Iterable[str]:
        battle = battle_of(work)
        return super().stakes(battle) if battle is not None else ()

    def leads_surely(self, work: Work) -> bool:
        battle = battle_of(work)
        return battle is not None and super().leads_surely(battle)

    def makes(self, work: Work, player: str) -> Iterable[str]:
        battle = battle_of(work)
        return super().makes(battle, player) if battle is not None else ()

    def suppose(self, work: Work, player: str, desk: Desk) -> None:
        battle = battle_of(work)
        if battle is not None:
            gone = len(battle.fight.gone)
            super().suppose(battle, player, desk)
            self._told(work, desk, gone)

    def suppose_open(self, work: Work, player: str, desk: Desk) -> None:
        battle = battle_of(work)
        if battle is not None:
            gone = len(battle.fight.gone)
            super().suppose_open(battle, player, desk)
            self._told(work, desk, gone)

    def apply(self, work: Work, player: str, desk: Desk) -> None:
        battle = battle_of(work)
        assert battle is not None
        gone = len(battle.fight.gone)
        super().apply(battle, player, desk)
        self._told(work, desk, gone)

    def _told(self, work: Work, desk: Desk, gone: int) -> None:
        """Let a game take account of what the order has done in its battle, which so many had left before."""
        if not isinstance(work, TitanWork):
            from ..masterboard.battles import settle

            settle(work, desk, gone)


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
