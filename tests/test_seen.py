"""What players have seen of a legion stays known until it may have changed unseen, and no longer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from running import referee

pytestmark = pytest.mark.fast

STATE = """
format: 1
ruleset: titan
game: g1
step: 5
masterboard:
  players: [black, red, green]
  turn: 5
  mover: black
  phase: engagement
  markers: {red: [rd05], black: [bk06, bk03], green: [gr05]}
  legions:
    - {id: bk01, player: black, land: 37, contents: [titan, lion, angel, angel]}
    - {id: bk02, player: black, land: 38, contents: [ogre, troll], moved: true, side: left}
    - {id: bk05, player: black, land: 5, contents: [ogre, ogre], moved: true, side: left}
    - {id: rd01, player: red, land: 38, contents: [dragon, ogre, lion, lion]}
    - {id: rd02, player: red, land: 200, contents: [titan, ogre]}
    - {id: rd04, player: red, land: 5, contents: [lion, lion]}
    - {id: gr02, player: green, land: 9, contents: [titan, ogre, lion]}
  revealed:
    - {legion: bk01, how: battle, turn: 2, mover: black, characters: [titan, ogre, ogre, lion]}
    - {legion: bk02, how: summoned, turn: 3, mover: black, characters: [angel], of: bk01}
    - {legion: bk03, how: summoned, turn: 4, mover: black, characters: [angel], of: bk01}
"""
SPLIT = "    - {legion: bk05, how: split, turn: 5, mover: black, of: bk01}\n"


def played(*orders: tuple[str, str]) -> None:
    for player, order in orders:
        Path("o.txt").write_text(f"player: {player}\n\n{order}\n")
        said = referee("adjudicate", "s.yaml", "o.txt", "-o", "s.yaml.new", "--seed", "x", "--force")
        assert said.code == 0, said.err
        Path("s.yaml.new").rename("s.yaml")


def line_of(legion: str, player: str) -> str:
    shown = referee("show", "s.yaml", "--board", "masterboard", "--player", player)
    lines = shown.out.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"  {legion} in "))
    told = [lines[start].strip()]
    for line in lines[start + 1 :]:
        if not line.startswith("    "):
            break
        told.append(line.strip())
    return " ".join(told)


def known(legion: str, player: str) -> Any:
    return yaml.safe_load(referee("ask", "s.yaml", f"value {legion}", "--player", player, "--json").out)["answer"]


def test_what_one_legion_showed_of_another_outlives_a_battle_of_the_first(here: Path) -> None:
    Path("s.yaml").write_text(STATE.replace("lion, angel, angel]}", "lion, ogre, ogre, angel, angel]}"))
    before = line_of("bk01", "green")
    assert "6 high: titan, 2 ogre, lion, 2 angel (seen)" in before
    played(("black", "engage 38"), ("red", "fight 38"), ("black", "concede battle"))
    assert line_of("bk01", "green") == before


def test_a_legion_that_was_split_is_not_known_whole_again_by_a_battle_of_the_part(here: Path) -> None:
    Path("s.yaml").write_text(STATE + SPLIT)
    assert "(seen)" not in line_of("bk01", "green")
    played(("black", "engage 5"), ("red", "fight 5"), ("black", "concede battle"))
    told = line_of("bk01", "green")
    assert "(seen)" not in told
    assert "bk05 split off it" in told
    assert "bk05" not in referee("legal", "s.yaml", "--player", "green").all


def test_a_question_knows_what_the_picture_knows(here: Path) -> None:
    Path("s.yaml").write_text(STATE.replace("lion, angel, angel]}", "lion, ogre, ogre, angel, angel]}"))
    assert known("bk01", "green")["points"] == 24 + 12 + 12 + 15 + 24 + 24
    Path("s.yaml").write_text(STATE + SPLIT)
    assert known("bk01", "green")["points"] is None


def test_who_looks_through_a_legion_knows_it(here: Path) -> None:
    Path("s.yaml").write_text(STATE)
    played(("black", "disturb rd01 shown lion"), ("red", "look bk01"))
    assert "4 high: titan, 2 angel, lion (seen)" in line_of("bk01", "red")
    assert "(seen)" not in line_of("bk01", "green")
    assert "a Lion reported as seen when disturbed" in line_of("rd01", "black")


def test_what_is_not_known_is_no_refusal_by_the_rules(here: Path) -> None:
    Path("s.yaml").write_text(
        STATE.replace("phase: engagement", "phase: enlistment")
        .replace("land: 38, contents: [d", "land: 39, contents: [d")
        .replace("mover: black\n  phase", "mover: red\n  phase")
        .replace("land: 5, contents: [lion", "land: 7, contents: [lion")
        .replace(", moved: true, side: left", "")
        .replace("rd01, player: red", "rd01, moved: true, player: red")
    )
    Path("o.txt").write_text("player: red\n\nmuster troll in rd01\n")
    assert "what rd01 holds is not known here" in referee("check", "s.yaml", "o.txt", "--player", "black").all
    assert "muster" in referee("check", "s.yaml", "o.txt").all


def test_the_orders_of_another_are_counted_as_one_sees_them(here: Path) -> None:
    Path("s.yaml").write_text(
        STATE.replace(
            "phase: engagement",
            "phase: engagement\n  engagement: {land: 38, attacker: bk02, defender: rd01, stage: answer}",
        )
    )
    told = []
    for orders in ("stand 38\nfight 38", "stand 38\nagree 38 eliminate bk02\nfight 38"):
        Path("o.txt").write_text(f"player: red\n\n{orders}\n")
        assert referee("adjudicate", "s.yaml", "o.txt", "--trace", "t.yaml", "--seed", "x", "--force").code == 0
        found = yaml.safe_load(referee("explain", "t.yaml", "--player", "green", "--json").out)
        told.append([step.get("order") for step in found])
    assert told[0] == told[1]


WORLD = """
format: 1
ruleset: titan
game: g1
step: 5
masterboard:
  players: [black, red, green]
  turn: 5
  mover: black
  phase: PHASE
  markers: {red: [rd05], black: [bk06, bk07], green: [gr05]}
  legions:
    - {id: bk01, player: black, land: 37, contents: [HELD]}
    - {id: bk02, player: black, land: 20, contents: [OTHER]}
    - {id: rd01, player: red, land: 38, contents: [dragon, ogre, lion, lion]}
    - {id: rd02, player: red, land: 200, contents: [titan, ogre]}
    - {id: gr02, player: green, land: 9, contents: [titan, ogre, lion]}
"""


def told(player: str) -> list[str]:
    boards = [referee("show", "s.yaml", "--board", "masterboard", "--player", player).out]
    return [*boards, referee("view", "s.yaml", "--player", player).out]


def test_the_order_in_which_legions_came_together_is_never_told(here: Path) -> None:
    worlds = []
    for held in ("titan, ogre, lion, troll", "troll, lion, ogre, titan"):
        world = WORLD.replace("PHASE", "movement\n  roll: 1").replace("HELD", held).replace("OTHER", "ogre, ogre")
        Path("s.yaml").write_text(world)
        seen = [told("green")]
        for player, orders in (("black", "move bk01 to 38\nend movement"), ("red", "fight rd01")):
            played((player, orders))
            seen += [told("green"), told("red")]
        worlds.append(seen)
    assert worlds[0] == worlds[1]


def test_the_order_in_which_the_fallen_were_buried_tells_nothing(here: Path) -> None:
    worlds = []
    for held, other in (("titan, ogre", "lion, lion"), ("lion, lion", "titan, ogre")):
        world = WORLD.replace("PHASE", "commencement").replace("HELD", held).replace("OTHER", other)
        Path("s.yaml").write_text(world)
        before = told("green")
        played(("black", "concede game"))
        worlds.append((before, told("green")))
    assert worlds[0] == worlds[1]
    assert "slain: a Titan, 2 Lions, an Ogre" in worlds[0][1][0]
