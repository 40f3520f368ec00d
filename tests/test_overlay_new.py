"""`overlay new`: whatever section of rows it is given, what it writes is sound, and its case runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from running import referee
from seeds import part

from referee import games
from referee.authoring.overlay import begun, section_at
from referee.core.documents import Unreadable
from referee.core.game.lint import lint
from referee.core.rules.moments import every_section

CASES = Path(__file__).parent / "cases"


def sections(ruleset: str) -> list[str]:
    """Return a path of each kind of section, with the first name that its table has."""
    game, found = games.load(ruleset)
    out = []
    for _, pattern, *_ in every_section(game.tables):
        value: Any = found.raw(pattern[0]) if pattern[0] in found.tables else {}
        steps = [pattern[0]]
        for step in pattern[1:]:
            names = [name for name, inner in value.items() if isinstance(inner, dict)] if step == "NAME" else [step]
            if not names:
                break
            steps.append(names[0])
            value = value.get(names[0], {})
        else:
            out.append(".".join(map(str, steps)))
    return out


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["titan", "titan-magi", "hordes"])
def test_every_section_of_rows_begins_with_a_sound_row_or_says_why_not(ruleset: str, tmp_path: Path) -> None:
    game, found = games.load(ruleset)
    why: list[tuple[str, str]] = []
    for number, path in enumerate(part(sections(ruleset), 60)):
        name = f"mine{number}"
        try:
            files = begun(game, found, name, "Mine", section_at(game, found, path), None)
        except Unreadable as refused:
            why.append((path, str(refused)))
            continue
        for file, text in files.items():
            (tmp_path / name / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / file).write_text(text, encoding="utf-8")
        assert lint(*games.unjudged(name, (tmp_path,))) == [], path
    assert [one for one in why if "does nothing" not in one[1] and "no row can begin" not in one[1]] == []


def test_a_row_its_rule_a_case_and_schemas_are_written_and_the_case_shows_what_the_row_does(here: Path) -> None:
    said = referee("overlay", "new", "trolls", "--row", "characters.troll.modifiers", "--ask", "a troll strikes a lion")
    assert said.code == 0
    written = [line for line in said.out.splitlines() if line.startswith("trolls/")]
    assert all((here / path).is_file() for path in written)
    assert referee("lint", "trolls").code == 0
    table = yaml.safe_load((here / "trolls/characters.yaml").read_text())
    assert table["characters"]["troll"]["modifiers"]["trolls"]["cite"] == "TROLLS 1"
    for path in here.glob("trolls/**/*.yaml"):
        line = path.read_text().splitlines()[0]
        assert (path.parent / line.partition("$schema=")[2]).is_file(), path
    tried = referee("test", "trolls/cases", "--rulesets", ".")
    assert tried.code == 1
    assert "answer.strike_number" in tried.out


def test_a_row_that_is_there_is_written_as_it_is(here: Path) -> None:
    said = referee("overlay", "new", "sand", "--row", "hazards.sand.move.other", "--json")
    found = json.loads(said.out)
    assert found["ruleset"] == "sand"
    assert "sand/hazards.yaml" in found["written"]
    row = yaml.safe_load((here / "sand/hazards.yaml").read_text())["hazards"]["sand"]["move"]["other"]
    _, titan = games.load("titan")
    was = titan.raw("hazards")["hazards"]["sand"]["move"]["other"]
    assert {**row, "why": 0, "cite": 0} == {**was, "why": 0, "cite": 0}
    # nothing is other yet
    assert referee("test", "sand/cases", "--rulesets", ".").code == 0


def test_a_case_that_should_come_out_otherwise_is_where_it_begins(here: Path) -> None:
    file = CASES / "titan" / "lot-9.4-who-may-concede.yaml"
    name = "The attacker waits until the defender has not fled"
    assert referee("overlay", "new", "mine", "--from", f"{file}::{name}").code == 0
    case = yaml.safe_load((here / "mine/cases/first.yaml").read_text())
    assert (case["case"], case["ruleset"]) == (name, "mine")
    assert referee("test", "mine/cases", "--rulesets", ".").code == 0
    assert "has no case 'none'" in referee("overlay", "new", "other", "--from", f"{file}::none").err


def test_the_ruleset_is_that_of_the_case_and_a_name_may_be_a_word_of_yaml(here: Path) -> None:
    assert referee("overlay", "new", "null", "--from", str(CASES / "hordes" / "armies.yaml")).code == 0
    assert yaml.safe_load((here / "null/manifest.yaml").read_text())["extends"] == "hordes"
    assert referee("lint", "null").code == 0
    assert referee("test", "null/cases", "--rulesets", ".").code == 0


@pytest.mark.parametrize(
    ("path", "begins"), [("always.abilities", "roll: strike"), ("characters.troll.board_events", "event: turn_begins")]
)
def test_a_row_names_what_every_row_of_its_section_must(path: str, begins: str, here: Path) -> None:
    assert referee("overlay", "new", "mine", "--row", path).code == 0
    assert begins in (here / f"mine/{path.partition('.')[0]}.yaml").read_text()
    assert referee("lint", "mine").code == 0
    assert "The row makes no difference here" in (here / "mine/cases/first.yaml").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("titan",), "there is a ruleset 'titan'"),
        (("x!",), "is no name for a ruleset"),
        (("mine", "--row", "characters.trol.events"), "there is no 'trol' in characters (did you mean 'troll'?)"),
        (("mine", "--row", "characters.troll.event"), "is no section of rows; rows there are in abilities"),
        (("mine", "--row", "hazard"), "is no section of rows"),
        (("mine", "--row", "battlelands.tundra.travel"), "'battlelands.tundra.travel' does nothing: a Movement Roll"),
        (("mine", "--extends", "hordes", "--row", "combat.facts"), "'mine' is no fact of a combat"),
        (("mine", "--extends", "nothing"), "nothing"),
        (("mine", "--ask", "is it raining?"), "not known"),
    ],
)
def test_what_cannot_be_begun_is_said_and_nothing_is_written(words: tuple[str, ...], message: str, here: Path) -> None:
    said = referee("overlay", "new", *words)
    assert said.code == 2
    assert message in said.err
    assert list(here.iterdir()) == []
