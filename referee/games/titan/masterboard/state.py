"""The Masterboard of a document: of a situation, of the state of a game, or of one player's view."""

from collections import Counter
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from referee.core.notation.field_specs import FEW, MANY, Name

from ..sides import MapSide
from ..words import LandName

MasterPhase = Literal["setup", "commencement", "movement", "engagement", "enlistment"]
Stage = Literal["consider", "answer", "talks", "battle", "gains"]
# as many effects as may lie on the Masterboard
MOST_LAID = 200
Few = Annotated[int, Meta(ge=0, le=1000)]
# how an Engagement was won
Won = Literal["battle", "agreement", "concession", "flight", "concession-before-battle", "capture"]


class _Struct(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, gc=False):
    pass


class MageState(_Struct):
    """The stack of Spells of one Mage, named by its type and number as in `witch-2`.

    `spells` counts all its counters, those spent or in play among them, and those of Evoked Characters that were killed
    or banished in this battle; `held` names them. With neither, how many it has is not known. `cast` says that it has
    cast a Strategic Spell in this Game-Turn, `drew` that it has drawn for the terrain. Those `barred` are not cast in
    the battles of this Game-Turn. Those of `gifts` may still give it a Spell.
    """

    id: Name
    spells: Few | None = None
    held: Annotated[list[str], FEW] | None = None
    cast: bool = False
    drew: bool = False
    barred: Annotated[list[str], FEW] = []
    gifts: Annotated[list[Name], FEW] = []
    evoked_killed: Annotated[list[str], FEW] = []
    evoked_banished: Annotated[list[str], FEW] = []

    @property
    def number(self) -> int | None:
        """How many counters it has, None where that is not known."""
        return self.spells if self.held is None else len(self.held)


class LegionState(_Struct):
    """A legion under its marker. If `contents` is not known, `height` may give the number of characters.

    `won` says how the legion has won an Engagement in this Game-Turn. A Mage without a row in `magi` has its intrinsic
    Spells only. `drew` counts the characters for which a Spell was drawn in this battle. With `draw_deferred` an enemy
    stood in the Land to which it moved, and it draws after the Engagement. One that `stays` is kept where it stands by
    a Spell for the rest of the Game-Turn. `fought` counts those slain, on either side, in the Engagement that it has
    won as the Mover.
    """

    id: Name
    player: Name
    land: LandName
    contents: Annotated[list[str], Meta(max_length=100)] | None = None
    height: Few | None = None
    moved: bool = False
    origin: LandName | None = None
    side: MapSide | None = None
    split_from: Name | None = None
    mustered: bool = False
    magi: Annotated[list[MageState], FEW] = []
    drew: Annotated[dict[str, Few], FEW] = {}
    drew_for_terrain: bool = False
    came_from: LandName | None = None
    draw_deferred: bool = False
    won: Won | None = None
    stays: bool = False
    fought: Annotated[dict[str, Few], FEW] = {}


class Reveal(_Struct):
    """What players have seen of a legion: which characters, when, how, and which players.

    `of` is the other legion concerned: the one it was split off, or the one summoned into. `over` lists those of the
    two legions that this record no longer describes: they have been seen whole since, or have left the board.
    """

    legion: Name
    how: Literal[
        "split",
        "shown",
        "mustered",
        "acquired",
        "summoned",
        "examined",
        "battle",
        "disturbed",
        "looked",
        "reduced",
        "counted",
        "captured",
    ]
    turn: int
    mover: Name
    characters: Annotated[list[str], FEW] = []
    of: Name | None = None
    over: Annotated[list[Name], FEW] = []
    to: Literal["all"] | Annotated[list[Name], FEW] = "all"


class LaidState(_Struct):
    """An effect that lies on a `land`, on a `legion`, else on the whole game; `by` is the player who laid it.

    `source` is the legion that laid it, and `character` the one in it, where it lasts only while that lives or stays.
    `left` is how often the moment is still to come that ends it, where it has come before.
    """

    effect: str
    land: LandName | None = None
    legion: Name | None = None
    by: Name | None = None
    source: Name | None = None
    character: str | None = None
    left: Annotated[int, Meta(ge=1, le=1000)] | None = None


class LegionUse(_Struct):
    """How often a legion, or in a whole game its player, has used an ability, as far as that is counted now."""

    by: Name
    ability: str
    times: Annotated[int, Meta(ge=1, le=100)] = 1


def type_of(ident: str) -> str:
    """Return the type of a Mage by its id, such as `witch` for `witch-2`."""
    return ident.rpartition("-")[0]


def number_of(ident: str) -> int | None:
    """Return the number of a Mage by its id, such as 2 for `witch-2`; None if it has none."""
    number = ident.rpartition("-")[2]
    return int(number) if number.isdecimal() and len(number) < 4 else None


class StormState(_Struct):
    """A Storm over a Land; `counter` is that of the Spell, which is in nobody's stack while the Storm lasts."""

    land: LandName
    spell: str
    counter: str | None = None


class Passage(_Struct):
    """A legion asks the enemy in a `land` to let it pass `to` another; refused, it enters from a `side` (MM 22.5)."""

    legion: Name
    land: LandName
    to: LandName
    side: MapSide


class Proposal(_Struct):
    """Terms that a player of an Engagement has proposed (LoT 9.3)."""

    player: Name
    eliminate: Annotated[list[Name], FEW]
    losses: Annotated[list[str], FEW] = []


class Gains(_Struct):
    """What the winner of an Engagement may still add; each of `multiples` may give an Angel (LoT 14 to 17).

    `gives_back` is how many characters above the most must go back first, of a captured legion and the one that
    captured it, without the Mage `captor` that cast the Spell (MM 9.4.1).
    """

    player: Name
    legion: Name
    multiples: Annotated[list[int], FEW] = []
    muster: bool = False
    summon: bool = False
    mage: bool = False
    points: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    drew: bool = False
    drawn: Annotated[list[str], FEW] = []
    newcomer: Name | None = None
    gives_back: Few = 0
    captor: Name | None = None


class Owed(_Struct):
    """Points of which a player scores half when the battle ends, and for whom (LoT 19.4, MM 19.5)."""

    player: Name
    why: str
    points: Few


class EngagementState(_Struct):
    """The Engagement that is being resolved; `slain` are returned when it is closed (LoT 12.6).

    `owed` are points that wait for the end of the battle, the attacker has asked for a `retreat`, and `resigned`
    players have given up the game in it.
    `stacks` are those of the Magi among them (MM 20.8).
    While it is considered, `exposed` are the players who have said that they show their legions, and `capture` is the
    Mage whose Spell captures the other legion as soon as its player says so too; `gives_back` are those who then
    go back to the caretaker (MM 9.4.1).
    """

    land: LandName
    attacker: Name
    defender: Name
    stage: Stage
    exposed: Annotated[list[Name], FEW] = []
    capture: Name | None = None
    gives_back: Annotated[list[Name], FEW] = []
    proposals: Annotated[list[Proposal], FEW] = []
    slain: Annotated[dict[str, Few], FEW] = {}
    stacks: Annotated[list[MageState], FEW] = []
    fallen: Annotated[list[Name], FEW] = []
    slayer: Name | None = None
    set_aside: int = 0
    owed: Annotated[list[Owed], FEW] = []
    retreat: bool = False
    resigned: Annotated[list[Name], FEW] = []
    gains: Gains | None = None


class Fallen(_Struct):
    """A player who is out of the game: since which Game-Turn, and by which slayer."""

    player: Name
    turn: int
    by: Name | None = None


class Offence(_Struct):
    """A disturbed stack; its owner may look through a legion of the offender (LoT 4.5)."""

    offender: Name
    offended: Name


class GameResult(_Struct):
    """The result of a game; several winners share it, none is a draw."""

    how: Literal["last Titan", "draw", "stopped"]
    winners: Annotated[list[Name], FEW]
    totals: Annotated[dict[Name, int], FEW] = {}


class MasterboardState(_Struct):
    """The Masterboard; a situation needs only the legions.

    `players` are in turn order. Stacks that `caretaker` omits hold what is nowhere else. `shut` is the winner whose
    Engagement has closed by itself, until the next one is resolved or the Game-Turn ends. `dead` are Creatures slain so
    far, which a situation may give alone. `no_muster_lands` saw a capture or a merger in this Game-Turn, and players in
    `titan_lost` play on without what kept them in the game. `cup` names the Spells in the Cup, and `trading` the legion
    or the type of Magi that each player trades within until the next Game-Turn of their own. `rerolls` counts the
    Movement Rolls of this Game-Turn that Spells have undone. `reserves` are characters that players keep aside. `magi`
    are, in a view, the Magi of others that are in play; in which legion each of them is, is secret.
    """

    players: Annotated[list[Name], Meta(max_length=20)] = []
    towers: Annotated[dict[Name, LandName], FEW] = {}
    rolled: Annotated[dict[Name, int], FEW] = {}
    rolls: Few = 0
    rerolls: Few = 0
    turn: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    mover: Name | None = None
    phase: MasterPhase | None = None
    roll: Annotated[int, Meta(ge=1, le=256)] | None = None
    mulligan: bool = False
    clock: Name | None = None
    teleport_used: bool = False
    summoned: bool = False
    score: Annotated[dict[Name, Annotated[int, Meta(ge=0, le=1_000_000)]], FEW] = {}
    legions: Annotated[list[LegionState], Meta(max_length=200)] = []
    effects: Annotated[list[LaidState], Meta(max_length=MOST_LAID)] = []
    uses: Annotated[list[LegionUse], Meta(max_length=1000)] = []
    storms: Annotated[list[StormState], Meta(max_length=200)] = []
    dead: Annotated[dict[str, Few], FEW] = {}
    no_muster_lands: Annotated[list[LandName], FEW] = []
    titan_lost: Annotated[list[Name], FEW] = []
    reserves: Annotated[dict[Name, Annotated[list[str], FEW]], FEW] = {}
    cup: Annotated[list[str], MANY] | None = None
    magi: Annotated[list[Name], MANY] = []
    trading: Annotated[dict[Name, str], FEW] = {}
    markers: Annotated[dict[Name, Annotated[list[Name], FEW]], FEW] = {}
    caretaker: Annotated[dict[str, Few], FEW] = {}
    slain: Annotated[dict[str, Few], FEW] = {}
    passage: Passage | None = None
    engagement: EngagementState | None = None
    shut: Name | None = None
    revealed: Annotated[list[Reveal], MANY] = []
    fallen: Annotated[list[Fallen], FEW] = []
    offences: Annotated[list[Offence], FEW] = []
    stopping: Annotated[list[Name], FEW] = []
    outcome: GameResult | None = None

    @property
    def is_complete(self) -> bool:
        """Whether it gives all that a game in play needs, so that nothing is assumed."""
        return bool(self.players) and None not in (self.turn, self.mover, self.phase)

    def outside_stacks(self) -> Counter[str]:
        """Return how many of each character are known to be outside the caretaker's stacks."""
        found = Counter(name for legion in self.legions for name in legion.contents or ())
        return (
            found
            + Counter(self.slain)
            + Counter(self.dead)
            + Counter(name for kept in self.reserves.values() for name in kept)
            + Counter(self.engagement.slain if self.engagement is not None else {})
        )
