"""The tables of a Hordes ruleset as types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from referee.core.game.picture import Pattern, Tint
from referee.core.game.policies import Policies
from referee.core.notation.field_specs import Name, Title
from referee.core.rules.ledger import Cites, Citing
from referee.core.rules.rows import Row, RowChange

from .outcome_tables import Ends, OutcomeKind, Table
from .state import Corner, Edge, Length, Pose, Size

Going = Literal["good", "bad", "water", "road"]
# what a table may say of distances in paces, of points, and of what is added to a number
Paces = Annotated[int, Meta(ge=0, le=10_000)]
Points = Annotated[int, Meta(ge=0, le=1000)]
Added = Annotated[int, Meta(ge=-1000, le=1000)]


class TotalRow(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tactical row: what it adds to a combat total, and how it changes the factor of the element table."""

    value: Added | None = None
    factor: RowChange | None = None


class ResultRow(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row that says which outcome befalls an element; without one the next table decides, where there is one."""

    result: str | None = None


class CostRow(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row that says what an action costs in PIPs; `paces` is what they buy."""

    cost: Points
    paces: Paces | None = None


class SurchargeRow(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row that says how many PIPs more a move costs, or how many fewer, or that forbids it."""

    cost: Added | None = None


Rows = dict[str, Row]
ResultRows = dict[str, ResultRow]
CostRows = dict[str, CostRow]


class Category(Table, frozen=True, kw_only=True):
    """A combat type: which factor column it is fought with, whether it flies, whether it never moves (HS-TAB-3)."""

    title: Title
    column: Literal["sf", "ma"]
    flies: bool = False
    fixed: bool = False


class Moves(Table, frozen=True, kw_only=True):
    """Paces in one move by going (HS-TAB-1, HS-TAB-2); 0 may not enter."""

    good: Paces
    road_good: Paces
    road_bad: Paces
    bad: Paces
    water: Paces


class Factors(Table, frozen=True, kw_only=True):
    """Combat factors against Strongholds and Foot, and against Mounted and Aerials (HS-TAB-3)."""

    sf: Added
    ma: Added
    ma_option: str | None = None


class Reach(Table, frozen=True, kw_only=True):
    """How far an element shoots or bespells, in paces."""

    range: Annotated[int, Meta(ge=1, le=10_000)]
    cite: Cites


class Activation(Table, frozen=True, kw_only=True):
    """How an element that is not on the board comes to it: from which states, for how many PIPs, where."""

    from_: list[str] = msgspec.field(name="from")
    costs: list[Points]
    again: bool = False
    together: bool = False
    place: Literal["own_edge", "bad", "water"]
    clear: bool = False
    leaves_on: Annotated[int, Meta(ge=1, le=256)] | None = None
    cite: Cites


class ElementType(Table, frozen=True, kw_only=True):
    """One row of the element table; `cite` are the rules behind it other than those of the table."""

    NOUN: ClassVar[str] = "element"

    title: Title
    number: Annotated[int, Meta(ge=1, le=1000)]
    mark: str
    cat: str
    depth: Length | None = None
    move: Moves
    factors: Factors
    ap: Points | None = None
    traits: list[str] = []
    shoots: Reach | None = None
    bespells: Reach | None = None
    activation: Activation | None = None
    returns: bool = False
    cite: Cites = []
    minor: ResultRows
    major: ResultRows = {}
    MOMENTS: ClassVar[Mapping[str, str]] = {"minor": "minor", "major": "major"}


class Elements(Table, frozen=True, kw_only=True):
    """The table of element types and their categories."""

    categories: dict[str, Category]
    elements: dict[str, ElementType]


class Cited(Table, Citing, frozen=True, kw_only=True):
    """A number of the game, with the rules it stands on."""

    cite: Cites


class CombatDie(Cited, frozen=True, kw_only=True):
    """The die that each side of a combat rolls."""

    faces: Annotated[int, Meta(ge=2, le=256)]


class MajorDefeat(Cited, frozen=True, kw_only=True):
    """How many times the loser's total the winner's is, at least, in a major defeat (HS-G-51)."""

    times: Annotated[int, Meta(ge=1, le=100)]


class Backfire(Cited, frozen=True, kw_only=True):
    """The face that counts against a caster, and how many of them ensorcel it (HS-NOT-3)."""

    face: Annotated[int, Meta(ge=1, le=256)]
    times: Annotated[int, Meta(ge=1, le=1000)]


class CombatTable(Table, frozen=True, kw_only=True):
    """Numbers, tactical factors, exemptions, major defeats and draws; and when each fact of a combat counts."""

    die: CombatDie
    major_defeat: MajorDefeat
    backfire: Backfire
    tactical: dict[str, TotalRow]
    spared: ResultRows
    major: ResultRows
    draw: ResultRows
    facts: Rows
    MOMENTS: ClassVar[Mapping[str, str]] = {
        "tactical": "total",
        "spared": "spared",
        "major": "any_major",
        "draw": "draw",
        "facts": "remark",
    }


class Shooting(Table, frozen=True, kw_only=True):
    """Which elements cannot shoot or bespell, and how wide an arc is."""

    arc_widths: Annotated[int, Meta(ge=0, le=100)]
    shoot: Rows
    bespell: Rows
    MOMENTS: ClassVar[Mapping[str, str]] = {"shoot": "shot", "bespell": "shot"}


class FlightTurns(Table, frozen=True, kw_only=True):
    """The degrees by which a flight that may steer turns: in steps, up to the most (HS-G-69)."""

    step: Annotated[int, Meta(ge=1, le=180)]
    most: Annotated[int, Meta(ge=1, le=180)]


class Movement(Table, frozen=True, kw_only=True):
    """Which types pass through which, which cannot attack, and the distances of moves."""

    group_turn: Annotated[int, Meta(ge=0, le=360)]
    break_off: Paces
    flight_gap: Paces
    flight_turns: FlightTurns
    passing: Rows
    slips_past: Rows
    attacks: Rows
    MOMENTS: ClassVar[Mapping[str, str]] = {"passing": "passing", "slips_past": "slipping", "attacks": "attack"}


class Pips(Table, frozen=True, kw_only=True):
    """What an action costs."""

    races: list[str]
    near: Paces
    sight: Paces
    moves: CostRows
    surcharges: dict[str, SurchargeRow]
    bespell: CostRow
    aid: CostRow
    desorcell: CostRow
    road_bonus: CostRow
    MOMENTS: ClassVar[Mapping[str, str]] = {
        "moves": "move_price",
        "surcharges": "surcharge",
        "bespell": "price",
        "aid": "price",
        "desorcell": "price",
        "road_bonus": "price",
    }


class TerrainKind(Table, frozen=True, kw_only=True):
    """What a kind of terrain does to movers, shooters and fighters; tint and pattern are for pictures."""

    NOUN: ClassVar[str] = "terrain"

    title: Title
    going: Going
    tint: Tint = "paper"
    pattern: Pattern = "none"
    hill: bool = False
    cover: bool = False
    blocks_sight: bool = False
    bank: bool = False
    crossing: bool = False


class GoingFacts(Table, frozen=True, kw_only=True):
    """What a going means in a combat, and its name in sentences where it is not called a going."""

    title: str = ""
    bad: bool = False
    cover: bool = False
    good: bool = False


class ArmyRules(Table, frozen=True, kw_only=True):
    """What an army may hold (HS-ARM)."""

    total_ap: Points
    low_cost_ap: Points
    low_cost_minimum: Points
    general_forbidden: list[str]


class LostShare(Cited, frozen=True, kw_only=True):
    """The share of its AP that a side has lost when it has lost the battle, as over and under (HS-WIN-2)."""

    share: tuple[Annotated[int, Meta(ge=1, le=1000)], Annotated[int, Meta(ge=1, le=1000)]]


class BoardSize(Table, frozen=True, kw_only=True):
    """The size of the table in paces."""

    width: Size
    height: Size


class TableRules(Table, frozen=True, kw_only=True):
    """The table, the armies, how a battle is lost, and the outcomes of combats."""

    terrains: dict[str, TerrainKind]
    goings: dict[str, GoingFacts]
    board: BoardSize
    guard_range: Paces
    army: ArmyRules
    defeat: LostShare
    outcomes: dict[str, OutcomeKind]
    ends: Ends


class StartElement(Table, frozen=True, kw_only=True):
    """An element of the battle that a new file holds."""

    type: str
    pose: Pose | None = None
    general: bool = False


class StartFeature(Table, frozen=True, kw_only=True):
    """A piece of terrain of the battle that a new file holds."""

    kind: str
    polygon: list[Corner] | None = None
    centreline: list[Corner] | None = None
    width: Length | None = None
    going: Literal["good", "bad"] | None = None
    level: Annotated[int, Meta(ge=0, le=20)] | None = None


class StartArmy(Table, frozen=True, kw_only=True):
    """An army of the battle that a new file holds: its edge, its Stronghold and its elements."""

    name: Name
    edge: Literal["south", "north", "west", "east"]
    stronghold: list[Corner]
    elements: list[StartElement]


class Start(Table, frozen=True, kw_only=True):
    """The battle of a new file by default."""

    armies: list[StartArmy]
    terrain: dict[str, StartFeature]


TABLES: Mapping[str, type[Any]] = {
    "combat": CombatTable,
    "elements": Elements,
    "movement": Movement,
    "pips": Pips,
    "policies": Policies,
    "shooting": Shooting,
    "start": Start,
    "table": TableRules,
}

# what the procedures do for a trait, in words about the element that has it
TRAITS = {
    "advances": "it must advance (follow up) after a victory",
    "bulky": "it does not pass through friendly foot",
    "casts": "it casts spells (bespells)",
    "desorcelled": "it can be desorcelled when it is ensorcelled",
    "fights_aerials": "it may fight Aerials",
    "guards": "it guards those near it against Magicians",
    "shoots_back": "it shoots back at those who shoot at it",
    "supports": "it supports its like directly in front of it",
    "sure_footed": "bad going does not hamper it",
}

EDGES: tuple[Edge, ...] = ("front", "left", "right", "rear")
