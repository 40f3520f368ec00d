"""What authors of rows read: the facts of a moment on one screen, and facts that are found by what they should say."""

from __future__ import annotations

import json

import pytest
from running import referee

from referee import games
from referee.core.rules.fact_groups import groups
from referee.core.rules.row_words import row_fields

RULESETS = ("titan", "titan-magi", "hordes")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_moment_fits_on_a_screen_and_hides_no_fact_that_a_row_can_need(ruleset: str) -> None:
    game, found = games.load(ruleset)
    for name, moment in game.moments(found).items():
        said = referee("rules", ruleset, "--facts", name).out
        assert said.count("\n") <= 52, name
        told = {fact for group in groups(moment) for fact in group.facts}
        for fact in moment.facts.keys() - told:
            kind = moment.facts[fact]
            nobody = moment.settled.get(fact, ("", {}))[1].get(True) == ()
            assert kind.part_of or kind.fixed or nobody, fact
        assert all(f"{group.facts[0]}: " in said for group in groups(moment))


def test_all_of_it_is_told_where_it_is_wanted() -> None:
    whole = referee("rules", "titan", "--facts", "strike", "--all").out
    game, found = games.load("titan")
    assert all(f"\n    {fact} " in whole for fact in game.moments(found)["strike"].facts)
    assert referee("rules", "titan", "--all").code == 2


def test_the_traits_of_a_supplement_are_told_where_it_is() -> None:
    assert "keeps_spells" not in referee("rules", "titan", "--facts", "strike").out
    assert "striker_keeps_spells" in referee("rules", "titan-magi", "--facts", "strike").out


def test_moments_are_listed_each_in_a_line() -> None:
    game, found = games.load("titan")
    lines = referee("rules", "titan", "--facts").out.splitlines()
    assert [line.split("  ")[0] for line in lines] == list(game.moments(found))


@pytest.mark.parametrize(
    ("ruleset", "text", "fact"),
    [
        ("titan", "neighbours", "mover_in_contact"),
        ("titan", "once a battle", "once"),
        ("titan", "first round", "round"),
        ("titan", "wounded", "mover_hits"),
        ("titan", "in the same legion", "holds_titan"),
        ("titan-magi", "uphill", "crossing"),
        ("hordes", "flanked", "flank_enemies"),
        ("hordes", "out of command", "in_command"),
    ],
)
def test_a_condition_is_found_by_what_it_should_say(ruleset: str, text: str, fact: str) -> None:
    found = json.loads(referee("rules", ruleset, "--when", text, "--json").out)["found"]
    assert fact in [fact for row in found[:3] for fact in row["facts"]]
    assert f"{fact}: " in referee("rules", ruleset, "--when", text).out


def test_a_fact_has_the_name_that_rows_of_a_moment_give_it() -> None:
    said = referee("rules", "titan", "--when", "nearly dead").out
    assert "mover_hits_left: 2" in said
    assert "in rows of strike, line as striker_hits_left, target_hits_left\n" in said
    found = json.loads(referee("rules", "titan", "--when", "nearly dead", "--json").out)["found"]
    assert found[0]["moments"]["damage"] == ["occupant_hits_left"]


def test_what_no_row_can_say_is_said() -> None:
    assert referee("rules", "battalions", "--when", "first round").out == "nothing that a row may name says this\n"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_phrases_for_conditions_are_for_facts_and_fields_that_there_are(ruleset: str) -> None:
    game, found = games.load(ruleset)
    moments = game.moments(found)
    known = {group.key for moment in moments.values() for group in groups(moment)}
    known |= {field for fields in row_fields(game.tables, moments).values() for field in fields}
    assert found.raw("words")["conditions"].keys() <= known
