"""What once ended with exit 70: odd input that is well formed is answered or refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import referee

STRIKE = "brush; attacker ogre C3; defender lion C4; strike C3 at C4"


@pytest.mark.parametrize("verb", ["strike", "rangestrike"])
@pytest.mark.parametrize("name", ["titan", "titan-valley", "titan-magi"])
def test_a_target_off_the_map_is_refused_by_its_rule(name: str, verb: str) -> None:
    said = referee("ask", "-r", name, f"plains; attacker ranger C3; defender lion; {verb} ranger at lion")
    assert said.code == 0
    assert "not on the map" in said.out.replace("\n", " ")


@pytest.mark.parametrize("path", ["a=b", "x=1,2", ".=1", "a.=1", ".b=1", "a.b.c.d=1"])
def test_an_unknown_place_to_vary_is_a_problem(path: str) -> None:
    said = referee("odds", "-r", "titan", STRIKE, "--vary", path)
    assert said.code == 2
    assert "to vary" in said.err


def test_a_state_without_a_board_has_nothing_to_show(tmp_path: Path) -> None:
    state = tmp_path / "s.yaml"
    state.write_text("format: 1\nruleset: titan\n")
    said = referee("show", str(state))
    assert said.code == 2
    assert "there is no board here to show" in said.err


@pytest.mark.parametrize("field", ["alive", "others", "engaged", "slain"])
def test_an_unknown_character_beside_a_slain_titan_is_a_problem(field: str) -> None:
    said = referee("ask", "-", stdin=f"format: 1\nruleset: titan\nask: {{titan_slain: [titan], {field}: [bogus]}}")
    assert said.code == 2
    assert f"stdin:3:29: ask.{field}: " in said.err


@pytest.mark.parametrize("more", [["--option", "slopes_three=both"], ["--compare", "slopes_three"]])
def test_options_of_a_wrong_shape_are_a_problem(more: list[str]) -> None:
    said = referee("ask", "-", *more, stdin="format: 1\nruleset: titan\noptions: x\nask: {travel: ogre, roll: 1}")
    assert said.code == 2
    assert said.err.startswith("stdin:3:10: options: must be a mapping, not 'x'")


@pytest.mark.parametrize("word", ["\u017f", "\u017f1", "\u0131", "\u212a", "r\u0663"])
def test_letters_that_another_case_matches_are_no_fault(word: str) -> None:
    state = """
format: 1
ruleset: battalions
mode: skirmish
board: {fields: [2, 1], field_size: [5, 5]}
players: [red, blue]
battalions:
- {id: S, player: red, field: [0, 0], facing: E, leader: r1}
- {id: K, player: blue, field: [1, 0], facing: W, leader: b1}
units:
- {id: r1, battalion: S, s: 2, d: 1, i: 1, c: 3, at: [4, 0]}
- {id: b1, battalion: K, s: 2, d: 1, i: 1, c: 3, at: [5, 4]}
"""
    said = referee("ask", "-", word, stdin=state)
    assert said.code == 2
    assert "the question: " in said.err


def test_a_view_that_a_case_expects_is_a_mapping(tmp_path: Path) -> None:
    case = tmp_path / "c.yaml"
    case.write_text("case: x\ncites: [LoT 4.5]\nruleset: titan\ngiven: {}\norders: []\nexpect: {view: {red: 40}}\n")
    said = referee("test", str(case))
    assert said.code == 2
    assert "expect.view.red: must be a mapping, not the number 40" in said.err
