"""The battle of a document: of a situation, or of the state of a game."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from referee.core.notation.field_specs import FEW, MANY, Name

from ..sides import MapSide, Side
from ..words import LandName

PhaseName = Literal["maneuver", "strike"]
Count = Annotated[int, Meta(ge=0, le=1000)]
# as many effects as may lie in one battle
MOST_EFFECTS = 200
# as many Spells as one Mage may hold, or may be in effect in one battle
_SPELLS = Meta(max_length=200)


class _Struct(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    pass


class PieceState(_Struct, kw_only=True):
    """A character in a battle; without a hex it is off the map. `hits` go from 0 to its Power.

    `side` is the side for which it fights, and `owner` the side it belongs to, if that is another.
    `by` is the piece whose Spell brought it. One that casts has the Spells that it `held`, all where that is not given,
    those `used` in this battle, and has `cast` in this phase; those `barred` it used on the Masterboard in this
    Game-Turn. One that has moved may have moved `farther` by a Spell. One that is `banished` leaves as the phase ends.
    A gate brought it `through` from that legion. One for which a Spell may be drawn as it comes onto the map `came`
    in this phase, and `drew` in this battle. The roll of its `slayer` slew it, where the rules ask for that. One that
    has `turned` has changed sides in this Maneuver Phase. `gone` are the hexes that it has gone in the last Maneuver
    Phase, where rows ask for that.
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
    by: Name | None = None
    held: Annotated[list[str], _SPELLS] | None = None
    used: Annotated[list[str], _SPELLS] = []
    barred: Annotated[list[str], _SPELLS] = []
    cast: bool = False
    farther: Count = 0
    banished: bool = False
    through: Name | None = None
    came: bool = False
    drew: bool = False
    slayer: Name | None = None
    turned: bool = False
    gone: Count = 0


class LeftState(_Struct, kw_only=True):
    """One who has left the battle unslain: evoked `by` a piece, or through a gate `to` a legion.

    `banished` says that the counter of its Spell, which its caster still holds, no longer counts in this battle.
    """

    id: Name
    character: str
    side: Side
    by: Name | None = None
    to: Name | None = None
    banished: bool = False


class GateState(_Struct, kw_only=True):
    """A legion of a `side` to which a gate may lead, and its characters.

    None leads to one that has `fought` in this Engagement Phase, or is under a `storm`.
    """

    legion: Name
    side: Side
    characters: Annotated[list[str], Meta(max_length=100)] = []
    fought: bool = False
    storm: bool = False


class Players(_Struct, kw_only=True):
    """The players of the two sides."""

    attacker: Name
    defender: Name


class Summonable(_Struct, kw_only=True):
    """A character that the attacker may summon, and the legion it would leave (LoT 15.0)."""

    character: str
    legion: Name


class MusterableBySpell(_Struct, kw_only=True):
    """A character that a Spell lets its caster's legion take as the reinforcement (MM 11.1.4)."""

    by: Name
    spell: str
    character: str


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


class SpellState(_Struct, kw_only=True):
    """A Spell in effect: the effect that it lays lies on a `hex`, or `on` a piece, above those that came before.

    `spell` is its type or its counter. `by` is the piece that cast it; where nobody of this battle did, `side` says who
    did. It is `fresh` in the phase of its cast. `id` names it, and is made from `spell` where it is not given. A
    gate leads to a legion, its `gate`; once a character has gone through it, it is `shut`.
    """

    id: Name | None = None
    spell: str
    hex: str | None = None
    on: Name | None = None
    by: Name | None = None
    side: Side | None = None
    fresh: bool = False
    gate: Name | None = None
    shut: bool = False


class UseState(_Struct, kw_only=True):
    """How often a piece has used an ability, in the time for which its uses are counted."""

    by: Name
    ability: str
    times: Annotated[int, Meta(ge=1, le=100)] = 1


How = Literal["elimination", "mutual elimination", "time loss", "titan slain", "titans slain", "concession", "retreat"]


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
    """A battle; a situation needs only the battleland and the pieces. `land` may say where on the Masterboard it is.

    `storm` is the Storm over that Land, and `spells` lists the Spells in effect, the oldest first. `storm_rounds` are
    the rounds that a Storm which is gone has lasted from the first on. `spirits` are the Spells that are still to
    choose whom they hit in this Strike Phase, the next one first. `left` are those who have left the battle unslain.
    `reserves` are characters that each side keeps aside. `cup` names the Spells in the Cup, and `gates` are legions to
    which gates may lead. In a game the Masterboard holds `cup`, `gates` and `reserves`. `call` says, as `summons` does
    for the attacker, when the defender may summon one of the `reserves`. The attacker has asked for a `retreat` in
    this Maneuver Phase.
    """

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
    storm: str | None = None
    spells: Annotated[list[SpellState], Meta(max_length=MOST_EFFECTS)] = []
    cup: Annotated[list[str], MANY] | None = None
    storm_rounds: Count = 0
    spirits: Annotated[list[Name], Meta(max_length=MOST_EFFECTS)] = []
    left: Annotated[list[LeftState], Meta(max_length=200)] = []
    gates: Annotated[list[GateState], Meta(max_length=24)] = []
    uses: Annotated[list[UseState], Meta(max_length=1000)] = []
    may_muster: Annotated[list[str], Meta(max_length=100)] = []
    may_muster_by: Annotated[list[MusterableBySpell], Meta(max_length=200)] = []
    reinforced: bool = False
    declined: bool = False
    may_summon: Annotated[list[Summonable], Meta(max_length=100)] = []
    summons: Literal["closed", "due", "open", "past"] = "closed"
    call: Literal["closed", "due", "open", "past"] = "closed"
    reserves: Annotated[dict[Side, Annotated[list[str], FEW]], FEW] = {}
    summoned: bool = False
    summoned_from: Name | None = None
    attacker_entered: bool = False
    retreat: bool = False
    conceded: Side | None = None
    result: Result | None = None
