"""Giving up the game (LoT 20.4)."""

from __future__ import annotations

from typing import ClassVar, Literal

from referee.core.desk import Desk
from referee.core.orders import Objection

from ..engagements import sides
from ..judge import locked, over_objections
from ..surrender import give_up, titan_engaged
from ..work import MasterWork
from .base import MasterOrder


class GiveUp(MasterOrder, kw_only=True):
    """Give up the game, in one's own Game-Turn or while one's Titan is engaged: `{concede: game}`."""

    verb: ClassVar[str] = "concede"
    concede: Literal["game"]

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        out = over_objections(work, player)
        if out or work.adrift:
            return out
        cite, now = work.rules.cite("giving_up"), work.engagement
        if work.stage == "setup":
            return [Objection("the game has not begun", cite)]
        if now is not None and now.stage == "gains":
            return [Objection("the Engagement is to be closed first", cite)]
        legion = titan_engaged(work, player)
        if now is not None and legion is not None and legion not in sides(work):
            where = work.graph.titled(str(now.land))
            when = work.rules.cite("giving_up_later")
            return [Objection(f"the Engagement in {where} comes to its end first", when)]
        if player != work.mover and legion is None:
            message = f"it is {work.mover}'s Game-Turn, and {player}'s Titan is in no Engagement"
            if work.stage == "movement" and any(locked(work, x) for x in work.own(player) if work.vital(x)):
                message = f"the Engagement of {player}'s Titan begins when {work.mover}'s Movement Phase is over"
                cite = work.rules.cite("giving_up_later")
            out.append(Objection(message, cite))
        return out

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        if not work.adrift:
            give_up(work, desk, player)
