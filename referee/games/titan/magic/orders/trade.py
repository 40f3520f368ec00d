"""Trading Spells, one for one, between two Game-Turns of one's own (MM 8.2 to 8.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import Name

from ...masterboard.orders.base import MasterOrder
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.judge import over_objections
from ..rulings.giving import (
    bond_objections,
    counter_of,
    held_by,
    own_bars,
    pairs,
    period_objections,
    tradable,
    within,
)
from ..rulings.strategic import Mage, own_mage
from ..spellbooks import no_spells
from ..stacks import add, lose

Two = Meta(min_length=2, max_length=2)


class Trade(MasterOrder, kw_only=True):
    """Trade two Spells: `{trade: [bolt-5, web-1], between: [druid-1, witch-2]}`; each Mage gives one, in this order."""

    verb: ClassVar[str] = "trade"
    out_of_turn: ClassVar[bool] = True
    trade: Annotated[list[str], Two]
    between: Annotated[list[Name], Two]

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if not position.rules.keeping_spells or position.position_unknown or period_objections(position, player):
            return
        # the Magi that may trade, and what they may give, are all that `judge` asks for
        checked = not over_objections(position, player)
        for one, other in pairs(position, player):
            names = [one.stack.id, other.stack.id]
            if piece is None or piece in (*names, one.legion.id, other.legion.id):
                for first in tradable(position, one):
                    for second in tradable(position, other):
                        yield Candidate(cls(trade=[first, second], between=names), checked=checked)

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = over_objections(position, player)
        if out or position.position_unknown:
            return out
        found = self._traded(position, player)
        return period_objections(position, player) + (found if isinstance(found, list) else [])

    def _traded(
        self, position: MasterboardPosition, player: str
    ) -> tuple[tuple[Mage, Mage], tuple[str, str]] | list[Objection]:
        """Return the two Magi and the counter that each gives, or the objections."""
        if not position.rules.keeping_spells:
            return [no_spells(position.rules, self.verb)]
        magi = [own_mage(position, player, ident, "between") for ident in self.between]
        out = [one for one in magi if isinstance(one, Objection)]
        one, other = magi
        if isinstance(one, Objection) or isinstance(other, Objection):
            return list(dict.fromkeys(out))
        if one.stack.id == other.stack.id:
            return [Objection("two Magi trade with each other", position.rules.cite("trade"), "between")]
        out += bond_objections(position, player, one, other)
        counters = []
        for mage, word in zip((one, other), self.trade, strict=True):
            counter = counter_of(position, held_by(mage), mage.stack.id, word, "trade")
            out += counter if isinstance(counter, list) else own_bars(position, mage.stack.id, counter, "trade")
            counters.append(counter)
        first, second = counters
        if out or isinstance(first, list) or isinstance(second, list):
            return out
        return (one, other), (first, second)

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        found = self._traded(position, player)
        if position.position_unknown or isinstance(found, list):
            return
        (one, other), (first, second) = found
        named = within(position, player, one, other)
        position.trading[player] = named
        if named == one.legion.id:
            # they must be shown to be in one legion; members of a Coven need not
            names = [mage.stack.character for mage in (one, other)]
            position.reveal(named, "shown", names)
            text = f"{position.title(names)} in {position.named(one.legion)} trade Spells"
            recorder.write(text, cites=position.rules.cite("trade", "trade_once"), by_referee=True)
        lose(position, one.legion, one.stack.id, first)
        lose(position, other.legion, other.stack.id, second)
        add(position, one.legion, one.stack.id, [second])
        add(position, other.legion, other.stack.id, [first])
        recorder.write(
            f"{one.stack.id} gives {other.stack.id} {first} for {second}",
            cites=position.rules.cite("trade", "trade_period", "trade_once"),
            seen_by=[player],
        )
