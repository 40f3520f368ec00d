"""The battle of a document: of a situation, or of the state of a game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from referee.core.notation.field_specs import FEW, Name

from ..sides import MapSide, Side
from ..words import LandName

PhaseName = Literal["maneuver", "strike"]
Count = Annotated[int, Meta(ge=0, le=1000)]
# as many effects as may lie in one battle
MOST_EFFECTS = 200


class _Struct(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    pass


class PieceState(_Struct, kw_only=True):
    """A character in a battle; without a hex it is off the map. `hits` go from 0 to its Power.

    `side` is the side for which it fights, and `owner` the side it belongs to, if that is another.
    """

    id: Name
    character: str
    side: Side
    owner: Side | None = None
    hex: str | None = None
    hits: Count = 0
    power: Annotated[int, Meta(ge=1, le=1000)] | None = None
    moved: bool = False
    struck: bool = False


class Players(_Struct, kw_only=True):
    """The players of the two sides."""

    attacker: Name
    defender: Name


class Summonable(_Struct, kw_only=True):
    """A character that the attacker may summon, and the legion it would leave (LoT 15.0)."""

    character: str
    legion: Name


class EffectState(_Struct, kw_only=True):
    """What is laid for a while: on a `hex`, a `hexside` (high>low), a `piece`, the legion of a `side`, else everywhere.

    `by` is the piece that laid it. `left` is how often the moment is still to come that ends it, where it has come
    before.
    """

    effect: str
    hex: str | None = None
    hexside: str | None = None
    piece: Name | None = None
    side: Side | None = None
    by: Name | None = None
    left: Annotated[int, Meta(ge=1, le=1000)] | None = None


class UseState(_Struct, kw_only=True):
    """How often a piece has used an ability, in the time for which its uses are counted."""

    by: Name
    ability: str
    times: Annotated[int, Meta(ge=1, le=100)] = 1


How = Literal["elimination", "mutual elimination", "time loss", "titan slain", "titans slain", "concession"]


class Result(_Struct, kw_only=True):
    """The result of a battle (LoT 16, 19.3). Half points are for the living of a legion that lost its Titan.

    `each` holds the points of both sides where both Titans are slain and both sides score (REF titan-22).
    """

    how: How
    winner: Side | None = None
    points: int = 0
    half_points: int = 0
    each: Annotated[dict[Side, int], FEW] = {}
    survivors: Annotated[list[Name], FEW] = []
    may_muster: bool = False
    may_summon: bool = False


class BattleState(_Struct, kw_only=True):
    """A battle; a situation needs only the battleland and the pieces. `land` may say where on the Masterboard it is."""

    battleland: str
    land: LandName | None = None
    attacker_side: MapSide | None = None
    round: Annotated[int, Meta(ge=1, le=1000)] | None = None
    phase: PhaseName | None = None
    active: Side | None = None
    striking: Side | None = None
    players: Players | None = None
    pieces: Annotated[list[PieceState], Meta(max_length=100)]
    slain: Annotated[list[PieceState], Meta(max_length=100)] = []
    slain_by_hazard: Annotated[list[Name], Meta(max_length=100)] = []
    effects: Annotated[list[EffectState], Meta(max_length=MOST_EFFECTS)] = []
    uses: Annotated[list[UseState], Meta(max_length=1000)] = []
    may_muster: Annotated[list[str], Meta(max_length=100)] = []
    reinforced: bool = False
    declined: bool = False
    may_summon: Annotated[list[Summonable], Meta(max_length=100)] = []
    summons: Literal["closed", "due", "open", "past"] = "closed"
    summoned: bool = False
    summoned_from: Name | None = None
    attacker_entered: bool = False
    conceded: Side | None = None
    result: Result | None = None
