"""A move on the over-world (BN-MOV)."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core.game.orders import Objection, Order

from ..position import BattalionsPosition
from ..state import Direction
from ..words import BattalionWord
from .owned import owned


class Path(Order, kw_only=True):
    """Move a battalion over the board, a Field a step: `{battalion: R1, path: ["E", "N"]}`."""

    verb: ClassVar[str] = "path"
    path: Annotated[list[Direction], Meta(max_length=1000)]
    battalion: BattalionWord

    def check(self, position: BattalionsPosition, player: str) -> list[Objection]:
        battalion = owned(position, player, self.battalion)
        if isinstance(battalion, Objection):
            return [battalion]
        cite = position.rules.cite
        if position.theatre.skirmish:
            return [Objection("a skirmish has no over-world to move on", cite("skirmish_ends"), "path")]
        if not position.moving:
            return [Objection("no over-world turn is under way", cite("turns"), "path")]
        combat = position.theatre.combat_of(battalion)
        if combat is not None:
            message = f"{self.battalion} is in the combat {combat.id} and does not move"
            return [Objection(message, cite("in_combat"), "battalion")]
        if not battalion.living or battalion.field is None:
            return [Objection(f"{self.battalion} has no unit left", cite("wiped_out"), "battalion")]
        return []
