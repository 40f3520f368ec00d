"""What orders that draw Spells share: blind draws from the Cup, supplied, drawn or replayed (MM 7.2, 20.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar, Protocol

from msgspec import Meta
from msgspec.structs import replace

from referee.core.documents.problems import counted, listed
from referee.core.game.dice import Throw
from referee.core.game.forecast import Applied, Forecast, Unknown
from referee.core.game.orders import Candidate, Objection, Remarks
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.notation.field_specs import Name
from referee.core.notation.field_specs import piece as called
from referee.core.rules.ledger import Ledger

from ...battle.orders.base import BattleOrder
from ...battle.pieces import Piece
from ...battle.position import BattlePosition
from ...battle.rulings.judge import own_objections, turn_objections
from ...masterboard.legion import Legion
from ...masterboard.orders.base import MasterForecast, MasterOrder
from ...masterboard.position import MasterboardPosition
from ..cup import HoldsCup, Lot, NamesCounters, drawn, got_objections, throws_of
from ..leaving import battle_spell, draw_objections, drawers
from ..rulings.drawing import Draw, bars_told, chart_of, terrain_draws, terrain_objections
from ..rulings.strategic import mage_at_hand
from ..spellbooks import no_spells
from ..stacks import add, put, row_of


class _DrawForecast(Forecast["DrawInBattle", BattlePosition]):
    """Until it is known what is drawn, only what the piece may cast is uncertain."""

    def concerns(self, order: DrawInBattle, position: BattlePosition) -> Iterable[str]:
        return [order.draw]

    def suppose(
        self, order: DrawInBattle, position: BattlePosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        unknown.uncertain.add(order.draw)
        # without its Cup, a position draws nothing but what is supplied
        cup, position.cup = position.cup, None
        order.apply(position, player, recorder)
        position.cup = cup
        position.fight.pieces[order.draw].drew = True


class DrawInBattle(NamesCounters, BattleOrder, kw_only=True):
    """Draw a Spell for one that has come onto the map in this phase: `{draw: demon-1}`; `got: [heal-4]` names it.

    Nobody moves any more after that.
    """

    verb: ClassVar[str] = "draw"
    forecast: ClassVar[Forecast] = _DrawForecast()
    hidden: ClassVar[tuple[str, ...]] = ("got",)
    draw: Annotated[str, called("own")]
    got: Annotated[list[str], Meta(max_length=1)] | None = None

    @classmethod
    def candidates(cls, position: BattlePosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        for one in drawers(position):
            if piece in (None, one.id):
                yield Candidate(cls(draw=one.id))

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        if not position.rules.spells:
            return [no_spells(position.rules, self.verb)]
        out = turn_objections(position, player, "maneuver", "drawing a Spell", closing=True)
        found = position.find(self.draw, "draw")
        if out or isinstance(found, Objection):
            return [*out, *([found] if isinstance(found, Objection) else [])]
        out = own_objections(position, player, found, "draw") or draw_objections(position, found)
        if out:
            return out
        cite = position.rules.cite("battle_draw")
        if position.cup is None and position.alone and self.got is None:
            return [Objection("what the Cup holds is not known here; say under 'got' what is drawn", cite, "got")]
        return got_objections(position, self._lot(position, player, found), cite)

    def _lot(self, position: BattlePosition, player: str, found: Piece) -> Lot:
        event = f"{position.event(found)}/draw"
        return Lot(event, player, 1, self.got, lambda counter: battle_spell(position.rules, counter))

    def throws(self, position: BattlePosition, player: str) -> list[Throw]:
        found = position.fight.pieces.get(self.draw)
        return [] if found is None else throws_of(position, self._lot(position, player, found))

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        piece = position.fight.pieces[self.draw]
        got, rolls = drawn(position, recorder, self._lot(position, player, piece))
        cites, name = position.rules.cite("battle_draw"), position.named(piece)
        if not got:
            recorder.write(f"{name} draws nothing", cites=cites)
            return
        piece.drew, piece.held = True, got
        recorder.write(
            f"a Spell is drawn for {name}", changes=[Change(piece.id, "drew", False, True, "has drawn")], cites=cites
        )
        recorder.write(f"{name} holds {got[0]}", rolled=rolls, cites=cites, seen_by=[player])


class DrawsSpells(Applied[MasterboardPosition], Protocol):
    """An order that draws Spells."""

    def drawers(self, position: MasterboardPosition, player: str) -> list[str]:
        """Return the Magi whose stacks depend on the draw, by their ids."""


class DrawForecast(MasterForecast["DrawsSpells"]):
    """Until it is known what is drawn, the Spells of those who draw are uncertain, and nothing else."""

    def suppose(
        self,
        order: DrawsSpells,
        position: MasterboardPosition,
        player: str,
        recorder: Recorder,
        unknown: Unknown,
    ) -> None:
        if position.position_unknown:
            return
        if order.throws(position, player):
            unknown.uncertain |= set(order.drawers(position, player))
        # without its Cup, a position draws nothing but what is supplied
        cup, position.cup = position.cup, None
        order.apply(position, player, recorder)
        position.cup = cup


def lot_objections(position: HoldsCup, lot: Lot, cite: tuple[str, ...]) -> list[Objection]:
    """Return why a draw cannot be made or cannot have brought what is supplied."""
    out = got_objections(position, lot, cite)
    hidden = getattr(position, "viewer", None) is not None
    if position.cup is None and not hidden and lot.number and lot.got is None:
        message = "what the Cup holds is not known here; say under 'got' what is drawn"
        out.append(Objection(message, cite, "got"))
    return out


def write_draw(
    position: MasterboardPosition,
    recorder: Recorder,
    mage: str,
    lot: Lot,
    why: str,
    cites: Sequence[str],
    reasons: Sequence[Ledger] = (),
) -> list[str]:
    """Draw Spells for a Mage and record it: that it draws for all, what is drawn for its player alone."""
    got, rolls = drawn(position, recorder, lot)
    rules = [*cites, *position.rules.cite("blind_draw")]
    recorder.write(f"{mage} draws Spells {why}", cites=rules)
    text = told(position, mage, got, lot.number)
    recorder.write(text, reasons=list(reasons), rolled=rolls, cites=rules, seen_by=[lot.by])
    return got


def told(position: HoldsCup, who: str, got: Sequence[str], number: int) -> str:
    """Return in words what has been drawn, and that the Cup gave no more."""
    if not got:
        return f"{who} draws nothing" + ("; the Cup is empty" if number and position.cup == [] else "")
    titles = [f"{position.rules.spells[position.rules.spell_types.get(one) or one].title} ({one})" for one in got]
    lost = number - len(got)
    return f"{who} draws {listed(titles, 'and')}" + (f"; {counted(lost, 'Spell')} fewer than due" if lost else "")


Got = Annotated[list[str], Meta(max_length=100)]
Few = Annotated[int, Meta(ge=0, le=100)]


class DrawForTerrain(NamesCounters, MasterOrder, kw_only=True):
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

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        mage = mage_at_hand(position, player, self.draw, self.verb, self.verb)
        if isinstance(mage, list):
            return mage
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
