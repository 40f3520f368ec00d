"""What the orders of a battle share."""

from __future__ import annotations

from referee.core.game.orders import Objection, Order

from ..position import BattlePosition


class BattleOrder(Order[BattlePosition]):
    """An order of a battle; in a game, only the two players in the battle give one."""

    def player_objections(self, position: BattlePosition, player: str) -> list[Objection]:
        if player not in position.players:
            names = " and ".join(position.players)
            return [Objection(f"only {names} are in this battle", position.rules.cite("battle_players"))]
        return []
