"""Starting with a Mage among the first characters: it has its first Spells (MM 22.2)."""

from __future__ import annotations

from typing import ClassVar

from referee.core.game.dice import Throw
from referee.core.game.forecast import Forecast
from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder

from ...masterboard.legion import Legion
from ...masterboard.orders.setup import Start as OrdinaryStart
from ...masterboard.position import MasterboardPosition
from ..cup import Lot, NamesCounters, throws_of
from ..rulings.drawing import first_lot, new_mage
from ..stacks import fresh_stack, put
from .drawing import DrawForecast, Few, Got, lot_objections
from .muster import receive


class Start(NamesCounters, OrdinaryStart, kw_only=True, rename={"as_": "as"}):
    """Divide the starting characters: `{start: [titan, ogre, ogre, gargoyle], as: bk01, other: bk02}`.

    The legion `as` holds the characters listed, the legion `other` the rest. Where a player begins with one more of
    their choice, `more` names it. Where a Mage is among them, it draws as many Spells as it may: `draw` asks for fewer,
    and `got` names them where they are supplied.
    """

    verb: ClassVar[str] = "start"
    forecast: ClassVar[Forecast] = DrawForecast()
    hidden: ClassVar[tuple[str, ...]] = ("start", "draw", "got")
    draw: Few | None = None
    got: Got | None = None

    def magi(self, position: MasterboardPosition) -> list[str]:
        """Return the types of the Magi with which the player begins."""
        return [name for name in self.whole(position) if name in position.rules.keeping_spells]

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = super().judge(position, player)
        if out or position.position_unknown:
            return out
        lots = self._lots(position, player)
        if not lots:
            nobody = Objection(
                "nobody who draws Spells begins the game", position.rules.cite("starting_legions"), "got"
            )
            return [] if self.got is None else [nobody]
        return [one for lot in lots for one in lot_objections(position, lot, position.rules.cite("blind_draw"))]

    def _lots(self, position: MasterboardPosition, player: str) -> list[Lot]:
        event = f"setup/{player}/draw/first"
        return [
            first_lot(f"{event}/{name}", player, position.rules, name, self.draw, self.got)
            for name in self.magi(position)
        ]

    def drawers(self, position: MasterboardPosition, player: str) -> list[str]:
        """Return the Magi that draw, by their ids."""
        return [new_mage(position, name, None) for name in self.magi(position)]

    def throws(self, position: MasterboardPosition, player: str) -> list[Throw]:
        return [throw for lot in self._lots(position, player) for throw in throws_of(position, lot)]

    def placed(self, position: MasterboardPosition, player: str, recorder: Recorder, legions: list[Legion]) -> None:
        for name, lot in zip(self.magi(position), self._lots(position, player), strict=True):
            legion = next(one for one in legions if name in (one.contents or ()))
            ident = new_mage(position, name, None)
            put(legion, fresh_stack(position.rules, ident))
            receive(position, recorder, player, legion, ident, lot, secretly=True)
