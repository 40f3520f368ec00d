"""What every state of every game says, and is refused without."""

from __future__ import annotations

from typing import Any

import pytest

import referee
from referee import games
from referee.core.documents import builtins
from referee.core.game.position import Position
from referee.core.game.state import State


def new_state(name: str) -> dict[str, Any]:
    """Return a starting state of a game as plain data."""
    game, ruleset = games.load(name)
    state: dict[str, Any] = builtins(game.new(game.parameters(), ruleset))
    return state


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("key", ["format", "ruleset"])
def test_a_state_without_its_heading_is_unreadable(name: str, key: str) -> None:
    state = {k: value for k, value in new_state(name).items() if k != key}
    orders = {"format": 1, "ruleset": name, "player": "red", "orders": []}
    with pytest.raises(referee.Unreadable) as caught:
        referee.check(state, orders)
    assert f"'{key}'" in str(caught.value.problems[0])


@pytest.mark.parametrize("name", games.names())
def test_every_state_and_position_is_of_the_types_of_core(name: str) -> None:
    game, ruleset = games.load(name)
    state = game.new(game.parameters(), ruleset)
    position = game.open(state, game.compile(ruleset, state.options))
    assert isinstance(state, State)
    assert isinstance(position, Position)
    assert position.source is state


@pytest.mark.parametrize("name", games.names())
def test_what_is_awaited_and_the_chain_end_a_state(name: str) -> None:
    game, ruleset = games.load(name)
    state = game.new(game.parameters(), ruleset)
    state.awaiting = game.open(state, game.compile(ruleset, state.options)).awaiting()
    assert list(builtins(state))[-1] == "awaiting"
