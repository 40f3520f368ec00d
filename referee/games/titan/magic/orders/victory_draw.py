"""Drawing Spells for a victory, and dealing them out after they are seen (MM 7.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core.game.dice import Throw
from referee.core.game.forecast import Forecast
from referee.core.game.orders import Candidate, Objection, Remarks
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import Name, piece

from ...masterboard.orders.base import MasterOrder
from ...masterboard.orders.gains import current_gains
from ...masterboard.phases import close_if_no_gains
from ...masterboard.position import MasterboardPosition
from ...masterboard.state import Gains
from ...words import LegionWord
from ..cup import Lot, NamesCounters, drawn, throws_of
from ..rulings.drawing import VictoryDraw, bars_told, victory_draw
from ..rulings.strategic import Mage
from ..spellbooks import no_spells
from .drawing import DrawForecast, Few, Got, lot_objections, told
from .give import deal


class DrawForVictory(NamesCounters, MasterOrder, kw_only=True, rename={"victory_draw": "victory-draw"}):
    """Draw the Spells of a victory: `{victory-draw: gold-04, count: 2}`; `give` deals them out.

    With `give`, as in `{witch-2: [bolt-5], druid-1: [web-1]}`, what is drawn is supplied. `got` supplies it alone; then
    and where it is drawn by the referee, orders `give` deal it out where more than one Mage may get it.
    """

    verb: ClassVar[str] = "victory-draw"
    forecast: ClassVar[Forecast] = DrawForecast()
    hidden: ClassVar[tuple[str, ...]] = ("count", "give", "got")
    victory_draw: Annotated[LegionWord, piece("own")]
    count: Few | None = None
    got: Got | None = None
    give: Annotated[dict[Name, Got], Meta(max_length=20)] | None = None

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        gains = position.gains
        if gains is None or not position.rules.keeping_spells or gains.player != player:
            return
        most = _due(position, gains).spells.total
        if most and not gains.drew:
            fewer = list(range(1, most))
            remarks: Remarks = {"values": {"count": fewer}} if fewer else {}
            yield Candidate(cls(victory_draw=gains.legion), remarks)

    def named(self) -> list[str] | None:
        """Return the counters that are supplied."""
        if self.got is not None or self.give is None:
            return self.got
        return [counter for dealt in self.give.values() for counter in dealt]

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        if position.position_unknown:
            return []
        cite = position.rules.cite
        if not position.rules.keeping_spells:
            return [no_spells(position.rules, self.verb)]
        gains = current_gains(position, player, "drawing Spells for a victory")
        if isinstance(gains, list):
            return gains
        if self.victory_draw != gains.legion:
            return [Objection(f"it is {gains.legion} that has won", cite("gains"), self.verb)]
        if gains.drew:
            return [Objection(f"{gains.legion} has drawn Spells for this victory", cite("victory_draw"), self.verb)]
        due = _due(position, gains)
        if not due.able:
            none = Objection(f"{gains.legion} holds nobody that fought and keeps Spells", cite("victory_draw"))
            return bars_told(due.bars) or [none]
        if not due.spells.total:
            cites = tuple(dict.fromkeys(due.spells.cites))
            return [Objection(f"{gains.legion} draws nothing: {due.spells.entries[-1].why}", cites, self.verb)]
        if self.count is not None and not 1 <= self.count <= due.spells.total:
            message = f"{gains.legion} draws 1 to {due.spells.total}, not {self.count}"
            return [Objection(message, cite("victory_draw"), "count")]
        out = lot_objections(position, self._lot(position, player, gains), cite("blind_draw"))
        return out + self._dealing(position, due)

    def _dealing(self, position: MasterboardPosition, due: VictoryDraw) -> list[Objection]:
        """Return why the Spells cannot be dealt out as the order says."""
        cite, out = position.rules.cite, []
        if self.give is not None and self.got is not None:
            out.append(Objection("'give' names what is drawn; leave 'got' out", cite("victory_dealt"), "got"))
        stacks = {stack.id: stack for stack in due.able}
        for ident, dealt in (self.give or {}).items():
            if ident not in stacks:
                out.append(Objection(f"{ident} has not fought for this victory", cite("victory_dealt"), "give"))
            elif len(dealt) > (room := stacks[ident].room):
                message = f"{ident} has room for {room}, not {len(dealt)}"
                out.append(Objection(message, position.rules.limits_spells(stacks[ident].character), "give"))
        return out

    def _lot(self, position: MasterboardPosition, player: str, gains: Gains) -> Lot:
        number = _due(position, gains).spells.total if self.count is None else self.count
        return Lot(position.event(f"draw/victory/{gains.legion}"), player, number, self.named())

    def drawers(self, position: MasterboardPosition, player: str) -> list[str]:
        """Return the Magi that draw, by their ids."""
        gains = position.gains
        return [stack.id for stack in _due(position, gains).able] if gains is not None else []

    def throws(self, position: MasterboardPosition, player: str) -> list[Throw]:
        gains = position.gains
        return throws_of(position, self._lot(position, player, gains)) if gains is not None else []

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        gains = position.gains
        if position.position_unknown or gains is None:
            return
        due, lot = _due(position, gains), self._lot(position, player, gains)
        got, rolls = drawn(position, recorder, lot)
        gains.drew, gains.drawn = True, got
        cites = position.rules.cite("victory_draw", "blind_draw")
        recorder.write(f"{gains.legion} draws Spells for its victory", cites=cites)
        recorder.write(
            told(position, gains.legion, got, lot.number),
            reasons=[due.spells],
            rolled=rolls,
            cites=cites,
            seen_by=[player],
        )
        legion = position.legions[gains.legion]
        by_id = {stack.id: stack for stack in due.able}
        dealt = {counter: ident for ident, counters in (self.give or {}).items() for counter in counters}
        open_ = [stack.id for stack in due.able if stack.room]
        for counter in got:
            ident = dealt.get(counter) if self.give is not None else open_[0] if len(open_) == 1 else None
            if ident is not None:
                deal(position, recorder, gains, Mage(legion, by_id[ident]), counter)
        close_if_no_gains(position, recorder)


def _due(position: MasterboardPosition, gains: Gains) -> VictoryDraw:
    return victory_draw(position, position.legions[gains.legion], gains.points, gains.newcomer)
