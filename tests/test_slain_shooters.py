"""A rangestriker that a hazard has slain in this Strike Phase still shoots: check and legal agree (LoT 12.0, 13.0)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import api

pytestmark = pytest.mark.fast
HEXES = ["A1", "A2", "A3", "B2", "B3", "B4", "C2", "C3", "C4", "D2", "D3", "D4", "E2", "E3", "E4", "F2", "F3", "F4"]
SHOOTERS = {"ranger": 4, "gargoyle": 4, "gorgon": 6, "giant": 7, "dragon": 9, "warlock": 5}


def shots(battle: dict[str, Any]) -> set[tuple[str, str]]:
    """Return the rangestrikes that `legal` lists."""
    found = api.legal({"format": 1, "ruleset": "titan", "battle": battle}).legal
    return {(one["rangestrike"], one["at"]) for one in found if "rangestrike" in one}


@settings(max_examples=8, deadline=None)
@given(
    st.lists(st.sampled_from(HEXES), min_size=5, max_size=5, unique=True),
    st.lists(st.tuples(st.sampled_from(sorted(SHOOTERS)), st.booleans()), min_size=2, max_size=2),
)
def test_legal_lists_the_shots_that_check_accepts(where: list[str], kinds: list[tuple[str, bool]]) -> None:
    pieces = [
        {"id": f"{kind}-{n}", "side": "attacker", "character": kind, "hex": where[n], "hits": SHOOTERS[kind] * slain}
        for n, (kind, slain) in enumerate(kinds)
    ]
    pieces += [
        {"id": f"lion-{n}", "side": "defender", "character": "lion", "hex": where[n], "hits": 0} for n in (2, 3, 4)
    ]
    battle = {"battleland": "plains", "round": 3, "active": "attacker", "phase": "strike", "pieces": pieces}
    battle |= {"attacker_side": "bottom", "players": {"attacker": "black", "defender": "red"}}
    state = {"format": 1, "ruleset": "titan", "step": 1, "battle": battle}
    accepted = set()
    for shooter in pieces[:2]:
        for target in pieces[2:]:
            order = {"rangestrike": shooter["id"], "at": target["id"]}
            sheet = {"format": 1, "ruleset": "titan", "player": "black", "step": 1, "orders": [order]}
            if api.check(state, sheet).legal:
                accepted.add((shooter["id"], target["id"]))
    assert shots(battle) == accepted
