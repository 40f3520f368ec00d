"""The search in rules, rulings, rows and sheets: what it finds, how it is printed, and where its index is kept."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml
from running import referee

import referee as api
from referee import games
from referee.core.game.finding import find, index_for
from referee.core.rules import full_text
from referee.core.rules.rulesets import Ruleset
from referee.core.rules.search import installed_rulesets

QUESTIONS = sorted((Path(__file__).parent / "search").glob("*.yaml"))


@pytest.mark.parametrize("questions", QUESTIONS, ids=lambda path: path.stem)
def test_the_rule_that_a_question_is_about_is_among_the_first(questions: Path) -> None:
    game, ruleset = games.load(questions.stem)
    ranks = []
    for question, answers in yaml.safe_load(questions.read_text()).items():
        wanted = {answers} if isinstance(answers, str) else set(answers)
        found = [one.id for one in find(game, ruleset, question)]
        ranks.append(next((rank for rank, one in enumerate(found) if one in wanted), len(found)))
        assert wanted <= {*ruleset.rules, *ruleset.rulings}, question
    assert len(ranks) >= 60
    assert sum(rank < 3 for rank in ranks) >= 0.8 * len(ranks)
    assert sum(rank < 10 for rank in ranks) >= 0.92 * len(ranks)


@pytest.mark.parametrize(
    ("name", "cite", "said"),
    [
        (
            "hordes",
            "HS-MIS-7",
            "Spears directly behind: the total +1, if its part in the combat is close, the type of the element is "
            "spear and an element that supports it is directly behind, unless it is in bad going, that one is in bad "
            "going or an enemy's front edge touches that one",
        ),
        # an option that has the choice of the row need not be said
        (
            "titan",
            "REF titan-4",
            "striking up a Wall: the striker's Skill-factor -1, if roll is strike and crossing is up",
        ),
    ],
)
def test_a_row_is_said_in_the_words_of_its_facts(name: str, cite: str, said: str) -> None:
    rows = json.loads(referee("rules", name, cite, "--json").out)["rules"][0]["rows"]
    assert said in [row["words"] for row in rows]


@pytest.mark.parametrize(
    ("name", "text", "cite", "begins"),
    [
        ("hordes", "when can my shooter shoot back", "HS-G-35", "only with the option shooters_shoot active: Shooters"),
        ("titan", "sand read as the high side of dunes", "REF titan-9", "only with the option sand_elevation raised: "),
    ],
)
def test_a_row_of_another_choice_of_a_ruling_says_so_and_is_not_found(
    name: str, text: str, cite: str, begins: str
) -> None:
    found = find(*games.load(name), text)
    assert cite in {one.id for one in found}
    assert not any(one.text.startswith("Only with the option") for one in found if one.kind == "row")
    rows = json.loads(referee("rules", name, cite, "--json").out)["rules"][0]["rows"]
    assert any(row["words"].startswith(begins) for row in rows)


@pytest.mark.parametrize(
    ("ruleset", "text", "wanted"),
    [
        ("titan", "native bog", "LoT 11.7"),
        ("titan", "carry over", "LoT 12.4"),
        ("titan", "slopes_three", "REF titan-7"),
        ("titan", "what does lot 12.4 say", "LoT 12.4"),
        ("titan", "can i spilt a legoin of three", "LoT 4.3"),
        ("titan", "what is a Hydra?", "Hydra"),
        ("hordes", "follow up", "HS-MIS-6"),
        ("hordes", "pursue", "HS-MIS-6"),
        ("titan-plus", "eight markers", "LoT 4.2"),
    ],
)
def test_words_find_what_they_are_about(ruleset: str, text: str, wanted: str) -> None:
    assert wanted in [one.id for one in api.find(ruleset, text, most=3)]


def test_what_is_found_has_one_shape() -> None:
    said = referee("rules", "titan", "--search", "who is native to bog?", "--json")
    rows = json.loads(said.out)
    assert list(rows) == ["found"]
    assert 0 < len(rows["found"]) <= 10
    assert all(list(row) == ["id", "kind", "title", "text"] for row in rows["found"])
    assert {row["kind"] for row in rows["found"]} <= {"rule", "ruling", "row", "sheet"}
    assert len({row["id"] for row in rows["found"]}) == len(rows["found"])
    assert rows == {"found": api.find("titan", "who is native to bog?")}
    lines = referee("rules", "titan", "--search", "who is native to bog?").out.splitlines()
    assert max(map(len, lines)) <= 72
    assert len(lines) <= 40


@pytest.mark.fast
@pytest.mark.parametrize("text", ["xyzzyq", "", "?!", "\"' OR NEAR(", "*", "title:legion" * 3])
def test_what_finds_nothing_or_looks_like_a_query_is_no_fault(text: str) -> None:
    said = referee("rules", "battalions", "--search", text)
    assert said.code == 0
    assert said.out
    assert "found" in json.loads(referee("rules", "battalions", "--search", text, "--json").out)


def test_a_name_shows_its_sheet_and_a_citation_never_does() -> None:
    said = re.sub(r"\s+", " ", referee("rules", "titan", "hydras").out)
    for part in (
        "Power 10, Skill 3",
        "native to Bog, Sand and Dune",
        "in Swamp by 2 Wyverns or a Hydra",
        "10 counters",
    ):
        assert part in said
    assert "Prisoner" not in said
    assert referee("rules", "titan", "LoT", "99").code == referee("rules", "titan", "xyzzyq").code == 2
    assert referee("rules", "titan", "Bog", "--search", "bog").code == 2
    assert json.loads(referee("rules", "hordes", "Knight", "--json").out)["found"][0]["id"] == "Knight"


@pytest.mark.parametrize("name", sorted(installed_rulesets()))
def test_everything_in_the_tables_has_a_sheet_in_sentences(name: str) -> None:
    game, ruleset = games.load(name)
    sheets = {sheet.name: sheet for sheet in game.reference(ruleset)}
    assert len(sheets) > 10
    for sheet in sheets.values():
        assert re.search(r"[{}<>]|None|True|_", sheet.text) is None, sheet
        assert sheet.text.endswith("."), sheet
    tables = {"characters", "hazards", "spells", "elements", "commands", "terrains"}
    things = [
        row
        for table in ruleset.tables
        for key, rows in ruleset.raw(table).items()
        if key in tables
        for row in rows.values()
    ]
    assert {row["title"] for row in things if "title" in row} <= sheets.keys()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(full_text, "_open", {})
    return tmp_path / "referee" / "search"


def opened() -> str:
    """Return the first rule found by an index that no process holds open."""
    full_text._open.clear()
    game, _ = games.load("battalions")
    return index_for(game, Ruleset("battalions")).find("may a stat be six?")[0].id


def test_an_index_is_kept_and_made_again_where_it_is_broken_or_cannot_be_written(cache: Path) -> None:
    first = opened()
    (kept,) = cache.iterdir()
    written = kept.stat().st_mtime_ns
    assert opened() == first
    assert kept.stat().st_mtime_ns == written
    kept.write_bytes(b"no database")
    assert opened() == first
    assert kept.stat().st_size > 1000
    kept.rename(cache / f"battalions-{'0' * 16}.db")
    assert opened() == first
    assert [path.name for path in cache.iterdir()] == [kept.name]
    kept.unlink()
    cache.rmdir()
    cache.write_text("a file where the folder would be")
    assert opened() == first
