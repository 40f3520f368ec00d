"""A battle that stands alone is scored as the same battle inside a game: points, half points, survivors."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from running import referee
from seeds import part

from referee import api

SIDES = {"attacker": "black", "defender": "red"}
OPTIONS: list[dict[str, str]] = [
    {},
    {"slayer_eliminated": "nothing"},
    {"titan_concession": "as_slain"},
    {"both_titans_slain": "each_scores"},
    {"concession_in_strikes": "spared"},
    {"concession_in_strikes": "phase_played_out"},
]


def pieces(side: str, titan: bool, slain: int) -> list[dict[str, Any]]:
    """Three characters of one side in the middle of a Strike Phase; of `slain` each bit is one with enough hits."""
    kinds = [("titan", 6) if titan else ("troll", 8), ("ogre", 6), ("lion", 5)]
    hexes = ("C3", "B3", "A1") if side == "attacker" else ("D3", "D5", "F4")
    rows = []
    for number, ((name, power), at) in enumerate(zip(kinds, hexes, strict=True)):
        hits = power if slain >> number & 1 else 1
        row = {"id": f"{name}-{side[0]}", "character": name, "side": side, "hex": at, "hits": hits, "struck": True}
        rows.append(row | ({"power": 6} if name == "titan" else {}))
    return rows


def legions(titans: tuple[bool, bool]) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = [{"id": "gr01", "player": "green", "land": 13, "contents": ["titan", "lion"]}]
    for player, titan, land in zip(("black", "red"), titans, (8, 9), strict=True):
        engaged = {"id": f"{player[0]}01", "player": player, "land": 15}
        held = ["titan" if titan else "troll", "ogre", "lion"]
        out.append({**engaged, "contents": held, **({"moved": True, "side": "left"} if player == "black" else {})})
        if not titan:
            out.append({"id": f"{player[0]}02", "player": player, "land": land, "contents": ["titan", "lion"]})
    return out


def outcome(
    titans: tuple[bool, bool], slain: tuple[int, int], order: tuple[str, str], options: dict[str, str], game: bool
) -> tuple[dict[str, int], list[str]]:
    """Return what black and red have scored, and who of the two legions is left."""
    state: dict[str, Any] = {"format": 1, "ruleset": "titan", "game": "g", "step": 5, "options": options}
    both = [*pieces("attacker", titans[0], slain[0]), *pieces("defender", titans[1], slain[1])]
    state["battle"] = {
        "battleland": "plains",
        "round": 3,
        "phase": "strike",
        "active": "attacker",
        "striking": "defender",
        "attacker_side": "left",
        "attacker_entered": True,
        "players": SIDES,
        "pieces": both,
    }
    if game:
        engagement = {"land": 15, "attacker": "b01", "defender": "r01", "stage": "battle"}
        board = {"players": ["black", "red", "green"], "turn": 4, "mover": "black", "phase": "engagement"}
        state["masterboard"] = {**board, "legions": legions(titans), "engagement": engagement}
    state = _given(state, order[0], {order[1]: "battle" if order[1] == "concede" else "strike"})
    while (battle := state.get("battle")) is not None and "result" not in battle:
        state = _given(state, state["awaiting"][0]["player"], {"end": "strike"})
    if not game:
        result = state["battle"]["result"]
        points = {"black": 0, "red": 0} | {SIDES[side]: score for side, score in result.get("each", {}).items()}
        if "winner" in result:
            points[SIDES[result["winner"]]] += result.get("points", 0) + result.get("half_points", 0)
        return points, sorted(ident.split("-")[0] for ident in result.get("survivors", []))
    board = state["masterboard"]
    if board.get("engagement", {}).get("stage") == "gains":
        board = _given(state, state["awaiting"][0]["player"], {"end": "engagement"})["masterboard"]
    left = [name for legion in board["legions"] if legion["id"] in ("b01", "r01") for name in legion["contents"]]
    return {player: board.get("score", {}).get(player, 0) for player in ("black", "red")}, sorted(left)


def _given(state: dict[str, Any], player: str, order: dict[str, str]) -> dict[str, Any]:
    sheet = {"format": 1, "ruleset": "titan", "player": player, "step": state["step"], "orders": [order]}
    out = api.adjudicate(state, [sheet])
    assert "state" in out, out
    found: dict[str, Any] = out["state"]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options.values()) or "plain")
def test_a_battle_alone_is_scored_as_inside_a_game(options: dict[str, str]) -> None:
    """Whoever concedes or the phase just ends, with any of the two Titans slain in that very phase."""
    for titans in product((False, True), repeat=2):
        for slain in part(list(product((0, 1, 3, 6, 7), repeat=2)), 3):
            over = 7 in slain or any(titan and mask & 1 for titan, mask in zip(titans, slain, strict=True))
            for order in [("black", "concede"), ("red", "concede"), *([("red", "end")] if over else [])]:
                told = (titans, slain, order, options)
                assert outcome(*told, game=False) == outcome(*told, game=True), told


def test_only_the_first_strikes_of_a_phase_are_answered() -> None:
    state, first = "examples/titan/slope/012.state.yaml", "ogre-1 at lion-2"
    told = referee("ask", state, f"strike {first}", "--reasons").out
    assert "may strike back" in told
    back = referee("ask", state, "strike lion-2 at ogre-1 supposing striking defender", "--reasons")
    assert (back.code, "Hits with" in back.out, "may strike back" in back.out) == (0, True, False)
