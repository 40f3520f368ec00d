"""A Battleland compiled once: neighbours, elevation, contact and entry hexes (LoT 10.1, 11.7).

A hex is a number from 0. A set of hexes is an integer with one bit for each hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise

from referee.core.rules.ledger import Entry
from referee.core.rules.rows import ledger

from ..carriers import Carrying, Effect, TitanRow
from ..rules import TitanRules
from .layers import Laid, Layers

# a hazard of a hexside, and "up" or "down"
Crossing = tuple[str, str]


def bits(mask: int) -> Iterator[int]:
    """Yield the hexes of a set, lowest number first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Board:
    """A battleland under one set of rules with what is laid on it; immutable.

    `around` carries the rows that hold on all of it. `borne` holds what each hex bears, the ground where that is
    nothing, and `sides` what lies between two neighbours and how it is crossed.
    """

    def __init__(
        self,
        rules: TitanRules,
        battleland: str,
        laid: tuple[Laid, ...] = (),
        around: tuple[Carrying, ...] = (),
    ) -> None:
        tables = rules.battlelands
        printed = tables.battlelands[battleland]
        self.rules = rules
        self.name = battleland
        self.printed = printed
        self.around = around
        self.laid = laid
        self.labels = list(tables.coordinates)
        self.index = {label: number for number, label in enumerate(self.labels)}
        self.coordinates = [tables.coordinates[label] for label in self.labels]
        self.hex_at = at = {place: number for number, place in enumerate(self.coordinates)}
        self.neighbours = [
            [at[(q + dq, r + dr)] for dq, dr in tables.directions.values() if (q + dq, r + dr) in at]
            for q, r in self.coordinates
        ]
        self.elevation = [0] * len(self.labels)
        for level, labels in printed.elevation.items():
            for label in labels:
                self.elevation[self.index[label]] = int(level)
        layers = Layers(rules, printed, self.index, self.neighbours, laid)
        # the effects that lie on each hex, the lowest first
        self.lying = layers.lying
        for hex_, levels in layers.raised.items():
            self.elevation[hex_] += levels
        self.sides = {pair: tuple(found) for pair, found in layers.between.items()}
        ground = rules.carrying("hazard", tables.ground)
        self.borne = [tuple(borne or [ground]) for borne in layers.borne]
        contact = [
            sum(1 << n for n in near if not self.separating_rows(h, n)) for h, near in enumerate(self.neighbours)
        ]
        layers.spread(around, lambda hex_: bits(contact[hex_]))
        self.contact = contact
        self.hazards = [[carrier.name for carrier in borne] for borne in layers.borne]
        self.borne = [tuple(borne or [ground]) for borne in layers.borne]
        self.crossings: dict[tuple[int, int], list[Crossing]] = {
            pair: [(carrier.name, crossing) for carrier, crossing in found] for pair, found in layers.between.items()
        }
        with rules.consulting() as consulted:
            for hex_, borne in enumerate(self.borne):
                for carrier in borne:
                    raised = list(rules.ruled(carrier.table.heights.values(), {}))
                    if raised:
                        printed_level = Entry("add", self.elevation[hex_], "")
                        self.elevation[hex_] = ledger("elevation", [printed_level], raised, {}).total
        # the options that decide the elevation
        self.elevation_options = frozenset(consulted)
        self._within: dict[tuple[int, int], int] = {}
        self._along: dict[tuple[int, ...], int] = {}

    def separating_rows(self, one: int, other: int) -> list[TitanRow]:
        """Return the rows that keep two neighbouring hexes out of contact (LoT 11.7)."""
        rules = self.rules
        section = rules.sections["contact"]
        found = [
            row
            for carrier, crossing in self.sides.get((one, other), ())
            for row in rules.rows_on(section, (carrier,), {"crossing": crossing}, {})
        ]
        if not section.on_hexsides_alone:
            for h in (one, other):
                found += rules.rows_on(section, self.borne[h], {}, {})
            found += rules.rows_on(section, self.around, {}, {})
        return [row for row in found if row.forbid]

    def along(self, whole: tuple[int, ...]) -> int:
        """Return the number of all the ground that a ruling on a path reads, the same where the ground is the same.

        It is what the hexes of the path bear, what it crosses between them, and what holds on the whole board.
        """
        found = self._along.get(whole)
        if found is None:
            hexes = tuple(self.borne[h] for h in whole)
            sides = tuple(self.sides.get(pair, ()) for pair in pairwise(whole))
            found = self._along[whole] = self.rules.number_of(("along", hexes, sides, self.around))
        return found

    def entry_hexes(self, side: str) -> int:
        """Return the set of entry hexes on a side of the map."""
        return self._entries[side]

    @cached_property
    def beside(self) -> list[int]:
        """The set of neighbours of each hex."""
        return [sum(1 << n for n in near) for near in self.neighbours]

    @cached_property
    def _entries(self) -> dict[str, int]:
        return {side: self.mask(labels) for side, labels in self.rules.battlelands.sides.items()}

    @cached_property
    def deploy(self) -> int:
        """The set of hexes where the defender sets up; 0 where the defender enters (LoT 10.2)."""
        return sum(1 << self.index[label] for label in self.printed.deploy)

    @cached_property
    def harmful(self) -> int:
        """The hexes on which a row may damage or heal somebody."""
        section = self.rules.sections["damage"]
        if section.on_characters or section.everywhere:
            return (1 << len(self.labels)) - 1
        return sum(1 << h for h, borne in enumerate(self.borne) if any(carrier.table.damage for carrier in borne))

    def side_of(self, attacker_side: str | None, attacker: bool) -> str | None:
        """Return the side of the map by which a player enters; None if it is not known (LoT 10.1, 10.2)."""
        side = self.printed.attacker_side or attacker_side
        if side is None or attacker:
            return side
        return self.rules.battlelands.facing[side]

    def mask(self, labels: list[str]) -> int:
        """Return the set of the hexes with these labels."""
        return sum(1 << self.index[label] for label in labels)

    def names(self, mask: int) -> list[str]:
        """Return the labels of a set of hexes, sorted."""
        return sorted(self.labels[h] for h in bits(mask))

    def ground(self, hex_: int) -> str:
        """Return the title of what a hex is: what it bears, or plain ground."""
        return " and ".join(carrier.title for carrier in self.borne[hex_])

    def laid_cites(self, hexes: Iterable[int]) -> list[str]:
        """Return the rules behind what is laid on hexes, and behind how it lies there on other hazards."""
        out: list[str] = []
        for hex_ in hexes if self.lying else ():
            for number, carrier in enumerate(self.lying.get(hex_, ())):
                effect = carrier.table
                if isinstance(effect, Effect):
                    out += (effect.cite,) if effect.cite is not None else ()
                    out += self.rules.cite("layers") if effect.instead and (number or self._covers(hex_)) else ()
                    out += self.rules.cite("raised") if effect.ring is not None else ()
        return list(dict.fromkeys(out))

    def _covers(self, hex_: int) -> bool:
        """Return whether a hex has a printed hazard."""
        return any(self.labels[hex_] in labels for labels in self.printed.hexes.values())

    def within(self, hex_: int, steps: int) -> int:
        """Return the set of hexes at most so many steps from a hex, itself included."""
        key = (hex_, steps)
        found = self._within.get(key)
        if found is None:
            found = self._within[key] = sum(1 << h for h in range(len(self.labels)) if self.steps(hex_, h) <= steps)
        return found

    def steps(self, one: int, other: int) -> int:
        """Return the distance of two hexes in steps; the range in hexes is one more (LoT 13.2)."""
        (q, r), (s, t) = self.coordinates[one], self.coordinates[other]
        return max(abs(q - s), abs(r - t), abs(q + r - s - t))


def board_of(
    rules: TitanRules, battleland: str, laid: tuple[Laid, ...] = (), around: tuple[Carrying, ...] = ()
) -> Board:
    """Return a battleland with what is laid on it, compiled for rulings, made once."""
    key = ("board", battleland, laid, around)
    return rules.remember(key, lambda: Board(rules, battleland, laid, (*_everywhere(rules, battleland), *around)))


def _everywhere(rules: TitanRules, battleland: str) -> list[Carrying]:
    """Return what carries rows for the whole of a Battleland."""
    found = (rules.carrying("always", "always"), rules.carrying("battleland", battleland))
    return [*(carrier for carrier in found if carrier.table.has_rows), *rules.on_land("terrain", battleland)]
