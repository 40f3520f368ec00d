"""A reinforcement in a battle that may be a Mage: it comes with its first Spells, and gets no gifts (MM 7.3.3, 8.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from referee.core.game.dice import Throw
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder

from ...battle.orders.arrive import ArrivalForecast, Summon
from ...battle.orders.arrive import Muster as OrdinaryMuster
from ...battle.pieces import ATTACKER
from ...battle.position import BattlePosition
from ...battle.rulings.judge import turn_objections
from ...masterboard.state import number_of, type_of
from ...sides import SIDES
from ..cup import Lot, NamesCounters, drawn, in_order, intrinsic, throws_of
from ..reinforcing import RESERVE, call_objections
from ..rulings.drawing import first_lot, first_number
from .drawing import Few, Got, lot_objections, told


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


class _ReinforcementForecast(ArrivalForecast):
    """The arrival of a Mage is certain, except what it draws."""

    def suppose(self, order, position, player, recorder, unknown) -> None:  # type: ignore[no-untyped-def]
        if order.muster in position.rules.keeping_spells:
            unknown.uncertain.add(order.ident(position))
            # without its Cup, a position draws nothing but what is supplied
            cup, position.cup = position.cup, None
            order.apply(position, player, recorder)
            position.cup = cup
        else:
            super().suppose(order, position, player, recorder, unknown)


class Muster(NamesCounters, OrdinaryMuster, kw_only=True, rename={"as_": "as"}):
    """Take the defender's reinforcement in the fourth Maneuver Phase: `{muster: troll, to: D6}`.

    A Mage draws as many Spells as it may: `draw` asks for fewer, and `got` names them where they are supplied.
    """

    verb: ClassVar[str] = "muster"
    hidden: ClassVar[tuple[str, ...]] = ("draw", "got")
    draw: Few | None = None
    got: Got | None = None

    forecast = _ReinforcementForecast()

    def is_mage(self, position: BattlePosition) -> bool:
        """Return whether a Mage is mustered."""
        return self.muster in position.rules.keeping_spells

    def ident(self, position: BattlePosition) -> str:
        if self.as_ is not None or not self.is_mage(position):
            return super().ident(position)
        taken = {*position.stacked, *position.ids()}
        return next(ident for n in range(1, 1000) if (ident := f"{self.muster}-{n}") not in taken)

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        out = super().judge(position, player)
        rules, cite = position.rules, position.rules.cite
        if self.muster not in rules.characters:
            return out
        chart = rules.characters[self.muster]
        if not self.is_mage(position):
            given = [field for field, value in (("draw", self.draw), ("got", self.got)) if value is not None]
            text = f"{chart.title} is no Mage, and draws no Spells"
            return out + [Objection(text, cite("first_spells") if rules.keeping_spells else (), one) for one in given]
        if self.as_ is not None and not self._numbered(position):
            known = f"{self.muster}-1 to {self.muster}-{chart.number}"
            text = f"{chart.many} are named {known}, and one in play is not named again"
            out.append(Objection(text, cite("which_mage"), "as"))
        most = first_number(rules, self.muster)
        if self.draw is not None and self.draw > most:
            text = f"a new {chart.title} draws {most} at most, not {self.draw}"
            out.append(Objection(text, cite("first_spells"), "draw"))
        return out + lot_objections(position, self._lot(position, player), cite("blind_draw"))

    def _numbered(self, position: BattlePosition) -> bool:
        """Return whether the id given is that of a Mage of the type that is not in play."""
        ident, chart = self.as_ or "", position.rules.characters[self.muster]
        number = number_of(ident)
        there = type_of(ident) == self.muster and number is not None and 1 <= number <= chart.number
        return there and ident not in position.stacked

    def _lot(self, position: BattlePosition, player: str) -> Lot:
        event = f"{position.event_prefix}/draw/first/{player}"
        return first_lot(event, player, position.rules, self.muster, self.draw, self.got)

    def throws(self, position: BattlePosition, player: str) -> list[Throw]:
        return throws_of(position, self._lot(position, player)) if self.is_mage(position) else []

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        ident = self.ident(position)
        super().apply(position, player, recorder)
        if not self.is_mage(position):
            return
        cites = position.rules.cite("first_spells", "blind_draw")
        lot = self._lot(position, player)
        got, rolls = drawn(position, recorder, lot)
        recorder.write(f"{ident} has its intrinsic Spells, and may draw others", cites=cites)
        recorder.write(told(position, ident, got, lot.number), rolled=rolls, cites=cites, seen_by=[player])
        piece = position.fight.pieces.get(ident)
        if piece is not None:
            piece.held = in_order(position.rules, [*intrinsic(position.rules, ident), *got])
