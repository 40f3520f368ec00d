"""The moments of what a character is, how it moves, and how high its hex lies."""

from __future__ import annotations

from functools import partial

from referee.core.rules.moments import YES, FactKind, Moment, QuantityKind

from ..carriers import EVERYWHERE
from ..sides import SIDES
from .shared import CROSSING, SharedFacts

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
