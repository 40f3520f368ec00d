"""Drawing a Spell for one that comes into a battle, as the Maneuver Phase ends (MM 4.2.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core.game.dice import Throw
from referee.core.game.forecast import Forecast
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.game.unknown import Unknown
from referee.core.notation.field_specs import piece as called

from ...battle.orders.base import BattleOrder
from ...battle.pieces import Piece
from ...battle.position import BattlePosition
from ...battle.rulings.judge import own_objections, turn_objections
from ..cup import Lot, dice_of, drawn, got_objections, throws_of
from ..newcomers import battle_spell, draw_objections, drawers
from ..spellbooks import no_spells


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


class DrawInBattle(BattleOrder, kw_only=True):
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

    def given_dice(self) -> list[int] | None:
        return None if self.got is None else []

    def dice_for(self, throw: Throw) -> list[int] | None:
        return dice_of(throw, self.got)

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
