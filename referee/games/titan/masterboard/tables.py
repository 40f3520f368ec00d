"""The tables of Masterplay as types: the Lands, what they muster, and the numbers of the game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from referee.core.notation.field_specs import Title
from referee.core.picture import Pattern, Tint

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
    """How a move may begin with a Sign and how it may go on with it (LoT 7.4)."""

    title: Title
    begin: Literal["only", "may", "tower", "never"] = "never"
    on: Literal["must", "may", "never"] = "never"


class Terrain(_Table, frozen=True):
    """A terrain; tint and pattern are how a picture draws it."""

    title: Title
    mark: str
    tint: Tint = "paper"
    pattern: Pattern = "none"
    tower: bool = False


class Land(_Table, frozen=True):
    """One Land: `exits` are Signs by where they lead, `sides` the way in by where one comes from (LoT 10.1)."""

    terrain: str
    at: tuple[Cell, Cell]
    number: Compass
    exits: dict[str, str]
    sides: dict[str, MapSide]

    @property
    def stands_up(self) -> bool:
        """Whether the Land stands on its base in the grid of triangles, and not on its tip."""
        return sum(self.at) % 2 == 1

    @property
    def beside(self) -> list[tuple[int, int]]:
        """The three places in the grid that lie beside it."""
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

    `below` names the one before which it stands, where it does not stand in its place.
    """

    next: Count | None = None
    below: str | None = None


class Alike(_Table, frozen=True, rename={"cls": "class"}):
    """So many of one kind, of a class."""

    number: Count
    cls: str


class Shown(_Table, frozen=True):
    """What musters a character outside a ladder: one of these, or several alike (LoT 18.5)."""

    one: list[str] = []
    alike: Alike | None = None


class Chart(_Table, frozen=True):
    """What the Lands of one terrain muster; a ladder leads from the least Creature to the greatest."""

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
    """What a player begins with, in a legion for each Lord, all of a height (LoT 5.2)."""

    lords: list[str]
    creatures: list[str]

    @property
    def legion(self) -> int:
        """How many characters each of the starting legions holds."""
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
    """What may be added for a multiple of so many points, the first by right (LoT 17.0, 17.3)."""

    every: Points
    takes: Annotated[list[str], Meta(min_length=1)]


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
    overfull: list[str]

    @property
    def faces(self) -> range:
        """What a Movement Roll may be."""
        return range(1, self.movement_die + 1)
