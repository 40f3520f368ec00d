"""The Spells of the Masterboard by what they do."""

from __future__ import annotations

from collections.abc import Mapping

from ..spell_tables import Does
from .base import Act, Deed
from .journeys import Move, Teleport
from .musters import MusterNow
from .sights import See
from .storms import DispelStorm, RaiseStorm
from .times import RollAgain, SplitLate, Stay
from .unions import Capture, Carry, Merge

ACTS: Mapping[Does, Act] = {
    "move": Move(),
    "teleport": Teleport(),
    "capture": Capture(),
    "merge": Merge(),
    "carry": Carry(),
    "see": See(),
    "roll_again": RollAgain(),
    "stay": Stay(),
    "split": SplitLate(),
    "muster": MusterNow(),
    "storm": RaiseStorm(),
    "dispel": DispelStorm(),
}


def act_of(deed: Deed) -> Act:
    """Return the act of a Spell that is cast on the Masterboard."""
    assert deed.spell.does is not None
    return ACTS[deed.spell.does]
