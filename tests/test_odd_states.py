"""What is merely odd in a state is printed by check as a warning, and play goes on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from running import referee

from referee import api
from referee.core import documents

BATTLE: dict[str, Any] = {
    "battleland": "plains",
    "attacker_side": "bottom",
    "round": 2,
    "phase": "strike",
    "active": "attacker",
    "striking": "defender",
    "players": {"attacker": "black", "defender": "red"},
    "pieces": [
        {"id": "ogre-1", "character": "ogre", "side": "attacker", "hex": "D3"},
        {"id": "lion-1", "character": "lion", "side": "defender", "hex": "D4"},
    ],
}
LIVE = {"s": 2, "d": 2, "i": 1, "c": 3}


def battalions(phase: str, turn: int, joined_at: int) -> dict[str, Any]:
    """Return an over-world with one combat, in which B has joined after a turn."""
    members = [{"id": "R", "from": [0, 0]}, {"id": "B", "joined_at": joined_at, "from": [1, 0]}]
    return {
        "ruleset": "battalions",
        "mode": "overworld",
        "board": {"fields": [3, 3], "field_size": [5, 5]},
        "players": ["red", "blue"],
        "round": 2,
        "phase": phase,
        **({"to_move": "red"} if phase == "move" else {}),
        "battalions": [
            {"id": "R", "player": "red", "field": [0, 0], "facing": "E", "leader": "A"},
            {"id": "B", "player": "blue", "field": [1, 0], "facing": "W", "leader": "E"},
        ],
        "units": [
            {"id": "A", "battalion": "R", "at": [2, 2], **LIVE},
            {"id": "E", "battalion": "B", "at": [7, 2], **LIVE},
        ],
        "combats": [{"id": "k1", "turn": turn, "used": [[0, 0], [1, 0]], "battalions": members}],
    }


ODD = [
    (battalions("move", 2, 0), "the players move after every 5 combat turns, and k1 has fought 2 (BN-CMB-2"),
    (battalions("combat", 7, 3), "B has joined after turn 3, and the players move every 5 (BN-CMB-2"),
    ({"battle": BATTLE}, "the attacker strikes first in this Strike Phase, and ogre-1 owes a strike (LoT 12.0"),
]


@pytest.mark.parametrize(("state", "said"), ODD)
def test_check_warns_of_what_is_odd(tmp_path: Any, state: dict[str, Any], said: str) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(documents.dump({"format": 1, "ruleset": "titan", **state}))
    found = json.loads(referee("check", str(path), "--json").out)
    assert found["legal"] is True
    assert [said in one for one in found["warnings"]] == [True], found


def test_a_concession_in_the_first_maneuver_phase_leaves_nothing_odd() -> None:
    pieces = [
        {"id": "lion-1", "character": "lion", "side": "defender", "hex": "F1", "moved": True},
        {"id": "ogre-1", "character": "ogre", "side": "attacker"},
    ]
    battle = {
        **BATTLE,
        "attacker_side": "left",
        "round": 1,
        "phase": "maneuver",
        "active": "defender",
        "pieces": pieces,
    }
    del battle["striking"]
    state = {"format": 1, "ruleset": "titan", "battle": battle}
    orders = {"format": 1, "ruleset": "titan", "player": "black", "orders": [{"concede": "battle"}]}
    line = json.dumps({"state": state, "orders": orders})
    after = json.loads(referee("adjudicate", "--jsonl", stdin=f"{line}\n").out)["state"]
    said = referee("check", "--jsonl", stdin=f"{json.dumps({'state': after})}\n")
    assert json.loads(said.out) == {"legal": True, "problems": []}


def test_what_is_odd_of_a_state_refutes_no_question_in_words(tmp_path: Any) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(documents.dump({"format": 1, "ruleset": "titan", "battle": BATTLE}))
    said = referee("ask", str(path), "what can ogre-1 hit?")
    assert said.code == 0, said
    assert said.out.count("Warning:") == 1


def test_no_spell_is_listed_of_which_every_counter_is_in_use() -> None:
    pieces = [
        {"id": "enchanter-1", "character": "enchanter", "side": "attacker", "hex": "B2"},
        {"id": "druid-1", "character": "druid", "side": "defender", "hex": "E4", "used": ["volcano"]},
    ]
    when = {"round": 3, "phase": "maneuver", "active": "attacker", "attacker_side": "left", "battleland": "plains"}
    battle = {**when, "players": {"attacker": "black", "defender": "red"}, "pieces": pieces}
    battle["spells"] = [{"spell": "volcano", "hex": "E2", "by": "druid-1"}]
    found = api.legal({"format": 1, "ruleset": "titan-magi", "battle": battle}).legal
    cast = {row["spell"] for row in found if "cast" in row}
    assert cast
    assert "volcano" not in cast


def test_a_battle_beside_another_stage_is_not_shown(tmp_path: Any) -> None:
    board = {"players": ["black", "red"], "turn": 3, "mover": "black", "phase": "engagement"}
    gains = {"land": 38, "attacker": "bk01", "defender": "rd01", "stage": "gains"}
    legion = {"id": "bk01", "player": "black", "land": 38, "contents": ["titan", "lion"], "moved": True, "side": "left"}
    board |= {"engagement": {**gains, "gains": {"player": "black", "legion": "bk01"}}, "legions": [legion]}
    path = tmp_path / "both.yaml"
    path.write_text(documents.dump({"format": 1, "ruleset": "titan", "masterboard": board, "battle": BATTLE}))
    said = referee("show", str(path))
    assert (said.code, "if and only if" in said.err) == (2, True), said


@pytest.mark.parametrize("used", ["[[1, 1000000], [2, 0]]", "[[1, 1000000]]"])
def test_a_field_off_the_board_is_not_shown(tmp_path: Any, used: str) -> None:
    path = tmp_path / "state.yaml"
    path.write_text(f"""
format: 1
ruleset: battalions
mode: overworld
board: {{fields: [3, 1], field_size: [5, 5]}}
players: [red, blue]
round: 1
phase: combat
battalions:
- {{id: R, player: red, field: [1, 0], facing: E, leader: r}}
- {{id: B, player: blue, field: [2, 0], facing: W, leader: b}}
units:
- {{id: r, battalion: R, s: 2, d: 2, i: 2, c: 3, at: [5, 2]}}
- {{id: b, battalion: B, s: 2, d: 2, i: 2, c: 3, at: [14, 0]}}
combats:
- id: k1
  turn: 0
  used: {used}
  battalions: [{{id: R, joined_at: 0, from: [1, 0]}}, {{id: B, joined_at: 0, from: [2, 0]}}]
""")
    said = referee("show", str(path))
    assert said.code == 0
    assert len(said.out) < 5000


@pytest.mark.parametrize("second", [[], [{"id": "S", "from": [3, 0]}, {"id": "C", "from": [4, 0]}]])
def test_a_turn_is_answered_beside_a_combat_that_cannot_be_fought(second: list[dict[str, Any]]) -> None:
    fields = {"R": [0, 0], "B": [1, 0], "S": [3, 0], "C": [4, 0]}
    value: dict[str, Any] = {"format": 1, "ruleset": "battalions", "mode": "overworld", "round": 1, "phase": "combat"}
    value |= {
        "board": {"fields": [5, 1], "field_size": [3, 3]},
        "players": ["red", "blue"],
        "battalions": [],
        "units": [],
    }
    for name, field in fields.items():
        player, facing = ("red", "E") if name in "RS" else ("blue", "W")
        unit = {"id": f"{name.lower()}1", "battalion": name, "s": 2, "d": 2, "i": 1, "c": 3}
        battalion = {"id": name, "player": player, "field": field, "facing": facing, "leader": unit["id"]}
        value["battalions"].append(battalion)
        value["units"].append(unit if name == "C" else {**unit, "at": [3 * field[0], 1]})
    first = [{"id": "R", "from": [0, 0]}, {"id": "B", "from": [1, 0]}]
    combats = [{"id": "k1", "turn": 0, "used": [[0, 0], [1, 0]], "battalions": first}]
    value["combats"] = [*combats, {"id": "k2", "turn": 0, "used": [[3, 0], [4, 0]], "battalions": second}]
    found = api.ask({**value, "ask": {"turn": {"R": "advance 1", "B": "hold"}}})
    assert found.answer["allowed"]
    assert set(found.answer["units"]) == {"r1", "b1"}


def test_a_battle_goes_on_with_a_mage_named_by_no_number(tmp_path: Any) -> None:
    board = {"players": ["black", "red"], "turn": 4, "mover": "black", "phase": "engagement"}
    board |= {"engagement": {"land": 15, "attacker": "bk01", "defender": "rd01", "stage": "battle"}}
    board |= {
        "legions": [
            {"id": "bk01", "player": "black", "land": 15, "contents": ["giant"], "moved": True, "side": "bottom"},
            {"id": "rd01", "player": "red", "land": 15, "contents": ["lion", "ogre"]},
        ]
    }
    pieces = [{"id": "w", "character": "witch", "side": "attacker", "hex": "D5"}, *BATTLE["pieces"]]
    state = {"format": 1, "ruleset": "titan-magi", "masterboard": board, "battle": BATTLE | {"pieces": pieces}}
    path = tmp_path / "asked.jsonl"
    path.write_text(json.dumps({**state, "ask": {"strike": "lion-1", "at": "ogre-1"}}) + "\n")
    said = referee("ask", "--jsonl", str(path))
    assert said.code == 0, said
    assert json.loads(said.out)["answer"]["allowed"] is True
