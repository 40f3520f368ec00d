"""Giving up the game (LoT 20.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from referee.core.game.forecast import Forecast
from referee.core.game.orders import Candidate, Objection, Order
from referee.core.game.recorder import Recorder

from ...masterboard.orders.base import MasterForecast
from ...masterboard.rulings.engagements import sides
from ...masterboard.rulings.judge import in_engagement, over_objections
from ..position import Campaign
from ..surrender import give_up, titan_engaged


class GiveUp(Order[Campaign], kw_only=True):
    """Give up the game, in the player's own Game-Turn or while their Titan is engaged: `{concede: game}`."""

    verb: ClassVar[str] = "concede"
    irrevocable: ClassVar[bool] = True
    forecast: ClassVar[Forecast] = MasterForecast()
    out_of_turn: ClassVar[bool] = True
    concede: Literal["game"]

    @classmethod
    def candidates(cls, position: Campaign, player: str, piece: str | None = None) -> Iterator[Candidate]:
        yield Candidate(cls(concede="game"))

    def judge(self, position: Campaign, player: str) -> list[Objection]:
        out = over_objections(position, player)
        if out or position.position_unknown:
            return out
        cite, now = position.rules.cite("giving_up"), position.engagement
        if position.stage == "setup":
            return [Objection("the game has not begun", cite)]
        if now is not None and now.stage == "gains":
            return [Objection("the Engagement must be closed first", cite)]
        legion = titan_engaged(position, player)
        if now is not None and legion is not None and legion not in sides(position):
            where = position.graph.titled(str(now.land))
            when = position.rules.cite("giving_up_later")
            return [Objection(f"the Engagement in {where} must be resolved first", when)]
        if player != position.mover and legion is None:
            message = f"it is {position.mover}'s Game-Turn, and {player}'s Titan is in no Engagement"
            if position.stage == "movement" and any(
                in_engagement(position, x) for x in position.own(player) if position.vital(x)
            ):
                message = f"the Engagement of {player}'s Titan begins when {position.mover}'s Movement Phase is over"
                cite = position.rules.cite("giving_up_later")
            out.append(Objection(message, cite))
        return out

    def secret(self) -> bool:
        return True

    def apply(self, position: Campaign, player: str, recorder: Recorder) -> None:
        if not position.position_unknown:
            give_up(position, recorder, player)
