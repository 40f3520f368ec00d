"""What lies on the hexes of a Battleland in layers: what each hex bears, its level, and the hexsides around it.

The printed hazards are the lowest layer; each effect lies on those laid before it (LoT 11.7). An effect may switch off
what lies beneath it, raise its hex, surround it with hexsides, and reach the hexes beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ..carriers import Carrying, Effect
from ..rules import TitanRules
from ..tables import Battleland, Hazard

# what lies between two neighbours, and how it is crossed from the first to the second: "up" or "down"
Between = dict[tuple[int, int], list[tuple[Carrying, str]]]
NOTHING = "none"


class Laid(NamedTuple):
    """An effect that lies on a hex, or on the hexside between two of which the first is the high one."""

    carrier: Carrying
    hex: int
    low: int | None = None


class Layers:
    """What the hexes of a Battleland bear with all that is laid on them.

    `borne` is what each hex bears that does something, `between` what lies between neighbours, `raised` the levels by
    which each hex is higher than printed, and `lying` the effects on each hex, the lowest first.
    """

    def __init__(
        self,
        rules: TitanRules,
        printed: Battleland,
        index: dict[str, int],
        neighbours: Sequence[Sequence[int]],
        laid: Iterable[Laid] = (),
    ) -> None:
        self.rules = rules
        self.neighbours = neighbours
        self.borne: list[list[Carrying]] = [[] for _ in index]
        self.lying: dict[int, list[Carrying]] = {}
        self.raised: dict[int, int] = {}
        self.between: Between = {}
        for hazard, labels in printed.hexes.items():
            for label in labels:
                self.borne[index[label]].append(rules.carrying("hazard", hazard))
        for hazard, sides in printed.hexsides.items():
            for side in sides:
                high, low = (index[label] for label in side.split(">"))
                part(self.between, rules.carrying("hazard", hazard), high, low)
        # the names of the uppermost layer of each hex where something is laid
        self._top: dict[int, frozenset[str]] = {}
        for one in laid:
            if one.low is not None:
                part(self.between, one.carrier, one.hex, one.low)
            else:
                self._lay(one.carrier, one.hex)

    def _lay(self, carrier: Carrying, hex_: int) -> None:
        """Lay an effect on a hex: with its rows, the hazards it brings, its level and its ring."""
        table = carrier.table
        assert isinstance(table, Effect)
        beneath = self._top.get(hex_) or frozenset(one.name for one in self.borne[hex_])
        kept = self.borne[hex_] if not table.instead or not beneath.isdisjoint(table.keeps) else []
        brought = [self.rules.carrying("hazard", hazard) for hazard in table.bears]
        self.borne[hex_] = [*kept, *brought, carrier]
        self.lying.setdefault(hex_, []).append(carrier)
        self._top[hex_] = frozenset([carrier.name, *table.bears])
        if table.raises:
            self.raised[hex_] = self.raised.get(hex_, 0) + table.raises
        if table.ring is not None:
            for beside in self.neighbours[hex_]:
                self._surround(table.ring, hex_, beside)

    def _surround(self, ring: str, high: int, low: int) -> None:
        """Put one hexside of a ring; where the hex is the low side of another, what both leave is by that one's row."""
        rising = [one for one, crossing in self.between.get((high, low), ()) if crossing == "up"]
        facing = [one.table.facing for one in rising if isinstance(one.table, Hazard) and one.table.facing is not None]
        self.between.pop((high, low), None)
        self.between.pop((low, high), None)
        if not facing:
            part(self.between, self.rules.carrying("hazard", ring), high, low)
            return
        for left in facing:
            if left != NOTHING:
                part(self.between, self.rules.carrying("hazard", left), low, high)

    def spread(self, around: Iterable[Carrying], touching: Callable[[int], Iterable[int]]) -> None:
        """Add what hexes bear because of their other hazards, and because of the hexes that touch them.

        `around` is what holds on the whole map, and `touching` gives the hexes in contact with one.
        """
        for carrier in around:
            if isinstance(carrier.table, Effect) and carrier.table.also:
                self._accompany(carrier.table.also)
        for hex_, effects in self.lying.items():
            here = {one.name for one in self.borne[hex_]}
            for carrier in effects:
                assert isinstance(carrier.table, Effect)
                if carrier not in self.borne[hex_]:
                    continue
                for hazard, reaching in carrier.table.beside.items():
                    if hazard in here:
                        found = [self.rules.carrying("hazard", name) for name in reaching]
                        for beside in touching(hex_):
                            self.borne[beside] = [*self.borne[beside], *found]

    def _accompany(self, also: dict[str, list[str]]) -> None:
        for hex_, borne in enumerate(self.borne):
            names = {one.name for one in borne}
            further = [name for hazard, more in also.items() if hazard in names for name in more if name not in names]
            found = [self.rules.carrying("hazard", name) for name in dict.fromkeys(further)]
            if found:
                self.borne[hex_] = [*borne, *found]


def part(between: Between, carrier: Carrying, high: int, low: int) -> None:
    """Lay a hexside between two hexes."""
    between.setdefault((high, low), []).append((carrier, "down"))
    between.setdefault((low, high), []).append((carrier, "up"))
