"""Every moment of a Titan ruleset by its name."""

from __future__ import annotations

from referee.core.rules.moments import Moment
from referee.core.rules.rulesets import Ruleset

from ..masterboard.moments import board_moments
from ..masterboard.tables import MasterboardTable
from ..tables import Characters, Effects
from . import casting, characters, events, strikes
from .shared import SharedFacts


def moments_of(ruleset: Ruleset) -> dict[str, Moment]:
    """Return every moment of a battle and of the Masterboard, with the facts and quantities of its rows."""
    shared = SharedFacts(ruleset)
    people = ruleset.typed("characters", Characters)
    classes = {name: one.cls for name, one in people.characters.items()}
    board = ruleset.typed("masterboard", MasterboardTable)
    return {
        "step": characters.step(shared),
        "strike": strikes.strike(shared),
        "line": strikes.line(shared),
        "contact": strikes.contact(shared),
        "hold": strikes.hold(shared),
        "cast": casting.cast(shared),
        "carry-over": strikes.carry_over(shared),
        "damage": events.damage(shared),
        "event": events.event(shared),
        "ability": events.ability(shared),
        "share": events.share(),
        "height": characters.height(),
        "profile": characters.profile(shared),
        **board_moments(board, classes, people.classes, ruleset.typed("effects", Effects).effects),
    }
