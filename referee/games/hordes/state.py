"""The documents of Hordes: two armies on a table, or one combat without a table."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from referee.core.game.state import State as BaseState
from referee.core.notation.field_specs import FEW, Name

Count = Annotated[int, Meta(ge=0, le=1000)]
DieFace = Annotated[int, Meta(ge=1, le=256)]
# a number is written as it was given, so an integer stays an integer
_PACES, _LENGTH = Meta(ge=-100_000, le=100_000), Meta(ge=10, le=2000)
_FACING, _SIZE = Meta(ge=-3600, le=3600), Meta(ge=100, le=20_000)
Paces = Annotated[int, _PACES] | Annotated[float, _PACES]
Length = Annotated[int, _LENGTH] | Annotated[float, _LENGTH]
Facing = Annotated[int, _FACING] | Annotated[float, _FACING]
Size = Annotated[int, _SIZE] | Annotated[float, _SIZE]
Corner = tuple[Paces, Paces]
PhaseName = Literal["pips", "movement", "long_range", "close_combat"]
KeepStatus = Literal["held", "captured"]
Status = Literal["on_board", "off_board", "destroyed", "ensorcelled", "fled"]
Edge = Literal["front", "left", "right", "rear", "stronghold"]
Kind = Literal["close", "shoot", "bespell"]


class _Struct(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    pass


class Pose(_Struct, kw_only=True):
    """Where an element stands: the midpoint of its front edge in paces, its facing in degrees clockwise from north."""

    x: Paces
    y: Paces
    facing: Facing


class BoardState(_Struct, kw_only=True):
    """The table in paces from its south-west corner, and which army owns which edge (HS-G-03)."""

    width: Size
    height: Size
    edges: Annotated[dict[str, Literal["south", "north", "west", "east"]], FEW] = {}


class Feature(_Struct, kw_only=True):
    """A piece of terrain: a polygon, or a centreline with a width. A hill has a level and its own going."""

    id: Name
    kind: str
    polygon: Annotated[list[Corner], Meta(min_length=3, max_length=500)] | None = None
    centreline: Annotated[list[Corner], Meta(min_length=2, max_length=500)] | None = None
    width: Length | None = None
    going: Literal["good", "bad"] | None = None
    level: Annotated[int, Meta(ge=0, le=20)] | None = None


class StrongholdState(_Struct, kw_only=True):
    """A Stronghold: its polygon on the table, and whether it still stands for its army."""

    id: Name
    army: Name
    polygon: Annotated[list[Corner], Meta(min_length=3, max_length=100)]
    status: KeepStatus = msgspec.field(default_factory=lambda: "held")
    fought: bool = False


class ArmyState(_Struct, kw_only=True):
    """An army's General, the AP it began with, and the options of its troops."""

    general: Name | None = None
    start_ap: Count | None = None


class ElementState(_Struct, kw_only=True):
    """One element. x, y, facing hold where it is on the board; `pose` is remembered while it is ensorcelled.

    `moved` counts its moves this turn; `shot`, `shot_at`, `bespelled`, `fought` say what it has done or
    suffered in this turn already.
    """

    id: Name
    army: Name
    type: str
    x: Paces | None = None
    y: Paces | None = None
    facing: Facing | None = None
    width: Length | None = None
    depth: Length | None = None
    race: str | None = None
    # a factory, so that the status is always written out
    status: Status = msgspec.field(default_factory=lambda: "on_board")
    activations: Count = 0
    spell_ones: Annotated[Count, Meta(title="1s rolled for spells")] = 0
    pose: Pose | None = None
    moved: Count = 0
    shot: bool = False
    shot_at: bool = False
    bespelled: bool = False
    fought: bool = False


class TurnMemory(_Struct, kw_only=True):
    """The memory of a turn: front contacts at its start, attacks made, and pairs that must fight.

    `fights` are the pairs that fight in close combat; where a state in that phase leaves them out, all in contact do.
    `in_contact` holds, in long-range combat, the pairs in contact when the movement ended: only they fight this turn.
    """

    front_contact_at_turn_start: Annotated[list[tuple[Name, Name]], FEW] = []
    attacks: Annotated[list[tuple[Name, Name]], FEW] = []
    fights: Annotated[list[tuple[Name, Name]], FEW] | None = None
    in_contact: Annotated[list[tuple[Name, Name]], FEW] | None = None


class Result(_Struct, kw_only=True):
    """How a battle ended: the winner (none for a draw) and the rules."""

    winner: Name | None = None
    by: Annotated[list[str], FEW] = []


class Behind(_Struct, kw_only=True):
    """The Spears directly behind: their going, and whether an enemy's front edge touches them (HS-MIS-7)."""

    going: str = "good"
    attacked: bool = False


class CombatElement(_Struct, kw_only=True):
    """The facts of one element in a combat without a table.

    It may have `moved` in this turn, and `friends_touching` counts the friends whose bases touch its own.
    """

    type: str
    die: DieFace | None = None
    going: str = "good"
    general: bool = False
    general_behind: bool = False
    uphill: bool = False
    holds_bank: bool = False
    flank_enemies: Count = 0
    extra_attackers: Count = 0
    aggressor: bool = False
    spear_behind: Behind | None = None
    guarded: bool = False
    across_water: bool = False
    near_own_stronghold: bool = False
    moved: bool = False
    friends_touching: Count = 0


class CombatSituation(_Struct, kw_only=True):
    """One combat without a table: a is the attacker, shooter or magician; `distance` is in paces."""

    kind: Kind = "close"
    can_shoot_back: bool = False
    spell_ones: Annotated[Count, Meta(title="1s rolled for spells")] = 0
    distance: Annotated[int, Meta(ge=0, le=100_000)] = 0
    a: CombatElement
    b: CombatElement


class State(BaseState, kw_only=True):
    """A Hordes battle as it is between two submissions, or one `combat` that is asked about."""

    combat: CombatSituation | None = None
    turn: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    active: Name | None = None
    phase: PhaseName | None = None
    pips: Count | None = None
    shooting: Name | None = None
    called: Name | None = None
    board: BoardState | None = None
    terrain: Annotated[list[Feature], Meta(max_length=300)] = []
    strongholds: Annotated[list[StrongholdState], Meta(max_length=20)] = []
    armies: Annotated[dict[str, ArmyState], FEW] = {}
    elements: Annotated[list[ElementState], Meta(max_length=300)] = []
    memory: TurnMemory | None = None
    result: Result | None = None


def armies_of(state: State) -> tuple[str, ...]:
    """Return the names of the armies, as `armies` lists them, else as their elements appear."""
    named = [*state.armies, *(state.board.edges if state.board else ()), *(e.army for e in state.elements)]
    return tuple(dict.fromkeys([*named, *(s.army for s in state.strongholds)]))
