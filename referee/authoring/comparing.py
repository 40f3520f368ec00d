"""Two rulesets on one position: which orders one of them lists alone, and what comes out otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from referee.core.documents import builtins
from referee.core.documents.writing import flow
from referee.core.game.game import Game
from referee.core.game.state import State
from referee.core.rules.rulesets import Ruleset

from .playing import SECRET, Step, Table, at_random

# steps of a game at random, after which another begins
_STEPS = 40
# keys of a state that name its ruleset or its proof
_OF_RULES = ("ruleset", "rules", "chain", "awaiting", "options")


class Difference(NamedTuple):
    """A position on which two rulesets differ: its state, the step that was tried, and how they differ, in words."""

    state: State
    step: Step
    says: list[str]


def trial(game: Game, ruleset: Ruleset, chance: Random) -> State:
    """Return a state to begin a game at random."""
    found: State = game.trial(ruleset, chance) if game.trial is not None else game.new(game.parameters(), ruleset)
    return found


def under(state: State, table: Table) -> State:
    """Return a state as one of another ruleset."""
    return replace(state, ruleset=table.ruleset.name, rules=None)


def differences(one: Table, other: Table, state: State, step: Step, secret: bytes = SECRET) -> list[str]:
    """Return how two rulesets differ on a state and a step, an empty list where they do not."""
    out: list[str] = []
    states = [under(state, table) for table in (one, other)]
    for player in one.players(states[0])[0]:
        listed = [_listed(table, given, player) for table, given in zip((one, other), states, strict=True)]
        out += [f"{one.ruleset.name} alone lists {order}" for order in listed[0] if order not in listed[1]]
        out += [f"{other.ruleset.name} alone lists {order}" for order in listed[1] if order not in listed[0]]
    done = [table.after(given, step, secret) for table, given in zip((one, other), states, strict=True)]
    after = [_plain(outcome.state) if outcome.state is not None else None for outcome in done]
    if after[0] != after[1]:
        for table, outcome in zip((one, other), done, strict=True):
            said = (
                "; ".join(told["what"] for told in builtins(outcome.trace)["steps"][:2]) if outcome.trace else "refused"
            )
            out.append(f"{table.ruleset.name}: {said}")
    return out


def _listed(table: Table, state: State, player: str) -> list[str]:
    return [flow(order) for order in table.orders(state, player)]


def _plain(state: State) -> dict[str, Any]:
    return {key: value for key, value in builtins(state).items() if key not in _OF_RULES}


def compared(one: Table, other: Table, positions: int, chance: Random) -> Iterator[Difference | None]:
    """Yield for so many positions of games at random how two rulesets differ, None where they do not."""
    left = positions
    while left > 0:
        for state, step in at_random(one, trial(one.game, one.ruleset, chance), chance, _STEPS):
            said = differences(one, other, state, step)
            yield Difference(state, step, said) if said else None
            left -= 1
            if not left:
                return
