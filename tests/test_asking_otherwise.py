"""One question asked in several ways: briefly, with options, under other rulesets and values; and what may be asked."""

from __future__ import annotations

import json

import pytest
from running import referee

from referee import games

pytestmark = pytest.mark.fast

THREE_SLOPES = "mountains; attacker minotaur C3; defender gargoyle F1; rangestrike minotaur at gargoyle"


def test_the_verdict_alone() -> None:
    said = referee("ask", "-r", "titan", "ogre against lion", "--brief")
    assert (
        said.out == "Yes. Ogre (C3) strikes Lion (C4) with 6 dice, each hitting on 5 or more.\n(LoT 12.0, LoT 12.2)\n"
    )
    refused = referee(
        "ask", "-r", "titan", "desert; attacker griffon B2; defender lion B1; strike griffon at lion", "--brief"
    )
    assert refused.out.startswith("No, Griffon (B2) may not strike Lion (B1)")
    assert (
        referee("ask", "-r", "hordes", "general paladin", "--brief").out
        == "No: a Paladin cannot be the General.  HS-ARM-3\n"
    )


def test_an_option_holds_for_one_question() -> None:
    plain = referee("ask", "-r", "titan", THREE_SLOPES, "--json")
    other = referee("ask", "-r", "titan", THREE_SLOPES, "--json", "--option", "slopes_three=both")
    assert json.loads(plain.out)["answer"]["allowed"]
    assert not json.loads(other.out)["answer"]["allowed"]
    wrong = referee("ask", "-r", "titan", THREE_SLOPES, "--option", "slopes_three")
    assert wrong.code == 2
    assert "is not NAME=VALUE" in wrong.err
    for word in ("²", "--1"):
        assert referee("ask", "-r", "titan", THREE_SLOPES, "--option", f"slopes_three={word}").code == 2
    unknown = referee("ask", "-r", "titan", THREE_SLOPES, "--option", "slope_three=both")
    assert unknown.code == 2
    assert "slopes_three" in unknown.err


def test_readings_side_by_side() -> None:
    said = referee("ask", "-r", "titan", THREE_SLOPES, "--compare", "slopes_three", "--json")
    rows = json.loads(said.out)
    assert [(row["given"], row["answer"]["allowed"]) for row in rows] == [
        ({"slopes_three": "either"}, True),
        ({"slopes_three": "both"}, False),
    ]
    text = referee("ask", "-r", "titan", THREE_SLOPES, "--compare", "slopes_three").out.splitlines()
    assert text[0].split()[:3] == ["slopes", "three", "allowed"]
    assert text[2].split()[:2] == ["either", "yes"]
    assert text[3].split()[:2] == ["both", "no"]


def test_editions_side_by_side() -> None:
    said = referee("ask", "-r", "titan", "ogre against lion", "--compare", "titan,titan-valley")
    assert said.code == 0
    assert "Nothing differs." in said.out
    assert referee("ask", "-r", "titan", "ogre against lion", "--compare", "titan,nowhere").code == 2
    assert "is no option" in referee("ask", "-r", "titan", "ogre against lion", "--compare", "slopes").err


def test_values_varied() -> None:
    said = referee("ask", "-r", "titan", "ogre against lion", "--vary", "defender.hits=0,3")
    assert [line.split() for line in said.out.splitlines()[2:4]] == [["0", "1.8", "%"], ["3", "64.9", "%"]]
    assert "The same: allowed yes; dice 6" in said.out
    both = referee(
        "ask",
        "-r",
        "hordes",
        "a knight; b spear; odds",
        "--vary",
        "b.going=good,wood",
        "--vary",
        "a.going=good,wood",
        "--json",
    )
    assert len(json.loads(both.out)) == 4
    wrong = referee("ask", "-r", "titan", "ogre against lion", "--vary", "goblin.hits=0,3")
    assert wrong.code == 2
    assert "there is nothing at 'goblin.hits'" in wrong.err


@pytest.mark.parametrize("ruleset", ["titan", "hordes", "battalions", "titan-magi"])
def test_help_lists_every_question_with_an_example(ruleset: str) -> None:
    from referee import games

    said = referee("ask", "-r", ruleset, "help")
    assert said.code == 0
    game, found = games.load(ruleset)
    for verb in game.asked(game.compile(found, {})):
        assert f"\n{verb}: " in f"\n{said.out}"


def test_nobody_is_asked_where_there_is_no_terminal() -> None:
    said = referee("ask", "-r", "titan", stdin="ogre against lion\n")
    assert said.code == 2
    assert "one quoted argument" in said.err


def test_printed_boards_are_drawn_without_pieces(tmp_path: object) -> None:
    said = referee("show", "-r", "titan", "desert")
    assert "D4>D3" in said.out
    assert "D6 s" in said.out
    every = referee("show", "-r", "titan", "--all", "--html", "-")
    for land in ("Battle: Desert", "Battle: Tower", "Masterboard"):
        assert land in every.out
    assert referee("show", "-r", "titan").code == 2
    assert "is no board of titan" in referee("show", "-r", "titan", "dessert").err
    assert "(did you mean 'desert'?)" in referee("show", "-r", "titan", "dessert").err
    assert "has no printed boards" in referee("show", "-r", "hordes", "table").err


def test_a_case_is_drawn() -> None:
    case = {
        "case": "A lone Ogre",
        "ruleset": "titan",
        "given": {
            "battle": {
                "battleland": "plains",
                "pieces": [{"id": "a", "character": "ogre", "side": "attacker", "hex": "C3"}],
            }
        },
        "ask": {"reach": "a"},
        "expect": {"answer": {"allowed": True}},
    }
    said = referee("show", "-", stdin=json.dumps(case))
    assert said.code == 0
    assert "Plains" in said.out


def test_a_combat_is_told_in_sentences() -> None:
    said = referee("ask", "-r", "hordes", "a knight die 5; b spear wood die 3; result")
    assert "The Spear recoils and the Knight stands." in said.out
    odds = referee("ask", "-r", "hordes", "a blade; b blade; odds")
    assert "%: The first Blade recoils and the second Blade stands (" in odds.out
    assert referee("ask", "-r", "hordes", "bespell; a behemoth; b hero; odds").out.count("No: ") == 1


def test_no_comparison_prints_what_is_no_sentence() -> None:
    asked = [
        (
            "hordes",
            "red knight id r1 x 1000 y 1000 facing 0; blue blade id b1 x 1000 y 1000 facing 180; course r1 against b1",
        ),
        ("hordes", "a knight; b spear; odds"),
        ("titan", "plains; attacker ogre C3; defender lion C4 hits 3; defender centaur D3; carry ogre to centaur"),
        ("titan", "plains; attacker ogre C3; defender lion C4; locked ogre"),
        ("titan", "plains; attacker ogre C3; defender lion C4; must_strike ogre"),
        ("titan", "jungle; sees C2 at D4"),
        ("titan", "plains; attacker ogre C3; reach ogre"),
    ]
    for ruleset, question in asked:
        said = referee("ask", "-r", ruleset, question, "--compare", f"{ruleset},{ruleset}")
        assert said.code == 0, said.err
        assert not {"{", "["} & set(said.out), said.out


def test_lines_of_json_are_asked_with_other_values() -> None:
    line = {"id": 1, "ruleset": "titan", "say": "ogre against lion", "vary": {"defender.hits": [0, 3]}}
    wrong = {**line, "vary": {"goblin.hits": [0]}}
    said = referee("ask", "--jsonl", stdin=f"{json.dumps(line)}\n{json.dumps(wrong)}\n")
    found, refused = [json.loads(row) for row in said.out.splitlines()]
    table = json.loads(referee("ask", "-r", "titan", "ogre against lion", "--vary", "defender.hits=0,3", "--json").out)
    assert found == {"id": 1, "rows": table}
    assert [(one[:8], one[11:]) for one in refused["error"]] == [
        ("stdin:2:", " vary: there is nothing at 'goblin.hits' to vary; pieces are attacker.ogre, defender.lion")
    ]


@pytest.mark.parametrize("verb", ["flee", "concede"])
def test_another_reading_of_what_a_legion_is_worth_can_be_said(verb: str) -> None:
    _, ruleset = games.load("titan-magi")
    for name in ruleset.raw("characters")["characters"]:
        said = referee("ask", "-r", "titan-magi", f"{verb} {name} ogre")
        assert said.code in (0, 1, 2), (name, said)


def test_what_is_not_understood_is_printed_without_control_characters() -> None:
    said = referee("ask", "-r", "titan", "tow\x1ber; what \x1b[31mis \x9b31m this")
    assert said.code == 2
    assert not {"\x1b", "\x9b"} & {*said.err, *said.out}


def test_a_spell_in_a_situation_is_named_as_it_is_printed() -> None:
    line = "plains; attacker shaman C3; defender ogre E5; spell {} D4 by shaman; reach ogre"
    plain, printed = (referee("ask", "-r", "titan-magi", line.format(name), "--json") for name in ("web", "Web"))
    assert plain.code == 0
    assert printed == plain


def test_a_cast_by_nobody_is_refused_where_there_are_no_spells() -> None:
    asked = "plains; defender lion D4; cast warlock-1 spell dont-move"
    said = referee("ask", "-r", "titan-magi", asked, "--option", "magi=false")
    assert (said.code, "this game is played without" in said.out) == (0, True), said
