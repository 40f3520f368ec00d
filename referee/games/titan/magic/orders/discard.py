"""Reducing a stack of Spells that is found too large (MM 7.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from referee.core.documents.problems import counted, listed
from referee.core.game.dice import Throw
from referee.core.game.forecast import Forecast
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import Name

from ...masterboard.orders.base import MasterOrder
from ...masterboard.position import MasterboardPosition
from ...masterboard.state import MageState, type_of
from ...rules import TitanRules
from ..cup import Lot, NamesCounters, all_intrinsic, drawn, got_objections, put_back, throws_of
from ..rulings.strategic import mage_at_hand
from ..stacks import lose, row_of
from .drawing import DrawForecast, Got


class _Found(msgspec.Struct):
    """What is drawn from instead of the Cup: the Spells of a stack that are not intrinsic."""

    rules: TitanRules
    cup: list[str] | None


class Discard(NamesCounters, MasterOrder, kw_only=True):
    """Have the excess of a stack removed: `{discard: witch-1}`; the player to the left draws it blindly.

    `got` names what is removed where it is supplied.
    """

    verb: ClassVar[str] = "discard"
    out_of_turn: ClassVar[bool] = True
    forecast: ClassVar[Forecast] = DrawForecast()
    hidden: ClassVar[tuple[str, ...]] = ("got",)
    discard: Name
    got: Got | None = None

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        for legion in position.own(player) if position.rules.keeping_spells else ():
            for row in legion.magi:
                if _excess(position, row) > 0 and piece in (None, legion.id, row.id):
                    yield Candidate(cls(discard=row.id))

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        mage = mage_at_hand(position, player, self.discard, self.verb, self.verb)
        if isinstance(mage, list):
            return mage
        place, cite = row_of(position, self.discard), position.rules.cite("excess")
        if place is None or _excess(position, place[1]) <= 0:
            most = position.rules.spell_limit(mage.stack.character)
            message = f"{self.discard} holds {mage.stack.spells} of {counted(most, 'Spell')} at most, and discards none"
            return [Objection(message, cite, self.verb)]
        lot, where = self._lot(position, player, place[1]), f"among what {self.discard} may lose"
        return got_objections(_found(position, place[1]), lot, cite, where)

    def drawers(self, position: MasterboardPosition, player: str) -> list[str]:
        """Return the Magi whose stacks depend on it, by their ids."""
        return [self.discard]

    def throws(self, position: MasterboardPosition, player: str) -> list[Throw]:
        place = row_of(position, self.discard)
        if place is None:
            return []
        return throws_of(_found(position, place[1]), self._lot(position, player, place[1]))

    def _lot(self, position: MasterboardPosition, player: str, row: MageState) -> Lot:
        """Return the blind draws, made by the player to the left."""
        seats = list(position.players)
        left = seats[(seats.index(player) + 1) % len(seats)]
        return Lot(position.event(f"discard/{row.id}"), left, _excess(position, row), self.got)

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        place = row_of(position, self.discard)
        if position.position_unknown or place is None or place[0] is None:
            return
        legion, row = place
        lot = self._lot(position, player, row)
        gone, rolls = drawn(_found(position, row), recorder, lot)
        for counter in gone:
            lose(position, legion, row.id, counter)
        put_back(position, gone)
        cites = position.rules.cite("excess", "blind_draw")
        recorder.write(f"{lot.by} removes what {row.id} holds too many", cites=cites)
        text = f"{row.id} loses {listed(gone, 'and')}" if gone else f"{row.id} loses what is drawn"
        recorder.write(text, rolled=rolls, cites=cites, seen_by=[player])


def _excess(position: MasterboardPosition, row: MageState) -> int:
    """Return how many Spells a Mage holds above its limit; none where they are not known by name."""
    return 0 if row.held is None else len(row.held) - position.rules.spell_limit(type_of(row.id))


def _found(position: MasterboardPosition, row: MageState) -> _Found:
    own = all_intrinsic(position.rules)
    return _Found(position.rules, [counter for counter in row.held or () if counter not in own])
