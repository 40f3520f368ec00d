"""A ruleset compiled with its options: numbers, commands and citations."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import get_args

from referee.core.documents.problems import listed
from referee.core.rules.compiled import CompiledRules
from referee.core.rules.index import OptionValue
from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.memory import compiler
from referee.core.rules.rulesets import Ruleset

from .state import Direction, Place, UnitState
from .tables import Body, CommandKind, Commands, Constants, Modifiers

DIRECTIONS: tuple[Direction, ...] = get_args(Direction)


class BattalionsRules(CompiledRules):
    """The tables, options and citations of one ruleset."""

    def __init__(self, ruleset: Ruleset, chosen: Mapping[str, OptionValue | None]) -> None:
        """Compile; raises ValueError for an option that is unknown or has no such value."""
        super().__init__(ruleset, chosen)
        self.constants = ruleset.typed("constants", Constants)
        self.modifiers = ruleset.typed("modifiers", Modifiers)
        table = ruleset.typed("commands", Commands)
        self.commands = table.commands
        self.substitute = table.substitute
        self.relative = table.relative
        self.vectors = {direction: table.directions[direction] for direction in DIRECTIONS}

    def number(self, option: str) -> int:
        """Return the value of an option that is a whole number."""
        value = self.options[option]
        assert isinstance(value, int)
        return value

    def cost(self, unit: UnitState | Body) -> int:
        """Return what a unit costs in points: the sum of its stats (BN-G-01)."""
        return sum(getattr(unit, stat) * told.cost for stat, told in self.constants.stats.items())

    def direction(self, command: CommandKind, front: Direction | None) -> Direction | None:
        """Return the direction in which a command moves a battalion with this front, None for one that holds."""
        if command.moves is None or front is None:
            return None
        direction: Direction = getattr(self.relative[front], command.moves)
        return direction

    def name_of(self, command: CommandKind) -> str:
        """Return the name of a command of the table."""
        return next(name for name, one in self.commands.items() if one is command)

    @cached_property
    def still_open(self) -> str:
        """The commands that a routed battalion may be given, in words."""
        return listed([command.title.lower() for command in self.commands.values() if command.routed])

    def leader_least(self, highest: int, who: str) -> Ledger:
        """Return what a leader must be worth beside a unit of so many points, rounded up (BN-ARM-4)."""
        over, under = self.constants.leader_factor
        more = -(-highest * over // under) - highest
        cite = self.cite("leader")
        return Ledger(
            f"least worth of {who}",
            [
                Entry("add", highest, "the most expensive other unit", cite),
                Entry("add", more, f"times {over}/{under}, rounded up", cite),
            ],
        )

    def toward(self, vector: Place) -> list[Direction]:
        """Return the directions that lead most toward a Field at this offset: one, or two if equal."""
        x, y = vector
        across: Direction = "E" if x > 0 else "W"
        along: Direction = "N" if y > 0 else "S"
        if abs(x) == abs(y):
            return [direction for direction in DIRECTIONS if direction in (across, along)]
        return [across if abs(x) > abs(y) else along]


compile_rules = compiler(BattalionsRules)
