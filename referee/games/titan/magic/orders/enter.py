"""Coming onto the map, from off it or through a gate (LoT 10.1, MM 18.4.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from referee.core.game.forecast import Forecast
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.game.unknown import Unknown
from referee.core.notation.field_specs import Name

from ...battle.orders.move import Enter
from ...battle.position import BattlePosition

# what only gates need is imported where one is used


class _EnterForecast(Forecast["EnterBattle", BattlePosition]):
    """One who comes through a gate is a new piece."""

    def concerns(self, order: EnterBattle, position: BattlePosition) -> Iterable[str]:
        return [order.enter] if order.by is None else []

    def makes(self, order: EnterBattle, position: BattlePosition, player: str) -> Iterable[str]:
        if order.by is None:
            return []
        from ..coming_in import ident_of

        return [ident_of(position, order.enter, order.by)]

    def suppose_open(
        self, order: EnterBattle, position: BattlePosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        unknown.uncertain.add(order.enter)
        unknown.position_unknown.add(order.enter)


class EnterBattle(Enter, kw_only=True):
    """Bring a character onto the map: `{enter: lion-1, to: D2}`; in a tower, the defender sets up with it.

    Through a gate a character comes from the legion at its other end, and may end on its hex:
    `{enter: giant-1, by: SPELL, to: D5}`.
    """

    verb: ClassVar[str] = "enter"
    forecast: ClassVar[Forecast] = _EnterForecast()
    by: Name | None = None

    @classmethod
    def candidates(cls, position: BattlePosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        yield from super().candidates(position, player, piece)
        if position.fight.striking_phase or not position.spells or piece is not None or position.drawing:
            return
        from ..coming_in import comings

        for ident, gate, label in comings(position, player):
            yield Candidate(cls(enter=ident, by=gate, to=label))

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        if self.by is None:
            return super().judge(position, player)
        from ..coming_in import coming_objections
        from ..gates import gate_title

        out = coming_objections(position, player, self.enter, self.by, self.to)
        if self.path is not None:
            said = f"one who comes through a {gate_title(position)} takes the shortest path; leave 'path' out"
            out.append(Objection(said, (), "path", always=True))
        return out

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        if self.by is None:
            super().apply(position, player, recorder)
            return
        from ..coming_in import come_through

        come_through(position, recorder, self.enter, self.by, self.to)
