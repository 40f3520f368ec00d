"""The tables of a Titan ruleset as types, and the traits that procedures look at."""

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from referee.core.game.lazy_types import LazyTypes
from referee.core.game.picture import Pattern, Stroke, Tint
from referee.core.game.policies import Policies as Policies
from referee.core.notation.field_specs import Name, Title
from referee.core.rules.ledger import Cites

from .carriers import Carrier, CarrierKind, Effect
from .rows import Rows, TitanRow
from .sides import MapSide
from .words import Count, Face, Faces, Options

Factor = Annotated[int, Meta(ge=1, le=100)]


class Hazard(Carrier, frozen=True, kw_only=True):
    """One row of the Hazard Chart (LoT 11.7).

    Those native to the hazard `natives_of` are native to it. `facing` says of a hexside what is left of it where the
    ring of an effect meets it from below: `none`, or another hexside; without it the ring takes its place.
    """

    NOUN: ClassVar[str] = "hazard"
    CARRIERS: ClassVar[tuple[CarrierKind, ...]] = ("hexes", "hexsides")

    title: Title
    lies: Literal["hex", "hexside"]
    mark: str = ""
    tint: Tint = "paper"
    pattern: Pattern = "none"
    stroke: Stroke = ""
    overlooks: str | None = None
    natives_of: str | None = None
    facing: str | None = None

    @property
    def carrier(self) -> CarrierKind:
        return "hexes" if self.lies == "hex" else "hexsides"


class Hazards(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The Hazard Chart (LoT 11.7), and how the costs of several hazards on one step combine."""

    costs: Literal["largest", "added"] = "largest"
    hazards: dict[str, Hazard]


class Class(Carrier, frozen=True, kw_only=True):
    """A class of characters and the traits of all its members (LoT 3.0)."""

    NOUN: ClassVar[str] = "class"
    CARRIERS: ClassVar[tuple[CarrierKind, ...]] = ("characters",)

    title: Title
    traits: list[str] = []

    @property
    def carrier(self) -> CarrierKind:
        return "characters"


class Character(Carrier, frozen=True, kw_only=True, rename={"cls": "class"}):
    """One character counter (LoT 3.4); Power and Skill are its Battle-factors.

    One that keeps Spells has a stack of at most `spell_limit`, with the `intrinsic` ones among them, and draws so many
    in the terrains that are its `home`. `when` gives the options under which the character is in the game. `cite` are
    the rules behind its row other than those of the chart: of a house rule that changes its factors.
    """

    NOUN: ClassVar[str] = "character"
    CARRIERS: ClassVar[tuple[CarrierKind, ...]] = ("characters",)

    title: Title
    cls: str
    power: Factor
    skill: Factor
    number: Count
    grows: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    rangestrikes: bool = False
    flies: bool = False
    plural: str = ""
    article: Literal["", "a", "an"] = ""
    native_to: list[str] = []
    traits: list[str] = []
    home: list[str] = []
    draws: Annotated[int, Meta(ge=0, le=100)] = 0
    spell_limit: Annotated[int, Meta(ge=0, le=1000)] = 0
    intrinsic: list[str] = []
    when: Options = {}
    cite: Cites = []

    @property
    def carrier(self) -> CarrierKind:
        return "characters"

    @property
    def one(self) -> str:
        """The title with its article."""
        return f"{self.article or ('an' if self.title[0] in 'AEIOU' else 'a')} {self.title}"

    @property
    def many(self) -> str:
        """The title of several."""
        return self.plural or f"{self.title}s"


class Characters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Character Chart (LoT 3.5) with its classes."""

    classes: dict[str, Class]
    characters: dict[str, Character]


Hexside = Annotated[str, Meta(pattern=r"^[^>\s]+>[^>\s]+$(?!\n)", description="is not written high>low, as in B1>B2")]
Level = Annotated[str, Meta(pattern=r"^[0-9]{1,2}$(?!\n)", description="is no level, as in 1")]


class Battleland(Carrier, frozen=True, kw_only=True):
    """A printed map: hexes by hazard, elevation, and hexsides written high>low."""

    NOUN: ClassVar[str] = "Battleland"
    CARRIERS: ClassVar[tuple[CarrierKind, ...]] = ("battles",)

    hexes: dict[str, list[str]] = {}
    hexsides: dict[str, list[Hexside]] = {}
    elevation: dict[Level, list[str]] = {}
    attacker_side: MapSide | None = None
    deploy: list[str] = []

    @property
    def carrier(self) -> CarrierKind:
        return "battles"


class Effects(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be laid for a while, by name."""

    effects: dict[str, Effect] = {}


class Battlelands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The printed maps with their shared coordinates and sides."""

    ground: str
    directions: dict[str, tuple[int, int]]
    coordinates: dict[str, tuple[int, int]]
    sides: dict[str, list[str]]
    facing: dict[str, str]
    battlelands: dict[str, Battleland]


class StrikeChart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Strike-numbers by the target's Skill-factor less the striker's, from `lowest` upward (LoT 12.7)."""

    lowest: int
    numbers: Annotated[list[Factor], Meta(min_length=1)]
    cite: str

    def number(self, striker: int, target: int) -> int:
        """Return the number for two Skill-factors."""
        return self.numbers[min(max(target - striker - self.lowest, 0), len(self.numbers) - 1)]


class Rangestrikes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of rangestrikes, and what becomes of Power in one (LoT 13)."""

    MOMENTS: ClassVar[dict[str, str]] = {"modifiers": "strike", "strength": "strike"}

    nearest: Count
    most: Count
    strength: TitanRow
    modifiers: Rows


class Die(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The die of strikes (LoT 2.5); `least` is the least strike-number where numbers have bounds (REF titan-10)."""

    faces: Faces
    least: Face
    cite: Cites


class CombatNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of a battle: rounds, chart, ranges.

    `dice_order: characters_first` says that the rows on characters, and what lies on them, change the dice before those
    of the ground. `adapted_power` is the least Power of a character that takes that of another (trait `adapts_power`).
    """

    strike_chart: StrikeChart
    die: Die
    rounds: Count
    reinforcement_round: Count
    legion_most: Annotated[int, Meta(ge=2, le=1000)]
    rangestrikes: Rangestrikes
    dice_order: Literal["together", "characters_first"] = "together"
    adapted_power: Factor = 1


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of a new battle that are not given."""

    battleland: str
    attacker_side: MapSide
    attacker: Name
    defender: Name
    attacking: list[str]
    defending: list[str]


TABLES = LazyTypes(
    __package__,
    {
        "always": "carriers:Always",
        "battlelands": "tables:Battlelands",
        "characters": "tables:Characters",
        "combat": "tables:CombatNumbers",
        "effects": "tables:Effects",
        "hazards": "tables:Hazards",
        "magic": "magic.spell_tables:Magic",
        "masterboard": "masterboard.tables:MasterboardTable",
        "masterchart": "masterboard.tables:Masterchart",
        "masterplay": "masterboard.tables:Masterplay",
        "policies": "tables:Policies",
        "spells": "magic.spell_tables:Spells",
        "start": "tables:Start",
    },
)

# what the procedures do for a trait, in words about the one that has it
TRAITS = {
    "keeps_player_alive": "its player is out of the game when it is slain",
    "unhindered_rangestrike": "no hazard, character or distance affects its rangestrike",
    "rangestrikes_lords": "it may rangestrike even what is immune to rangestrikes",
    "immune_to_rangestrikes": "it is immune to the rangestrikes of most characters",
    "summonable": "the attacker may summon it into a battle",
    "acquired": "it comes for points, and is never mustered",
    "teleports_from_towers": "its legion may teleport from a tower Land",
    "teleports_to_enemies": "its legion may teleport to an enemy legion once its player has the points",
    "cannot_flee": "its legion may not flee from an Engagement",
    "returns_to_stack": "it goes back to the caretaker's stack when it is slain, and can come again",
    "plays_on": "while it lives, its player is never out of the game",
    "adapts_power": "it strikes with the dice of the strongest character beside it",
    "stands_in_for_muster": "it counts as one more of any type that its legion shows to muster",
    "draws_battle_spell": "it may draw one Spell for a battle",
    "keeps_spells": "it holds a stack of Spells and casts them, and each adds to its points",
    "unified_rangestrike": "it may rangestrike together with others of its type",
    "dispels_own": "it may end its own Spells without a counter",
    "evoked": "a Spell brings it into a battle; it is in no legion and in no stack",
    "stronger_in_bog": "it strikes and defends better on the hexes of its element",
}
