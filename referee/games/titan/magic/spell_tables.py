"""The Spells of a ruleset as types: what each is, what is rolled for it, and what it does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, ClassVar, Literal, TypeVar

import msgspec
from msgspec import Meta

from referee.core.notation.field_specs import Title
from referee.core.rules.ledger import Cites, Citing, cites_of

from ..masterboard.state import MasterPhase
from ..rows import Rows
from ..sides import MapSide
from ..words import Count, Options


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class VictoryDraw(_Table, frozen=True):
    """How many Spells a victory of so many points or more brings (MM 7.4)."""

    points: Annotated[int, Meta(ge=0, le=100_000)]
    spells: Annotated[int, Meta(ge=0, le=100)]


class StormRounds(_Table, frozen=True):
    """How many rounds longer a battle lasts that a Storm has affected for so many whole `rounds` (MM 10.5)."""

    rounds: Annotated[int, Meta(ge=0, le=100)] = 0
    more: Annotated[int, Meta(ge=0, le=100)] = 0
    cite: Cites = []


class Retreats(_Table, Citing, frozen=True):
    """Under which options an attacker may retreat, and of which class the rearguard is (MM 22.4)."""

    when: Options
    rearguard: str
    cite: Cites


class SpellMuster(_Table, Citing, frozen=True):
    """Whom a Spell lets a legion muster (MM 9.4).

    That is one of the first `rungs` of the ladder by its caster, or where there is no ladder one of `instead`; or one
    of those of a class that have been slain, by the ordinary ways.
    """

    cite: Cites
    rungs: Count | None = None
    instead: list[str] = []
    slain: str | None = None


class Emptied(_Table, frozen=True):
    """The options that together leave nothing of a supplement, and the ruleset to play `instead`."""

    when: Options
    instead: str
    cite: Cites


class Magic(_Table, frozen=True):
    """The numbers of magic: what a victory draws, the greatest first, whom Spells let a legion muster, Storms.

    `when` gives the options under which there are Spells, `emptied` those under which nothing is used, and `coven` how
    many Magi of a type are a Coven. `retreat` says whether an attacker may retreat.
    """

    when: Options = {}
    emptied: Emptied | None = None
    victory_draws: list[VictoryDraw] = []
    storm: StormRounds = StormRounds()
    retreat: Retreats | None = None
    coven: Annotated[int, Meta(ge=2, le=100)] = 3
    musters: dict[str, SpellMuster] = {}

    def drawn_for(self, points: int) -> int:
        """Return how many Spells a victory of so many points brings."""
        return next((row.spells for row in self.victory_draws if points >= row.points), 0)


# what a Spell does on the Masterboard, as rows of the section casting name it
Does = Literal[
    "move",
    "teleport",
    "capture",
    "merge",
    "carry",
    "see",
    "roll_again",
    "stay",
    "split",
    "muster",
    "storm",
    "dispel",
]


class SpellWindow(_Table, frozen=True):
    """A time at which Spells are cast on the Masterboard: a phase of the Game-Turn of one's own, or of another.

    `engaged` needs an Engagement of the caster's legion that is considered, and `unmoved` a legion, or all legions of
    its player, that have not moved.
    """

    title: str
    phase: MasterPhase
    side: Literal["mover", "other", "either"] = "mover"
    engaged: bool = False
    unmoved: Literal["legion", "all"] | None = None


class SpellMove(_Table, frozen=True):
    """How a Spell moves the caster's legion: over so many `lands` or the full roll, and how it bends the Signs."""

    lands: Count | None = None
    reads: dict[str, str] = {}
    reverses: list[str] = []
    ignores: bool = False
    passes: bool = False


class SpellTeleport(_Table, frozen=True):
    """To which vacant Lands a Spell teleports the caster's legion: within so many `lands`, a Tower, its terrain or any.

    One that `counts` is the one teleport of the Movement Phase.
    """

    lands: Annotated[int, Meta(ge=1, le=100)]
    to: Literal["tower", "terrain", "any"] = "any"
    counts: bool = False


class SpellCapture(_Table, frozen=True):
    """Which legions a Spell captures: of at most one `share`-th as many characters, without any of the classes."""

    share: Annotated[int, Meta(ge=1, le=100)]
    spares: list[str] = []


T = TypeVar("T")
Small = Annotated[int, Meta(ge=0, le=100)]
Mode = Literal["proximal", "ranged"]
At = Literal["piece", "friend", "enemy", "hex", "spell", "land"]
Lasts = Literal["immediate", "round", "enduring", "until-removed", "until-dispelled"]
Asked = Literal["caster", "caster_hex", "between", "target", "target_hex", "battle"]
Ground = Literal["strike", "rangestrike"]
Over = Literal["both", "ends", "bars"]
# a key of `over` for every magical Hazard that is not named
ANY = "any"
Dice = Literal["power", "half", "printed"] | Small


class RollKind(_Table, frozen=True, kw_only=True):
    """What is rolled for a cast, by its mode, and which rows may change it.

    `skill` and `against` say where both factors start. `asks` lists whose rows are asked, `asks_if` those that are
    also asked where an option is on, and `ground` what the rows of hexes and hexsides see the roll as. `damage` is
    what the roll does: its hits, or the pips of its die; without it, one hit makes the Spell work. With `sum` the
    dice and the caster's Power are added up, against the target's Power and Skill.
    """

    MOMENTS: ClassVar[Mapping[str, str]] = {"modifiers": "strike"}

    dice: dict[Mode, Dice]
    skill: Literal["caster", "printed"] | None = None
    against: Literal["skill", "number"] | None = None
    asks: list[Asked] = []
    asks_if: dict[str, list[Asked]] = {}
    ground: Ground | dict[Mode, Ground] | None = None
    damage: Literal["hits", "pips"] | None = None
    plus: dict[Mode, Small] = {}
    sum: bool = False
    modifiers: Rows = {}
    cite: Cites

    def as_ground(self, mode: Mode) -> Ground | None:
        """Return what the rows of the ground see the roll as."""
        return self.ground.get(mode) if isinstance(self.ground, dict) else self.ground


class Works(_Table, frozen=True, kw_only=True):
    """That a Spell works without a roll."""

    cite: Cites


class Most(_Table, frozen=True, kw_only=True):
    """How many a caster may keep; one more must find room in the caster's `legion` where that is so."""

    number: Annotated[int, Meta(ge=1, le=100)]
    legion: bool = False
    cite: Cites


class _Shared(_Table, frozen=True, kw_only=True, omit_defaults=True):
    """What a kind says for all its Spells, and what a Spell may say for itself."""

    phases: list[Literal["maneuver", "strike"]] | None = None
    at: At | None = None
    classes: list[str] | None = None
    range: Literal["skill", "printed", "any"] | None = None
    proximal: bool | None = None
    line: Literal["rangespell", "rangestrike", "nothing"] | None = None
    roll: str | None = None
    # whether it needs no roll where it is cast at its caster
    on_self: Works | None = None
    lasts: Lasts | None = None
    # how many one caster may keep in effect; nobody is under two
    most: Most | None = None
    occupied: Literal["always", "never", "natives"] | None = None
    # whether it puts something on a hex, which is barred near the attacker's side of the map at first
    creates: bool | None = None
    # whether it brings a character of its own name
    evokes: bool | None = None
    # whether its caster may move it from hex to hex
    shifts: bool | None = None
    # whether it may be cast at one who is slain
    slain: bool | None = None
    # whether it sends one away that a Spell brought
    banishes: bool | None = None
    # whether it leads to another legion: one character goes there by it, or comes from there
    connects: bool | None = None
    # the windows in which it is cast on the Masterboard, and what it does there
    when: list[str] | None = None
    does: Does | None = None
    # the least range of one that is not proximal
    nearest: Annotated[int, Meta(ge=1, le=100)] | None = None


class SpellKind(_Shared, frozen=True, kw_only=True):
    """What all Spells of a kind share."""

    title: Title
    cite: Cites


class Spell(_Shared, frozen=True, kw_only=True):
    """A type of Spell; what it leaves out, its kind says."""

    title: Title
    kind: str
    count: Annotated[int, Meta(ge=1, le=1000)]
    intrinsic: str | None = None
    lays: str | None = None
    heals: Literal["power"] | Small | None = None
    dice: Small | None = None
    strike_skill: Small | None = None
    number: Small | None = None
    lasts_on: dict[str, Lasts] = {}
    ground: list[str] = []
    over: dict[str, Over] = {}
    over_if: dict[str, dict[str, Over]] = {}
    elevated: bool = True
    moves: SpellMove | None = None
    teleports: SpellTeleport | None = None
    captures: SpellCapture | None = None
    cite: Cites = []


class PrintedCounter(_Table, frozen=True, kw_only=True, omit_defaults=True):
    """What is printed on one counter, where it is not what its type says."""

    dice: Small | None = None
    strike_skill: Small | None = None
    number: Small | None = None


class Spells(_Table, frozen=True, kw_only=True):
    """The Spells, their kinds and rolls.

    `most_range` is the farthest hex of a rangespell, both ends counted. `front` lists, by the attacker's side of the
    map, the hexes on which nothing may be created in the first Strike Phase (MM 11.1.2). `inherent` is the Spell
    whose reach a Mage has that ends a Spell of its own without a counter (MM 16.4). `windows` are the times at which
    Spells are cast on the Masterboard. `counters` say what one counter shows, and `limits` how many Spells a type of
    Magi holds, where the tables say something else.
    """

    most_range: Annotated[int, Meta(ge=1, le=100)] = 4
    front: dict[MapSide, list[str]] = {}
    inherent: str | None = None
    windows: dict[str, SpellWindow] = {}
    kinds: dict[str, SpellKind] = {}
    rolls: dict[str, RollKind] = {}
    spells: dict[str, Spell] = {}
    counters: dict[str, PrintedCounter] = {}
    limits: dict[str, Small] = {}

    def near_attacker(self, side: str) -> list[str]:
        """Return the hexes of `front` by the attacker's side of the map."""
        return next((hexes for name, hexes in self.front.items() if name == side), [])


class SpellType:
    """A type of Spell with what its kind says: every field has its value."""

    def __init__(
        self, name: str, spell: Spell, kind: SpellKind, roll: RollKind | None, windows: Mapping[str, SpellWindow]
    ) -> None:
        self.name = name
        self.spell = spell
        self.kind = kind
        self.roll = roll
        self.title = spell.title
        self.windows = tuple(windows[one] for one in _own(spell.when, kind.when, []))
        self.does: Does | None = _own(spell.does, kind.does, None)
        self._named = windows
        self.phases = tuple(_own(spell.phases, kind.phases, []))
        self.at: At | None = _own(spell.at, kind.at, None)
        self.classes = tuple(_own(spell.classes, kind.classes, []))
        self.range = _own(spell.range, kind.range, "skill")
        self.proximal = _own(spell.proximal, kind.proximal, True)
        self.line = _own(spell.line, kind.line, "rangespell")
        self.on_self = _own(spell.on_self, kind.on_self, None)
        self.lasts: Lasts = _own(spell.lasts, kind.lasts, "immediate")
        self.most = _own(spell.most, kind.most, None)
        self.occupied = _own(spell.occupied, kind.occupied, "always")
        self.creates = _own(spell.creates, kind.creates, False)
        self.evokes = name if _own(spell.evokes, kind.evokes, False) else None
        self.banishes = _own(spell.banishes, kind.banishes, False)
        self.connects = _own(spell.connects, kind.connects, False)
        self.shifts = _own(spell.shifts, kind.shifts, False)
        self.slain = _own(spell.slain, kind.slain, False)
        self.nearest = _own(spell.nearest, kind.nearest, 2)
        # the effect that lies on its target while it lasts
        self.lays = spell.lays if spell.lays is not None else name
        self.dice, self.strike_skill, self.number = spell.dice, spell.strike_skill, spell.number

    def on_counter(self, counter: PrintedCounter | None) -> SpellType:
        """Return the type with what is printed on one counter."""
        if counter is None:
            return self
        out = SpellType(self.name, self.spell, self.kind, self.roll, self._named)
        out.dice = self.dice if counter.dice is None else counter.dice
        out.strike_skill = self.strike_skill if counter.strike_skill is None else counter.strike_skill
        out.number = self.number if counter.number is None else counter.number
        return out

    @cached_property
    def cites(self) -> tuple[str, ...]:
        """The rules of the Spell: of its kind, and its own."""
        return tuple(dict.fromkeys((*cites_of(self.kind.cite), *cites_of(self.spell.cite))))


def _own(own: T | None, shared: T | None, default: T) -> T:
    return own if own is not None else shared if shared is not None else default
