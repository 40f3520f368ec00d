"""A command in a combat turn (BN-CMD)."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core import documents
from referee.core.game.orders import Objection, Order

from ..board.battlefield import Battalion, Combat
from ..position import BattalionsPosition
from ..rulings.bearing import bearing
from ..state import Direction
from ..words import BattalionWord, UnitWord
from .owned import owned


class Command(Order, kw_only=True):
    """Command a battalion: `{battalion: R, command: advance, number: 2, relative_to: B}`.

    `front` is one of two directions where the enemy is as far one way as the other; `unit` gives one
    unit a command of its own where commands go to units (BN-G-11).
    """

    verb: ClassVar[str] = "command"
    command: str
    battalion: BattalionWord
    number: Annotated[int, Meta(ge=-1_000_000, le=1_000_000_000)] | None = None
    relative_to: BattalionWord | None = None
    front: Direction | None = None
    unit: UnitWord | None = None

    def check(self, position: BattalionsPosition, player: str) -> list[Objection]:
        battalion = owned(position, player, self.battalion)
        if isinstance(battalion, Objection):
            return [battalion]
        rules = position.rules
        combat = position.theatre.combat_of(battalion)
        if not position.fighting or combat is None or combat.ended:
            return [Objection(f"{self.battalion} is in no combat turn now", rules.cite("commands"), "battalion")]
        if not battalion.present:
            message = f"{self.battalion} has no unit on the grid, so it takes no orders"
            return [Objection(message, rules.cite("nobody_there"), "battalion")]
        out = self._unit(position, battalion)
        command = rules.commands.get(self.command)
        if command is None:
            near = documents.nearest(self.command, rules.commands)
            known = ", ".join(rules.commands)
            return [
                *out,
                Objection(f"'{self.command}' is no command{near}; they are {known}", rules.cite("commands"), "command"),
            ]
        holds = command.direction is None
        if holds and combat.hold_banned:
            message = f"every battalion held in turn {combat.turn}, so none may hold now"
            out.append(Objection(message, rules.cite("hold_banned"), "command"))
        if position.routed(battalion) and not command.routed:
            message = f"{self.battalion} has lost its leader and may only fall back"
            out.append(Objection(message, rules.cite("leader_lost"), "command"))
        out += self._number(position, holds)
        if not holds or self.relative_to is not None or self.front is not None:
            out += self._bearing(position, combat, battalion, holds)
        return out

    def _unit(self, position: BattalionsPosition, battalion: Battalion) -> list[Objection]:
        if self.unit is None:
            return []
        cite = position.rules.cite("scope")
        if position.rules.chosen("order_scope", "battalion"):
            return [Objection("a command is given to a battalion as a whole", cite, "unit")]
        if not any(unit.id == self.unit for unit in battalion.present):
            near = documents.nearest(self.unit, [unit.id for unit in battalion.present])
            return [Objection(f"'{self.unit}' is no unit of {self.battalion} on the grid{near}", cite, "unit")]
        return []

    def _number(self, position: BattalionsPosition, holds: bool) -> list[Objection]:
        rules = position.rules
        if holds:
            if self.number is not None:
                title = rules.commands[self.command].title
                return [Objection(f"{title} carries no number", rules.cite("commands"), "number")]
            return []
        if self.number is None:
            title = rules.commands[self.command].title
            return [Objection(f"{title} needs a number", rules.cite("commands"), "number")]
        least = rules.number("min_number")
        if self.number < least:
            return [
                Objection(f"the number is at least {least}, not {self.number}", rules.cite("least_number"), "number")
            ]
        return []

    def _bearing(
        self, position: BattalionsPosition, combat: Combat, battalion: Battalion, holds: bool
    ) -> list[Objection]:
        found = bearing(position.rules, combat, battalion, self.relative_to, self.front)
        if holds:
            # holding has no direction: only an unknown name is wrong with it
            return [o for o in found.objections if o.field == "relative_to" and self.relative_to is not None]
        return found.objections
