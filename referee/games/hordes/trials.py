"""States from which games at random meet what rows are about: armies that stand near each other."""

from __future__ import annotations

from random import Random

from referee.core.rules.rulesets import Ruleset

from .new import Parameters, new
from .state import State

# how far apart the armies may stand, in paces
_GAPS = (300, 450, 700)


def trial(ruleset: Ruleset, chance: Random) -> State:
    """Return a new battle of which the second army has come nearer."""
    state = new(Parameters(game="trial"), ruleset)
    first, second = state.armies or {}
    front = {
        army: [one.y for one in state.elements if one.army == army and one.y is not None] for army in (first, second)
    }
    if front[first] and front[second]:
        nearer = min(front[second]) - max(front[first]) - chance.choice(_GAPS)
        for one in state.elements:
            if one.army == second and one.y is not None:
                one.y -= max(nearer, 0)
    return state
