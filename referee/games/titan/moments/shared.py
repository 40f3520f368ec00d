"""The facts that several moments of a battle share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from referee.core.rules.moments import YES, FactKind, QuantityKind, Settled
from referee.core.rules.rows import Fact
from referee.core.rules.rulesets import Ruleset

from ..carriers import Always, Carrier
from ..magic.spell_tables import Spells
from ..masterboard.tables import MasterboardTable
from ..sides import SIDES
from ..tables import TRAITS, Battlelands, Characters, CombatNumbers, Effects, Hazard, Hazards

GROUND = ("hexes", "hexsides")
# what a character is to a hazard
NATIVE = ("native", "other")
CROSSING = FactKind("how the hexside is crossed", ("up", "down"), on=("hexsides",))
UNHINDERED = FactKind("whether nothing on the line affects the striker's rangestrike", YES)


# what a roll is made of
ROLL = {
    "dice": QuantityKind("dice", most=60, why="as no roll has more", floor=0),
    "skill": QuantityKind("the striker's Skill-factor", most=12, why="as no factor is higher"),
    "target_skill": QuantityKind("the target's Skill-factor", most=12, why="as no factor is higher"),
}
HITS = {
    "hits": QuantityKind("hits taken", most=60, why="as nobody can take more", floor=0),
    "heals": QuantityKind("hits healed, before any are taken", most=60, why="as nobody can take more", floor=0),
}


class SharedFacts:
    """The facts of one ruleset: where and when a battle is, who takes part, and what a character settles."""

    def __init__(self, ruleset: Ruleset) -> None:
        ground = ruleset.typed("hazards", Hazards)
        hazards = ground.hazards
        # whether of several costs of one step the greatest alone counts, whatever is chosen
        chosen = any(ruling.option == "slowings" for ruling in ruleset.rulings.values())
        self.greatest = ground.costs == "largest" and not chosen
        people = ruleset.typed("characters", Characters)
        faces = ruleset.typed("combat", CombatNumbers).die.faces
        # one more than the die shows never hits
        self.number = QuantityKind("the strike-number", most=faces + 1, why=f"as the die has {faces} faces")
        lands = ruleset.typed("battlelands", Battlelands)
        board = ruleset.typed("masterboard", MasterboardTable)
        numbers = ruleset.typed("combat", CombatNumbers)
        effects = ruleset.typed("effects", Effects).effects
        carriers: list[Carrier] = [*hazards.values(), *effects.values(), *people.classes.values()]
        carriers += [*people.characters.values(), *lands.battlelands.values(), ruleset.typed("always", Always)]
        carriers += [*board.terrains.values(), *board.lands.values()]
        abilities = {name: ability for carrier in carriers for name, ability in carrier.abilities.items()}
        self.characters, self.classes = tuple(people.characters), tuple(people.classes)
        self.hexes, self.abilities = tuple(lands.coordinates), tuple(abilities)
        spells = ruleset.typed("spells", Spells) if "spells" in ruleset.tables else Spells()
        self.spells, self.spell_kinds = tuple(spells.spells), tuple(spells.kinds)
        self.casts = ("cast",) if spells.spells else ()
        self.rangespells = ("rangespell",) if spells.spells else ()
        self.laying = {"lays": ("effect", tuple(effects)), "ends": ("effect", tuple(effects))}
        lying = [name for name, effect in effects.items() if effect.lies in ("hex", "hexside")]
        self.grounds = (*hazards, *lying)
        of_hexes = [name for name, hazard in hazards.items() if hazard.lies == "hex"]
        self.on_hexes = (*of_hexes, *(name for name in lying if effects[name].lies == "hex"))
        # nobody fights for another side where no effect gives control
        gives = any(effect.control is not None for effect in effects.values())
        self.controlled: tuple[Fact, ...] = YES if gives else (False,)
        self.most_controls = None if gives else 0
        self.place = {
            "battleland": FactKind("the Battleland", tuple(lands.battlelands)),
            "terrain": FactKind("the terrain of the Land, which is that of the Battleland", tuple(board.terrains)),
            "land": FactKind("the Land of the Masterboard, where the battle is part of a game", tuple(board.lands)),
        }
        self.rounds = numbers.rounds
        self.always = always = {
            "round": FactKind("the round of the battle", least=1, most=numbers.rounds),
            "active_side": FactKind("whose Maneuver Phase it is, or was last", SIDES),
        }
        self.anytime = {**self.place, **always, "phase": FactKind("the phase", ("maneuver", "strike"))}
        self.moving = {**self.anytime, "phase": FactKind("the phase", ("maneuver",))}
        self.striking = {**self.anytime, "phase": FactKind("the phase", ("strike",))}
        early = any(one.roll and one.phase != "strike" for one in abilities.values())
        self.rolling = self.anytime if early else self.striking
        friendly = any(one.roll and one.at != "enemy" for one in abilities.values())
        self.opposed = () if friendly else (*enemies("striker", "target"), *self.apart("striker", "target"))
        self.unshot = _unshot(any(one.roll == "rangestrike" for one in abilities.values()))
        farthest = max([numbers.rangestrikes.most, *(one.range[1] for one in abilities.values())])
        self.sighted = _line(hazards, farthest, {})
        self.lines = _line(hazards, farthest, {"roll": ("rangestrike", "ability", *self.casts)})
        standing = {
            f"{role}_ground": FactKind(f"what the hex of the {role} is, or what lies on it", self.on_hexes, of=role)
            for role in ("striker", "target")
        }
        self.two = {**self.role("striker"), **self.role("target"), **standing}
        places: dict[str, list[str]] = {name: [f"elsewhere: {name}"] for name in (*lands.battlelands, *board.terrains)}
        for name, land in board.lands.items():
            places.setdefault(land.terrain, []).append(name)
        self._by_terrain: dict[Fact, tuple[Fact, ...]] = {name: tuple(known) for name, known in places.items()}
        self._by_character = _by_character(people, carriers)
        # whether rows change who flies
        self.flight_varies = any(
            row.frees is not None or row.flies is not None for one in carriers for row in one.profile.values()
        )

    def character(self, role: str) -> dict[str, FactKind]:
        """Return the facts of what a character is, named for its role."""
        before = f"{role}_" if role else ""
        whose = f"the {role}" if role else "the character"
        return {
            f"{before}character": FactKind(f"what {whose} is", self.characters, of=role),
            f"{before}class": FactKind(f"the class of {whose}", self.classes, of=role),
            f"{before}flies": FactKind(f"whether {whose} flies", YES, of=role),
            f"{before}rangestrikes": FactKind(f"whether {whose} rangestrikes", YES, of=role),
            **{
                f"{before}{trait}": FactKind(f"whether {whose} has this trait", YES, of=role, family="trait")
                for trait in sorted(TRAITS)
            },
        }

    def role(self, role: str) -> dict[str, FactKind]:
        """Return the facts of one who takes part."""
        controls = f"how many fight for another side by effects that the {role} laid"
        facts = {
            role: FactKind(
                f"what the {role} is to the hazard that carries the row", NATIVE, on=GROUND, family="native"
            ),
            f"{role}_source": FactKind(
                f"what the {role} is to the one who laid the effect that carries the row",
                ("self", "friend", "enemy"),
                on=("effects",),
            ),
            **self.character(role),
            f"{role}_power": FactKind(f"the Power of the {role}", least=1),
            f"{role}_skill": FactKind(f"the printed Skill of the {role}", least=1),
            f"{role}_side": FactKind(f"the side for which the {role} fights", SIDES),
            f"{role}_owner": FactKind(f"the player to whom the {role} belongs", text=True),
            f"{role}_controlled": FactKind(f"whether the {role} fights for another side than its own", self.controlled),
            f"{role}_controls": FactKind(controls, least=0, most=self.most_controls),
            f"{role}_hits": FactKind(f"the hits that the {role} has taken", least=0),
            f"{role}_hits_left": FactKind(f"how many more hits slay the {role}, 0 where it is slain", least=0),
            f"{role}_moved": FactKind(f"whether the {role} has moved or entered in the last Maneuver Phase", YES),
            f"{role}_gone": FactKind(f"how many hexes the {role} has gone in it", least=0, part_of=f"{role}_moved"),
            f"{role}_hex": FactKind(f"the hex of the {role}", self.hexes),
            f"{role}_in_contact": FactKind(f"whether the {role} is in contact with an enemy", YES),
            f"{role}_enemies_beside": FactKind(f"how many enemies in contact with the {role} live", least=0, most=6),
            f"{role}_friends_beside": FactKind(
                f"how many friends live on the hexes beside the {role}", least=0, most=6
            ),
            f"{role}_alike_beside": FactKind(
                f"how many of these are of the same character as the {role}",
                least=0,
                most=6,
                part_of=f"{role}_friends_beside",
            ),
        }
        return {name: replace(kind, of=role) for name, kind in facts.items()}

    def in_touch(self, role: str) -> dict[str, FactKind]:
        """Return the facts of one of two enemies, of which a row on a character says whether they are in contact."""
        facts = self.role(role)
        return {
            name: replace(kind, on=kind.on or ("characters",))
            for name, kind in facts.items()
            if name not in (role, f"{role}_in_contact", f"{role}_enemies_beside")
        }

    def apart(self, one: str, other: str) -> tuple[Mapping[str, Fact], ...]:
        """Return what does not occur since two never stand on one hex."""
        return tuple({f"{one}_hex": label, f"{other}_hex": label} for label in self.hexes)

    def settled(self, *roles: str) -> Settled:
        """Return the facts of those who take part that are settled by what character they are."""
        out: dict[str, tuple[str, Mapping[Fact, tuple[Fact, ...]]]] = {
            # a Land has one terrain, and its Battleland; some Battlelands are of no Land of the board
            "terrain": ("land", self._by_terrain),
            "battleland": ("land", self._by_terrain),
        }
        for role in roles:
            before = f"{role}_" if role else ""
            out |= {f"{before}{fact}": (f"{before}character", values) for fact, values in self._by_character.items()}
            if role == "striker":
                out["unhindered"] = ("striker_character", self._by_character["unhindered_rangestrike"])
        return out


def enemies(one: str, other: str) -> tuple[Mapping[str, Fact], ...]:
    """Return what does not occur since two are enemies."""
    return tuple({f"{one}_side": side, f"{other}_side": side} for side in SIDES)


def _unshot(by_ability: bool) -> tuple[Mapping[str, Fact], ...]:
    """Return what does not occur since such a rangestrike cannot be made (LoT 13.0, 13.4).

    An ability may roll as a rangestrike of one who does not rangestrike.
    """
    immune: dict[str, Fact] = {"target_immune_to_rangestrikes": True, "striker_rangestrikes_lords": False}
    unable: dict[str, Fact] = {"striker_rangestrikes": False}
    roll: dict[str, Fact] = {"roll": "rangestrike"}
    return (roll | immune,) if by_ability else (roll | immune, roll | unable)


def active(role: str) -> tuple[Mapping[str, Fact], ...]:
    """Return what does not occur since one is active where its side maneuvers, or has maneuvered last."""
    return tuple(
        {"active": value, f"{role}_side": side, "active_side": moving}
        for side in SIDES
        for moving in SIDES
        for value in YES
        if value is not (side == moving)
    )


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
            out[name] = FactKind(whole, least=0, most=most - 1, only=only, family="line")
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
