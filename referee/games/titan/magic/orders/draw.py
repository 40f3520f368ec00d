"""Drawing Spells for the terrain, at the end of a legion's move or after its Engagement (MM 7.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from referee.core.game.dice import Throw
from referee.core.game.forecast import Forecast
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.game.remarks import Remarks
from referee.core.notation.field_specs import Name

from ...masterboard.legion import Legion
from ...masterboard.orders.base import MasterOrder
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.judge import over_objections
from ..cup import Lot, dice_of, throws_of
from ..rulings.drawing import Draw, bars_told, chart_of, terrain_draws, terrain_objections
from ..rulings.strategic import own_mage
from ..spellbooks import no_spells
from ..stacks import add, put, row_of
from .drawing import DrawForecast, lot_objections, write_draw

Got = Annotated[list[str], Meta(max_length=100)]
Few = Annotated[int, Meta(ge=0, le=100)]


class DrawForTerrain(MasterOrder, kw_only=True):
    """Draw Spells of the terrain for a Mage: `{draw: witch-2, count: 1}`; `got` names them where they are supplied."""

    verb: ClassVar[str] = "draw"
    forecast: ClassVar[Forecast] = DrawForecast()
    hidden: ClassVar[tuple[str, ...]] = ("count", "got")
    draw: Name
    count: Few | None = None
    got: Got | None = None

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if not position.rules.keeping_spells:
            return
        for legion in position.own(player):
            if terrain_objections(position, legion):
                continue
            for one in terrain_draws(position, legion):
                if one.number and piece in (None, legion.id, one.stack.id):
                    fewer = list(range(1, one.number))
                    remarks: Remarks = {"values": {"count": fewer}} if fewer else {}
                    yield Candidate(cls(draw=one.stack.id), remarks)

    def given_dice(self) -> list[int] | None:
        return None if self.got is None else []

    def dice_for(self, throw: Throw) -> list[int] | None:
        return dice_of(throw, self.got)

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = over_objections(position, player)
        if out or position.position_unknown:
            return out
        if not position.rules.keeping_spells:
            return [no_spells(position.rules, self.verb)]
        mage = own_mage(position, player, self.draw, self.verb)
        if isinstance(mage, Objection):
            return [mage]
        out = terrain_objections(position, mage.legion)
        found = self._draw(position, mage.legion)
        if found is None:
            return [*out, Objection(f"{self.draw} has drawn for the terrain", position.rules.cite("terrain_draw"))]
        if out:
            return out
        return self._limits(position, player, found)

    def _limits(self, position: MasterboardPosition, player: str, found: Draw) -> list[Objection]:
        cites = tuple(dict.fromkeys(found.spells.cites))
        if found.bars:
            return bars_told(found.bars)
        if not found.number:
            return [Objection(f"{self.draw} draws nothing there: {_why(found)}", cites, self.verb)]
        if self.count is not None and not 1 <= self.count <= found.number:
            return [Objection(f"{self.draw} draws 1 to {found.number} there, not {self.count}", cites, "count")]
        return lot_objections(position, self._lot(position, player, found), position.rules.cite("blind_draw"))

    def _draw(self, position: MasterboardPosition, legion: Legion) -> Draw | None:
        return next((one for one in terrain_draws(position, legion) if one.stack.id == self.draw), None)

    def _lot(self, position: MasterboardPosition, player: str, found: Draw) -> Lot:
        number = found.number if self.count is None else self.count
        return Lot(position.event(f"draw/terrain/{self.draw}"), player, number, self.got)

    def drawers(self, position: MasterboardPosition, player: str) -> list[str]:
        """Return the Magi that draw, by their ids."""
        return [self.draw]

    def throws(self, position: MasterboardPosition, player: str) -> list[Throw]:
        place = row_of(position, self.draw)
        found = None if place is None else self._draw(position, place[0])
        return [] if found is None else throws_of(position, self._lot(position, player, found))

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        if position.position_unknown:
            return
        place = row_of(position, self.draw)
        assert place is not None
        legion = place[0]
        found = self._draw(position, legion)
        assert found is not None
        where, cite = f"for {position.graph.titled(legion.land)}", position.rules.cite
        after = position.engagement is not None or position.stage != "movement"
        cites = [*cite("terrain_draw", "draw_after" if after else "draw_stands")]
        cites += [*(cite("draw_or_muster") if chart_of(position, legion).draw_or_muster else ())]
        got = write_draw(
            position, recorder, self.draw, self._lot(position, player, found), where, cites, [found.spells]
        )
        put(legion, replace(add(position, legion, self.draw, got), drew=True))
        legion.drew_for_terrain = True


def _why(found: Draw) -> str:
    """Return why a Mage draws nothing: by the last line of the ledger that makes it none."""
    return found.spells.entries[-1].why
