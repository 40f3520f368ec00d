"""A Battleland compiled once: neighbours, elevation, contact and entry hexes (LoT 10.1, 11.7).

A hex is a number from 0. A set of hexes is an integer with one bit for each hex.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from referee.core.rules.modifiers import Facts

from ..rules import TitanRules
from ..tables import TitanRow

# a hazard of a hexside, and "up" or "down"
Crossing = tuple[str, str]
# the hazards of each hex of a path, and of each hexside between
Along = tuple[tuple[tuple[str, ...], ...], tuple[tuple[Crossing, ...], ...]]


def bits(mask: int) -> Iterator[int]:
    """Yield the hexes of a set, lowest number first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Board:
    """The map of one Battleland under one set of rules; immutable."""

    def __init__(self, rules: TitanRules, battleland: str) -> None:
        tables = rules.battlelands
        printed = tables.battlelands[battleland]
        self.rules = rules
        self.name = battleland
        self.printed = printed
        self.labels = list(tables.coordinates)
        self.index = {label: number for number, label in enumerate(self.labels)}
        self.coordinates = [tables.coordinates[label] for label in self.labels]
        self.hex_at = at = {place: number for number, place in enumerate(self.coordinates)}
        self.neighbours = [
            [at[(q + dq, r + dr)] for dq, dr in tables.directions.values() if (q + dq, r + dr) in at]
            for q, r in self.coordinates
        ]
        hazards = rules.hazards.hazards
        self.hazards: list[list[str]] = [[] for _ in self.labels]
        for hazard, labels in printed.hexes.items():
            for label in labels:
                self.hazards[self.index[label]].append(hazard)
        self.crossings: dict[tuple[int, int], list[Crossing]] = {}
        for hazard, sides in printed.hexsides.items():
            for side in sides:
                high, low = (self.index[label] for label in side.split(">"))
                self.crossings.setdefault((high, low), []).append((hazard, "down"))
                self.crossings.setdefault((low, high), []).append((hazard, "up"))
        self.elevation = [0] * len(self.labels)
        for level, labels in printed.elevation.items():
            for label in labels:
                self.elevation[self.index[label]] = int(level)
        with rules.consulting() as consulted:
            for hex_, hazards_here in enumerate(self.hazards):
                for hazard in hazards_here:
                    for row in rules.ruled(hazards[hazard].heights.values(), {}):
                        self.elevation[hex_] += row.elevation or 0
        # the options that decide the elevation
        self.elevation_options = frozenset(consulted)
        self.contact = [
            sum(1 << n for n in near if not self.separating_rows(h, n)) for h, near in enumerate(self.neighbours)
        ]
        self._within: dict[tuple[int, int], int] = {}
        self._along: dict[tuple[int, ...], Along] = {}

    def separating_rows(self, one: int, other: int) -> list[TitanRow]:
        """Return the rows that keep two neighbouring hexes out of contact (LoT 11.7)."""
        hazards = self.rules.hazards.hazards
        return [
            row
            for hazard, crossing in self.crossings.get((one, other), ())
            for row in self.rules.ruled(hazards[hazard].contact.values(), {"crossing": crossing})
            if row.forbid
        ]

    def along(self, whole: tuple[int, ...]) -> Along:
        """Return the hazards of a path's hexes and of the hexsides it crosses; rulings on the path read no others."""
        found = self._along.get(whole)
        if found is None:
            hexes = tuple(tuple(self.hazards[h]) for h in whole)
            sides = tuple(tuple(self.crossings.get(pair, ())) for pair in pairwise(whole))
            found = self._along[whole] = (hexes, sides)
        return found

    def entry_hexes(self, side: str) -> int:
        """Return the set of entry hexes on a side of the map."""
        return self._entries[side]

    @cached_property
    def _entries(self) -> dict[str, int]:
        return {side: self.mask(labels) for side, labels in self.rules.battlelands.sides.items()}

    @cached_property
    def deploy(self) -> int:
        """The set of hexes where the defender sets up; 0 where the defender enters (LoT 10.2)."""
        return sum(1 << self.index[label] for label in self.printed.deploy)

    @cached_property
    def harmful(self) -> int:
        """The set of hexes with a hazard that does hits."""
        hazards = self.rules.hazards.hazards
        return sum(
            1 << h
            for h, hazards_here in enumerate(self.hazards)
            if any(hazards[hazard].damage for hazard in hazards_here)
        )

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
        """Return the titles of a hex's hazards, or of plain ground."""
        hazards = self.rules.hazards.hazards
        hazards_here = self.hazards[hex_] or [self.rules.battlelands.ground]
        return " and ".join(hazards[h].title for h in hazards_here)

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


def board_of(rules: TitanRules, battleland: str) -> Board:
    """Return the board of a Battleland, compiled once for a set of rules."""
    return rules.remember(("board", battleland), lambda: Board(rules, battleland))


def rows_for(board: Board, hazard: str, table: str, facts: Facts) -> Iterator[TitanRow]:
    """Yield the rows of one table of a hazard that apply, and note the options that decide it."""
    rows: dict[str, TitanRow] = getattr(board.rules.hazards.hazards[hazard], table)
    return board.rules.ruled(rows.values(), facts)
