"""What stands on a Masterboard that is no fault: all that games lead to, and situations told in part."""

from __future__ import annotations

from typing import Any

import pytest
from titan_play import GAME, RULES, play

import referee
from referee import api
from referee.core.game.state_reading import faults


def legion(ident: str, land: int, *contents: str, **more: Any) -> dict[str, Any]:
    player = {"bk": "black", "rd": "red"}[ident[:2]]
    return {"id": ident, "player": player, "land": land, "contents": list(contents or ("ogre", "ogre")), **more}


STARTING = [
    legion(f"{player}0{number}", land, lord, "centaur", "gargoyle", "ogre")
    for player, land in (("bk", 100), ("rd", 200))
    for number, lord in enumerate(("titan", "angel"), 1)
]


def board(*legions: dict[str, Any], begun: bool = False, **more: Any) -> dict[str, Any]:
    found = {"players": ["black", "red"], "turn": 5, "mover": "black", "phase": "commencement", **more}
    titans = STARTING if begun else [legion("bk09", 15, "titan", "ogre"), legion("rd09", 20, "titan", "ogre")]
    return {"format": 1, "ruleset": "titan", "masterboard": {**found, "legions": [*titans, *legions]}}


MOVING = {"phase": "movement", "roll": 3}
PARTS = [
    board(legion("bk01", 37), legion("bk02", 37, split_from="bk01")),
    board(
        legion("bk01", 40, moved=True, origin=37),
        legion("bk02", 37, split_from="bk01"),
        legion("bk03", 37, split_from="bk01"),
        **MOVING,
    ),
    board(legion("bk01", 37, moved=True, side="left"), legion("rd01", 37), **MOVING),
    board(legion("bk01", 100, moved=True), legion("rd01", 100), **MOVING),
    board(turn=1, begun=True),
    board(turn=1, begun=True, **MOVING),
]


@pytest.mark.parametrize("state", PARTS)
def test_parts_of_a_split_starting_legions_and_enemies_in_an_engagement_share_a_land(state: dict[str, Any]) -> None:
    assert api.check(state, [{"format": 1, "ruleset": "titan", "player": "black", "orders": []}])["legal"]


def test_a_situation_is_asked_about_as_far_as_it_is_told() -> None:
    told = {"legions": [legion("bk01", 37), legion("bk02", 37), legion("rd01", 8)]}
    asked = {"format": 1, "ruleset": "titan", "masterboard": told, "ask": {"travel": "bk01", "roll": 1}}
    assert api.ask(asked)["answer"]["destinations"]


@pytest.mark.slow
@pytest.mark.parametrize("number", [2, 4])
def test_no_state_of_a_game_is_refused(number: int) -> None:
    for before, player, order, _ in play(number, 400 + number, 1500):
        assert not faults(GAME, before, RULES, True), (before.step, order)
        assert not faults(GAME, GAME.view(before, player), RULES, True)


@pytest.mark.parametrize(
    "state",
    [
        # Teleport Mage has carried a Mage out of a part; a victory has brought one
        board(legion("bk01", 37), legion("bk02", 37, "ogre", split_from="bk01")),
        board(legion("bk01", 37, moved=True, mustered=True), phase="engagement"),
    ],
)
def test_under_spells_a_part_may_be_one_high_and_a_victory_may_have_brought_somebody(state: dict[str, Any]) -> None:
    orders = {"format": 1, "player": "black", "orders": []}
    assert api.check({**state, "ruleset": "titan-magi"}, [{**orders, "ruleset": "titan-magi"}])["legal"]
    with pytest.raises(referee.Unreadable, match=r"at least 2|'mustered' belongs to a later phase"):
        api.check(state, [{**orders, "ruleset": "titan"}])
