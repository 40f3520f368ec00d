"""What the author of house rules of Titan relies on: what rows know, and what lint and the answers say of slips."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from running import STATE, referee, write, write_overlay


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ask(line: str) -> str:
    """Return the answer to a question by the rules of `mine`, on one line."""
    return " ".join(referee("ask", "--rulesets", ".", "-r", "mine", line).all.split())


BURNS = """\
characters:
  ogre:
    events:
      strike: {when: {event: round_ends, phase: strike}, hits: 1, why: it burns, cite: HOUSE 1}
      maneuver: {when: {event: round_ends, phase: maneuver}, hits: 2, why: it burns more, cite: HOUSE 1}
"""


def test_a_round_ends_in_the_strike_phase(here: Path) -> None:
    write_overlay(here, "titan", characters=BURNS)
    state = STATE.replace("ruleset: titan", "ruleset: mine")
    write(here, st=state.replace("active: attacker", "active: attacker\n  striking: defender"))
    (here / "red.txt").write_text("player: red\n\nstrike troll-1 at ogre-1\nend strike\n")
    said = referee("adjudicate", "--rulesets", ".", "st.yaml", "red.txt", "-o", "next.yaml", "--seed", "1").all
    assert "it burns" in said
    assert "it burns more" not in said, said
    assert yaml.safe_load((here / "next.yaml").read_text())["battle"]["round"] == 3


CURSE = """\
{whose}:
    abilities:
      curse: {title: Curse, instead_of: rangestrike, range: [2, 3], hits: 1, cite: HOUSE 1}
"""


@pytest.mark.parametrize(("who", "may"), [("ogre", False), ("minotaur", True)])
def test_only_one_who_rangestrikes_gives_up_a_rangestrike(who: str, may: bool, here: Path) -> None:
    write_overlay(here, "titan", characters=CURSE.replace("{whose}", "classes:\n  creature"))
    said = ask(f"plains; attacker {who} C2; defender lion C4; use curse by {who} at lion")
    assert ("may use Curse at lion" in said) is may, said
    assert ("does not rangestrike; Curse takes the place of a rangestrike" in said) is not may, said
    assert ("LoT 13.0" in said) is not may, said


@pytest.mark.parametrize(("who", "may"), [("ogre", False), ("minotaur", True)])
def test_an_ability_for_which_nobody_gives_up_a_rangestrike_is_refused_at_its_place(
    who: str, may: bool, here: Path
) -> None:
    write_overlay(here, "titan", characters=CURSE.replace("{whose}", f"characters:\n  {who}"))
    said = ask(f"plains; attacker {who} C2; defender lion C4; use curse by {who} at lion")
    assert ("may use Curse at lion" in said) is may, said
    place = "mine/characters.yaml:4:41: characters.ogre.abilities.curse.instead_of"
    assert (f"{place}: never holds: Ogre makes no rangestrike; write 'instead_of: strike'" in said) is not may, said


WALL = """\
effects:
  firewall: {title: Firewall, lies: hexside, move: {hot: {cost: {add: 1}, why: hot, cite: HOUSE 1}}}
"""


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("effects.firewal.move.hot", "there is no 'firewal' in effects (did you mean 'firewall'?)"),
        ("effects.firewall.mve.hot", "there is no 'mve' in effects.firewall (did you mean 'move'?)"),
        ("effects.firewall.move.hott", "there is no 'hott' in effects.firewall.move (did you mean 'hot'?)"),
        ("effects.firewall.move.hot.cst", "there is no 'cst' in effects.firewall.move.hot (did you mean 'cost'?)"),
    ],
)
def test_a_misspelt_step_of_a_path_gets_the_nearest_name(path: str, said: str, here: Path) -> None:
    write_overlay(here, "titan", effects=WALL)
    assert said in " ".join(referee("rules", "--rulesets", ".", "mine", "--row", path).all.split())


def test_a_hexside_stands_on_a_line_like_a_hex(here: Path) -> None:
    write_overlay(here, "titan", effects=WALL)
    line = "plains; effect firewall {}; attacker ogre C3; reach ogre to C4"
    short, long = (ask(line.format(at)) for at in ("C3>C4", "hexside C3>C4"))
    # the way around it is no dearer
    assert "by way of B3" in short, short
    assert short.partition("Ogre (C3)")[2] == long.partition("Ogre (C3)")[2]


def test_a_misspelt_rung_of_a_ladder_is_one_problem(here: Path) -> None:
    write_overlay(here, "titan", masterchart="masterchart:\n  marsh:\n    ladder:\n      ogrr: {next: 2}\n")
    said = referee("lint", "mine").all.splitlines()
    assert len(said) == 1, said
    assert "'ogrr' is no character (did you mean 'ogre'?)" in said[0]


CALLS = """\
characters:
  warlock:
    abilities: {charm: {title: Charm, at: hexside, lays: firewall, cite: HOUSE 1}}
    board_abilities: {portal: {title: Portal, at: land, lays: gate, cite: HOUSE 1}}
"""
GATE = "  gate: {title: Gate, lies: land, teleport: {no: {forbid: true, why: a Gate, cite: HOUSE 1}}}\n"


@pytest.mark.parametrize(
    ("kind", "said", "fits"),
    [
        ("orders", {"use": "charm", "by": "w", "at": "l"}, True),
        ("orders", {"use": "charrm", "by": "w", "at": "l"}, False),
        ("orders", {"use": "charm", "by": "w", "at": "C3>C4"}, True),
        ("orders", {"use": "charm", "by": "w", "at": "C3>Z4"}, False),
        ("orders", {"use": "portal", "by": "bk01", "at": 100}, True),
        ("orders", {"use": "portal", "by": "bk01", "at": "Marsh 8"}, True),
        ("orders", {"use": "portal", "by": "bk01", "at": 77777}, False),
        ("orders", {"move": "bk01", "to": 100}, True),
        ("orders", {"move": "bk01", "to": "rd02"}, True),
        ("orders", {"move": "bk01", "to": 77777}, False),
        ("orders", {"move": "bk01", "to": "77777"}, False),
        ("orders", {"engage": 77777}, False),
        ("ask", {"invoke": "portal", "by": "bk01"}, True),
        ("ask", {"invoke": "portl", "by": "bk01"}, False),
        ("ask", {"use": "charm", "by": "a", "at": "C3>Z4"}, False),
        ("state", {"round": 7}, True),
        ("state", {"round": 9}, False),
    ],
)
def test_a_schema_marks_names_of_abilities_and_of_places(
    kind: str, said: dict[str, Any], fits: bool, here: Path
) -> None:
    write_overlay(here, "titan", characters=CALLS, effects=WALL + GATE)
    shape = json.loads(referee("schema", kind, "mine", "--rulesets", ".").out)
    piece = {"id": "a", "character": "ogre", "side": "attacker", "hex": "C3"}
    battle = {"battleland": "plains", "pieces": [piece]}
    documents = {
        "orders": {"format": 1, "ruleset": "mine", "player": "ann", "step": 1, "orders": [said]},
        "ask": {"format": 1, "ruleset": "mine", "battle": battle, "ask": said},
        "state": {"format": 1, "ruleset": "mine", "battle": {**battle, **said}},
    }
    assert Draft202012Validator(shape).is_valid(documents[kind]) is fits


TIRED = """\
profile:
  legs: {{allowance: {change}, why: it is tired, cite: HOUSE 1}}
  arms: {{range: {change}, why: it is tired, cite: HOUSE 1}}
"""


@pytest.mark.parametrize(
    ("change", "walks", "throws"),
    [
        ("-1", "1 (2 Skill-factor of an Ogre, -1 it is tired)", "3 (4 Skill-factor of a Ranger, -1 it is tired)"),
        ("{set: 1}", "1 (2 Skill-factor of an Ogre, set to 1: it is tired)", "1 (4 Skill-factor of a Ranger, set to"),
    ],
)
def test_a_refusal_shows_the_number_that_a_row_has_changed(change: str, walks: str, throws: str, here: Path) -> None:
    write_overlay(here, "titan", always=TIRED.format(change=change))
    assert f"an Ogre has {walks}" in ask("plains; attacker ogre C3; reach ogre to C5")
    assert f"a Ranger reaches {throws}" in ask(
        "plains; attacker ranger C1; defender ogre C5; rangestrike ranger at ogre"
    )


SLIPS = """\
characters:
  ogre:
    power: x
    modifiers:
      typed: {{when: {{roll: strike}}, dice: [2], why: w, cite: HOUSE 1}}
      fact: {{when: {{target_clas: lord}}, dice: 2, why: w, cite: HOUSE 1}}
      value: {{when: {{roll: rangestrke}}, dice: {{times: 2}}, why: w, cite: HOUSE 9}}
    events:
      lays: {{when: {{event: round_ends}}, lays: wb, why: w, cite: HOUSE 1}}
    abilities:
      gaze: {{title: Gaze, range: 3, roll: strike, cite: HOUSE 1}}
  lion: {{native_to: [bgo], titel: Lion}}
{further}
"""
FURTHER = "    modifiers: {gaze: {when: {ability: gaze}, dice: 1, why: w, cite: HOUSE 1}}"


@pytest.mark.parametrize("further", ["", "  troll:\n" + FURTHER])
def test_a_wrong_type_hides_no_other_slip(further: str, here: Path) -> None:
    write_overlay(here, "titan", characters=SLIPS.format(further=further))
    said = referee("lint", "mine").all
    wanted = [
        "characters.ogre.power: must be a whole number, not 'x'",
        "characters.ogre.modifiers.typed.dice: must be",
        "characters.ogre.modifiers.fact.when: 'target_clas' is not a fact of a strike (did you mean 'target_class'?)",
        "characters.ogre.modifiers.value.when.roll: 'rangestrke' is not a value of 'roll'",
        "characters.ogre.modifiers.value.cite: 'HOUSE 9' is not a rule of this ruleset",
        "characters.ogre.events.lays.lays: 'wb' is no effect of this ruleset",
        "characters.ogre.abilities.gaze.range: must be a list, not the number 3; write 2 of them, as in [3, 3]",
        "characters.lion.native_to[1]: 'bgo' is no hazard",
        "characters.lion: 'titel' is not a key here (did you mean 'title'?)",
    ]
    for one in wanted:
        assert one in said, one
    assert len(said.splitlines()) == len(wanted), said
