"""Rangestrikes of several together: what `legal` lists is accepted, and nothing else is."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from referee import api

PIECES = [
    {"id": "warlock-1", "character": "warlock", "side": "attacker", "hex": "C2"},
    {"id": "warlock-2", "character": "warlock", "side": "attacker", "hex": "D2"},
    {"id": "warlock-3", "character": "warlock", "side": "attacker", "hex": "E2"},
    {"id": "witch-1", "character": "witch", "side": "attacker", "hex": "B2"},
    {"id": "angel-1", "character": "angel", "side": "defender", "hex": "D4"},
    {"id": "ogre-1", "character": "ogre", "side": "defender", "hex": "C5"},
]


def state(**changed: Any) -> dict[str, Any]:
    """Return a Strike Phase of the attacker, in which warlock-1 is as given."""
    battle = {"battleland": "plains", "attacker_side": "left", "round": 2, "phase": "strike", "active": "attacker"}
    battle |= {"players": {"attacker": "black", "defender": "red"}, "attacker_entered": True}
    pieces = [{**piece, **(changed if piece["id"] == "warlock-1" else {})} for piece in PIECES]
    return {"format": 1, "ruleset": "titan-magi", "game": "g", "step": 3, "battle": {**battle, "pieces": pieces}}


def listed(given: dict[str, Any]) -> set[tuple[tuple[str, ...], str]]:
    rows = [row for row in api.legal(given)["legal"] if isinstance(row.get("rangestrike"), list)]
    return {(tuple(row["rangestrike"]), row["at"]) for row in rows}


def accepted(given: dict[str, Any]) -> set[tuple[tuple[str, ...], str]]:
    names = [piece["id"] for piece in PIECES if piece["side"] == "attacker"]
    groups = [group for number in (2, 3, 4) for group in combinations(names, number)]
    out = set()
    for group in groups:
        for target in ("angel-1", "ogre-1"):
            orders = [{"rangestrike": list(group), "at": target}]
            document = {"format": 1, "ruleset": "titan-magi", "player": "black", "orders": orders}
            if api.check(given, [document])["legal"]:
                out.add((group, target))
    return out


@pytest.mark.slow
def test_legal_lists_every_group_that_may_rangestrike_together() -> None:
    for changed in ({}, {"cast": True}, {"struck": True}, {"hex": "C1"}):
        given = state(**changed)
        assert listed(given) == accepted(given)
    assert len(listed(state())) == 4
