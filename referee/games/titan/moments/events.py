"""The moments of what happens to characters: damage, events, abilities, and points for the slain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from msgspec.structs import replace

from referee.core.rules.moments import YES, FactKind, Moment, QuantityKind
from referee.core.rules.rows import Fact

from ..carriers import EVERYWHERE
from ..rows import Occasion
from .shared import CROSSING, HITS, ROLL, SharedFacts, active


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
    return Moment(
        "an event",
        {
            "event": FactKind("what happens", get_args(Occasion)),
            **shared.role("subject"),
            **shared.role("striker"),
            "as": FactKind("which of the two the carrier is", ("subject", "striker"), on=("characters",)),
            "active": FactKind("whether the subject's side maneuvers, or has maneuvered last", YES),
            "crossing": CROSSING,
            **shared.anytime,
        },
        HITS,
        never=(*active("subject"), *_moments(shared.rounds)),
        settled=shared.settled("subject"),
        names=shared.laying,
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
    return Moment("points that are not scored in full", {}, {"points": QuantityKind("points")})
