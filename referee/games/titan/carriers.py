"""What rows stand on, and the rows: hazards, characters, classes, Battlelands, and effects laid for a while."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from referee.core.rules.rows import Change, Row


class TitanRow(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of a battle: what it changes, in hexes of movement, dice, Skill, strike-number, hits or levels.

    A `cost` without an operation is what the step costs. What the striker may give up has `forgo` (LoT 12.5).
    """

    cost: Change | None = None
    dice: Change | None = None
    skill: Change | None = None
    target_skill: Change | None = None
    number: Change | None = None
    hits: Change | None = None
    heals: Change | None = None
    elevation: Change | None = None
    forgo: bool = False


class ProfileRow(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row that changes what a character is: its factors, allowance, range and flight, what it is native to."""

    power: Change | None = None
    skill: Change | None = None
    strike_skill: Change | None = None
    target_skill: Change | None = None
    allowance: Change | None = None
    range: Change | None = None
    flies: bool | None = None
    rangestrikes: bool | None = None
    native_to: list[str] = []


Rows = dict[str, TitanRow]
ProfileRows = dict[str, ProfileRow]
CarrierKind = Literal["hexes", "hexsides", "characters", "everywhere"]


class Carrier(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The rows of one carrier, a section for each moment."""

    MOMENTS: ClassVar[dict[str, str]] = {
        "move": "step",
        "modifiers": "strike",
        "sight": "line",
        "contact": "contact",
        "hold": "hold",
        "carry": "carry-over",
        "damage": "damage",
        "heights": "height",
        "profile": "profile",
    }

    move: Rows = {}
    modifiers: Rows = {}
    contact: Rows = {}
    hold: Rows = {}
    carry: Rows = {}
    sight: Rows = {}
    damage: Rows = {}
    heights: Rows = {}
    profile: ProfileRows = {}

    @property
    def carrier(self) -> CarrierKind:
        """What kind of carrier this is: it decides which facts its rows get."""
        return "everywhere"

    @property
    def has_rows(self) -> bool:
        """Whether any section has a row."""
        return any(getattr(self, section) for section in self.MOMENTS)


class Always(Carrier, frozen=True):
    """The rows that hold in every battle of a game."""


Lies = Literal["hex", "hexside", "piece", "legion", "battle", "land", "game"]


class Effect(Carrier, frozen=True):
    """What may be laid on a hex, a hexside, a piece, a legion, a battle, a Land or the whole game for a while.

    On a hex it counts as a hazard of its name: characters may be native to it. There it may also change the ground:
    `bears` are hazards that the hex bears as long as it lies, `instead` says that they replace those printed, `raises`
    is added to the level, and `ring` is a hexside that surrounds the hex, which is its high side.
    """

    title: str
    lies: Lies
    mark: str = ""
    tint: str = ""
    bears: list[str] = []
    instead: bool = False
    raises: int = 0
    ring: str | None = None

    @property
    def carrier(self) -> CarrierKind:
        kinds: dict[str, CarrierKind] = {
            "hex": "hexes",
            "hexside": "hexsides",
            "piece": "characters",
            "legion": "characters",
        }
        return kinds.get(self.lies, "everywhere")


class Carrying:
    """A carrier where it lies: one object for each name and each one who laid it, so that it is compared by identity.

    `source` is the id of the piece that laid it, and `side` that piece's side; None for what is printed.
    """

    __slots__ = ("name", "side", "source", "table", "title")

    def __init__(
        self, name: str, title: str, table: Carrier, source: str | None = None, side: str | None = None
    ) -> None:
        self.name = name
        self.title = title
        self.table = table
        self.source = source
        self.side = side

    def rows(self, section: str) -> Rows:
        """Return the rows of one section."""
        found: Rows = getattr(self.table, section)
        return found
