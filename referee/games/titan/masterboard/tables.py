"""The tables of Masterplay as types: the Lands, what they muster, and the numbers of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from referee.core.documents.problems import listed
from referee.core.game.picture import Pattern, Tint
from referee.core.notation.field_specs import Title
from referee.core.rules.ledger import Cites, Citing
from referee.core.rules.rows import Row, RowChange

from ..carriers import Carrier, CarrierKind
from ..sides import MapSide
from ..words import Count, Face, Faces, Options

Compass = Literal["N", "NE", "SE", "S", "SW", "NW"]
Points = Annotated[int, Meta(ge=1, le=100_000)]
Cell = Annotated[int, Meta(ge=0, le=100)]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class Sign(_Table, frozen=True):
    """Whether a move may begin, and whether it may continue, with a Sign (LoT 7.4)."""

    title: Title
    begin: Literal["only", "may", "tower", "never"] = "never"
    on: Literal["must", "may", "never"] = "never"


class Terrain(Carrier, frozen=True, kw_only=True):
    """A terrain; pictures use `tint` and `pattern`. Its rows hold in all its Lands and on its Battleland."""

    NOUN: ClassVar[str] = "terrain"
    CARRIERS: ClassVar[tuple[CarrierKind, ...]] = ("lands",)

    title: Title
    mark: str
    tint: Tint = "paper"
    pattern: Pattern = "none"
    tower: bool = False

    @property
    def carrier(self) -> CarrierKind:
        return "lands"


class Land(Carrier, frozen=True, kw_only=True):
    """A Land: `exits` gives the Sign to each Land, `sides` the side of entry from each Land (LoT 7.4, 10.1).

    Its rows hold on it, and in every battle that is fought there.
    """

    NOUN: ClassVar[str] = "Land"
    CARRIERS: ClassVar[tuple[CarrierKind, ...]] = ("lands",)

    terrain: str
    at: tuple[Cell, Cell]
    number: Compass
    exits: dict[str, str]
    sides: dict[str, MapSide]

    @property
    def carrier(self) -> CarrierKind:
        return "lands"

    @property
    def stands_up(self) -> bool:
        """Whether the triangle of the Land points up in the grid."""
        return sum(self.at) % 2 == 1

    @property
    def beside(self) -> list[tuple[int, int]]:
        """The three neighbouring places in the grid."""
        column, row = self.at
        return [(column - 1, row), (column + 1, row), (column, row + (1 if self.stands_up else -1))]


class MasterboardTable(_Table, frozen=True):
    """The table of Lands, Signs and the sides of Battlelands."""

    sides: list[MapSide]
    signs: dict[str, Sign]
    terrains: dict[str, Terrain]
    starting_towers: dict[str, str]
    lands: dict[str, Land]


class Rung(_Table, Citing, frozen=True):
    """A Creature of a ladder; `next` is how many of it muster one of the next (LoT 18.2).

    `below` names the Creature that it comes before, if that is not the next row of the table, and `when` the options
    under which it stands there. `cite` are the rules behind it in addition to those of mustering.
    """

    next: Count | None = None
    below: str | None = None
    when: Options = {}
    cite: Cites = []


class Alike(_Table, frozen=True, rename={"cls": "class"}):
    """A number of characters of one kind, of a given class."""

    number: Count
    cls: str


class Shown(_Table, Citing, frozen=True):
    """What musters a character outside a ladder (LoT 18.5).

    That is one of these, or so many of one kind: of a class, of certain kinds, of the `least` of the terrain, or of any
    `other` that belongs to it. With `victory`, a victory in the Land does so too, perhaps only under some options.
    `cite` is the rule behind the others.
    """

    one: list[str] = []
    alike: Alike | None = None
    several: dict[str, Count] = {}
    least: Count | None = None
    other: Count | None = None
    victory: bool | Options = False
    cite: Cites = []

    def limited(self, under: Callable[[Options], bool]) -> Shown:
        """Return it with what holds under the options."""
        held = self.victory if isinstance(self.victory, bool) else under(self.victory)
        return self if held is self.victory else msgspec.structs.replace(self, victory=held)


class Chart(_Table, frozen=True):
    """What the Lands of one terrain muster; a ladder goes from the least Creature to the greatest.

    `branches` are further ways to a rung, and `sides` Creatures that stand on none: each names how many of which rung
    muster it. `draw_or_muster` bars a legion that draws Spells there from mustering, and `guests_draw` is how many one
    draws that is not at home.
    """

    ladder: dict[str, Rung] = {}
    branches: dict[str, dict[str, Count]] = {}
    sides: dict[str, dict[str, Count]] = {}
    free: list[str] = []
    shown: dict[str, Shown] = {}
    draw_or_muster: bool = False
    guests_draw: Annotated[int, Meta(ge=0, le=100)] = 0

    @property
    def rungs(self) -> list[str]:
        """The Creatures of the ladder from the least to the greatest."""
        out = [name for name, rung in self.ladder.items() if rung.below is None]
        left = [name for name, rung in self.ladder.items() if rung.below is not None]
        for name in left:
            below = self.ladder[name].below
            out.insert(out.index(below) if below in out else len(out), name)
        return out

    @property
    def least(self) -> list[str]:
        """The least characters of the terrain: the first rung, or where there is no ladder those that come free."""
        return self.rungs[:1] or list(self.free)

    @property
    def others(self) -> list[str]:
        """All others that belong to the terrain; those that come by the least of it do not count (MM 5.1, 5.2)."""
        outside = [name for name, shown in self.shown.items() if shown.least is None]
        return [name for name in dict.fromkeys([*self.rungs, *self.sides, *outside]) if name not in self.least]

    def limited(self, in_game: Callable[[str], bool], under: Callable[[Options], bool]) -> Chart:
        """Return the chart with only those characters that are in the game, and what holds under the options."""

        def ways(given: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
            there = {name: {n: number for n, number in way.items() if n in ladder} for name, way in given.items()}
            return {name: way for name, way in there.items() if way and in_game(name)}

        ladder = {name: self.ladder[name] for name in self.rungs}
        ladder = {
            name: msgspec.structs.replace(rung, below=None)
            for name, rung in ladder.items()
            if in_game(name) and under(rung.when)
        }
        return msgspec.structs.replace(
            self,
            ladder=ladder,
            branches={name: way for name, way in ways(self.branches).items() if name in ladder},
            sides=ways(self.sides),
            free=[name for name in self.free if in_game(name)],
            shown={name: shown.limited(under) for name, shown in self.shown.items() if in_game(name)},
        )


class Masterchart(_Table, frozen=True):
    """The table of what each terrain musters (LoT 18.2)."""

    masterchart: dict[str, Chart]


class PlayerNumbers(_Table, frozen=True):
    """The least and the greatest number of players (LoT 1.1)."""

    least: Count
    most: Count


class StartingMore(_Table, Citing, frozen=True):
    """The characters with which a player begins in addition under some options; one is of choice (MM 22.2).

    The legions then are of any height from `least` on.
    """

    when: Options
    characters: list[str]
    one_of: Annotated[list[str], Meta(min_length=1)]
    least: Count
    cite: Cites


class StartingReserve(_Table, frozen=True):
    """The characters that each player keeps aside under some options until they are summoned (MM 22.1)."""

    when: Options
    characters: list[str]
    cite: Cites


class StartingForce(_Table, frozen=True):
    """The characters a player begins with: a legion for each Lord, all of one height (LoT 5.2).

    `more` are those that come with them under some options, `reserve` those that are kept aside.
    """

    lords: list[str]
    creatures: list[str]
    more: StartingMore | None = None
    reserve: StartingReserve | None = None

    @property
    def legion(self) -> int:
        """The number of characters in each starting legion."""
        return (len(self.lords) + len(self.creatures)) // len(self.lords)


class TowerTeleport(_Table, frozen=True):
    """The numbers of Tower teleports (LoT 8.1)."""

    roll: Face
    lands: Count


class TitanTeleport(_Table, frozen=True):
    """The numbers of Titan teleports (LoT 8.2); an `option` may give the score instead."""

    roll: Face
    score: Annotated[int, Meta(ge=0, le=100_000)]
    option: str | None = None


class Teleports(_Table, frozen=True):
    """The numbers of both kinds of teleport (LoT 8.1, 8.2)."""

    tower: TowerTeleport
    titan: TitanTeleport


class Acquired(_Table, frozen=True):
    """What may be added for each multiple of `every` points, the usual character first (LoT 17.0, 17.3).

    What is in `also` may be added instead, even if all of the others are left (MM 4.1.1).
    """

    every: Points
    takes: Annotated[list[str], Meta(min_length=1)]
    also: list[str] = []

    @property
    def names(self) -> list[str]:
        """Every character that may be added."""
        return [*self.also, *self.takes]


class ShareRow(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What becomes of the value of characters that score otherwise; without a change it is scored in full."""

    points: RowChange | None = None


class Shares(_Table, frozen=True):
    """The points for those who flee, what is left of a player who is out, and a time-loss (LoT 16.1, 19.4, 10.5)."""

    flight: ShareRow
    fallen: ShareRow
    time_loss: ShareRow
    MOMENTS: ClassVar[Mapping[str, str]] = {"flight": "share", "fallen": "share", "time_loss": "share"}


_Turn = Annotated[int, Meta(ge=0, le=1000)]


class Masterplay(_Table, frozen=True):
    """The numbers of Masterplay that no option changes."""

    players: PlayerNumbers
    colours: dict[
        str,
        Annotated[
            str,
            Meta(pattern=r"^[a-z]{2}$(?!\n)", description="begins no marker: two small letters, as in bk for bk01"),
        ],
    ]
    markers: Count
    split_least: Count
    first_split: Count
    movement_die: Faces
    mulligan_turn: Annotated[
        _Turn | Annotated[list[_Turn], Meta(max_length=100)],
        Meta(description="the Game-Turn in which a Movement Roll may be repeated, or a list of them; 0 is none"),
    ]
    start: StartingForce
    teleports: Teleports
    acquired: list[Acquired]
    shares: Shares
    overfull: list[str | list[str]]

    @property
    def mulligan_turns(self) -> list[int]:
        """The Game-Turns in which a Movement Roll may be repeated (LoT 7.6)."""
        given = self.mulligan_turn
        return [turn for turn in (given if isinstance(given, list) else [given]) if turn]

    @property
    def mulligans(self) -> str:
        """When a Movement Roll may be repeated, in words."""
        turns = listed([f"Game-Turn {turn}" for turn in self.mulligan_turns], "and")
        return f"in {turns} only" if turns else "in no Game-Turn"

    @property
    def faces(self) -> range:
        """The faces of the movement die."""
        return range(1, self.movement_die + 1)
