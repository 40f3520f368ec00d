"""Questions to a session share a position: each is answered as it is alone, in whatever order they are asked."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import referee
from benchmarks.questions import lines_with_spells, rules_of

STACKED = rules_of("titan-magi").stacked


def questions(battle: dict[str, Any], chance: Random) -> list[dict[str, Any]]:
    """Return questions of several kinds on a battle, some of which suppose other facts."""
    ids = [piece["id"] for piece in battle["pieces"]]
    strikes = [{"strike": one, "at": other} for one in ids for other in ids if one != other]
    supposed = [{**asked, "supposing": {"active": "defender", "struck": True}} for asked in strikes[:5]]
    others = [{"reach": ident} for ident in ids] + [{"harm": "now"}]
    return chance.sample(asked := [*strikes, *supposed, *others], min(len(asked), 20))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["strike", "reach"])
def test_a_session_answers_as_each_question_alone(kind: str) -> None:
    chance, compared = Random(kind), 0
    for line in lines_with_spells(kind, 120, chance).splitlines():
        state = json.loads(line)
        del state["id"], state["ask"]
        state["battle"]["players"] = {"attacker": "black", "defender": "red"}
        # who has come by a Spell has come by somebody, and a game in play says by whom
        for piece in state["battle"]["pieces"]:
            piece["character"] = piece["character"] if piece["character"] in STACKED else "ogre"
            piece["hits"] = chance.choice((0, 0, 1))
        try:
            session = referee.Session.open(state)
        except referee.Unreadable:
            continue
        for asked in questions(state["battle"], chance):
            assert session.ask(asked) == referee.ask({**state, "ask": asked})
            compared += 1
    assert compared > 300
