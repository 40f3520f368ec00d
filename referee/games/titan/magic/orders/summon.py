"""Summoning into a battle: out of another legion, or of those kept aside (LoT 15, MM 22.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder

from ...battle.orders.arrive import Summon
from ...battle.pieces import ATTACKER
from ...battle.position import BattlePosition
from ...battle.rulings.judge import turn_objections
from ...sides import SIDES
from ..reserves import RESERVE, call_objections


class SummonInBattle(Summon, kw_only=True, rename={"as_": "as", "from_": "from"}):
    """Summon a character from another legion: `{summon: angel, from: bk03, to: A1}`.

    One that is kept aside comes to either side: `{summon: angel, from: reserve, to: A1}` (MM 22.1).
    """

    verb: ClassVar[str] = "summon"

    @classmethod
    def candidates(cls, position: BattlePosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        yield from super().candidates(position, player, piece)
        fight = position.fight
        if not position.reserves or fight.striking_phase or position.player(fight.active) != player:
            return
        for name in dict.fromkeys(position.reserves.get(SIDES[fight.active], ())):
            if not call_objections(position, fight.active, name):
                new = position.newcomer(name, fight.active)
                for label in fight.board.names(fight.destinations(new)):
                    yield Candidate(cls(summon=name, from_=RESERVE, to=label))

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        if self.from_ != RESERVE:
            return super().judge(position, player)
        out = turn_objections(position, player, "maneuver", "summoning")
        if out:
            return out
        side = position.players.index(player)
        out = call_objections(position, side, self.summon)
        if self.to is None:
            message = "'to' is missing: who is kept aside enters as it is summoned"
            out.append(Objection(message, position.rules.cite("reserve"), "to"))
        return out or self.arriving(position, side)

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        if self.from_ != RESERVE:
            super().apply(position, player, recorder)
            return
        side, cites = position.players.index(player), position.rules.cite("reserve")
        text = f"{player} summons {position.rules.profile(self.summon).named} that was kept aside"
        kept = list(position.reserves[SIDES[side]])
        kept.remove(self.summon)
        position.reserves = {**position.reserves, SIDES[side]: kept}
        position.called_up = [*position.called_up, (self.summon, side)]
        if side == ATTACKER:
            position.summoned = True
        self.arrive(position, side, recorder, text, cites)
