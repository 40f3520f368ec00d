"""Boards made visible: which board, as letters, as SVG, as a page, as JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from running import referee

pytestmark = pytest.mark.fast

ENGAGED = """\
format: 1
ruleset: titan
masterboard:
  players: [black, "o'neil"]
  turn: 3
  mover: black
  phase: engagement
  legions:
    - {id: bk01, player: black, land: 38, contents: [titan, ogre], moved: true, side: left}
    - {id: bk02, player: black, land: 8, contents: [lion, ogre, ogre]}
    - {id: rd01, player: "o'neil", land: 38, contents: [titan, ogre]}
    - {id: rd02, player: "o'neil", land: 9, contents: [serpent, ogre, ogre, ogre]}
  engagement: {land: 38, attacker: bk01, defender: rd01, stage: answer}
"""
SEEN = """\
  revealed:
    - {legion: bk02, how: battle, turn: 1, mover: black, characters: [lion, ogre]}
    - {legion: bk02, how: mustered, turn: 2, mover: black, characters: [ogre]}
"""
FIGHT = """\
format: 1
ruleset: titan
player: "o'neil"
orders: [{fight: 38}]
"""


@pytest.fixture
def battle(here: Path) -> str:
    """Return the file of a game in which a battle is being fought."""
    Path("s.yaml").write_text(ENGAGED)
    Path("o.yaml").write_text(FIGHT)
    assert referee("adjudicate", "s.yaml", "o.yaml", "-o", "n.yaml", "--seed", "x").code == 0
    return "n.yaml"


def test_the_battle_comes_first_and_the_masterboard_is_named(battle: str) -> None:
    said = referee("show", battle)
    assert "F1" in said.out
    assert "titan-1" in said.out
    assert "bk02" not in said.out
    assert said.out.endswith("also: --board masterboard\n")
    assert "bk02" in referee("show", battle, "--board", "masterboard").out
    assert "--board" not in referee("show", battle, "--board", "masterboard").out


def test_a_board_that_is_not_there_is_refused_with_those_that_are(battle: str) -> None:
    said = referee("show", battle, "--board", "masterbord")
    assert said.code == 2
    assert "it has battle, masterboard (did you mean 'masterboard'?)" in said.err
    assert referee("show", "s.yaml", "--board", "battle").code == 2


def test_a_page_has_every_board_with_names_of_their_own(battle: str) -> None:
    assert referee("show", battle, "--html", "b.html").code == 0
    text = Path("b.html").read_text()
    assert text.count('<div class="board"') == text.count('role="img"') == 2
    assert "o'neil" not in text
    assert "o&#x27;neil" in text
    names = re.findall(r'id="([^"]+)"', text)
    assert len(names) == len(set(names))
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(names)
    assert referee("show", battle, "--html", "b.html").code == 2
    assert referee("show", battle, "--board", "battle", "--html", "-").out.count('<div class="board"') == 1


def test_a_page_for_a_player_hides_what_he_may_not_see(battle: str) -> None:
    whole = referee("show", battle, "--html", "-").out
    assert "serpent" in whole
    assert "serpent" not in referee("show", battle, "--html", "-", "--player", "black").out


def test_svg_is_well_formed_and_can_go_beside_a_page(battle: str) -> None:
    assert referee("show", battle, "--svg", "b.svg", "--html", "b.html").out == ""
    assert ElementTree.parse("b.svg").getroot().tag.endswith("svg")


def test_the_battle_is_painted_in_the_colours_of_its_players(battle: str) -> None:
    picture = json.loads(referee("show", battle, "--json").out)["battle"]
    # o'neil's markers are red ones
    assert picture["colours"] == ["black", "red"]
    assert picture["title"] == "Battle in Brush 38"
    assert picture["subtitle"].endswith("Brush 38, round 1, defender's Maneuver Phase")
    text = referee("show", battle).out
    assert "black attacks from the left, by" in text
    assert "A: black; D: o'neil" in text
    assert ">o&#x27;neil</text>" in referee("show", battle, "--svg", "-").out


def test_the_masterboard_tells_the_engagement_and_what_was_seen(battle: str) -> None:
    text = referee("show", battle, "--board", "masterboard", "--player", "o'neil").out
    told = "Engagement in Brush 38: bk01 of black attacks rd01 of o'neil from the left; the battle is being fought"
    assert told in " ".join(text.split())
    assert "orders are awaited from o'neil" in text
    Path("s.yaml").write_text(ENGAGED.replace("  engagement: {land: 38", SEEN + "  engagement: {land: 38"))
    text = referee("show", "s.yaml", "--player", "o'neil").out
    assert "bk02 in Marsh 8, 3 high: lion, 2 ogre (seen)" in text
    assert "rd01 says whether it flees" in text


def test_long_names_are_cut_so_that_they_differ(battle: str) -> None:
    name = "Wolfgang-Amadeus-of-the-northern-ma-"
    text = Path(battle).read_text().replace("id: ogre-1", f"id: {name}1").replace("id: ogre-2", f"id: {name}2")
    Path(battle).write_text(text.replace("character: ogre, side: defender", "character: ogre, side: defender, hex: A1"))
    drawn = referee("show", battle, "--svg", "-").out
    plates = re.findall(r'<g><title>Wolf[^<]*</title><rect x="[^"]*" y="[^"]*" width="([^"]*)"', drawn)
    assert plates
    assert all(float(width) < 92 for width in plates)


def test_boards_views_and_starting_files_as_json(battle: str) -> None:
    boards = json.loads(referee("show", battle, "--json").out)
    assert list(boards) == ["battle", "masterboard"]
    assert len(boards["masterboard"]["shapes"]) == 96
    view = ("view", battle, "--player", "black")
    assert json.loads(referee(*view, "--json").out)["masterboard"] == yaml.safe_load(referee(*view).out)["masterboard"]
    assert json.loads(referee("new", "titan", "--players", "black,red", "--json").out)["masterboard"]["turn"] == 1


def test_a_row_of_legal_is_an_order_as_it_stands(battle: str) -> None:
    rows = json.loads(referee("legal", "s.yaml", "--json").out)
    rows = rows["legal"] if isinstance(rows, dict) else rows
    assert rows
    Path("row.yaml").write_text(json.dumps({"format": 1, "ruleset": "titan", "player": "o'neil", "orders": rows[:1]}))
    assert referee("check", "s.yaml", "row.yaml").code == 0
    told = {**rows[0], "told": {"by": "o'neil"}}
    Path("row.yaml").write_text(json.dumps({"format": 1, "ruleset": "titan", "player": "o'neil", "orders": [told]}))
    assert referee("check", "s.yaml", "row.yaml").code == 0
