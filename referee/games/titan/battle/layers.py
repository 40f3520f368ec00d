"""What lies on the hexes of a Battleland in layers: what each hex bears, its level, and the hexsides around it.

The printed hazards are the lowest layer; each effect lies on those laid before it (LoT 11.7). An effect may switch off
what lies beneath it, raise its hex, surround it with hexsides, and reach the hexes beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from ..carriers import Carrying, Effect
from ..rules import TitanRules
from ..tables import Battleland, Hazard

# what a hex bears
Borne = tuple[Carrying, ...]
# what lies between two neighbours, and how it is crossed from the first to the second: "up" or "down"
Sides = tuple[tuple[Carrying, str], ...]
Between = dict[tuple[int, int], Sides]
NOTHING = "none"


class Laid(msgspec.Struct, frozen=True):
    """An effect that lies on a hex, or on the hexside between two of which the first is the high one."""

    carrier: Carrying
    hex: int
    low: int | None = None


def printed_ground(rules: TitanRules, printed: Battleland, index: Mapping[str, int]) -> tuple[list[Borne], Between]:
    """Return what each hex of a printed map bears, and what lies between neighbours."""
    borne: list[Borne] = [()] * len(index)
    between: Between = {}
    for hazard, labels in printed.hexes.items():
        for label in labels:
            borne[index[label]] += (rules.carrying("hazard", hazard),)
    for hazard, sides in printed.hexsides.items():
        for side in sides:
            high, low = (index[label] for label in side.split(">"))
            _part(between, rules.carrying("hazard", hazard), high, low)
    return borne, between


class Layers:
    """What the hexes of a Battleland bear with all that is laid on them.

    `borne` is what each hex bears that does something, `between` what lies between neighbours, `raised` the levels by
    which a hex is higher than printed, and `lying` the effects on each hex, the lowest first. `covered` are the hexes
    that bear something else than is printed, and `crossed` the pairs of neighbours with something else between them.
    """

    def __init__(
        self,
        rules: TitanRules,
        neighbours: Sequence[Sequence[int]],
        printed: Sequence[Borne],
        between: Between,
        borne: Sequence[Borne] | None = None,
    ) -> None:
        """Begin with what is `printed`, or else with what the hexes bear where nothing is laid."""
        self.rules = rules
        self.neighbours = neighbours
        self.printed = printed
        self.borne = list(printed if borne is None else borne)
        self.between = dict(between)
        self.lying: dict[int, list[Carrying]] = {}
        self.raised: dict[int, int] = {}
        self.covered: set[int] = set()
        self.crossed: set[tuple[int, int]] = set()
        # the names of the uppermost layer of each hex where something is laid
        self._top: dict[int, tuple[str, ...]] = {}

    def lay(self, laid: Iterable[Laid]) -> None:
        """Lay effects, each on those before it."""
        for one in laid:
            if one.low is None:
                self._cover(one.carrier, one.hex)
            else:
                self._between(one.carrier, one.hex, one.low)

    def _cover(self, carrier: Carrying, hex_: int) -> None:
        """Lay an effect on a hex: with its rows, the hazards it brings, its level and its ring."""
        table = carrier.table
        assert isinstance(table, Effect)
        borne = self.borne[hex_] if hex_ in self.covered else self.printed[hex_]
        if table.instead and borne:
            beneath = self._top.get(hex_) or [one.name for one in borne]
            borne = borne if table.keeps and not {*beneath}.isdisjoint(table.keeps) else ()
        if table.bears:
            borne = (*borne, *[self.rules.carrying("hazard", hazard) for hazard in table.bears])
        self.borne[hex_] = (*borne, carrier)
        self.lying.setdefault(hex_, []).append(carrier)
        self.covered.add(hex_)
        self._top[hex_] = (carrier.name, *table.bears)
        if table.raises:
            self.raised[hex_] = self.raised.get(hex_, 0) + table.raises
        if table.ring is not None:
            ring = self.rules.carrying("hazard", table.ring)
            sides = ((ring, "down"),), ((ring, "up"),)
            for beside in self.neighbours[hex_]:
                self._surround(sides, hex_, beside)

    def _surround(self, ring: tuple[Sides, Sides], high: int, low: int) -> None:
        """Put one hexside of a ring; where the hex is the low side of another, what both leave is by that one's row.

        `ring` is the hexside as it is crossed from the hex, and to it.
        """
        down, up = (high, low), (low, high)
        before = self.between.get(down)
        self.crossed.add(down)
        self.crossed.add(up)
        self.between[down], self.between[up] = ring
        if before is None:
            return
        rising = [one.table for one, crossing in before if crossing == "up"]
        facing = [table.facing for table in rising if isinstance(table, Hazard) and table.facing is not None]
        if facing:
            del self.between[down], self.between[up]
        for left in facing:
            if left != NOTHING:
                self._between(self.rules.carrying("hazard", left), low, high)

    def _between(self, carrier: Carrying, high: int, low: int) -> None:
        _part(self.between, carrier, high, low)
        self.crossed |= {(high, low), (low, high)}

    def accompany(self, around: Iterable[Carrying], hexes: Iterable[int]) -> None:
        """Add to hexes what they bear because of their other hazards, by what holds on the whole map."""
        also = [one.table.also for one in around if isinstance(one.table, Effect) and one.table.also]
        for hex_ in hexes if also else ():
            names = {one.name for one in self.borne[hex_]}
            found = [more for one in also for hazard in one if hazard in names for more in one[hazard]]
            further = [name for name in dict.fromkeys(found) if name not in names]
            self.borne[hex_] += tuple(self.rules.carrying("hazard", name) for name in further)

    def radiate(self, touching: Callable[[int], Iterable[int]]) -> None:
        """Add to hexes what they bear because of those that touch them; `touching` gives the hexes in contact."""
        for hex_, effects in self.lying.items():
            here = self.borne[hex_]
            for carrier in effects:
                assert isinstance(carrier.table, Effect)
                if not carrier.table.beside:
                    continue
                names = {one.name for one in here}
                reaching = [name for hazard, more in carrier.table.beside.items() if hazard in names for name in more]
                if reaching and carrier in here:
                    for beside in touching(hex_):
                        self.borne[beside] += tuple(self.rules.carrying("hazard", name) for name in reaching)
                        self.covered.add(beside)


def _part(between: Between, carrier: Carrying, high: int, low: int) -> None:
    """Lay a hexside between two hexes."""
    between[high, low] = (*between.get((high, low), ()), (carrier, "down"))
    between[low, high] = (*between.get((low, high), ()), (carrier, "up"))
