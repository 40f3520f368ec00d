"""What rows stand on, and the rows: hazards, characters, classes, Battlelands, Lands, and effects laid for a while."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from referee.core.game.picture import Stroke, Tint
from referee.core.notation.field_specs import Title
from referee.core.rules.ledger import Cites

from .rows import Ability, BoardAbility, BoardEventRow, BoardRows, EntryRow, EventRow, ProfileRows, Rows, TitanRow

CarrierKind = Literal["hexes", "hexsides", "characters", "battles", "lands", "everywhere"]
# what carries rows for a whole battle
EVERYWHERE = ("battles", "lands", "everywhere")
# the sections that are asked on the Masterboard
BOARD_SECTIONS = (
    "travel",
    "entry",
    "teleport",
    "muster",
    "acquire",
    "draw",
    "summons",
    "score",
    "board_events",
    "board_abilities",
)


class Carrier(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The rows of one carrier, a section for each moment."""

    MOMENTS: ClassVar[dict[str, str]] = {
        "move": "step",
        "modifiers": "strike",
        "sight": "line",
        "contact": "contact",
        "hold": "hold",
        "casting": "cast",
        "carry": "carry-over",
        "damage": "damage",
        "heights": "height",
        "profile": "profile",
        "events": "event",
        "abilities": "ability",
        "travel": "travel",
        "entry": "entry",
        "teleport": "teleport",
        "muster": "muster",
        "acquire": "acquisition",
        "summons": "summoning",
        "draw": "draw",
        "score": "score",
        "board_events": "board event",
        "board_abilities": "board ability",
    }

    # every kind that one of its type may be of; none where it may be of any
    CARRIERS: ClassVar[tuple[CarrierKind, ...]] = ()

    move: Rows = {}
    modifiers: Rows = {}
    contact: Rows = {}
    hold: Rows = {}
    casting: Rows = {}
    carry: Rows = {}
    sight: Rows = {}
    damage: Rows = {}
    heights: Rows = {}
    profile: ProfileRows = {}
    events: dict[str, EventRow] = {}
    abilities: dict[str, Ability] = {}
    travel: BoardRows = {}
    entry: dict[str, EntryRow] = {}
    teleport: BoardRows = {}
    muster: BoardRows = {}
    acquire: BoardRows = {}
    summons: BoardRows = {}
    draw: BoardRows = {}
    score: BoardRows = {}
    board_events: dict[str, BoardEventRow] = {}
    board_abilities: dict[str, BoardAbility] = {}

    @property
    def carrier(self) -> CarrierKind:
        """What kind of carrier this is: it decides which facts its rows get."""
        return "everywhere"

    @property
    def carriers(self) -> tuple[str, ...]:
        """Every kind that it is of, as the facts name them."""
        return (self.carrier,)

    @property
    def has_rows(self) -> bool:
        """Whether any section has a row."""
        return any(getattr(self, section) for section in self.MOMENTS)


class Always(Carrier, frozen=True):
    """The rows that hold in every battle and everywhere on the Masterboard."""

    CARRIERS: ClassVar[tuple[CarrierKind, ...]] = ("everywhere",)


Lies = Literal["hex", "hexside", "piece", "legion", "battle", "land", "game"]


Ending = Literal[
    "maneuver_begins",
    "own_maneuver_begins",
    "maneuver_ends",
    "own_maneuver_ends",
    "strike_begins",
    "own_strike_begins",
    "strike_ends",
    "own_strike_ends",
    "round_begins",
    "round_ends",
    "turn_begins",
    "own_turn_begins",
    "turn_ends",
    "own_turn_ends",
]


class Lasts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename={"while_": "while"}):
    """How long an effect lasts: until a moment has come so many `times`, and while its source lives, or stays."""

    until: Ending | None = None
    times: Annotated[int, Meta(ge=1, le=1000)] = 1
    while_: Literal["source_lives", "source_stays"] | None = None


class Spirit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an effect on a hex may do at the start of each Strike Phase: hits to one enemy beside it, of choice."""

    hits: Annotated[int, Meta(ge=1, le=100)]
    cite: Cites


class Effect(Carrier, frozen=True):
    """What may be laid on a hex, a hexside, a piece, a legion, a battle, a Land or the whole game for a while.

    On a hex it counts as a hazard of its name: characters may be native to it. There it may also change the ground:
    `bears` are hazards that the hex bears as long as it lies, `raises` is added to the level, and `ring` is a hexside
    that surrounds the hex, which is its high side. `instead` says that what lies beneath does nothing meanwhile, unless
    the uppermost of it is among those it `keeps`; one that `needs` a hazard lies on that one alone. `beside` names for
    a hazard of its hex those that every hex in contact bears meanwhile, and `spirit` hits at choice. `also` names for a
    hazard those that every hex with it bears too; that is for what lies everywhere.

    `most` is how many may lie at once; of a `group` one may lie in a place. `split` says what becomes of it when the
    legion that carries it is split: it stays with the marker, goes with both parts, or ends.

    With `control: source` the piece on which it lies fights for the side of the one who laid it. `reverts` says when
    the piece is its owner's again after the effect has ended, `at_end` whether it stays with a controller who wins, and
    `stranded` what becomes of one that would return to an eliminated legion. A slain one is scored as of the legion
    that `scores` names: the side for which it fought, or its owner's. `lost_by_time` is the option under which it falls
    with a controller who loses by time, `leaves_place` that under which it takes no place in its owner's legion
    meanwhile; `control_cite` are the rules on whose it is in the end.
    """

    NOUN: ClassVar[str] = "effect"

    title: Title
    lies: Lies
    cite: str | None = None
    lasts: Lasts = Lasts()
    most: Annotated[int, Meta(ge=1, le=200)] | None = None
    group: str | None = None
    mark: Annotated[str, Meta(max_length=4)] = ""
    tint: Tint = "paper"
    stroke: Stroke = "wall"
    bears: list[str] = []
    instead: bool = False
    keeps: list[str] = []
    needs: str | None = None
    raises: int = 0
    ring: str | None = None
    beside: dict[str, list[str]] = {}
    also: dict[str, list[str]] = {}
    spirit: Spirit | None = None
    split: Literal["stays", "both", "ends"] = "stays"
    control: Literal["source"] | None = None
    reverts: Literal["at_once", "phase_ends"] = "at_once"
    at_end: Literal["returns", "keeps"] = "returns"
    stranded: Literal["slain", "removed"] = "slain"
    scores: Literal["side", "owner"] = "side"
    lost_by_time: str | None = None
    leaves_place: str | None = None
    control_cite: Cites = []

    @property
    def hex_mark(self) -> str:
        """What is drawn in a hex where it lies: its mark, or the first letter of its title."""
        return self.mark or self.title[0].lower()

    @property
    def land_mark(self) -> str:
        """What is drawn in a Land where it lies: its mark, or how its title begins."""
        return self.mark or self.title[:2]

    @property
    def carrier(self) -> CarrierKind:
        kinds: dict[str, CarrierKind] = {
            "hex": "hexes",
            "hexside": "hexsides",
            "piece": "characters",
            "legion": "characters",
            "battle": "battles",
            "land": "lands",
        }
        return kinds.get(self.lies, "everywhere")

    @property
    def carriers(self) -> tuple[str, ...]:
        return (self.carrier, "effects")


class Carrying:
    """A carrier where it lies: one object for each name and each one who laid it, so that it is compared by identity.

    `source` is the id of the piece that laid it, and `side` that piece's side; None for what is printed. It is `fresh`
    in the phase in which it is laid. One that lies `on_ground` is a hazard to which characters are native or not:
    `native` is the hazard to which they are.
    """

    __slots__ = ("fresh", "name", "native", "on_ground", "side", "source", "table", "title")

    def __init__(
        self,
        name: str,
        title: str,
        table: Carrier,
        source: str | None = None,
        side: str | None = None,
        fresh: bool = False,
    ) -> None:
        self.name = name
        self.native: str = getattr(table, "natives_of", None) or name
        self.title = title
        self.table = table
        self.source = source
        self.side = side
        self.fresh = fresh
        self.on_ground = table.carrier in ("hexes", "hexsides")

    def rows(self, section: str) -> Mapping[str, TitanRow]:
        """Return the rows of one section of the rulings."""
        found: Mapping[str, TitanRow] = getattr(self.table, section)
        return found
