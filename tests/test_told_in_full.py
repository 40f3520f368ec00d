"""What house rules do to a number is told in full: floors, operations that change nothing, and caps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from running import referee

BATTLE = """\
format: 1
ruleset: house
game: house-1
step: 5
battle:
  battleland: plains
  attacker_side: left
  attacker_entered: true
  round: 2
  phase: strike
  active: attacker
  players: {attacker: ann, defender: ben}
  pieces:
  - {id: lion-1, character: lion, side: attacker, hex: C3, hits: 4}
  - {id: ogre-1, character: ogre, side: defender, hex: C4}
"""


@pytest.fixture(autouse=True)
def here(here: Path) -> None:
    Path("state.yaml").write_text(BATTLE, encoding="utf-8")


def lay(always: str) -> None:
    house = Path("house")
    house.mkdir()
    (house / "manifest.yaml").write_text("format: 1\nruleset: house\ntitle: House\nextends: titan\n", encoding="utf-8")
    rules = "rules:\n  H 1: {title: House, summary: A house rule., kind: adjudicated}\n"
    (house / "rules.yaml").write_text(rules, encoding="utf-8")
    (house / "always.yaml").write_text(always, encoding="utf-8")


def steps(*orders: str) -> list[Any]:
    Path("ann.txt").write_text("\n".join(["player: ann", "", *orders]) + "\n", encoding="utf-8")
    ran = referee("adjudicate", "--rulesets", ".", "state.yaml", "ann.txt", "--trace", "trace.yaml")
    assert ran.code == 0, ran.err
    found: list[Any] = yaml.safe_load(Path("trace.yaml").read_text(encoding="utf-8"))["steps"]
    return found


@pytest.mark.parametrize(
    ("cost", "lines"),
    [
        ("{add: -5}", [(-5, "roads (C3)"), (5, "no step costs less (C3)")]),
        ("{set: 0}", [(-1, "roads, set to 0 (C3)"), (1, "no step costs less (C3)")]),
        ("{halve: up}", [(0, "roads, halved and rounded up (C3)")]),
        ("{at_most: 1}", [(0, "roads, at most 1 (C3)")]),
        ("{times: 2}", [(1, "roads, times 2 (C3)")]),
    ],
)
def test_an_operation_on_the_cost_of_a_step_is_told_as_what_it_is(cost: str, lines: list[tuple[int, str]]) -> None:
    lay(f"move: {{roads: {{cost: {cost}, why: roads, cite: H 1}}}}\n")
    question = "plains; attacker lion B2; reach lion to C3"
    ran = referee("ask", "--rulesets", ".", "-r", "house", "--json", question)
    entries = yaml.safe_load(ran.out)["reasons"][0]["entries"]
    assert [(entry["value"], entry["why"]) for entry in entries[1:]] == lines


def test_a_strike_without_dice_waits_for_none() -> None:
    lay("modifiers: {peace: {dice: {set: 0}, why: peace, cite: H 1}}\n")
    first, *_ = steps("strike lion-1 at ogre-1")
    assert "rolled" not in first or not first["rolled"]
    assert first["reasons"][-1]["entries"][0]["why"] == "no dice, so nothing is rolled"


@pytest.mark.slow
def test_a_strike_without_dice_takes_none() -> None:
    lay("modifiers: {peace: {dice: {set: 0}, why: peace, cite: H 1}}\n")
    Path("ann.txt").write_text("player: ann\n\nstrike lion-1 at ogre-1 dice 3\n", encoding="utf-8")
    ran = referee("adjudicate", "--rulesets", ".", "state.yaml", "ann.txt")
    assert ran.code == 1
    assert "no dice are due; leave 'dice' out" in ran.err + ran.out


@pytest.mark.parametrize(("does", "total", "said"), [("hits: 3", 1, "takes 1 hit"), ("heals: 9", 4, "heals 4 hits")])
def test_the_reasons_of_an_event_total_what_the_step_says(does: str, total: int, said: str) -> None:
    row = f"{{when: {{event: strike_ends, subject_character: lion}}, {does}, why: fate, cite: H 1}}"
    lay(f"events: {{fate: {row}}}\nmodifiers: {{peace: {{dice: {{set: 0}}, why: peace, cite: H 1}}}}\n")
    Path("state.yaml").write_text(BATTLE.replace("hex: C4", "hex: F2"), encoding="utf-8")
    found = next(step for step in steps("end strike") if said in step["what"])
    assert found["reasons"][0]["total"] == total


def test_facts_print_every_field_of_a_row_with_its_values() -> None:
    ability = referee("rules", "titan", "--facts", "ability").out
    assert "instead_of  move | nothing | rangestrike | strike" in ability
    assert "uses        {per: battle | game | phase | round | turn, times: a number from 1 to 100}" in ability
    assert "whom   enemies_in_contact | friends_beside" in referee("rules", "titan", "--facts", "event").out
    assert "rangestrikes  true | false\n    native_to" in referee("rules", "titan", "--facts", "profile").out
