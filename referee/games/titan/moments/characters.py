"""The moments of what a character is, how it moves, and how high its hex lies."""

from __future__ import annotations

from referee.core.rules.moments import YES, FactKind, Moment, QuantityKind

from ..carriers import EVERYWHERE
from ..sides import SIDES
from .shared import CROSSING, SharedFacts


def step(shared: SharedFacts) -> Moment:
    """Return a step of a move."""
    return Moment(
        "a step of a move",
        {
            **shared.role("mover"),
            "manner": FactKind("on the ground, a flyer's last hex, a hex flown over", ("enter", "land", "over")),
            "flying": FactKind("whether the mover flies", YES),
            "crossing": CROSSING,
            **shared.moving,
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
        settled=shared.settled("mover"),
        fields=(),
    )


def height() -> Moment:
    """Return the level of a hex."""
    return Moment("the level of a hex", {}, {"elevation": QuantityKind("levels")}, on=("hexes",), fields=())


def profile(shared: SharedFacts) -> Moment:
    """Return what a character is."""
    return Moment(
        "what a character is",
        {
            **shared.character(""),
            "side": FactKind("the side for which the character fights", SIDES),
            "owner": FactKind("the player to whom it belongs", text=True),
            "controlled": FactKind("whether an effect makes it fight for the other side", YES),
            "hits": FactKind("the hits that it has taken", least=0),
            "round": shared.always["round"],
            **shared.place,
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
        settled=shared.settled(""),
        fields=("flies", "rangestrikes", "native_to"),
        names={"native_to": ("hazard", shared.grounds)},
    )
