"""The moments of a game: which facts the rows of each section may name, and which quantities they may change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, get_args

from msgspec.structs import replace

from referee.core.rules.moments import YES, FactKind, Moment, QuantityKind, Settled
from referee.core.rules.rows import Fact
from referee.core.rules.rulesets import Ruleset

from .carriers import EVERYWHERE, Always, Carrier, Occasion
from .masterboard.moments import board_moments
from .masterboard.tables import MasterboardTable
from .sides import SIDES
from .tables import TRAITS, Battlelands, Characters, CombatNumbers, Effects, Hazard, Hazards

GROUND = ("hexes", "hexsides")
# what a character is to a hazard
NATIVE = ("native", "other")


def moments_of(ruleset: Ruleset) -> dict[str, Moment]:
    """Return every moment of a battle and of the Masterboard, with the facts and quantities of its rows."""
    hazards = ruleset.typed("hazards", Hazards).hazards
    people = ruleset.typed("characters", Characters)
    lands = ruleset.typed("battlelands", Battlelands)
    board = ruleset.typed("masterboard", MasterboardTable)
    place = {
        "battleland": FactKind("the Battleland", tuple(lands.battlelands)),
        "terrain": FactKind("the terrain of the Land, which is that of the Battleland", tuple(board.terrains)),
        "land": FactKind("the Land of the Masterboard, where the battle is part of a game", tuple(board.lands)),
    }
    numbers = ruleset.typed("combat", CombatNumbers)
    always = {
        "round": FactKind("the round of the battle", least=1, most=numbers.rounds),
        "active_side": FactKind("whose Maneuver Phase it is, or was last", SIDES),
    }
    effects = ruleset.typed("effects", Effects).effects
    carriers: list[Carrier] = [*hazards.values(), *effects.values(), *people.classes.values()]
    carriers += [*people.characters.values(), *lands.battlelands.values(), ruleset.typed("always", Always)]
    carriers += [*board.terrains.values(), *board.lands.values()]
    abilities = {name: ability for carrier in carriers for name, ability in carrier.abilities.items()}
    laying = {"lays": ("effect", tuple(effects)), "ends": ("effect", tuple(effects))}
    anytime = {**place, **always, "phase": FactKind("the phase", ("maneuver", "strike"))}
    moving = {**anytime, "phase": FactKind("the phase", ("maneuver",))}
    striking = {**anytime, "phase": FactKind("the phase", ("strike",))}
    rolling = anytime if any(one.roll and one.phase != "strike" for one in abilities.values()) else striking
    opposed = () if any(one.roll and one.at != "enemy" for one in abilities.values()) else _enemies("striker", "target")
    kinds = Kinds(tuple(people.characters), tuple(people.classes), tuple(lands.coordinates))
    by_kind = _by_character(people, carriers)
    farthest = max([numbers.rangestrikes.most, *(one.range[1] for one in abilities.values())])
    sighted = _line(hazards, farthest, {})
    lines = _line(hazards, farthest, {"roll": ("rangestrike", "ability")})
    crossing = FactKind("how the hexside is crossed", ("up", "down"), on=("hexsides",))
    unhindered = FactKind("whether nothing on the line affects the striker's rangestrike", YES)
    two = {**_role("striker", kinds), **_role("target", kinds)}
    return {
        "step": Moment(
            "a step of a move",
            {
                **_role("mover", kinds),
                "manner": FactKind("on the ground, a flyer's last hex, a hex flown over", ("enter", "land", "over")),
                "flying": FactKind("whether the mover flies", YES),
                "crossing": crossing,
                **moving,
            },
            {"cost": QuantityKind("hexes of movement", plain="is what the step costs", least=1)},
            forbids="the step",
            never=(
                {"manner": "enter", "flying": True},
                {"manner": "land", "flying": False},
                {"manner": "over", "flying": False},
                {"flying": True, "mover_flies": False},
                {"flying": False, "mover_flies": True},
            ),
            settled=_settled(by_kind, "mover"),
            fields=(),
        ),
        "strike": Moment(
            "a strike",
            {
                "roll": FactKind("what is rolled", ("strike", "rangestrike", "ability")),
                "ability": FactKind("the ability that is used", tuple(abilities)),
                **two,
                "at": FactKind("whose hex the carrier lies in", ("striker", "target", "between"), on=("hexes",)),
                "as": FactKind("which of the two the carrier is", ("striker", "target"), on=("characters",)),
                "crossing": crossing,
                "unhindered": unhindered,
                **lines,
                **rolling,
            },
            {
                "dice": QuantityKind("dice"),
                "skill": QuantityKind("the striker's Skill-factor"),
                "target_skill": QuantityKind("the target's Skill-factor"),
                "number": QuantityKind("the strike-number"),
            },
            never=({"roll": "strike", "at": "between"}, *opposed),
            settled=_settled(by_kind, "striker", "target"),
            fields=(),
            marks=("forgo",),
        ),
        "line": Moment(
            "a line of sight",
            {
                **two,
                "at": FactKind("where the carrier lies", ("between",), on=("hexes",)),
                "as": FactKind("which of the two the carrier is", ("striker", "target"), on=("characters",)),
                "crossing": crossing,
                "unhindered": unhindered,
                **sighted,
                **rolling,
            },
            {},
            forbids="the line",
            never=opposed,
            settled=_settled(by_kind, "striker", "target"),
            fields=(),
        ),
        "contact": Moment(
            "contact",
            {"crossing": crossing, **_in_touch("subject", kinds), **_in_touch("other", kinds)},
            {},
            forbids="contact",
            on=(*GROUND, "characters", *EVERYWHERE),
            fields=(),
        ),
        "hold": Moment(
            "holding an enemy in contact",
            {
                **_role("holder", kinds),
                **_role("held", kinds),
                "as": FactKind("which of the two the carrier is", ("holder", "held"), on=("characters",)),
                "crossing": crossing,
                "at": FactKind("whose hex the carrier lies in", ("holder", "held"), on=("hexes",)),
                **moving,
            },
            {},
            forbids="holding",
            on=(*GROUND, "characters", *EVERYWHERE),
            never=_enemies("holder", "held"),
            settled=_settled(by_kind, "holder", "held"),
            fields=(),
        ),
        "carry-over": Moment(
            "carrying over",
            {
                **two,
                **_role("other", kinds),
                "as": FactKind("which of the three the carrier is", ("striker", "target", "other"), on=("characters",)),
                "at": FactKind("whose hex the carrier lies in", ("striker", "target", "other"), on=("hexes",)),
                "crossing": crossing,
                "strike_crossing": FactKind("whether the strike went up over such a hexside", ("up", "none")),
                **striking,
            },
            {},
            forbids="carrying over",
            never=(*_enemies("striker", "target"), *_enemies("striker", "other")),
            settled=_settled(by_kind, "striker", "target", "other"),
            fields=(),
        ),
        "damage": Moment(
            "the start of a Strike Phase",
            {
                **_role("occupant", kinds),
                "active": FactKind("whether it is the Strike Phase after the occupant's own Maneuver Phase", YES),
                **striking,
            },
            {"hits": QuantityKind("hits taken"), "heals": QuantityKind("hits healed, before any are taken")},
            on=("hexes", "characters", *EVERYWHERE),
            never=_active("occupant"),
            settled=_settled(by_kind, "occupant"),
            fields=(),
        ),
        "event": Moment(
            "an event",
            {
                "event": FactKind("what happens", get_args(Occasion)),
                **_role("subject", kinds),
                **_role("striker", kinds),
                "as": FactKind("which of the two the carrier is", ("subject", "striker"), on=("characters",)),
                "active": FactKind("whether the subject's side maneuvers, or has maneuvered last", YES),
                "crossing": crossing,
                **anytime,
            },
            {"hits": QuantityKind("hits taken"), "heals": QuantityKind("hits healed, before any are taken")},
            never=_active("subject"),
            settled=_settled(by_kind, "subject"),
            names=laying,
        ),
        "ability": Moment(
            "an ability",
            {
                **_role("user", kinds),
                **_role("target", kinds),
                "range": FactKind("the hexes to the target, both ends counted"),
                "active": FactKind("whether the user's side maneuvers, or has maneuvered last", YES),
                **anytime,
            },
            {
                "dice": QuantityKind("dice"),
                "skill": QuantityKind("the user's Skill-factor"),
                "target_skill": QuantityKind("the target's Skill-factor"),
                "number": QuantityKind("the strike-number"),
                "hits": QuantityKind("hits that the target takes without a roll"),
                "heals": QuantityKind("hits healed, before any are taken"),
            },
            grants="is an ability",
            never=_active("user"),
            settled=_settled(by_kind, "user", "target"),
            names=laying,
        ),
        "share": Moment("points that are not scored in full", {}, {"points": QuantityKind("points")}),
        "height": Moment("the level of a hex", {}, {"elevation": QuantityKind("levels")}, on=("hexes",), fields=()),
        "profile": Moment(
            "what a character is",
            {
                **_profile_facts("", kinds),
                "side": FactKind("the side of the character", SIDES),
                "owner": FactKind("the player", text=True),
                **place,
            },
            {
                "power": QuantityKind("Power: dice, and the hits that slay"),
                "skill": QuantityKind("Skill: as striker, as target, allowance and range"),
                "strike_skill": QuantityKind("Skill as striker"),
                "target_skill": QuantityKind("Skill as target"),
                "allowance": QuantityKind("hexes of movement in a phase"),
                "range": QuantityKind("hexes of a rangestrike, both ends counted"),
            },
            on=("characters", *EVERYWHERE),
            settled=_settled(by_kind, ""),
            fields=("flies", "rangestrikes", "native_to"),
        ),
        **board_moments(board, people.characters, people.classes),
    }


class Kinds(NamedTuple):
    """The names that facts of one who takes part may have."""

    characters: tuple[str, ...]
    classes: tuple[str, ...]
    hexes: tuple[str, ...]


def _line(hazards: Mapping[str, Hazard], most: int, only: Mapping[str, tuple[Fact, ...]]) -> dict[str, FactKind]:
    """Return the facts of the line of a rangestrike of at most so many hexes."""
    out = {"range": FactKind("the hexes of a rangestrike, both ends counted", least=2, most=most, only=only)}
    says = {
        "atop": "of those, how many have an end of the line directly atop",
        "foot": "of those, how many have an end of the line directly below",
        "between": "of those, how many have no end of the line atop",
    }
    for name, hazard in hazards.items():
        if hazard.lies == "hexside":
            whole = f"how many {hazard.title} hexsides the line of a rangestrike crosses"
            out[name] = FactKind(whole, least=0, most=most - 1, only=only)
            for part, said in says.items():
                out[f"{name}_{part}"] = FactKind(said, least=0, most=most - 1, only=only, part_of=name)
    return out


def _by_character(people: Characters, carriers: Iterable[Carrier]) -> dict[str, dict[Fact, tuple[Fact, ...]]]:
    """Return which characters have each value of the facts that a character settles.

    Rows of a profile may change whether a character flies or rangestrikes.
    """
    out: dict[str, dict[Fact, tuple[Fact, ...]]] = {
        "class": {cls: tuple(n for n, one in people.characters.items() if one.cls == cls) for cls in people.classes}
    }
    skills = {one.skill for one in people.characters.values()}
    out["skill"] = {skill: tuple(n for n, one in people.characters.items() if one.skill == skill) for skill in skills}
    for trait in TRAITS:
        have = tuple(
            name
            for name, one in people.characters.items()
            if trait in one.traits or (one.cls in people.classes and trait in people.classes[one.cls].traits)
        )
        out[trait] = {True: have, False: tuple(name for name in people.characters if name not in have)}
    changed = [row for carrier in carriers for row in carrier.profile.values()]
    for fact in ("flies", "rangestrikes"):
        if all(getattr(row, fact) is None for row in changed):
            out[fact] = {
                has: tuple(name for name, one in people.characters.items() if getattr(one, fact) is has) for has in YES
            }
    return out


def _settled(by_kind: Mapping[str, Mapping[Fact, tuple[Fact, ...]]], *roles: str) -> Settled:
    """Return the facts of those who take part that are settled by what character they are."""
    out: dict[str, tuple[str, Mapping[Fact, tuple[Fact, ...]]]] = {}
    for role in roles:
        before = f"{role}_" if role else ""
        out |= {f"{before}{fact}": (f"{before}character", values) for fact, values in by_kind.items()}
        if role == "striker":
            out["unhindered"] = ("striker_character", by_kind["unhindered_rangestrike"])
    return out


def _active(role: str) -> tuple[Mapping[str, Fact], ...]:
    """Return what does not occur since one is active where its side maneuvers, or has maneuvered last."""
    return tuple(
        {"active": active, f"{role}_side": side, "active_side": moving}
        for side in SIDES
        for moving in SIDES
        for active in YES
        if active is not (side == moving)
    )


def _enemies(one: str, other: str) -> tuple[Mapping[str, Fact], ...]:
    """Return what does not occur since two are enemies."""
    return tuple({f"{one}_side": side, f"{other}_side": side} for side in SIDES)


def _profile_facts(role: str, kinds: Kinds) -> dict[str, FactKind]:
    """Return the facts of what a character is, named for its role."""
    before = f"{role}_" if role else ""
    whose = f"the {role}" if role else "the character"
    return {
        f"{before}character": FactKind(f"what {whose} is", kinds.characters),
        f"{before}class": FactKind(f"the class of {whose}", kinds.classes),
        f"{before}flies": FactKind(f"whether {whose} flies", YES),
        f"{before}rangestrikes": FactKind(f"whether {whose} rangestrikes", YES),
        **{f"{before}{trait}": FactKind(f"whether {whose} has this trait", YES) for trait in sorted(TRAITS)},
    }


def _in_touch(role: str, kinds: Kinds) -> dict[str, FactKind]:
    """Return the facts of one of two enemies, of which a row on a character says whether they are in contact."""
    facts = _role(role, kinds)
    return {
        name: replace(kind, on=kind.on or ("characters",))
        for name, kind in facts.items()
        if name not in (role, f"{role}_in_contact")
    }


def _role(role: str, kinds: Kinds) -> dict[str, FactKind]:
    """Return the facts of one who takes part."""
    return {
        role: FactKind(f"what the {role} is to the hazard that carries the row", NATIVE, on=GROUND),
        f"{role}_source": FactKind(
            f"what the {role} is to the one who laid the effect that carries the row",
            ("self", "friend", "enemy"),
            on=("effects",),
        ),
        **_profile_facts(role, kinds),
        f"{role}_power": FactKind(f"the Power of the {role}", least=1),
        f"{role}_skill": FactKind(f"the printed Skill of the {role}", least=1),
        f"{role}_side": FactKind(f"the side of the {role}", SIDES),
        f"{role}_owner": FactKind(f"the player of the {role}", text=True),
        f"{role}_hits": FactKind(f"the hits that the {role} has taken", least=0),
        f"{role}_moved": FactKind(f"whether the {role} has moved or entered in this Maneuver Phase", YES),
        f"{role}_hex": FactKind(f"the hex of the {role}", kinds.hexes),
        f"{role}_in_contact": FactKind(f"whether the {role} is in contact with an enemy", YES),
    }
