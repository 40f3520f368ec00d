"""The moments of strikes, of lines of sight, and of what contact does."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.rules.moments import YES, FactKind, Moment, QuantityKind
from referee.core.rules.rows import Fact

from ..carriers import EVERYWHERE
from .shared import CROSSING, GROUND, ROLL, UNHINDERED, SharedFacts, enemies


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
            "hits": QuantityKind("hits of those that the dice show", most=60, why="as no roll has more dice"),
        },
        never=({"roll": "strike", "at": "between"}, *shared.opposed, *shared.unshot),
        settled=shared.settled("striker", "target"),
        fields=(),
        marks=("forgo", "once"),
    )


def _of_casts(shared: SharedFacts) -> dict[str, FactKind]:
    """Return the facts of the roll of a cast, none where the ruleset has no Spells."""
    if not shared.spells:
        return {}
    only: Mapping[str, tuple[Fact, ...]] = {"roll": ("cast",)}
    return {
        "spell": FactKind("the Spell that is cast", shared.spells, only=only),
        "spell_kind": FactKind("the kind of that Spell", shared.spell_kinds, only=only),
        "mode": FactKind("whether it is cast near or far", ("proximal", "ranged"), only=only),
        "occupied": FactKind("whether somebody stands on the hex at which it is cast", YES, only=only),
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
