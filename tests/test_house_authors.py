"""What the author of house rules of Titan relies on: what rows know, and what lint and the answers say of slips."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from running import STATE, referee, write, write_overlay

pytestmark = pytest.mark.usefixtures("here")


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


WOUNDS = "modifiers:\n  weak: {when: {as: striker}, per: striker_hits, dice: -1, why: it is hurt, cite: HOUSE 1}\n"


def test_a_strike_back_knows_the_hits_that_the_strike_does(here: Path) -> None:
    write_overlay(here, "titan", characters=f"characters:\n  ogre:\n    {WOUNDS.replace(chr(10), chr(10) + '    ')}")
    battle = {"battleland": "plains", "phase": "strike", "round": 2, "active": "attacker", "attacker_side": "bottom"}
    battle |= {"players": {"attacker": "red", "defender": "blue"}}
    pieces = [
        {"id": "lion", "character": "lion", "side": "attacker", "hex": "C3", "hits": 3},
        {"id": "ogre", "character": "ogre", "side": "defender", "hex": "C4"},
    ]
    state = {"format": 1, "ruleset": "mine", "battle": battle | {"pieces": pieces}}
    (here / "s.yaml").write_text(yaml.safe_dump(state))
    (here / "red.txt").write_text("player: red\n\nstrike lion at ogre\nend strike\n")
    (here / "blue.txt").write_text("player: blue\n\nstrike ogre at lion\n")
    told = " ".join(referee("ask", "--rulesets", ".", "s.yaml", "strike lion at ogre", "--reasons").out.split())
    assert "after 5 hits with 1 die" in told, told
    found = json.loads(referee("odds", "--rulesets", ".", "s.yaml", "red.txt", "blue.txt", "--json").out)
    assert f": {found['slain']['lion']:.1%}".replace("%", " %") + " to slay Lion" in told


def test_what_is_needed_to_muster_is_told_with_the_rows_that_change_it(here: Path) -> None:
    row = "dear: {when: {recruit: troll, terrain: marsh, way: ladder}, needed: {at_least: 3}, why: dear, cite: HOUSE 1}"
    write_overlay(here, "titan", always=f"muster:\n  {row}\n")
    for held, answer in (("two", "No"), ("three", "Yes")):
        said = ask(f"{held} ogres in the marsh, may they muster a troll?")
        assert f"{answer}. A Troll needs 3 Ogres, a Troll or a Ranger in Marsh." in said, said
        assert "HOUSE 1" in said
    assert "2 Ogres" not in ask("two ogres in the marsh, may they muster a troll?").partition("In Marsh")[0]
    assert "(HOUSE 1)" in referee("rules", "mine", "Troll", "--rulesets", ".").out


def test_what_a_winner_does_is_in_the_result_of_a_combat(here: Path) -> None:
    minor = "{when: {opponent: knight}, result: bounce, before: otherwise, why: both go back, cite: HOUSE 1}"
    outcome = "{says: bounces, does: [{recoil: depth}], winner: [{recoil: depth}], severity: 25}"
    row = f"elements:\n  blade:\n    minor:\n      bounce: {minor}\n"
    write_overlay(here, "hordes", elements=row, table=f"outcomes:\n  bounce: {outcome}\n")
    said = ask("a knight die 5 aggressor; b blade die 4; result")
    assert "Each of the two bounces." in said
    found = json.loads(referee("odds", "--rulesets", ".", "-r", "mine", "a knight; b blade; odds", "--json").out)
    assert {"a": "bounce", "b": "bounce"} in [{name: row[name] for name in "ab"} for row in found["outcomes"]]


SPANS = {
    "striker_hits: {at_least: 4}": [6, 6, 6, 6, 7, 7],
    "striker_hits: {at_most: 1}": [7, 7, 6, 6, 6, 6],
    "striker_hits: {at_least: 2, at_most: 3}": [6, 6, 7, 7, 6, 6],
}


@pytest.mark.parametrize("when", SPANS)
def test_a_condition_may_be_a_span_of_numbers(when: str, here: Path) -> None:
    write_overlay(here, "titan", always=f"modifiers:\n  x: {{when: {{{when}}}, dice: 1, why: x, cite: HOUSE 1}}\n")
    assert referee("lint", "mine").code == 0
    said = [ask(f"plains; attacker ogre C3 hits {hits}; defender lion C4; strike ogre at lion") for hits in range(6)]
    assert [int(one.partition(" dice")[0].rpartition(" ")[2]) for one in said] == SPANS[when]
    words = {"4": "4 or more", "1": "1 or less", "3": "from 2 to 3"}
    assert f"if the hits that the striker has taken are {words[when[-2]]}" in " ".join(
        referee("rules", "mine", "HOUSE 1", "--rulesets", ".").out.split()
    )


def test_rows_of_a_fight_know_who_has_moved_and_how_many_friends_touch(here: Path) -> None:
    rows = "hasty: {when: {moved: true}, value: -1, why: hasty, cite: HOUSE 1}"
    rows += "\n  wall: {when: {friends_touching: 2}, value: 2, why: wall, cite: HOUSE 1}"
    rows += "\n  far: {when: {role: shooting, distance: 100}, value: 5, why: far, cite: HOUSE 1}"
    write_overlay(here, "hordes", combat=f"tactical:\n  {rows}\n")
    places = {"s1": ("red", "spear", 1000, 1000, 0), "s2": ("red", "spear", 920, 1000, 0)}
    places |= {"s3": ("red", "spear", 1080, 1000, 0), "b1": ("blue", "blade", 1000, 1000, 180)}
    places |= {"r1": ("red", "shooter", 300, 300, 0), "b2": ("blue", "blade", 300, 400, 180)}
    elements = [
        {"id": name, "army": army, "type": kind, "x": x, "y": y, "facing": facing, "moved": int(name in ("b1", "r1"))}
        for name, (army, kind, x, y, facing) in places.items()
    ]
    state = {"format": 1, "ruleset": "mine", "elements": elements, "active": "red"}

    def changed(question: dict[str, str]) -> list[list[int]]:
        document = json.dumps({**state, "ask": question})
        told = json.loads(referee("ask", "--rulesets", ".", "--json", "-", stdin=document).out)["answer"]["modifiers"]
        return [[value for cite, value in told[side] if cite == "HOUSE 1"] for side in ("a", "b")]

    assert changed({"combat": "s1", "against": "b1"}) == [[2], [-1]]
    assert changed({"combat": "r1", "against": "b2"}) == [[4], []]


def test_a_span_of_all_that_is_known_keeps_a_row_from_where_nothing_is(here: Path) -> None:
    row = "{when: {range: {at_least: 2, at_most: 4}}, dice: 1, why: far, cite: HOUSE 1}"
    write_overlay(here, "titan", always=f"modifiers:\n  far: {row}\n")
    said = referee("lint", "mine")
    assert (said.code, said.err) == (0, ""), said.all
    shoots, strikes = (
        ask(f"plains; attacker gorgon C3; defender lion {place}; {verb} gorgon at lion")
        for place, verb in (("C5", "rangestrike"), ("C4", "strike"))
    )
    assert " 4 dice" in shoots
    assert " 6 dice" in strikes


def test_a_row_on_a_shot_knows_how_far_it_goes(here: Path) -> None:
    row = "{when: {type: shooter, distance: {at_least: 150}}, forbid: true, why: too far in the rain, cite: HOUSE 1}"
    write_overlay(here, "hordes", shooting=f"shoot:\n  rain: {row}\n")
    for paces, yes in ((140, "Yes"), (160, "No")):
        there = f"blue blade id b1 x 1000 y {1000 + paces} facing 180"
        said = ask(f"red shooter id r1 x 1000 y 1000 facing 0; {there}; range r1 at b1")
        assert f" {yes}: " in said
    far = ask("combat; kind shoot; a shooter die 5; b blade die 3; distance 160; result")
    assert "too far in the rain" in far
    write(here / "mine", shooting="shoot:\n  hasty: {when: {moved: true}, forbid: true, why: hasty, cite: HOUSE 1}\n")
    assert "No: hasty." in ask("combat; kind shoot; a shooter die 5 moved; b blade die 3; result")


def test_nobody_can_be_mustered_is_said_only_where_that_is_so(here: Path) -> None:
    row = "{when: {recruit: gargoyle}, forbid: true, why: no gargoyles, cite: HOUSE 1}"
    write_overlay(here, "titan", always=f"muster:\n  none: {row}\n")
    some = ask("masterboard ann 3 titan gargoyle gargoyle cyclops; muster ann")
    assert "no gargoyles" in some
    assert "a Cyclops" in some
    assert "Nobody can be mustered" not in some
    full = ask("masterboard bo 103 lion ogre ogre ogre ogre ogre ogre; muster bo")
    assert "Nobody can be mustered: bo (Marsh 103) holds 7 characters, and 7 is the most." in full
