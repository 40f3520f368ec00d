"""The question how many Spells a legion may draw."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from referee.core.documents.problems import counted, listed
from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Sentence, Unanswerable
from referee.core.notation.field_specs import piece

from ..masterboard.legion import Legion
from ..masterboard.position import MasterboardPosition
from ..masterboard.state import MasterPhase
from ..masterboard.supposing import MasterQuestion, refused, unknown
from ..words import LegionWord
from .questions import without_spells
from .rulings.drawing import bars_told, chart_of, terrain_draws, terrain_objections, victory_draw

_NOTHING_WON: dict[str, Any] = {"allotted": 0, "count": 0, "room": {}}


class AskDraw(MasterQuestion, kw_only=True, rename={"for_": "for"}):
    """How many Spells may each Mage of a legion draw: `{draw: bk01, for: terrain}`.

    For a victory the question gives its points, `{draw: bk01, for: victory, points: 112}`, and the answer says how many
    they allot, and how many of these fit into the stacks. A legion that has just won may leave them out.
    """

    verb: ClassVar[str] = "draw"
    phase: ClassVar[MasterPhase | None] = "movement"
    draw: Annotated[LegionWord, piece("any")]
    for_: Literal["terrain", "victory"]
    points: Annotated[int, Meta(ge=0, le=100_000)] | None = None

    def answer(self, position: MasterboardPosition) -> Answer:
        none, legion = without_spells(position), self.legion(position)
        if none:
            nothing = {"draws": {}, "bars_muster": False} if self.for_ == "terrain" else _NOTHING_WON
            return refused(nothing, [none])
        if self.for_ == "terrain":
            return self._terrain(position, legion)
        gains = position.gains
        if gains is not None and gains.legion == legion.id and self.points in (None, gains.points):
            if gains.drew:
                drawn = f"{legion.id} has drawn Spells for this victory"
                return refused(_NOTHING_WON, [Objection(drawn, position.rules.cite("victory_draw"))])
            return self._victory(position, legion, gains.points, gains.newcomer)
        if self.points is None:
            raise Unanswerable("'points' is missing: how many has the legion just won?", ("ask",))
        return self._victory(position, legion, self.points)

    def _terrain(self, position: MasterboardPosition, legion: Legion) -> Answer:
        nothing: dict[str, Any] = {"draws": {}, "bars_muster": False}
        if legion.contents is None:
            return refused(nothing, [unknown(position, legion)])
        if why := terrain_objections(position, legion):
            return refused(nothing, why)
        found = terrain_draws(position, legion)
        draws = {one.stack.id: one.number for one in found if one.number}
        if (why := bars_told(row for one in found for row in one.bars)) and not draws:
            return refused(nothing, why)
        bars = bool(draws) and chart_of(position, legion).draw_or_muster
        cites = [*position.rules.cite("terrain_draw"), *(position.rules.cite("draw_or_muster") if bars else ())]
        told = [one.spells for one in found if one.spells.entries[0].value]
        cites += [cite for spells in told for cite in spells.cites]
        return Answer({"draws": draws, "bars_muster": bars}, list(dict.fromkeys(cites)), [one.plain() for one in told])

    def _victory(
        self, position: MasterboardPosition, legion: Legion, points: int, newcomer: str | None = None
    ) -> Answer:
        nothing = _NOTHING_WON
        if legion.contents is None:
            return refused(nothing, [unknown(position, legion)])
        found = victory_draw(position, legion, points, newcomer)
        room = {stack.id: stack.room for stack in found.stacks}
        answer: dict[str, Any] = {"allotted": found.allotted, "count": found.spells.total, "room": room}
        if not found.able:
            told = bars_told(found.bars)
            message = f"{position.named(legion)} holds nobody who keeps Spells"
            return refused(answer, told or [Objection(message, position.rules.cite("victory_draw", "keeping_spells"))])
        return Answer(answer, list(dict.fromkeys(found.spells.cites)), [found.spells.plain()])

    def say(self, position: MasterboardPosition, answer: Answer) -> list[Sentence]:
        legion, given, cite = position.legions[self.draw], answer.answer, position.rules.cite
        if "because" in given:
            return [Sentence(f"No Spell is drawn: {b['message']}.", tuple(b["cite"])) for b in given["because"]]
        if self.for_ == "victory":
            text = f"{position.named(legion)} draws {counted(given['count'], 'Spell')}"
            cut = given["allotted"] - given["count"]
            text += f"; {cut} of the {given['allotted']} allotted are lost for want of room." if cut else "."
            return [Sentence(text, cite("victory_draw"))]
        who = [f"{counted(number, 'Spell')} for {ident}" for ident, number in given["draws"].items()]
        text = f"{position.named(legion)} may draw {listed(who, 'and') if who else 'no Spell'}."
        out = [Sentence(text, cite("terrain_draw"))]
        if given["bars_muster"]:
            out.append(Sentence("If it draws, it does not muster in this Game-Turn.", cite("draw_or_muster")))
        return out
