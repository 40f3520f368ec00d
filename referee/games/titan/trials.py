"""States from which games at random meet what rows are about: battles of chance, and new games."""

from __future__ import annotations

from random import Random

from referee.core.rules.rulesets import Ruleset

from .new import new
from .parameters import Parameters
from .state import State
from .tables import Battlelands, Characters

_PLAYERS = ("black", "red")
# of so many games one is of the Masterboard
_GAMES = 3
_MOST = 5


def trial(ruleset: Ruleset, chance: Random) -> State:
    """Return a battle of a few characters, or a new game of two players."""
    if chance.randrange(_GAMES) == 0:
        return new(Parameters(game="trial", players=list(_PLAYERS)), ruleset)
    people = ruleset.typed("characters", Characters)
    lands = list(ruleset.typed("battlelands", Battlelands).battlelands)
    evoked = {name for name, one in people.classes.items() if "evoked" in one.traits}
    names = [name for name, one in people.characters.items() if one.number and one.cls not in evoked]
    sides = [chance.sample(names, chance.randint(1, _MOST)) for _ in _PLAYERS]
    given = Parameters(game="trial", battleland=chance.choice(lands), attacking=sides[0], defending=sides[1])
    return new(given, ruleset)
