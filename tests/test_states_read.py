"""Every state that is written can be read and played on; one changed by hand is refused, or plays on as well."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from fuzzing.mutate import Vocabulary, mutated
from seeds import sampled
from walks import starts, walk

import referee

RULESETS = ["titan", "titan-valley", "titan-plus", "titan-magi", "hordes", "battalions"]
SIZES = [pytest.param(1, 25, id="some"), pytest.param(1, 60, id="many", marks=pytest.mark.slow)]


@pytest.mark.parametrize(("games", "steps"), SIZES)
@pytest.mark.parametrize("name", sampled(RULESETS, 3))
def test_every_written_state_is_read_and_played_on(name: str, games: int, steps: int, chance: Random) -> None:
    for _ in range(games):
        for _ in walk(starts(name, chance), chance, steps):
            pass


@pytest.mark.parametrize(("games", "steps"), SIZES)
@pytest.mark.parametrize("name", sampled(RULESETS, 3))
def test_a_state_with_one_field_changed_is_refused_with_its_place_or_plays_on(
    name: str, games: int, steps: int, chance: Random
) -> None:
    for _ in range(games):
        states = [start := starts(name, chance), *walk(start, chance, steps)]
        words = Vocabulary()
        for state in states:
            words.learn(state)
        for state in chance.sample(states, min(len(states), steps)):
            found = mutated(chance, unsealed(state), words, most=1)
            _plays_on(unsealed(found) if isinstance(found, dict) else found, chance)


def unsealed(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state as a person writes one, without what the referee adds."""
    return {key: copy.deepcopy(value) for key, value in state.items() if key not in ("awaiting", "chain", "rules")}


def _plays_on(state: Any, chance: Random) -> None:
    """Walk on from a state that can be read; one that cannot is refused with its places."""
    try:
        referee.legal(state)
    except referee.StaleRules:
        return
    except referee.Unreadable as error:
        problems = error.problems
    else:
        problems = []
        for _ in walk(state, chance, 4):
            pass
    # of very many problems the last line says that there are more, which has no place
    assert [problem for problem in problems[:100] if not problem.line or not problem.message] == []
