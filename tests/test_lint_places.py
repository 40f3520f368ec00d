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


ROWS = """\
hazards:
  sand:
    move:
      other: {when: {movr: other}, cost: 2, why: Sand slows, cite: LoT 11.77}
      kin:
        when: {mover: othr, manner: [enter, lnd]}
        cost: 2
        cite: [LoT 11.7, LoT 11.7 Wal]
        per: mover
"""


@pytest.mark.parametrize(
    ("table", "text", "said"),
    [
        ("hazards", ROWS, "4:22: hazards.sand.move.other.when: 'movr' is not a fact of a step of a move (did"),
        ("hazards", ROWS, "4:68: hazards.sand.move.other.cite: 'LoT 11.77' is not a rule of this ruleset"),
        ("hazards", ROWS, "6:23: hazards.sand.move.kin.when.mover: 'othr' is not a value of 'mover' (did"),
        ("hazards", ROWS, "6:45: hazards.sand.move.kin.when.manner[2]: 'lnd' is not a value of 'manner'"),
        ("hazards", ROWS, "8:26: hazards.sand.move.kin.cite[2]: 'LoT 11.7 Wal' is not a rule"),
        ("hazards", ROWS, "9:14: hazards.sand.move.kin.per: 'mover' does not count anything in a step"),
        ("hazards", "hazards:\n  sand: {titl: x}\n", "2:10: hazards.sand: 'titl' is not a key here (did"),
        ("citations", "citations:\n  slain: null\n", "2:3: citations: 'slain' is missing, and the game cites it"),
        ("citations", "citations: {slain: LoT 99}\n", "1:20: citations.slain: 'LoT 99' is not a rule"),
        (
            "rulings",
            "rulings: {REF titan-7: {default: bot}}",
            "1:34: rulings.REF titan-7.default: the default 'bot' is",
        ),
        ("rulings", "rulings: {REF titan-7: {concerns: [LoT 99]}}", "1:36: rulings.REF titan-7.concerns[1]: 'LoT 99'"),
        ("charcters", "a: b\n", "1:1: 'charcters' is not a table of titan (did you mean 'characters'?)"),
    ],
)
def test_a_problem_stands_at_its_line(table: str, text: str, said: str) -> None:
    lay("mine", "titan", **{table: text})
    found = referee("lint", "mine")
    assert found.code == 2
    assert f"mine/{table}.yaml:{said}" in found.err


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
