"""The tables of the ruleset, the hexes of the map, and the number that an attack needs."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, ClassVar

import msgspec

from referee.core.game.policies import Policies
from referee.core.rules import rows
from referee.core.rules.compiled import CompiledRules
from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.moments import FactKind, Moment, QuantityKind, with_options
from referee.core.rules.rows import Fact, Row, RowChange
from referee.core.rules.rulesets import Ruleset

Small = Annotated[int, msgspec.Meta(ge=0, le=20)]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the ruleset."""


class Kind(Table, frozen=True):
    """A kind of unit."""

    title: str
    strength: Small
    steps: Annotated[int, msgspec.Meta(ge=1, le=20)]
    speed: Small


class Units(Table, frozen=True):
    """The table `units`: every kind, and the kind on each hex at the start by player."""

    units: dict[str, Kind]
    start: dict[str, dict[str, str]]


class Ground(Table, frozen=True):
    """A kind of ground: its mark on the map, and what a hex of it costs; nobody enters one without a cost."""

    title: str
    mark: Annotated[str, msgspec.Meta(min_length=1, max_length=1)]
    cost: Small | None = None


class Map(Table, frozen=True):
    """The table `map`: the kinds of ground, and the rows of the map, a mark for each hex."""

    grounds: dict[str, Ground]
    rows: list[str]


class AttackRow(Row, frozen=True, kw_only=True, eq=False):
    """A row of an attack: it changes the number to be rolled."""

    number: RowChange | None = None


class Combat(Table, frozen=True):
    """The table `combat`: the die, the number of a unit without strength, the least number, and the rows."""

    MOMENTS: ClassVar[Mapping[str, str]] = {"attacks": "attack"}

    faces: Annotated[int, msgspec.Meta(ge=2, le=100)]
    number: Small
    least: Small
    attacks: dict[str, AttackRow] = {}


TABLES = {"units": Units, "map": Map, "combat": Combat, "policies": Policies}


def moments(ruleset: Ruleset) -> Mapping[str, Moment]:
    """Return what the rows of an attack may name and change."""
    grounds, kinds = tuple(ruleset.typed("map", Map).grounds), tuple(ruleset.typed("units", Units).units)
    facts = {
        "unit": FactKind("the kind of the attacker", kinds),
        "target_unit": FactKind("the kind of the target", kinds),
        "ground": FactKind("the ground of the attacker", grounds),
        "target_ground": FactKind("the ground of the target", grounds),
        "friends": FactKind("the other units of the attacker's player beside the target", least=0, most=5),
    }
    attack = Moment("an attack", facts, {"number": QuantityKind("the number to be rolled")})
    return with_options({"attack": attack}, ruleset)


class Rules(CompiledRules):
    """The compiled tables of a ruleset."""

    @cached_property
    def units(self) -> Units:
        """The table `units`."""
        return self.ruleset.typed("units", Units)

    @cached_property
    def combat(self) -> Combat:
        """The table `combat`."""
        return self.ruleset.typed("combat", Combat)

    @cached_property
    def grounds(self) -> Mapping[str, Ground]:
        """The kinds of ground by name."""
        return self.ruleset.typed("map", Map).grounds

    @cached_property
    def hexes(self) -> Mapping[str, str]:
        """The name of the ground of every hex, A1 in the upper left corner."""
        marks = {ground.mark: name for name, ground in self.grounds.items()}
        table = self.ruleset.typed("map", Map)
        return {hex_name(x, y): marks[mark] for y, row in enumerate(table.rows) for x, mark in enumerate(row)}

    def beside(self, name: str) -> Iterator[str]:
        """Yield the hexes beside one; every second column lies half a hex lower."""
        x, y = place(name)
        for dx, dy in ((0, -1), (0, 1), (-1, x % 2 - 1), (-1, x % 2), (1, x % 2 - 1), (1, x % 2)):
            found = hex_name(x + dx, y + dy)
            if found in self.hexes:
                yield found

    def needed(self, kind: str, facts: Mapping[str, Fact]) -> Ledger:
        """Return the number that an attack must roll, and why (HR 3, 4)."""
        unit, combat = self.units.units[kind], self.combat
        base = [
            Entry("add", combat.number, "an attack", self.cite("attack")),
            Entry("add", -unit.strength, f"the strength of a {unit.title}", self.cite("attack")),
        ]
        least = Entry("at_least", combat.least, f"a {combat.least - 1} always misses", self.cite("attack"))
        return rows.ledger("number", base, self.ruled(combat.attacks.values(), facts), facts, least=least)


def hex_name(x: int, y: int) -> str:
    """Return the name of the hex in a column and a row, both from 0."""
    return f"{chr(65 + x)}{y + 1}" if x >= 0 else ""


def place(name: str) -> tuple[int, int]:
    """Return the column and the row of a hex, both from 0."""
    return ord(name[0]) - 65, int(name[1:]) - 1


def lint(ruleset: Ruleset) -> list[str]:
    """Return what is wrong with the tables beyond their types."""
    table, units = ruleset.typed("map", Map), ruleset.typed("units", Units)
    known = {ground.mark for ground in table.grounds.values()}
    out = [f"map.rows: '{mark}' is the mark of no ground" for mark in sorted(set("".join(table.rows)) - known)]
    hexes = Rules(ruleset, {}).hexes if not out else {}
    for player, start in units.start.items():
        out += [f"units.start.{player}: '{kind}' is no unit" for kind in start.values() if kind not in units.units]
        out += [f"units.start.{player}: '{name}' is no hex" for name in start if hexes and name not in hexes]
    return out
