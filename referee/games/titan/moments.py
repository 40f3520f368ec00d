"""The moments of a game: which facts the rows of each section may name, and which quantities they may change."""

from __future__ import annotations

from typing import get_args

from referee.core.rules.moments import YES, FactKind, Moment, QuantityKind
from referee.core.rules.rulesets import Ruleset

from .carriers import EVERYWHERE, Always, Carrier, Occasion
from .masterboard.moments import board_moments
from .masterboard.tables import MasterboardTable
from .sides import SIDES
from .tables import TRAITS, Battlelands, Characters, Effects, Hazards

GROUND = ("hexes", "hexsides")


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
    now = {
        "round": FactKind("the round of the battle, from 1"),
        "phase": FactKind("the phase", ("maneuver", "strike")),
        "active_side": FactKind("whose Maneuver Phase it is, or was last", SIDES),
    }
    effects = ruleset.typed("effects", Effects).effects
    always = ruleset.typed("always", Always)
    carriers: list[Carrier] = [*hazards.values(), *effects.values(), *people.classes.values()]
    carriers += [*people.characters.values(), *lands.battlelands.values(), always]
    carriers += [*board.terrains.values(), *board.lands.values()]
    ability = FactKind(
        "the ability that is used", tuple(dict.fromkeys(name for carrier in carriers for name in carrier.abilities))
    )
    laying = {"lays": ("effect", tuple(effects)), "ends": ("effect", tuple(effects))}
    kinds = (tuple(people.characters), tuple(people.classes))
    lines: dict[str, FactKind] = {"range": FactKind("the hexes of a rangestrike, both ends counted")}
    for name, hazard in hazards.items():
        if hazard.lies == "hexside":
            lines |= {
                name: FactKind(f"how many {hazard.title} hexsides the line of a rangestrike crosses"),
                f"{name}_atop": FactKind("of those, how many have an end of the line directly atop"),
                f"{name}_foot": FactKind("of those, how many have an end of the line directly below"),
                f"{name}_between": FactKind("of those, how many have no end of the line atop"),
            }
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
                **place,
                **now,
            },
            {"cost": QuantityKind("hexes of movement", plain="is what the step costs", least=0)},
            forbids="the step",
        ),
        "strike": Moment(
            "a strike",
            {
                "roll": FactKind("what is rolled", ("strike", "rangestrike", "ability")),
                "ability": ability,
                **two,
                "at": FactKind("whose hex the carrier lies in", ("striker", "target", "between"), on=("hexes",)),
                "as": FactKind("which of the two the carrier is", ("striker", "target"), on=("characters",)),
                "crossing": crossing,
                "unhindered": unhindered,
                **lines,
                **place,
                **now,
            },
            {
                "dice": QuantityKind("dice"),
                "skill": QuantityKind("the striker's Skill-factor"),
                "target_skill": QuantityKind("the target's Skill-factor"),
                "number": QuantityKind("the strike-number"),
            },
            never=({"roll": "strike", "at": "between"},),
        ),
        "line": Moment(
            "a line of sight",
            {
                **two,
                "at": FactKind("where the carrier lies", ("between",), on=("hexes",)),
                "crossing": crossing,
                "unhindered": unhindered,
                **lines,
                **place,
                **now,
            },
            {},
            forbids="the line",
        ),
        "contact": Moment("contact", {"crossing": crossing}, {}, forbids="contact", on=(*GROUND, *EVERYWHERE)),
        "hold": Moment(
            "holding an enemy in contact",
            {
                **_role("holder", kinds),
                **_role("held", kinds),
                "as": FactKind("which of the two the carrier is", ("holder", "held"), on=("characters",)),
                "at": FactKind("whose hex the carrier lies in", ("holder", "held"), on=("hexes",)),
                **place,
                **now,
            },
            {},
            forbids="holding",
            on=("hexes", "characters", *EVERYWHERE),
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
                **place,
                **now,
            },
            {},
            forbids="carrying over",
        ),
        "damage": Moment(
            "the start of a Strike Phase",
            {
                **_role("occupant", kinds),
                "active": FactKind("whether it is the Strike Phase after the occupant's own Maneuver Phase", YES),
                **place,
                **now,
            },
            {"hits": QuantityKind("hits taken"), "heals": QuantityKind("hits healed, before any are taken")},
            on=("hexes", "characters", *EVERYWHERE),
        ),
        "event": Moment(
            "an event",
            {
                "event": FactKind("what happens", get_args(Occasion)),
                **_role("subject", kinds),
                "active": FactKind("whether the subject's side maneuvers, or has maneuvered last", YES),
                "crossing": crossing,
                **place,
                **now,
            },
            {"hits": QuantityKind("hits taken"), "heals": QuantityKind("hits healed, before any are taken")},
            names=laying,
        ),
        "ability": Moment(
            "an ability",
            {
                **_role("user", kinds),
                **_role("target", kinds),
                "active": FactKind("whether the user's side maneuvers, or has maneuvered last", YES),
                **place,
                **now,
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
            names=laying,
        ),
        "share": Moment("points that are not scored in full", {}, {"points": QuantityKind("points")}),
        "height": Moment("the level of a hex", {}, {"elevation": QuantityKind("levels")}, on=("hexes",)),
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
        ),
        **board_moments(board, people.characters, people.classes),
    }


def _profile_facts(role: str, kinds: tuple[tuple[str, ...], tuple[str, ...]]) -> dict[str, FactKind]:
    """Return the facts of what a character is, named for its role."""
    before = f"{role}_" if role else ""
    whose = f"the {role}" if role else "the character"
    return {
        f"{before}character": FactKind(f"what {whose} is", kinds[0]),
        f"{before}class": FactKind(f"the class of {whose}", kinds[1]),
        f"{before}flies": FactKind(f"whether {whose} flies", YES),
        f"{before}rangestrikes": FactKind(f"whether {whose} rangestrikes", YES),
        **{f"{before}{trait}": FactKind(f"whether {whose} has this trait", YES) for trait in sorted(TRAITS)},
    }


def _role(role: str, kinds: tuple[tuple[str, ...], tuple[str, ...]]) -> dict[str, FactKind]:
    """Return the facts of one who takes part."""
    return {
        role: FactKind(f"what the {role} is to the hazard that carries the row", ("native", "other"), on=GROUND),
        f"{role}_source": FactKind(
            f"what the {role} is to the one who laid the effect that carries the row", ("self", "friend", "enemy")
        ),
        **_profile_facts(role, kinds),
        f"{role}_power": FactKind(f"the Power of the {role}"),
        f"{role}_skill": FactKind(f"the printed Skill of the {role}"),
        f"{role}_side": FactKind(f"the side of the {role}", SIDES),
        f"{role}_owner": FactKind(f"the player of the {role}", text=True),
        f"{role}_hits": FactKind(f"the hits that the {role} has taken"),
        f"{role}_moved": FactKind(f"whether the {role} has moved or entered in this Maneuver Phase", YES),
        f"{role}_hex": FactKind(f"the hex of the {role}", text=True),
        f"{role}_in_contact": FactKind(f"whether the {role} is in contact with an enemy", YES),
    }
