"""Giving a Spell: a gift to a new Mage, or one that a victory has brought (MM 7.4, 8.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec.structs import replace

from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import Name

from ...masterboard.orders.base import MasterOrder
from ...masterboard.phases import close_if_no_gains
from ...masterboard.position import MasterboardPosition
from ...masterboard.state import Gains
from ..rulings.drawing import victory_draw
from ..rulings.giving import (
    counter_of,
    gift_objections,
    held_by,
    own_bars,
    room_objections,
    tradable,
)
from ..rulings.strategic import Mage, mage_at_hand, mages_of, own_mage
from ..stacks import add, lose, put


class Give(MasterOrder, kw_only=True, rename={"from_": "from"}):
    """Give a Spell: `{give: web-1, from: druid-1, to: witch-2}`; without `from`, one that a victory has brought."""

    verb: ClassVar[str] = "give"
    out_of_turn: ClassVar[bool] = True
    give: Annotated[str, Name]
    to: Name
    from_: Name | None = None

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if not position.rules.keeping_spells or position.position_unknown:
            return
        gains = _gains(position, player)
        for counter in gains.drawn if gains is not None else ():
            for mage in _fought(position, gains) if gains is not None else ():
                if mage.stack.room:
                    yield Candidate(cls(give=counter, to=mage.stack.id))
        for taker in mages_of(position, player):
            row = next((row for row in taker.legion.magi if row.id == taker.stack.id), None)
            for giver in mages_of(position, player) if row is not None and row.gifts else ():
                if not gift_objections(position, giver, taker) and taker.stack.room:
                    for counter in tradable(position, giver):
                        yield Candidate(cls(give=counter, from_=giver.stack.id, to=taker.stack.id))

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        taker = mage_at_hand(position, player, self.to, "to", self.verb)
        if isinstance(taker, list):
            return taker
        return self._dealt(position, player, taker) if self.from_ is None else self._given(position, player, taker)

    def _given(self, position: MasterboardPosition, player: str, taker: Mage) -> list[Objection]:
        giver = own_mage(position, player, self.from_ or "", "from")
        if isinstance(giver, Objection):
            return [giver]
        out = gift_objections(position, giver, taker) + room_objections(position, taker)
        counter = counter_of(position, held_by(giver), giver.stack.id, self.give, "give")
        return out + (counter if isinstance(counter, list) else own_bars(position, giver.stack.id, counter, "give"))

    def _dealt(self, position: MasterboardPosition, player: str, taker: Mage) -> list[Objection]:
        gains, cite = _gains(position, player), position.rules.cite("victory_dealt")
        if gains is None or not gains.drawn:
            message = "no Spells of a victory are to be dealt out; 'from' says which Mage makes a gift"
            return [Objection(message, cite, hangs_on=(self.to,))]
        out = room_objections(position, taker)
        if all(mage.stack.id != self.to for mage in _fought(position, gains)):
            out.append(Objection(f"{self.to} has not fought for this victory", cite, "to"))
        counter = counter_of(position, gains.drawn, "the draw", self.give, "give")
        return out + (counter if isinstance(counter, list) else [])

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        if position.position_unknown:
            return
        taker = own_mage(position, player, self.to, "to")
        assert isinstance(taker, Mage)
        if self.from_ is None:
            gains = _gains(position, player)
            if gains is None:
                return
            counter = counter_of(position, gains.drawn, "the draw", self.give, "give")
            assert isinstance(counter, str)
            deal(position, recorder, gains, taker, counter)
            close_if_no_gains(position, recorder)
            return
        giver = own_mage(position, player, self.from_, "from")
        assert isinstance(giver, Mage)
        counter = counter_of(position, held_by(giver), giver.stack.id, self.give, "give")
        assert isinstance(counter, str)
        lose(position, giver.legion, giver.stack.id, counter)
        row = add(position, taker.legion, taker.stack.id, [counter])
        put(taker.legion, replace(row, gifts=[ident for ident in row.gifts if ident != giver.stack.id]))
        position.gifted = taker.stack.id
        text = f"{giver.stack.id} gives {taker.stack.id} {counter}"
        recorder.write(text, cites=position.rules.cite("gift"), seen_by=[player])


def deal(position: MasterboardPosition, recorder: Recorder, gains: Gains, taker: Mage, counter: str) -> None:
    """Give a Mage one of the Spells that a victory has brought (MM 7.4)."""
    gains.drawn = [one for one in gains.drawn if one != counter]
    add(position, taker.legion, taker.stack.id, [counter])
    text = f"{taker.stack.id} gets {counter}"
    recorder.write(text, cites=position.rules.cite("victory_dealt"), seen_by=[gains.player])


def _gains(position: MasterboardPosition, player: str) -> Gains | None:
    gains = position.gains
    return gains if gains is not None and gains.player == player else None


def _fought(position: MasterboardPosition, gains: Gains) -> list[Mage]:
    """Return the Magi that have fought for a victory, and may get Spells for it."""
    legion = position.legions[gains.legion]
    found = victory_draw(position, legion, gains.points, gains.newcomer)
    return [Mage(legion, stack) for stack in found.able]
