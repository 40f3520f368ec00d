"""The moments of a Titan ruleset by name: of what happens to a character in a battle, and of the Masterboard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import get_args

from msgspec.structs import replace

from referee.core.rules.moments import YES, FactKind, Moment, QuantityKind
from referee.core.rules.rows import Fact
from referee.core.rules.rulesets import Ruleset

from ..carriers import EVERYWHERE
from ..magic.spell_tables import Does
from ..masterboard.moments import board_moments
from ..masterboard.tables import MasterboardTable, Masterplay
from ..rows import Occasion
from ..sides import SIDES
from ..tables import Characters, CombatNumbers, Effects
from .shared import CROSSING, GROUND, HITS, ROLL, UNHINDERED, SharedFacts, active, enemies


def strike(shared: SharedFacts) -> Moment:
    """Return a strike, a rangestrike, or the roll of an ability."""
    return Moment(
        "a strike",
        {
            "roll": FactKind("what is rolled", ("strike", "rangestrike", "ability", *shared.casts)),
            "ability": FactKind("the ability that is used", shared.abilities),
            **_of_casts(shared),
            **shared.two,
            "at": FactKind("whose hex the carrier lies in", ("striker", "target", "between"), on=("hexes",)),
            "as": FactKind("which of the two the carrier is", ("striker", "target"), on=("characters",)),
            "crossing": CROSSING,
            "unhindered": UNHINDERED,
            **shared.lines,
            **shared.rolling,
        },
        {
            **ROLL,
            "number": shared.number,
            "hits": QuantityKind("hits of those that the dice show", most=60, why="as no roll has more dice", floor=0),
        },
        never=({"roll": "strike", "at": "between"}, *shared.opposed, *shared.unshot),
        settled=shared.settled("striker", "target"),
        fields=("faces",),
        marks=("forgo", "once"),
    )


def _of_casts(shared: SharedFacts) -> dict[str, FactKind]:
    """Return the facts of the roll of a cast, none where the ruleset has no Spells."""
    only: Mapping[str, tuple[Fact, ...]] = {"roll": ("cast",)}
    if not (about := _of_spell(shared, only)):
        return {}
    return {
        **about,
        "mode": FactKind("whether it is cast near or far", ("proximal", "ranged"), only=only),
        "occupied": FactKind("whether somebody stands on the hex at which it is cast", YES, only=only),
    }


def _of_spell(shared: SharedFacts, only: Mapping[str, tuple[Fact, ...]]) -> dict[str, FactKind]:
    """Return what is known of a Spell that is cast, nothing where the ruleset has no Spells."""
    if not shared.spells:
        return {}
    return {
        "spell": FactKind("the Spell that is cast", shared.spells, only=only),
        "spell_kind": FactKind("the kind of that Spell", shared.spell_kinds, only=only),
    }


def line(shared: SharedFacts) -> Moment:
    """Return a line of sight."""
    return Moment(
        "a line of sight",
        {
            "line": FactKind("what the line is for", ("rangestrike", *shared.rangespells)),
            **shared.two,
            "at": FactKind("whose hex the carrier lies in", ("striker", "target", "between"), on=("hexes",)),
            "as": FactKind("which of the two the carrier is", ("striker", "target"), on=("characters",)),
            "crossing": CROSSING,
            "unhindered": UNHINDERED,
            **shared.sighted,
            **shared.rolling,
        },
        {},
        forbids="the line",
        never=shared.opposed,
        settled=shared.settled("striker", "target"),
        fields=(),
    )


def contact(shared: SharedFacts) -> Moment:
    """Return contact of two enemies."""
    return Moment(
        "contact",
        {"crossing": CROSSING, **shared.in_touch("subject"), **shared.in_touch("other")},
        {},
        forbids="contact",
        on=(*GROUND, "characters", *EVERYWHERE),
        fields=(),
    )


def hold(shared: SharedFacts) -> Moment:
    """Return holding an enemy in contact."""
    return Moment(
        "holding an enemy in contact",
        {
            **shared.role("holder"),
            **shared.role("held"),
            "as": FactKind("which of the two the carrier is", ("holder", "held"), on=("characters",)),
            "crossing": CROSSING,
            "at": FactKind("whose hex the carrier lies in", ("holder", "held"), on=("hexes",)),
            **shared.moving,
        },
        {},
        forbids="holding",
        on=(*GROUND, "characters", *EVERYWHERE),
        never=(*enemies("holder", "held"), *shared.apart("holder", "held")),
        settled=shared.settled("holder", "held"),
        fields=(),
    )


def carry_over(shared: SharedFacts) -> Moment:
    """Return carrying excess hits over."""
    return Moment(
        "carrying over",
        {
            **shared.two,
            **shared.role("other"),
            "as": FactKind("which of the three the carrier is", ("striker", "target", "other"), on=("characters",)),
            "at": FactKind("whose hex the carrier lies in", ("striker", "target", "other"), on=("hexes",)),
            "crossing": CROSSING,
            "strike_crossing": FactKind("whether the strike went up over such a hexside", ("up", "none")),
            **shared.striking,
        },
        {},
        forbids="carrying over",
        never=(
            *enemies("striker", "target"),
            *enemies("striker", "other"),
            *shared.apart("striker", "target"),
            *shared.apart("striker", "other"),
            *shared.apart("target", "other"),
        ),
        settled=shared.settled("striker", "target", "other"),
        fields=(),
    )


def damage(shared: SharedFacts) -> Moment:
    """Return the start of a Strike Phase."""
    return Moment(
        "the start of a Strike Phase",
        {
            **shared.role("occupant"),
            "active": FactKind("whether it is the Strike Phase after the occupant's own Maneuver Phase", YES),
            **shared.striking,
        },
        HITS,
        on=("hexes", "characters", *EVERYWHERE),
        never=active("occupant"),
        settled=shared.settled("occupant"),
        fields=(),
    )


def event(shared: SharedFacts) -> Moment:
    """Return an event of a battle."""
    cast = _of_spell(shared, {"event": ("casts",)})
    works = FactKind("whether the Spell that is cast works", YES, only={"event": ("casts",)})
    occasions = [one for one in get_args(Occasion) if cast or one != "casts"]
    return Moment(
        "an event",
        {
            "event": FactKind("what happens", tuple(occasions)),
            **shared.role("subject"),
            **shared.role("striker"),
            "as": FactKind("which of the two the carrier is", ("subject", "striker"), on=("characters",)),
            "active": FactKind("whether the subject's side maneuvers, or has maneuvered last", YES),
            "crossing": CROSSING,
            **(cast and {**cast, "works": works}),
            **shared.anytime,
        },
        HITS,
        never=(*active("subject"), *_moments(shared.rounds)),
        settled=shared.settled("subject"),
        names=shared.laying,
        fields=("lays", "ends", "sends"),
        marks=("whom", "uses"),
    )


def _moments(rounds: int) -> Iterator[Mapping[str, Fact]]:
    """Yield what does not occur since an event belongs to one phase, and the first of them to the first round."""
    for phase, other in (("maneuver", "strike"), ("strike", "maneuver")):
        for edge in ("begins", "ends"):
            yield {"event": f"{phase}_{edge}", "phase": other}
    yield {"event": "battle_begins", "phase": "strike"}
    for number in range(2, rounds + 1):
        yield {"event": "battle_begins", "round": number}


def ability(shared: SharedFacts) -> Moment:
    """Return the use of an ability."""
    return Moment(
        "an ability",
        {
            **shared.role("user"),
            **shared.role("target"),
            "range": FactKind("the hexes to the target, both ends counted"),
            "active": FactKind("whether the user's side maneuvers, or has maneuvered last", YES),
            **shared.anytime,
        },
        {
            **ROLL,
            "skill": replace(ROLL["skill"], says="the user's Skill-factor"),
            "number": shared.number,
            "hits": replace(HITS["hits"], says="hits that the target takes without a roll"),
            "heals": HITS["heals"],
        },
        grants="is an ability",
        never=active("user"),
        settled=shared.settled("user", "target"),
        names={**shared.laying, "shifts": shared.laying["lays"]},
    )


def share() -> Moment:
    """Return points that are not scored in full."""
    says = "points that are not scored in full"
    return Moment(says, {}, {"points": QuantityKind("points")}, grants="has them scored in full")


_far = partial(QuantityKind, most=60, why="as no way is longer")
_skill = partial(QuantityKind, most=12, why="as no factor is higher")


def step(shared: SharedFacts) -> Moment:
    """Return a step of a move."""
    return Moment(
        "a step of a move",
        {
            **shared.role("mover"),
            "manner": FactKind(
                "on the ground, a flyer's last hex, a hex flown over, or the hex where a move begins, as it is left",
                ("enter", "land", "over", "leave"),
            ),
            "flying": FactKind("whether the mover flies", YES),
            "crossing": CROSSING,
            **shared.moving,
        },
        {"cost": _far("hexes of movement", plain="is what the step costs", least=1, greatest=shared.greatest)},
        forbids="the step",
        never=(
            {"manner": "enter", "flying": True},
            {"manner": "land", "flying": False},
            {"manner": "over", "flying": False},
            *(
                []
                if shared.flight_varies
                else [{"flying": True, "mover_flies": False}, {"flying": False, "mover_flies": True}]
            ),
        ),
        settled=shared.settled("mover"),
        fields=("stops",),
    )


def height() -> Moment:
    """Return the level of a hex."""
    levels = QuantityKind("levels", most=5, why="as no ground is higher")
    return Moment("the level of a hex", {}, {"elevation": levels}, on=("hexes",), fields=())


def profile(shared: SharedFacts) -> Moment:
    """Return what a character is."""
    return Moment(
        "what a character is",
        {
            **shared.character(""),
            "side": FactKind("the side for which the character fights", SIDES),
            "owner": FactKind("the player to whom it belongs", text=True),
            "controlled": FactKind("whether it fights for another side than its own", shared.controlled),
            "hits": FactKind("the hits that it has taken", least=0),
            "round": shared.always["round"],
            "fresh": FactKind("whether it is the phase in which the effect was laid", YES, on=("effects",)),
            "moved": FactKind("whether the character had moved in this phase when it became so", YES),
            **shared.place,
        },
        {
            "power": QuantityKind("Power: dice, and the hits that slay", most=60, why="as nobody is stronger"),
            "skill": _skill("Skill: as striker, as target, allowance and range"),
            "strike_skill": _skill("Skill as striker"),
            "target_skill": _skill("Skill as target"),
            "allowance": _far("hexes of movement in a phase"),
            "flight": _far("hexes of movement of one who flies, before what changes the allowance"),
            "extra": _far("hexes that one who has moved in this phase may move farther"),
            "frees": _far("how often in a Maneuver Phase one may either fly or move away though in contact"),
            "range": _far("hexes of a rangestrike, both ends counted"),
        },
        on=("characters", *EVERYWHERE),
        settled=shared.settled(""),
        fields=("flies", "rangestrikes", "native_to"),
        names={"native_to": ("hazard", shared.grounds)},
    )


# what no cast asks of its target
_UNAIMED = frozenset(f"target_{name}" for name in ("source", "owner", "controlled", "controls", "gone", "alike_beside"))


def cast(shared: SharedFacts) -> Moment:
    """Return casting a Spell, or doing what takes the place of a cast."""
    return Moment(
        "casting a Spell",
        {
            "spell": FactKind("the Spell", shared.spells),
            "spell_kind": FactKind("the kind of the Spell", shared.spell_kinds),
            "does": FactKind("what the Spell does, where it is cast on the Masterboard", get_args(Does)),
            "at": FactKind("which of two Lands of the Masterboard the carrier is", ("caster", "target"), on=("lands",)),
            **shared.role("caster"),
            **{
                name: kind
                for name, kind in shared.role("target").items()
                if kind.family != "trait" and name not in _UNAIMED
            },
            "target_spells": FactKind(
                "how many Spells of the kind that is cast lie on the target", least=0, of="target"
            ),
            **shared.anytime,
        },
        {},
        forbids="casting",
        on=("hexes", "characters", *EVERYWHERE),
        settled=shared.settled("caster", "target"),
        fields=(),
    )


def moments_of(ruleset: Ruleset) -> dict[str, Moment]:
    """Return every moment of a battle and of the Masterboard, with the facts and quantities of its rows."""
    shared = SharedFacts(ruleset)
    people, board = ruleset.typed("characters", Characters), ruleset.typed("masterboard", MasterboardTable)
    play, numbers = ruleset.typed("masterplay", Masterplay), ruleset.typed("combat", CombatNumbers)
    # a legion that is set up is not split yet, and who is evoked into one is not counted
    highest = None if shared.spells else max(numbers.legion_most, len(play.start.lords) + len(play.start.creatures))
    return {
        "step": step(shared),
        "strike": strike(shared),
        "line": line(shared),
        "contact": contact(shared),
        "hold": hold(shared),
        "cast": cast(shared),
        "carry-over": carry_over(shared),
        "damage": damage(shared),
        "event": event(shared),
        "ability": ability(shared),
        "share": share(),
        "height": height(),
        "profile": profile(shared),
        **board_moments(board, people, ruleset.typed("effects", Effects).effects, highest, play.movement_die),
    }
