"""Every problem that lint finds stands at its line, in the layer that says the value."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import referee, write

from referee.core.documents import Unreadable
from referee.core.rules.rulesets import Ruleset


def lay(name: str, extends: str, **tables: str) -> None:
    """Write an overlay into the working folder."""
    Path(name).mkdir()
    write(Path(name), manifest=f"format: 1\nruleset: {name}\ntitle: Mine\nextends: {extends}\n", **tables)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_problem_stands_in_the_layer_that_says_the_value() -> None:
    lay("low", "titan", characters="characters:\n  basilisk: {title: Basilisk, class: creature, powr: 7, number: 4}\n")
    lay("high", "low", characters="characters:\n  basilisk: {skill: seven}\n  troll: {power: 3}\n")
    found = referee("lint", "high")
    assert sorted(found.err.splitlines()) == [
        "high/characters.yaml:2:21: characters.basilisk.skill: must be a whole number, not 'seven'",
        "high/characters.yaml:2:3: characters.basilisk: 'power' is missing",
        "low/characters.yaml:2:48: characters.basilisk: 'powr' is not a key here (did you mean 'power'?)",
    ]


def test_the_place_of_what_no_layer_says_is_that_of_the_nearest_parent() -> None:
    lay("low", "titan", combat="rounds: 6\n\nranges: {striker: 3}\n")
    lay("high", "low", combat="# nothing\nranges:\n  target: 4\n")
    high = Ruleset("high", [Path()])
    assert high.problem_at("combat", ("rounds",), "x")[:2] == ("low/combat.yaml", 1)
    assert high.problem_at("combat", ("ranges", "target"), "x")[:3] == ("high/combat.yaml", 3, 11)
    assert high.problem_at("combat", ("ranges", "striker"), "x")[:2] == ("low/combat.yaml", 3)
    assert high.problem_at("combat", ("ranges",), "x", "striker")[:3] == ("low/combat.yaml", 3, 10)
    assert high.problem_at("combat", ("ranges",), "x", "neither")[:2] == ("high/combat.yaml", 2)
    assert high.problem_at("combat", (), "x").where == "combat"
    none = high.problem_at("nothing", ("a",), "x")
    assert (none.file, none.line, none.where) == ("high/nothing.yaml", 0, "a")


def test_what_cannot_be_read_says_why() -> None:
    with pytest.raises(AssertionError, match="has a problem"):
        Unreadable([])
