"""A command in a combat turn (BN-CMD)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from referee.core import documents
from referee.core.documents.problems import nearest_or_all
from referee.core.game.orders import Candidate, Objection, Order, Remarks
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Source

from ..board.battlefield import Battalion, Combat
from ..position import BattalionsPosition
from ..rulings.bearing import bearing
from ..rulings.turn_report import CommandGiven
from ..state import BattalionWord, Direction, UnitWord


class Command(Order[BattalionsPosition], kw_only=True):
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

    @classmethod
    def candidates(cls, position: BattalionsPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        """Yield every command with the least number it may have, for each enemy it may designate."""
        if not position.fighting:
            return
        for battalion in position.ordered_by(player, piece):
            combat = position.theatre.combat_of(battalion)
            if combat is None or combat.ended or not battalion.present:
                continue
            units = [] if position.rules.chosen("order_scope", "battalion") else battalion.present
            for unit in (None, *(unit.id for unit in units)):
                for candidate in cls._ways(position, combat, battalion):
                    order = msgspec.structs.replace(candidate.order, unit=unit) if unit else candidate.order
                    yield Candidate(order, candidate.remarks)

    @classmethod
    def _ways(cls, position: BattalionsPosition, combat: Combat, battalion: Battalion) -> Iterator[Candidate]:
        rules, least = position.rules, position.rules.number("min_number")
        for name, command in rules.commands.items():
            if command.holds:
                yield Candidate(Command(command=name, battalion=battalion.id))
                continue
            for enemy in combat.enemies(battalion):
                order = Command(command=name, battalion=battalion.id, number=least, relative_to=enemy.id)
                found = bearing(rules, combat, battalion, enemy.id, None)
                fronts = [found.front] if found.front is not None else list(rules.relative)
                for front in fronts:
                    remarks: Remarks = {"number": f"{least} or more"}
                    if (towards := rules.direction(command, front)) is not None:
                        remarks["towards"] = towards
                    yield Candidate(msgspec.structs.replace(order, front=front) if len(fronts) > 1 else order, remarks)

    def told(
        self, position: BattalionsPosition, combat: Combat, battalion: Battalion, source: Source, recorder: Recorder
    ) -> CommandGiven:
        """Return what the units of the battalion do by this command, and record it (BN-CMD-1, BN-G-12)."""
        rules = position.rules
        command = rules.commands[self.command]
        who = battalion.id if self.unit is None else f"{self.unit} of {battalion.id}"
        cites = rules.cite("commands", "scope")
        if command.holds:
            does = f" {command.says}" if command.says is not None else f", {command.title}"
            recorder.write(f"{combat.id}, {source.player}: {who}{does}", cites=[*cites, *command.cites])
            return CommandGiven(command, 0, None, source)
        assert self.number is not None
        found = bearing(rules, combat, battalion, self.relative_to, self.front)
        direction = rules.direction(command, found.front)
        towards = f" towards {found.enemy.id}" if found.enemy is not None else ""
        text = f"{combat.id}, {source.player}: {who}, {command.title} {self.number}: {direction}"
        notes = [f"its front is {found.front}{towards}"]
        keys = ("front", "designate") if len(combat.enemies(battalion)) > 1 else ("front",)
        recorder.write(text, notes=notes, cites=[*cites, *rules.cite(*keys), *command.cites])
        return CommandGiven(command, self.number, direction, source)

    def judge(self, position: BattalionsPosition, player: str) -> list[Objection]:
        battalion = position.owned(player, self.battalion)
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
            known = nearest_or_all(self.command, rules.commands)
            return [*out, Objection(f"'{self.command}' is no command{known}", rules.cite("commands"), "command")]
        holds = command.holds
        if holds and combat.hold_banned:
            message = f"every battalion held in turn {combat.turn}, so none may hold now"
            out.append(Objection(message, rules.cite("hold_banned"), "command"))
        if position.routed(battalion) and not command.routed:
            message = f"{self.battalion} has lost its leader and may only {rules.still_open}"
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
