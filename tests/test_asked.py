"""On a state, `ask` says yes exactly where `check` accepts the order, for every question of every game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import asked_battalions
import asked_hordes
import asked_titan
import hordes_play
import magi_play
import magic_battles
import pytest
import titan_play
from asked import Table, differences
from seeds import part, seeds
from test_fuzz import random_state

from referee import games
from referee.core import documents
from referee.core.documents import Document, Unreadable
from referee.core.game.state_reading import read_state

ASKED: dict[str, Any] = {"titan": asked_titan, "hordes": asked_hordes, "battalions": asked_battalions}


def read(name: str, value: dict[str, Any]) -> Any:
    """Return a document as a state that can be played on, None where it cannot."""
    game, ruleset = games.load(name)
    try:
        return read_state(game, ruleset, Document(documents.dump(value), "state", value), value, playing=True)
    except Unreadable:
        return None


def test_every_game_is_asked() -> None:
    assert set(ASKED) == set(games.names())


@pytest.mark.parametrize("name", ASKED)
def test_every_question_is_bound_to_its_orders(name: str) -> None:
    game = games.find(name)
    bound, free = ASKED[name].BOUND, ASKED[name].FREE
    assert set(game.questions) == bound | free
    assert not bound & free
    assert set(game.questions) & set(game.verbs) <= bound


def titan_states(seed: int) -> Iterator[Any]:
    """Yield states of a random game, some of every kind, and of random battles; and each with its flags turned over."""
    chance = Random(seed)
    kinds: dict[Any, list[Any]] = {}
    for state, _, _, _ in titan_play.play(3, seed, most=1500):
        board, battle = state.masterboard, state.battle
        now, fought = board.engagement, (battle.phase, battle.striking) if battle is not None else None
        kinds.setdefault((board.phase, now and now.stage, fought), []).append(state)
    for states in kinds.values():
        for state in chance.sample(states, min(2, len(states))):
            yield state
            yield read("titan", asked_titan.fuzzed(state, chance))
    for number in range(3):
        state = read("titan", random_state(chance, ("strike", "maneuver")[number % 2]))
        yield state
        yield read("titan", asked_titan.fuzzed(state, chance))


def hordes_states(seed: int) -> Iterator[Any]:
    """Yield states of a random battle; and each with its flags turned over."""
    chance = Random(seed)
    _, outcomes = hordes_play.play(seed, turns=7)
    for outcome in chance.sample(outcomes, min(2, len(outcomes))):
        if outcome.state.result is None:
            yield outcome.state
            yield read("hordes", asked_hordes.fuzzed(outcome.state, chance))
    for _ in range(4):
        state = read("hordes", asked_hordes.near_each_other(chance))
        yield state
        yield read("hordes", asked_hordes.fuzzed(state, chance)) if state is not None else None


def battalions_states(seed: int) -> Iterator[Any]:
    """Yield states of random skirmishes; and each with its flags turned over."""
    chance = Random(seed)
    for _ in range(3):
        for state in asked_battalions.played(chance):
            yield state
            yield read("battalions", asked_battalions.fuzzed(state, chance))


STATES = {"titan": titan_states, "hordes": hordes_states, "battalions": battalions_states}


@pytest.mark.slow
def test_nothing_that_was_played_cannot_be() -> None:
    for seed in seeds(1):
        for state, _, _, _ in titan_play.play(3, seed, most=700):
            assert list(titan_play.GAME.impossible(state, titan_play.RULES)) == []
        _, outcomes = hordes_play.play(seed, turns=4)
        for outcome in outcomes:
            rules = hordes_play.GAME.compile(hordes_play.RULESET, outcome.state.options)
            assert list(hordes_play.GAME.impossible(outcome.state, rules)) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1))
@pytest.mark.parametrize("name", ASKED)
def test_ask_says_what_check_accepts(name: str, seed: int) -> None:
    game, ruleset = games.load(name)
    chance = Random(seed)
    accepted = 0
    for state in part(STATES[name](seed), 3):
        if state is None:
            continue
        table = Table(game, ruleset, state)
        wrong, yes = differences(table, ASKED[name].questions(state, table.position, chance))
        assert wrong == []
        accepted += yes
    assert accepted > 1


def magi_states(seed: int) -> Iterator[Any]:
    """Yield states of a random game with Magi, and of random battles under Spells."""
    for number, (state, *_) in enumerate(magi_play.play(2, seed, 300)):
        if not number % 40:
            yield state
    # under a Blizzard no Spell is cast
    for battle in range(2):
        casting = (state for state, _, order, _ in magic_battles.play(seed + battle, 60) if "cast" in order)
        yield from islice(casting, 3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1))
def test_ask_says_what_check_accepts_of_spells(seed: int) -> None:
    game, ruleset = games.load("titan-magi")
    chance = Random(seed)
    accepted = 0
    for state in magi_states(seed):
        table = Table(game, ruleset, state)
        wrong, yes = differences(table, asked_titan.spell_questions(table.position, chance))
        assert wrong == []
        accepted += yes
    assert accepted > 10
