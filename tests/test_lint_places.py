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


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("extends", "table", "path", "said"),
    [
        (
            "hordes",
            "elements",
            "elements.stronghold",
            "type is the Stronghold, of a category that is fixed; change that",
        ),
        ("hordes", "elements", "elements.blade", "armies[1].elements[3].type"),
        ("hordes", "elements", "categories.S", "tactical.bank.when.opponent_cat[3]"),
        ("hordes", "table", "outcomes.recoil", "ends.companions"),
        ("hordes", "table", "terrains.wood", "terrain.wood1.kind"),
        ("titan", "characters", "characters.ogre", "masterchart.hills.ladder.ogre"),
        ("titan", "characters", "classes.demi-lord", "overfull"),
        ("titan", "hazards", "hazards.bramble", "characters.behemoth.native_to[1]"),
        ("titan", "hazards", "hazards.wall", "battlelands.tower.hexsides.wall"),
        ("titan", "masterboard", "lands.8", "lands.7.exits.8"),
        ("titan", "masterboard", "terrains.marsh", "lands.8.terrain"),
        ("titan", "battlelands", "battlelands.marsh", "terrains.marsh"),
        ("titan", "masterchart", "masterchart.marsh", "terrains.marsh"),
        ("titan", "rules", "rules.LoT 12*4", "citations.carry"),
        ("titan", "rulings", "rulings.REF titan-7", "hazards.slope.sight.three_strict.when"),
        ("titan-magi", "spells", "spells.bolt", "effects.thunderstorm.modifiers.bolt.when.spell"),
        ("titan-magi", "effects", "effects.web", "characters.guardian.native_to[1]"),
    ],
)
def test_what_comes_of_a_removal_is_one_problem(extends: str, table: str, path: str, said: str) -> None:
    section, name = (step.replace("*", ".") for step in path.split("."))
    lay("mine", extends, **{table: f"{section}:\n  {name}: null\n"})
    found = referee("lint", "mine").err.splitlines()
    assert len(found) == 1, found
    assert found[0].startswith(f"mine/{table}.yaml:2:"), found
    assert " is removed, and " in found[0]
    assert said in found[0]


def test_colours_for_too_few_players_are_a_problem_of_the_overlay() -> None:
    lay("mine", "titan", masterplay="colours: {black: null}\n")
    said = "mine/masterplay.yaml:1:1: colours: players from 2 to 6 do not fit, there are colours and Towers for 5\n"
    assert referee("lint", "mine").err == said


def test_what_cannot_be_read_says_why() -> None:
    with pytest.raises(AssertionError, match="has a problem"):
        Unreadable([])
