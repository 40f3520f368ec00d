"""Masterboards that no game can have led to are refused before anything is ruled on them; those of games are not."""

from __future__ import annotations

from typing import Any

import pytest
from titan_play import GAME, RULES, play

from referee import api
from referee.core.documents import Unreadable

ORDERS = [{"format": 1, "ruleset": "titan", "player": "black", "orders": []}]


def legion(ident: str, land: int, *contents: str, **more: Any) -> dict[str, Any]:
    player = {"bk": "black", "rd": "red", "gr": "green"}[ident[:2]]
    return {"id": ident, "player": player, "land": land, "contents": list(contents or ("ogre", "ogre")), **more}


TITANS = [legion("bk09", 15, "titan", "ogre"), legion("rd09", 20, "titan", "ogre"), legion("gr09", 24, "titan", "ogre")]


def board(*legions: dict[str, Any], **more: Any) -> dict[str, Any]:
    found = {"players": ["black", "red", "green"], "turn": 5, "mover": "black", "phase": "commencement", **more}
    return {"format": 1, "ruleset": "titan", "masterboard": {**found, "legions": [*TITANS, *legions]}}


MOVING = {"phase": "movement", "roll": 3}
ENGAGED = {"phase": "engagement", "engagement": {"land": 38, "attacker": "bk01", "defender": "rd01", "stage": "answer"}}
CAME = {"moved": True, "side": "left"}
FAULTY = {
    "two Titans of one player": (board(legion("bk01", 37, "titan", "ogre")), "black has a Titan in bk09.*LoT 3.1"),
    "two Titans in one legion": (board(legion("gr01", 8, "ogre", "titan")), "green has a Titan in gr09.*LoT 3.1"),
    "own legions together": (board(legion("bk01", 37), legion("bk02", 37)), "bk01 and bk02 of black.*LoT 4.0"),
    "another's parts together": (
        board(legion("rd01", 37), legion("rd02", 37, split_from="rd01"), **MOVING),
        "rd01 and rd02 of red.*LoT 4.0",
    ),
    "parts together after the Movement Phase": (
        board(legion("bk01", 37), legion("bk02", 37, split_from="bk01"), phase="enlistment"),
        "bk01 and bk02 of black.*LoT 4.0",
    ),
    "a part that has moved": (
        board(legion("bk01", 37), legion("bk02", 37, split_from="bk01", moved=True), **MOVING),
        "bk01 and bk02 of black.*LoT 4.0",
    ),
    "enemies together before a move": (board(legion("bk01", 37), legion("rd01", 37)), "no Engagements.*LoT 9.0"),
    "two enemies of the Mover together": (
        board(legion("rd01", 37), legion("gr01", 37), **MOVING),
        "red and green stand in Hills 37; an Engagement is with the Mover, black.*LoT 9.0",
    ),
    "three players together": (
        board(legion("bk01", 37, **CAME), legion("rd01", 37), legion("gr01", 37), **MOVING),
        "an Engagement is between two.*LoT 9.0",
    ),
    "an attacker from nowhere": (
        board(legion("bk01", 38, moved=True), legion("rd01", 38), **ENGAGED),
        "'side' is missing: from where has bk01 entered Brush 38.*LoT 10.1",
    ),
    "a Tower from the left": (
        board(legion("bk01", 100, **CAME), phase="enlistment"),
        "Tower 100 is not entered from the left, but from the bottom .*LoT 10.2",
    ),
    "an Engagement elsewhere": (
        board(legion("bk01", 37, **CAME), legion("rd01", 38), **ENGAGED),
        "bk01 stands in 37, and the Engagement is in 38.*LoT 9.0",
    ),
    "an attacker who is not the Mover": (
        board(legion("bk01", 38), legion("rd01", 38, **CAME), **{**ENGAGED, "mover": "red"}),
        "bk01 belongs to black; the Mover, red, is the attacker.*LoT 9.0",
    ),
    "gains of another's legion": (
        board(
            legion("bk01", 38, **CAME),
            phase="engagement",
            engagement={**ENGAGED["engagement"], "stage": "gains", "gains": {"player": "red", "legion": "bk01"}},
        ),
        "bk01 belongs to black, not to red",
    ),
    "split off an enemy": (board(legion("bk01", 37, split_from="rd09")), "cannot have been split off rd09.*LoT 4.3"),
}


@pytest.mark.parametrize("name", FAULTY)
def test_a_board_that_cannot_be_is_refused_with_its_rule(name: str) -> None:
    state, why = FAULTY[name]
    with pytest.raises(Unreadable, match=why):
        api.check(state, ORDERS)


@pytest.mark.parametrize(
    "state",
    [
        board(legion("bk01", 37), legion("bk02", 37, split_from="bk01")),
        board(legion("bk02", 37, split_from="bk01"), legion("bk03", 37, split_from="bk01"), **MOVING),
        board(legion("bk01", 37, **CAME), legion("rd01", 37), **MOVING),
        board(legion("bk01", 100, moved=True), legion("rd01", 100), **MOVING),
        board(legion("bk01", 100), legion("bk02", 100), turn=1),
        board(legion("rd01", 200), legion("rd02", 200), turn=1, **MOVING),
    ],
)
def test_what_can_be_is_not(state: dict[str, Any]) -> None:
    assert api.check(state, ORDERS)["legal"]


def test_a_situation_is_asked_about_as_far_as_it_is_told() -> None:
    board = {"legions": [legion("bk01", 37), legion("bk02", 37), legion("rd01", 8)]}
    asked = {"format": 1, "ruleset": "titan", "masterboard": board, "ask": {"travel": "bk01", "roll": 1}}
    assert api.ask(asked)["answer"]["destinations"]


@pytest.mark.parametrize("number", [2, 4])
def test_no_state_of_a_game_is_refused(number: int) -> None:
    for before, player, order, _ in play(number, 400 + number, 1500):
        assert not GAME.faults(before, RULES, True), (before.step, order)
        assert not GAME.faults(GAME.view(before, player), RULES, True)
