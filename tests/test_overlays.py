"""Overlays that extend several rulesets: each layer stands once, and what they disagree about must be decided."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from running import QUESTION, referee, write

from referee.core.documents import Unreadable
from referee.core.rules.rulesets import Ruleset

pytestmark = pytest.mark.usefixtures("here")

MANIFEST = "format: 1\nruleset: {name}\ntitle: Of {name}\nextends: {extends}\n"


def lay(name: str, extends: str = "titan", **tables: str) -> None:
    """Write an overlay into the working folder."""
    Path(name).mkdir(exist_ok=True)
    write(Path(name), manifest=MANIFEST.format(name=name, extends=extends), **tables)


def ruleset(name: str = "mine") -> Ruleset:
    return Ruleset(name, [Path()])


def lint(name: str = "mine") -> list[str]:
    said = referee("lint", name)
    wrong = [line for line in said.err.splitlines() if not line.startswith("warning: ")]
    assert said.code == (2 if wrong else 0)
    return wrong


def sand(cost: int | str, more: str = "") -> str:
    return f"hazards:\n  sand:\n    move:\n      other: {{cost: {cost}{more}}}\n"


def test_an_overlay_extends_several_in_order_and_a_common_one_stands_once() -> None:
    lay("strong", characters="characters: {troll: {power: 9}}")
    lay("slow", hazards=sand(3))
    lay("mine", "[titan-valley, strong, slow]", combat="rounds: 3")
    mine = ruleset()
    assert mine.chain == ["titan", "titan-valley", "strong", "slow", "mine"]
    assert mine.raw("characters")["characters"]["troll"]["power"] == 9
    assert mine.raw("hazards")["hazards"]["sand"]["move"]["other"]["cost"] == 3
    assert mine.raw("combat")["rounds"] == 3
    assert "VG Striking 6" in mine.rules
    assert lint() == []
    Path("q.yaml").write_text(QUESTION.replace("ruleset: titan\n", "ruleset: mine\n"))
    said = referee("ask", "q.yaml", "--rulesets", ".", "--json")
    answer: dict[str, Any] = json.loads(said.out)["answer"]
    assert answer["dice"] == 9


def test_one_name_is_one_name_and_a_list_of_one_is_the_same() -> None:
    lay("one", "titan-plus")
    lay("two", "[titan-plus]")
    assert ruleset("one").chain[:-1] == ruleset("two").chain[:-1] == ["titan", "titan-plus"]
    assert ruleset("one").deciding.digest == ruleset("two").deciding.digest
    rows = json.loads(referee("rulesets", "--rulesets", ".", "--json").out)["rulesets"]
    assert {row["ruleset"]: row["extends"] for row in rows if row["ruleset"] in ("one", "two")} == {
        "one": "titan-plus",
        "two": ["titan-plus"],
    }


def test_a_change_made_on_one_side_of_a_diamond_is_kept() -> None:
    lay("low", characters="characters: {troll: {power: 3, skill: 1}}")
    lay("left", "low", characters="characters: {troll: {power: 4}}")
    lay("right", "low", characters="characters: {ogre: {power: 5}}")
    for extends in ("[left, right]", "[right, left]"):
        lay("mine", extends)
        troll = ruleset().raw("characters")["characters"]["troll"]
        assert (troll["power"], troll["skill"]) == (4, 1)
        assert ruleset().chain.count("low") == 1
        assert lint() == []


def test_two_that_change_the_same_number_differently_are_refused_wherever_they_are_used() -> None:
    lay("left", characters="characters:\n  troll: {power: 3}\n")
    lay("right", characters="characters:\n\n  troll: {skill: 2, power: 4}\n")
    lay("mine", "[left, right]")
    message = (
        "right/characters.yaml:3:28: characters.troll.power: left (left/characters.yaml:2:18) and right differ here, "
        "and neither extends the other; write what you want to hold into mine/characters.yaml, "
        "as left has it: characters: {troll: {power: 3}}"
    )
    assert lint() == [message]
    said = referee(
        "ask", "--rulesets", ".", "-r", "mine", "plains; attacker troll C3; defender ogre C4; strike C3 at C4"
    )
    assert (said.code, said.err) == (2, message + "\n")
    lay("mine", "[left, right]", characters="characters: {troll: {power: 5}}")
    assert lint() == []
    assert ruleset().raw("characters")["characters"]["troll"]["power"] == 5


def test_what_two_change_alike_is_no_conflict() -> None:
    lay("left", hazards=sand(3))
    lay("right", hazards=sand(3))
    lay("mine", "[left, right]")
    assert lint() == []


def test_the_parts_of_a_row_belong_together() -> None:
    lay("left", hazards=sand(3))
    lay("right", hazards="hazards: {sand: {move: {other: {when: {mover: other, manner: [enter, land]}}}}}")
    lay("mine", "[left, right]")
    (said,) = lint()
    assert "hazards.sand.move.other: left (left/hazards.yaml:4:7) and right differ here in when and cost" in said
    lay("mine", "[left, right]", hazards=sand(4))
    (said,) = lint()
    assert "differ here in when, and" in said
    lay("mine", "[left, right]", hazards=sand(4, ", when: {mover: other, manner: enter}"))
    assert lint() == []
    lay("mine", "[left, right]", hazards="hazards: {sand: {move: {other: null}}}")
    assert lint() == []


def test_a_row_that_one_removes_and_another_changes_is_a_conflict() -> None:
    lay("left", hazards="hazards: {sand: {move: {other: null}}}")
    lay("right", hazards=sand(3))
    for extends in ("[left, right]", "[right, left]"):
        lay("mine", extends)
        assert ["hazards.sand.move.other: " in said and "differ here" in said for said in lint()] == [True]


def test_what_overrules_one_side_is_compared_in_its_place() -> None:
    lay("low", characters="characters: {troll: {power: 3}}")
    lay("left", "low", characters="characters: {troll: {power: 4}}")
    lay("right", characters="characters: {troll: {power: 4}}")
    lay("mine", "[left, right]")
    assert lint() == []  # low's 3 is overruled by left, and left and right agree
    lay("right", characters="characters: {troll: {power: 3}}")
    assert ["left" in said and "right" in said and "low" not in said for said in lint()] == [True]


def test_a_lower_overlay_may_decide() -> None:
    lay("left", characters="characters: {troll: {power: 3}}")
    lay("right", characters="characters: {troll: {power: 4}}")
    lay("both", "[left, right]", characters="characters: {troll: {power: 4}}")
    lay("mine", "both")
    assert lint() == []


def test_rules_of_one_number_with_two_texts_are_a_conflict() -> None:
    for name, words in (("left", "Sand is deep"), ("right", "Trolls are weak")):
        lay(name, rules=f"rules: {{HOUSE 1: {{title: {words}, summary: {words}., kind: setup}}}}")
    lay("mine", "[left, right]")
    assert [said.split(": ")[1] for said in lint()] == ["rules.HOUSE 1.title", "rules.HOUSE 1.summary"]


def test_a_circle_is_named_with_its_members() -> None:
    lay("a", "b")
    lay("b", "[titan, c]")
    lay("c", "a")
    assert lint("a") == ["c/manifest.yaml:4:10: extends: 'a' extends itself by way of b, c"]


def test_a_long_chain_is_read_and_an_endless_one_refused() -> None:
    for number in range(60):
        lay(f"r{number}", f"r{number - 1}" if number else "titan")
    assert len(ruleset("r59").layers) == 61
    for number in range(60, 200):
        lay(f"r{number}", f"r{number - 1}")
    with pytest.raises(Unreadable, match="more than 64 rulesets extend each other"):
        ruleset("r199")


GOD = "{when: {opponent: god}, result: destroyed, before: otherwise, cite: HS-RES-5, why: w}"
AERIAL = "{when: {opponent_cat: A}, result: flee_600, before: otherwise, cite: HS-RES-5, why: w}"


def blade(rows: str) -> str:
    return f"elements: {{blade: {{minor: {{{rows}}}}}}}"


@pytest.mark.slow
@pytest.mark.parametrize("extends", ["[left, right]", "[right, left]"])
def test_the_order_of_layers_never_decides_which_row_comes_first(extends: str) -> None:
    lay("left", "hordes", elements=blade(f"god: {GOD.replace('god', '[god, hero]')}"))
    lay("right", "hordes", elements=blade(f"aerial: {AERIAL}"))
    lay("mine", extends)
    (said,) = lint()
    assert "holds together with" in said
    assert "as where opponent is 'god'" in said
    assert said.endswith("into mine/elements.yaml")
    for decided in ("god: {before: aerial}", "aerial: {before: god}"):
        lay("mine", extends, elements=blade(decided))
        assert lint() == []


def test_rows_of_two_layers_that_never_hold_together_or_do_the_same_need_no_order() -> None:
    lay("left", "hordes", elements=blade(f"god: {GOD}"))
    for other in (AERIAL.replace("opponent_cat: A", "opponent: hero"), AERIAL.replace("flee_600", "destroyed")):
        lay("right", "hordes", elements=blade(f"aerial: {other.replace('opponent_cat: A', 'opponent: [hero, god]')}"))
        lay("mine", "[left, right]")
        assert lint() == []


def test_an_entry_is_like_another_and_rows_that_name_that_one_hold_for_it() -> None:
    lay("mine", "titan", characters="characters:\n  orc: {like: ogre, title: Orc, power: 5}\n")
    assert lint() == []
    people = ruleset().raw("characters")["characters"]
    assert people["orc"] == {**people["ogre"], "title": "Orc", "power": 5}
    modifiers = "modifiers: {feud: {when: {striker_character: [ogre, lion]}, dice: 1, why: feud, cite: LoT 12.0}}"
    lay("mine", "titan", characters="characters:\n  orc: {like: ogre, title: Orc}\n", always=modifiers)
    assert ruleset().raw("always")["modifiers"]["feud"]["when"] == {"striker_character": ["ogre", "lion", "orc"]}
    shown = referee("rules", "mine", "--rulesets", ".", "--row", "characters.orc")
    assert (shown.code, "power: 6" in shown.out) == (0, True)
