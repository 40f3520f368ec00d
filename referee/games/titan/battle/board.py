"""A Battleland compiled once: neighbours, elevation, contact and entry hexes (LoT 10.1, 11.7).

A hex is a number from 0. A set of hexes is an integer with one bit for each hex.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property
from itertools import pairwise

from referee.core.rules.ledger import Entry
from referee.core.rules.memory import Made
from referee.core.rules.rows import ledger

from ..carriers import Carrying, Effect
from ..rows import TitanRow
from ..rules import TitanRules
from ..sections import Section
from .layers import Between, Borne, Laid, Layers, printed_ground

# a hazard of a hexside, and "up" or "down"
Crossing = tuple[str, str]


def bits(mask: int) -> Iterator[int]:
    """Yield the hexes of a set, lowest number first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


_FEW_BITS = 9
_FEW = (1 << _FEW_BITS) - 1
# the hexes of each set of these, in their order
_IN_ORDER = Made[int, tuple[int, ...]](lambda mask: tuple(bits(mask)))


def drawn(mask: int, chance: float) -> int:
    """Return the hex that a number from 0 to below 1 draws from a set that is not empty, all with equal chances."""
    number, first = int(chance * mask.bit_count()), 0
    while number >= (few := (mask & _FEW).bit_count()):
        number -= few
        mask >>= _FEW_BITS
        first += _FEW_BITS
    return first + _IN_ORDER[mask & _FEW][number]


class Labelled(dict[str, int]):
    """Hexes by their labels, which may be asked for in small letters too."""

    def __missing__(self, label: str) -> int:
        if label.upper() in self:
            return self[label.upper()]
        raise KeyError(label)


class Board:
    """A battleland under one set of rules with what is laid on it; immutable.

    `around` carries the rows that hold on all of it, and `bare` is the board on which nothing is laid. `borne` holds
    what each hex bears, the ground where that is nothing, `sides` what lies between two neighbours and how it is
    crossed, and `lying` the effects on each hex, the lowest first.
    """

    def __init__(
        self,
        rules: TitanRules,
        battleland: str,
        laid: tuple[Laid, ...] = (),
        around: tuple[Carrying, ...] = (),
        bare: Board | None = None,
    ) -> None:
        """Compile it; what is the same whatever is laid is taken from `bare`, the board on which nothing is."""
        self.rules = rules
        self.name = battleland
        self.around = around
        self.laid = laid
        self.bare = bare
        # whether rows that hold on all of it may change what characters are
        self.changes_profiles = any(one.table.profile for one in around)
        self._sourced: dict[str, int] = {}
        if bare is None:
            self._survey()
            self._bare_borne, between = printed_ground(rules, self.printed, self.index)
            layers = Layers(rules, self.neighbours, self._bare_borne, between)
        else:
            self._share(bare)
            layers = Layers(rules, self.neighbours, bare._bare_borne, bare.sides, bare.bearing)
        layers.lay(laid)
        # the hexes that bear something else than on the bare board, and the pairs with something else between them
        self.covered, self._crossed = layers.covered, layers.crossed
        self.lying = layers.lying
        self.sides: Between = layers.between
        layers.accompany(around, layers.covered if bare is not None else range(len(self.labels)))
        # what each hex bears, without the ground
        self.bearing: list[Borne] = layers.borne
        self.borne: list[Borne] = [()] * len(self.labels) if bare is None else list(bare.borne)
        self._ground(range(len(self.labels)) if bare is None else layers.covered)
        self.contact = self._touching(layers, bare)
        layers.radiate(lambda hex_: bits(self.contact[hex_]))
        self._ground(layers.covered)
        self._raised = layers.raised

    def under(self, rules: TitanRules, bare: Board | None) -> Board:
        """Return the same board for rules with other options; all but the levels is the same under both."""
        out = Board.__new__(Board)
        out.__dict__.update(self.__dict__)
        out.__dict__.pop("_elevated", None)
        out.rules, out.bare = rules, bare
        return out

    @cached_property
    def grounds(self) -> Made[tuple[int, ...], int]:
        """The numbers of all the ground that rulings on paths read, by the hexes of a path.

        It is what the hexes of the path bear, what it crosses between them, and what holds on the whole board; where
        that is the same, so is the number.
        """
        return Made(lambda whole: self._ground_along(whole, self.borne))

    @cached_property
    def rolled(self) -> Made[tuple[int, ...], int]:
        """The numbers of what the rows of strikes and rangestrikes read of the ground along paths."""
        return Made(lambda whole: self._ground_along(whole, self.ruling_rolls))

    @cached_property
    def ruling_rolls(self) -> list[Borne]:
        """What each hex bears that has rows of strikes or rangestrikes."""
        return [tuple([one for one in borne if one.table.modifiers or one.table.sight]) for borne in self.borne]

    def _survey(self) -> None:
        """Measure the map: the names and places of its hexes, their neighbours and printed levels."""
        tables = self.rules.battlelands
        self.printed = tables.battlelands[self.name]
        self.labels = list(tables.coordinates)
        self.index = Labelled((label, number) for number, label in enumerate(self.labels))
        self.coordinates = [tables.coordinates[label] for label in self.labels]
        self.hex_at = at = {place: number for number, place in enumerate(self.coordinates)}
        self.neighbours = [
            [at[(q + dq, r + dr)] for dq, dr in tables.directions.values() if (q + dq, r + dr) in at]
            for q, r in self.coordinates
        ]
        self.beside = [sum(1 << n for n in near) for near in self.neighbours]
        self.levels = [0] * len(self.labels)
        for level, labels in self.printed.elevation.items():
            for label in labels:
                self.levels[self.index[label]] = int(level)
        self._within: dict[tuple[int, int], int] = {}
        self._entries = {side: self.mask(labels) for side, labels in tables.sides.items()}
        # the set of hexes where the defender sets up; none where the defender enters (LoT 10.2)
        self.deploy = self.mask(self.printed.deploy)

    def _share(self, bare: Board) -> None:
        """Take over the measures of the map."""
        self.printed, self.labels, self.index = bare.printed, bare.labels, bare.index
        self.coordinates, self.hex_at, self.neighbours = bare.coordinates, bare.hex_at, bare.neighbours
        self.beside, self.levels = bare.beside, bare.levels
        self._bare_borne, self._within = bare._bare_borne, bare._within
        self._entries, self.deploy = bare._entries, bare.deploy

    def _ground(self, hexes: Iterable[int]) -> None:
        """Note what hexes bear, the ground where that is nothing."""
        ground = (self.rules.carrying("hazard", self.rules.battlelands.ground),)
        for hex_ in hexes:
            self.borne[hex_] = self.bearing[hex_] or ground

    def _touching(self, layers: Layers, bare: Board | None) -> list[int]:
        """Return the set of neighbours in contact with each hex (LoT 11.3)."""
        alone = self.rules.sections["contact"].on_hexsides_alone
        pairs: Iterable[tuple[int, int]]
        if bare is None:
            out = [0] * len(self.labels)
            pairs = {(h, n) for h, near in enumerate(self.neighbours) for n in near}
        else:
            out = list(bare.contact)
            pairs = layers.crossed if alone else self._altered_contacts(layers, bare)
        for h, n in pairs:
            sides = self.sides.get((h, n), ())
            if alone and not [carrier for carrier, _ in sides if carrier.table.contact]:
                out[h] |= 1 << n
                continue
            out[h] &= ~(1 << n)
            out[h] |= (not self.separating_rows(h, n)) << n
        return out

    def _altered_contacts(self, layers: Layers, bare: Board) -> set[tuple[int, int]]:
        """Return the pairs of neighbours of which rows on hexes or hexsides may change the contact."""
        parting = [h for h in layers.covered if self._parts(h) or bare._parts(h)]
        pairs = {(h, n) for h in parting for n in self.neighbours[h]}
        return layers.crossed | pairs | {(n, h) for h, n in pairs}

    def _parts(self, hex_: int) -> bool:
        """Return whether what a hex bears may keep it out of contact."""
        return any(carrier.table.contact for carrier in self.borne[hex_])

    @property
    def elevation(self) -> list[int]:
        """The level of each hex."""
        return self._elevated[0]

    @property
    def elevation_options(self) -> frozenset[str]:
        """The options that decide the levels."""
        return self._elevated[1]

    @cached_property
    def _elevated(self) -> tuple[list[int], frozenset[str]]:
        """The level of each hex, and the options that decide it."""
        bare, raised = self.bare, self._raised
        if bare is not None and not raised and self.rules.sections["heights"].empty:
            return bare._elevated
        out = list(self.levels if bare is None else bare.elevation)
        with self.rules.unnoted() as consulted:
            for hex_ in range(len(self.labels)) if bare is None else self.covered:
                level = self.levels[hex_] + raised.get(hex_, 0)
                rows = [
                    row
                    for one in self.borne[hex_]
                    if one.table.heights
                    for row in self.rules.ruled(one.table.heights.values(), {})
                ]
                out[hex_] = ledger("elevation", [Entry("add", level, "")], rows, {}).total if rows else level
        return out, frozenset(consulted) | (bare.elevation_options if bare is not None else frozenset())

    @cached_property
    def covering(self) -> int:
        """The set of hexes that bear something else than on the bare board."""
        return sum([1 << h for h in self.covered])

    @cached_property
    def touched(self) -> int:
        """The set of hexes from which a step may be another than on the bare board."""
        out = 0
        for h in self.covered:
            out |= self.beside[h]
        for h, _ in self._crossed:
            out |= 1 << h
        return out

    def altered(self, hex_: int, target: int) -> bool:
        """Return whether a step between two neighbours may be another than on the bare board."""
        return target in self.covered or (hex_, target) in self._crossed

    @cached_property
    def all(self) -> int:
        """The set of all hexes."""
        return (1 << len(self.labels)) - 1

    @cached_property
    def crossings(self) -> dict[tuple[int, int], list[Crossing]]:
        """The names of the hazards between two neighbours, and how each is crossed."""
        return {pair: [(one.name, crossing) for one, crossing in found] for pair, found in self.sides.items()}

    @cached_property
    def overlooked(self) -> list[int]:
        """For each hex the neighbours below it in which a character blocks no line that ends on it (LoT 11.7)."""
        hazards, out = self.rules.hazards.hazards, [0] * len(self.labels)
        for (high, low), found in self.crossings.items():
            if any(crossing == "down" and name in hazards and hazards[name].overlooks for name, crossing in found):
                out[high] |= 1 << low
        return out

    @cached_property
    def barring(self) -> tuple[frozenset[int], frozenset[tuple[int, int]]]:
        """The hexes, and the pairs of neighbours, with a row that may bar a rangestrike."""
        hexes = [h for h, borne in enumerate(self.borne) if any(carrier.table.sight for carrier in borne)]
        pairs = [pair for pair, found in self.sides.items() if any(carrier.table.sight for carrier, _ in found)]
        return frozenset(hexes), frozenset(pairs)

    @cached_property
    def hazards(self) -> list[list[str]]:
        """The names of what each hex bears that is not the mere ground."""
        ground = self.rules.battlelands.ground
        return [[one.name for one in borne if one.name != ground] for borne in self.borne]

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

    def ground_between(self, one: int, other: int) -> Hashable:
        """Return what stands in keys for the ground that a ruling on two hexes, and what is between them, reads.

        On a board under effects it is the ground itself, since few questions are asked of the same one.
        """
        if self.bare is None:
            return self.grounds[one, other]
        return self.borne[one], self.borne[other], self.sides.get((one, other)), self.around

    def _ground_along(self, whole: tuple[int, ...], borne: list[Borne]) -> int:
        hexes = tuple([borne[h] for h in whole])
        sides = tuple([self.sides.get(pair, ()) for pair in pairwise(whole)])
        return self.rules.number_of(("along", hexes, sides, self.around))

    def entry_hexes(self, side: str) -> int:
        """Return the set of entry hexes on a side of the map."""
        return self._entries[side]

    @cached_property
    def harmful(self) -> int:
        """The hexes on which a row may damage or heal somebody."""
        section = self.rules.sections["damage"]
        if section.on_characters or section.everywhere:
            return (1 << len(self.labels)) - 1
        return sum(1 << h for h, borne in enumerate(self.borne) if any(carrier.table.damage for carrier in borne))

    def uppermost(self, hex_: int) -> str:
        """Return the name of what a hex is: what was laid on it last, else its printed ground."""
        borne = self.borne[hex_]
        laid = [carrier for carrier in borne if isinstance(carrier.table, Effect)]
        return (laid or borne)[-1 if laid else 0].name

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

    def sourced(self, section: Section) -> int:
        """Return the hexes with an effect of which rows of a section ask who laid it; all if it lies elsewhere."""
        found = self._sourced.get(section.name)
        if found is None:
            found = self._sourced[section.name] = self._find_sourced(section.sourced)
        return found

    def _find_sourced(self, tables: frozenset[int]) -> int:
        """Return the hexes with an effect of some tables, by their ids; all if one of them lies elsewhere."""
        for one in (*(one.carrier for one in self.laid if one.low is not None), *self.around):
            if one.side is not None and id(one.table) in tables:
                return self.all
        found = 0
        for h, lying in self.lying.items():
            for one in lying:
                if id(one.table) in tables:
                    found |= 1 << h
        return found

    def laid_cites(self, hexes: Iterable[int]) -> list[str]:
        """Return the rules behind what is laid on hexes, and behind how it lies there on other hazards."""
        out: list[str] = []
        for hex_ in hexes if self.lying else ():
            lying = self.lying.get(hex_, ())
            out += self._layer_cites(hex_, len(lying)) if lying else ()
            for effect in (carrier.table for carrier in lying):
                if isinstance(effect, Effect):
                    out += (effect.cite,) if effect.cite is not None else ()
                    out += self.rules.cite("raised") if effect.ring is not None else ()
        return list(dict.fromkeys(out))

    def _layer_cites(self, hex_: int, laid: int) -> tuple[str, ...]:
        """Return the rules by which what lies on a hex works with what is beneath it, or switches it off."""
        printed, cite = self._bare_borne[hex_], self.rules.cite
        if any(carrier not in self.borne[hex_] for carrier in printed):
            return cite("switched_off")
        layers = laid + bool(printed)
        return (*(cite("layers") if layers > 1 else ()), *(cite("three_layers") if layers > 2 else ()))

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

    def bare() -> Board | None:
        return board_of(rules, battleland, (), around) if laid else None

    def make() -> Board:
        # the bare board is found here, so that the options that decide it are recorded for this one
        return Board(rules, battleland, laid, (*_everywhere(rules, battleland), *around), bare())

    def adopt(board: Board) -> Board:
        return board if board.rules is rules else board.under(rules, bare())

    found: Board = rules.share(("board", battleland, laid, around), make, adopt)
    return found


def _everywhere(rules: TitanRules, battleland: str) -> tuple[Carrying, ...]:
    """Return what carries rows for the whole of a Battleland."""
    return rules.remember(("everywhere", battleland), lambda: _found_everywhere(rules, battleland))


def _found_everywhere(rules: TitanRules, battleland: str) -> tuple[Carrying, ...]:
    found = (rules.carrying("always", "always"), rules.carrying("battleland", battleland))
    return (*(carrier for carrier in found if carrier.table.has_rows), *rules.on_land("terrain", battleland))
