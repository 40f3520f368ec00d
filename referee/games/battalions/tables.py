"""The tables of a Battalions ruleset as types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from referee.core.game.policies import Policies
from referee.core.notation.field_specs import Name, Title
from referee.core.rules.ledger import Cites, Citing
from referee.core.rules.rows import Row, RowChange

from .state import Count, Direction, Mode, Size

Added = Annotated[int, Meta(ge=-1000, le=1000)]
Step = Annotated[int, Meta(ge=-1, le=1)]
Share = Annotated[int, Meta(ge=1, le=1000)]
StatPoints = Annotated[int, Meta(ge=0, le=1000)]


class Stat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the four stats of a unit (BN-ARM-2); each point of it costs the unit so many points (BN-G-01)."""

    title: Title
    also: str
    use: str
    cost: Annotated[int, Meta(ge=0, le=1000)]

    @property
    def fact(self) -> str:
        """The name of the stat as a fact of rows."""
        return self.title.casefold()


class Wear(Citing, frozen=True, forbid_unknown_fields=True):
    """By how much a blow that does not destroy wears the Constitution down (BN-HIT-2)."""

    by: Annotated[int, Meta(ge=0, le=1000)]
    cite: Cites


class Constants(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the game that no option changes; a leader's factor is a fraction, over and under."""

    suggested_points: list[Count]
    unit_cost_min: Annotated[int, Meta(ge=0, le=1000)]
    leader_factor: tuple[Share, Share]
    wear: Wear
    stats: dict[Literal["s", "d", "i", "c"], Stat]


class CommandKind(Citing, frozen=True, forbid_unknown_fields=True):
    """A command: where it moves, if it moves, and where it strikes, if it strikes (BN-CMD-1 to BN-CMD-4).

    One that strikes `ahead` or `behind` does so in the direction it moves or against it; one that does not move holds
    its ground. `routed` marks the commands still open to a battalion that is routed by the loss of its leader.
    `spaces`, `range` and `strength` are added to what each unit may go, to how far it strikes and to the Strength of
    its blow, by the rules that it cites. `says` is what a battalion does by it, in words; without them its title is
    printed.
    """

    NOUN: ClassVar[str] = "command"

    title: Title
    moves: Literal["front", "back", "left", "right"] | None = None
    strikes: Literal["ahead", "behind", "around"] | None = None
    routed: bool = False
    spaces: Added = 0
    range: Added = 0
    strength: Added = 0
    says: Title | None = None
    cite: Cites = []

    @property
    def holds(self) -> bool:
        """Whether it holds its ground, and so carries no number and no direction."""
        return self.moves is None


class Substitute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a battalion without an order does, where the game goes on without one (BN-G-10)."""

    usual: str
    banned: str
    routed: str
    number: Annotated[int, Meta(ge=1, le=1000)]


class Relative(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The directions of back, left and right for one front."""

    front: Direction
    back: Direction
    left: Direction
    right: Direction


class Commands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table of commands, directions, and what replaces a missing command."""

    directions: dict[Direction, tuple[Step, Step]]
    relative: dict[Direction, Relative]
    commands: dict[str, CommandKind]
    substitute: Substitute


class UnitRow(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row that changes what a unit does in a combat turn: how far it goes and strikes, how hard, how a blow wears."""

    spaces: RowChange | None = None
    reach: RowChange | None = None
    strength: RowChange | None = None
    wear: RowChange | None = None


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of terrain that a Space of the board may be, with its mark on a board of letters."""

    NOUN: ClassVar[str] = "terrain"

    title: Title
    mark: Annotated[str, Meta(min_length=1, max_length=2)]


class Modifiers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The kinds of terrain, and the rows on a march, a reach, a blow, and the wear of one that does not destroy."""

    MOMENTS: ClassVar[Mapping[str, str]] = {"march": "march", "reach": "reach", "blows": "blow", "wear": "wear"}

    terrains: dict[str, Terrain] = {}
    march: dict[str, UnitRow] = {}
    reach: dict[str, UnitRow] = {}
    blows: dict[str, UnitRow] = {}
    wear: dict[str, UnitRow] = {}


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stats of a unit that a new file holds."""

    s: StatPoints
    d: StatPoints
    i: StatPoints
    c: StatPoints


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a new file holds by default."""

    mode: Mode
    players: list[Name]
    points: Count
    fields: dict[Mode, tuple[Size, Size]]
    field_size: tuple[Size, Size]
    battalions: dict[Mode, Annotated[int, Meta(ge=1, le=20)]]
    units: Annotated[int, Meta(ge=1, le=200)]
    leader: Body
    unit: Body


TABLES: Mapping[str, type[Any]] = {
    "constants": Constants,
    "commands": Commands,
    "modifiers": Modifiers,
    "start": Start,
    "policies": Policies,
}
