"""The chart of Spells that `referee rules RULESET --spells` prints."""

from __future__ import annotations

import json
import re

from running import referee

from referee import games

RULES = games.load("titan-magi")


def said(*words: str) -> str:
    result = referee("rules", *words)
    assert result.code == 0, result.all
    return result.out


def test_the_chart_has_every_spell_with_its_counters() -> None:
    chart = json.loads(said("titan-magi", "--spells", "--json"))
    rows = [row for part in chart["parts"] for row in part["rows"]]
    assert len(rows) == 79
    assert sum(int(row["Counters"]) for row in rows) == 200
    assert all(row["Cast"] for row in rows)


def test_each_format_names_every_spell() -> None:
    game, ruleset = RULES
    titles = {spell.title for spell in game.compile(ruleset, {}).spells.values()}
    for form in ("text", "markdown", "html"):
        text = said("titan-magi", "--spells", "--format", form).replace("&#x27;", "'").replace("&#39;", "'")
        assert not [title for title in titles if title not in text], form


def test_a_ruleset_without_spells_has_no_chart() -> None:
    result = referee("rules", "titan", "--spells")
    assert result.code == 2
    assert "titan has no spells" in result.all


def test_charts_are_printed_with_the_rules_that_they_belong_to() -> None:
    for cite, row in (
        ("MM 18.8", ["Web", "3", "yes", "yes", "no", "yes", "yes", "yes", "no", "no", "no"]),
        ("MM 21.0", ["Web", "Guardian, Phantom"]),
        ("MM 3.1", ["Roc", "10-4", "flies", "Slope", "3", "40"]),
        ("MM 3.2", ["Behemoth", "2 Demons; 3 Gorgons"]),
    ):
        assert any(
            [cell for cell in re.split(" {2,}", line) if cell] == row for line in said("titan-magi", cite).splitlines()
        )
    (chart,) = json.loads(said("titan-magi", "MM 3.1", "--json"))["charts"]
    number = {row["Character"]: int(row["Counters"]) for part in chart["parts"] for row in part["rows"]}
    assert number["Warlock"] == 6
