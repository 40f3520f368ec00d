"""Mustering with Magi: a new Mage gets its first Spells at once (MM 5.5, 7.1, 8.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from referee.core.game.dice import Throw
from referee.core.game.forecast import Forecast
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder

from ...masterboard.legion import Legion
from ...masterboard.orders.muster import Muster as OrdinaryMuster
from ...masterboard.position import MasterboardPosition
from ..cup import Lot, NamesCounters, throws_of
from ..rulings.drawing import first_lot, first_number, first_objections, new_mage
from ..stacks import add, fresh_stack, put
from .drawing import DrawForecast, Few, Got, lot_objections, write_draw


class Muster(NamesCounters, OrdinaryMuster, kw_only=True, rename={"in_": "in"}):
    """Muster: `{muster: troll, in: bk01, show: [ogre, ogre]}`; a defender who has won may omit `in`.

    A new Mage takes the lowest `number` that is free, and draws as many Spells as it may: `draw` asks for fewer, and
    `got` names them where they are supplied.
    """

    verb: ClassVar[str] = "muster"
    forecast: ClassVar[Forecast] = DrawForecast()
    hidden: ClassVar[tuple[str, ...]] = ("draw", "got")
    number: Few | None = None
    draw: Few | None = None
    got: Got | None = None

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        for candidate in super().candidates(position, player, piece):
            name = getattr(candidate.order, "muster", "")
            if name in position.rules.keeping_spells and (most := first_number(position.rules, name)):
                candidate = replace(candidate, remarks={**candidate.remarks, "values": {"draw": list(range(most))}})
            yield candidate

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = super().judge(position, player)
        if self.muster not in position.rules.characters or position.position_unknown:
            return out
        out += first_objections(position, self.muster, self.number, self.draw, self.got)
        if self.muster in position.rules.keeping_spells and not out:
            legion = self.entitled(position, player)
            assert isinstance(legion, Legion)
            out += lot_objections(position, self._lot(position, player, legion), position.rules.cite("blind_draw"))
        return out

    def _lot(self, position: MasterboardPosition, player: str, legion: Legion) -> Lot:
        event = position.event(f"draw/first/{legion.id}")
        return first_lot(event, player, position.rules, self.muster, self.draw, self.got)

    def drawers(self, position: MasterboardPosition, player: str) -> list[str]:
        """Return the Magi that draw, by their ids."""
        return [new_mage(position, self.muster, self.number)]

    def throws(self, position: MasterboardPosition, player: str) -> list[Throw]:
        if self.muster not in position.rules.keeping_spells or position.position_unknown:
            return []
        legion = self.entitled(position, player)
        return throws_of(position, self._lot(position, player, legion)) if isinstance(legion, Legion) else []

    def joined(self, position: MasterboardPosition, player: str, recorder: Recorder, legion: Legion) -> None:
        if self.muster not in position.rules.keeping_spells:
            return
        givers = [row.id for row in legion.magi]
        ident = new_mage(position, self.muster, self.number)
        lot = self._lot(position, player, legion)
        put(legion, replace(fresh_stack(position.rules, ident), gifts=givers))
        position.gifted = ident
        receive(position, recorder, player, legion, ident, lot)
        if position.gains is not None:
            position.gains.newcomer = ident


def receive(
    position: MasterboardPosition,
    recorder: Recorder,
    player: str,
    legion: Legion,
    mage: str,
    lot: Lot,
    secretly: bool = False,
) -> None:
    """Give a new Mage its first Spells: the intrinsic ones that it has, and what it draws (MM 5.5, 7.1).

    Where it joins `secretly`, only its player sees which legion that is.
    """
    seen_by = [player] if secretly else None
    text, cites = f"{mage} joins {legion.id} with its intrinsic Spells", position.rules.cite("first_spells")
    recorder.write(text, cites=cites, seen_by=seen_by, by_referee=not secretly)
    if lot.number:
        add(
            position,
            legion,
            mage,
            write_draw(position, recorder, mage, lot, "for the first time", cites),
        )
