"""The moment of casting a Spell."""

from __future__ import annotations

from typing import get_args

from referee.core.rules.moments import FactKind, Moment

from ..carriers import EVERYWHERE
from ..magic.spell_tables import Does
from .shared import SharedFacts


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
            **shared.anytime,
        },
        {},
        forbids="casting",
        on=("hexes", "characters", *EVERYWHERE),
        settled=shared.settled("caster"),
        fields=(),
    )
