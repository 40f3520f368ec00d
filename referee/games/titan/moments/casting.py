"""The moment of casting a Spell."""

from __future__ import annotations

from referee.core.rules.moments import FactKind, Moment

from ..carriers import EVERYWHERE
from .shared import SharedFacts


def cast(shared: SharedFacts) -> Moment:
    """Return casting a Spell, or doing what takes the place of a cast."""
    return Moment(
        "casting a Spell",
        {
            "spell": FactKind("the Spell", shared.spells),
            "spell_kind": FactKind("the kind of the Spell", shared.spell_kinds),
            **shared.role("caster"),
            **shared.anytime,
        },
        {},
        forbids="casting",
        on=("hexes", "characters", *EVERYWHERE),
        settled=shared.settled("caster"),
        fields=(),
    )
