"""Every verb and every question on every kind of state: what has no board here is refused as that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from documents_found import examples, one_of_each, players
from seeds import part, sampled

import referee
from referee import games

PARTS = 10


def part_of(number: int) -> Iterator[dict[str, Any]]:
    """Yield the states of one part of the kinds; they are read by the tests that run, not to count these."""
    for state in list(one_of_each().values())[number::PARTS]:
        yield plain(state)


def plain(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state without the stamp of the tables it was made by, which may have changed."""
    return {key: value for key, value in state.items() if key != "rules"}


def told(answer: Any, *given: Any, **more: Any) -> Any:
    """Return an answer, or the problems for which there is none."""
    try:
        return answer(*given, **more)
    except referee.Unreadable as error:
        return [str(problem) for problem in error.problems]


@pytest.mark.parametrize("name", games.names())
def test_every_order_and_question_gives_an_example(name: str) -> None:
    game = games.find(name)
    for kinds in (game.order_types, game.questions.values()):
        assert [kind for kind in kinds if not any(kind.verb in one for one in examples(kind))] == []


@pytest.mark.slow
@pytest.mark.parametrize("number", range(PARTS))
def test_every_order_on_every_board(number: int) -> None:
    for state in part(list(part_of(number)), 6):
        every_order(state)


def every_order(state: dict[str, Any]) -> None:
    game, _ = games.load(state["ruleset"])
    for player in players(state):
        for kind in game.order_types:
            for order in examples(kind):
                document = {"format": 1, "ruleset": state["ruleset"], "player": player, "orders": [order]}
                checked = told(referee.check, state, document)
                done = told(referee.adjudicate, state, document, secret=b"s".ljust(32, b"\0"))
                assert isinstance(checked, list) == isinstance(done, list), (kind, order)
                # where all order together, orders that are legal may still lack those of another
                if isinstance(checked, dict) and "view" not in state and state["ruleset"] != "battalions":
                    assert ("trace" in done) == checked["legal"], (kind, order)
                told(referee.adjudicate, state, document, secret=b"s".ljust(32, b"\0"), skip_illegal=True)


@pytest.mark.parametrize("number", sampled(range(PARTS), 10))
def test_every_question_on_every_board(number: int) -> None:
    for state in part_of(number):
        game, _ = games.load(state["ruleset"])
        for kind in game.questions.values():
            for question in examples(kind):
                assert told(referee.ask, {**state, "ask": question}), question


def test_an_order_of_the_masterboard_in_a_battle_alone() -> None:
    alone = [state for kind, state in one_of_each().items() if "battle" in kind and "masterboard" not in kind]
    for state in alone:
        if players(state):
            refused_on_its_own(plain(state))


def refused_on_its_own(state: dict[str, Any]) -> None:
    head = {"format": 1, "ruleset": state["ruleset"], "player": players(state)[0]}
    for order in (
        "roll tower",
        "split bk01 off ogre ogre",
        "teleport bk01 to 38",
        "flee 38",
        "agree 38 eliminate both",
    ):
        (row,) = told(referee.check, state, {**head, "orders": [order]})["orders"]
        verb = order.split()[0]
        because = f"this battle stands alone: there is no Masterboard on which to {verb}"
        assert (row["verdict"], [o["message"] for o in row["because"]]) == ("refused", [because])


def test_a_question_without_its_board_says_which_is_missing() -> None:
    for name, verb in (("titan battle", "muster"), ("titan masterboard", "strike")):
        question = examples(games.find("titan").questions[verb])[0]
        missing = "masterboard" if verb == "muster" else "battle"
        (said,) = told(referee.ask, {**plain(one_of_each()[name]), "ask": question})
        assert said.endswith(f"'{missing}' is missing: the question is about one")
