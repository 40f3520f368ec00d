"""What players say at the table, in the words of the counters and the board."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from running import STATE, referee
from situations import EXAMPLES


def test_articles_and_full_stops_mean_nothing(here: Path) -> None:
    board = {
        "players": ["black", "red"],
        "turn": 3,
        "mover": "black",
        "phase": "enlistment",
        "legions": [
            {"id": "bk01", "player": "black", "land": 8, "contents": ["titan", "ogre", "ogre"], "moved": True},
            {"id": "rd01", "player": "red", "land": 9, "contents": ["titan", "ogre"]},
        ],
    }
    Path("s.yaml").write_text(yaml.safe_dump({"format": 1, "ruleset": "titan", "masterboard": board}))
    Path("o.txt").write_text("player: black\n\n1. Muster a Troll in bk01 show Ogre and Ogre.\n- end the enlistment!\n")
    assert referee("check", "s.yaml", "o.txt").out.endswith("all of it is legal\n")
    Path("o.txt").write_text("player: black\n\nconcede the game\n")
    assert referee("check", "s.yaml", "o.txt").code == 0


def test_a_page_on_which_nothing_may_be_told_says_so(here: Path) -> None:
    board = {
        "players": ["black", "red", "green"],
        "turn": 3,
        "mover": "black",
        "phase": "engagement",
        "legions": [
            {"id": "bk01", "player": "black", "land": 8, "contents": ["titan", "ogre"], "moved": True, "side": "left"},
            {"id": "rd01", "player": "red", "land": 8, "contents": ["titan", "ogre"]},
            {"id": "gr01", "player": "green", "land": 9, "contents": ["titan", "ogre"]},
        ],
        "engagement": {"land": 8, "attacker": "bk01", "defender": "rd01", "stage": "talks"},
    }
    Path("s.yaml").write_text(yaml.safe_dump({"format": 1, "ruleset": "titan", "masterboard": board}))
    Path("o.txt").write_text("player: black\n\nagree 8 eliminate rd01\n")
    assert referee("adjudicate", "s.yaml", "o.txt", "--trace", "t.yaml").code == 0
    for form in ("text", "markdown", "html"):
        told = referee("explain", "t.yaml", "--player", "green", "--format", form).out
        assert "nothing that can be shown here has happened" in told
        assert "nothing has happened" not in referee("explain", "t.yaml", "--player", "red", "--format", form).out


def test_a_rule_is_found_by_its_number() -> None:
    assert referee("rules", "titan", "18.3").out.startswith("LoT 18.3 ")


def test_a_submission_of_one_document_on_a_line() -> None:
    state = {"format": 1, "ruleset": "titan", "battle": {"battleland": "plains", "attacker_side": "bottom", "round": 1}}
    state["battle"] |= {"phase": "maneuver", "active": "defender", "players": {"attacker": "black", "defender": "red"}}  # type: ignore[operator]
    state["battle"]["pieces"] = [  # type: ignore[index]
        {"id": "a", "character": "ogre", "side": "attacker"},
        {"id": "b", "character": "lion", "side": "defender"},
    ]
    orders = {"format": 1, "ruleset": "titan", "player": "red", "orders": ["concede battle"]}
    line = json.dumps({"state": state, "orders": orders})
    assert json.loads(referee("check", "--jsonl", stdin=line).out)["legal"]


@pytest.mark.parametrize(
    ("state", "awaited"),
    [
        ("titan/slope/012.state.yaml", "black. It is round 3 of 7."),
        ("hordes/ford/000.state.yaml", "red."),
        ("battalions/ford/003.state.yaml", "red and blue. k1 has 9 turns left."),
    ],
)
def test_who_asks_whether_anybody_has_won_reads_it_first(state: str, awaited: str) -> None:
    said = referee("ask", str(EXAMPLES / state), "who has won?")
    verdict = f"Nobody has won yet: orders are awaited from {awaited}"
    assert said.out.startswith(f"{verdict}\n")
    assert len(said.out.splitlines()) <= 15
    line = json.dumps({"state": str(EXAMPLES / state), "say": "who has won?"})
    answer = json.loads(referee("ask", "--jsonl", stdin=line).out)
    assert (answer["verdict"], answer["answer"]["winners"]) == (verdict, None)


def test_a_battle_that_is_decided_awaits_nobody(tmp_path: Path) -> None:
    state, orders, after = (tmp_path / name for name in ("state.yaml", "orders.yaml", "after.yaml"))
    state.write_text(STATE, encoding="utf-8")
    orders.write_text("{format: 1, ruleset: titan, player: red, orders: [concede: battle]}", encoding="utf-8")
    assert referee("adjudicate", str(state), str(orders), "-o", str(after)).code == 0
    said = referee("ask", str(after), "has anybody won?")
    assert said.out.startswith("Yes. It is over: black has won.\n"), said.out


@pytest.mark.parametrize("line", ["artillery against knights: odds", "magician die 4 against knights die 2: result"])
def test_those_who_can_fight_from_afar_are_said_to_fight_in_close_combat(line: str) -> None:
    assert "\nIn close combat the " in referee("ask", "-r", "hordes", line).out
    assert "\nIn close combat" not in referee("ask", "-r", "hordes", line.replace(line.split()[0], "blades")).out
