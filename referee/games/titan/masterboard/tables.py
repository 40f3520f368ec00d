"""The tables of Masterplay as types: the Lands, what they muster, and the numbers of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from referee.core.game.picture import Pattern, Tint
from referee.core.notation.field_specs import Title
from referee.core.rules.rows import Row, RowChange

from ..carriers import Carrier, CarrierKind
from ..sides import MapSide

Compass = Literal["N", "NE", "SE", "S", "SW", "NW"]
Count = Annotated[int, Meta(ge=1, le=1000)]
Points = Annotated[int, Meta(ge=1, le=100_000)]
Faces = Annotated[int, Meta(ge=2, le=256)]
Face = Annotated[int, Meta(ge=1, le=256)]
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


class Rung(_Table, frozen=True):
    """A Creature of a ladder; `next` is how many of it muster one of the next (LoT 18.2).

    `below` names the Creature that it comes before, if that is not the next row of the table.
    """

    next: Count | None = None
    below: str | None = None


class Alike(_Table, frozen=True, rename={"cls": "class"}):
    """A number of characters of one kind, of a given class."""

    number: Count
    cls: str


class Shown(_Table, frozen=True):
    """What musters a character outside a ladder: one of these, or several of one kind (LoT 18.5)."""

    one: list[str] = []
    alike: Alike | None = None


class Chart(_Table, frozen=True):
    """What the Lands of one terrain muster; a ladder goes from the least Creature to the greatest."""

    ladder: dict[str, Rung] = {}
    free: list[str] = []
    shown: dict[str, Shown] = {}

    @property
    def rungs(self) -> list[str]:
        """The Creatures of the ladder from the least to the greatest."""
        out = [name for name, rung in self.ladder.items() if rung.below is None]
        left = [name for name, rung in self.ladder.items() if rung.below is not None]
        for name in left:
            below = self.ladder[name].below
            out.insert(out.index(below) if below in out else len(out), name)
        return out


class Masterchart(_Table, frozen=True):
    """The table of what each terrain musters (LoT 18.2)."""

    masterchart: dict[str, Chart]


class PlayerNumbers(_Table, frozen=True):
    """The least and the greatest number of players (LoT 1.1)."""

    least: Count
    most: Count


class StartingForce(_Table, frozen=True):
    """The characters a player begins with: a legion for each Lord, all of one height (LoT 5.2)."""

    lords: list[str]
    creatures: list[str]

    @property
    def legion(self) -> int:
        """The number of characters in each starting legion."""
        return (len(self.lords) + len(self.creatures)) // len(self.lords)


class TowerTeleport(_Table, frozen=True):
    """The numbers of Tower teleports (LoT 8.1)."""

    roll: Face
    lands: Count


class TitanTeleport(_Table, frozen=True):
    """The numbers of Titan teleports (LoT 8.2)."""

    roll: Face
    score: Annotated[int, Meta(ge=0, le=100_000)]


class Teleports(_Table, frozen=True):
    """The numbers of both kinds of teleport (LoT 8.1, 8.2)."""

    tower: TowerTeleport
    titan: TitanTeleport


class Acquired(_Table, frozen=True):
    """What may be added for each multiple of `every` points, the usual character first (LoT 17.0, 17.3)."""

    every: Points
    takes: Annotated[list[str], Meta(min_length=1)]


class ShareRow(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What becomes of the value of characters that score otherwise than in full."""

    points: RowChange


class Shares(_Table, frozen=True):
    """The points for a legion that flees, and those for what is left of a player who is out (LoT 16.1, 19.4)."""

    flight: ShareRow
    fallen: ShareRow
    MOMENTS: ClassVar[Mapping[str, str]] = {"flight": "share", "fallen": "share"}


class Masterplay(_Table, frozen=True):
    """The numbers of Masterplay that no option changes."""

    players: PlayerNumbers
    colours: dict[str, Annotated[str, Meta(pattern="^[a-z]{2}$")]]
    markers: Count
    split_least: Count
    first_split: Count
    movement_die: Faces
    mulligan_turn: Annotated[int, Meta(ge=0, le=1000)]
    start: StartingForce
    teleports: Teleports
    acquired: list[Acquired]
    shares: Shares
    overfull: list[str]

    @property
    def faces(self) -> range:
        """The faces of the movement die."""
        return range(1, self.movement_die + 1)
