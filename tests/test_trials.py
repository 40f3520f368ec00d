"""Authors try a ruleset by games at random: rows that change nothing are named, and what a row changes is shown."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from counts import COUNTS, OPENINGS
from running import referee, write_overlay
from situations import EXAMPLES

from referee import games
from referee.authoring.comparing import trial
from referee.authoring.playing import Table, at_random
from referee.core.documents import dump

RULES = {"MINE 1": {"title": "Mine", "summary": "A rule of this table.", "kind": "adjudicated"}}


def lay(here: Path, rows: dict[str, Any], extends: str = "titan") -> None:
    (here / "mine").mkdir()
    tables = {
        "manifest": {"format": 1, "ruleset": "mine", "title": "Mine", "extends": extends},
        "rules": {"rules": RULES},
    }
    for name, value in {**tables, "always": rows}.items():
        (here / "mine" / f"{name}.yaml").write_text(dump(value), encoding="utf-8")


def row(when: dict[str, Any], **does: Any) -> dict[str, Any]:
    return {"when": when, **does, "why": "it is so here", "cite": "MINE 1"}


@pytest.mark.slow
def test_a_row_that_changes_nothing_in_play_is_named_and_a_rule_without_a_case(here: Path) -> None:
    rows = {"often": row({"roll": "strike"}, dice=1), "never": row({"roll": "strike", "striker_hits": 99}, dice=1)}
    lay(here, {"modifiers": rows})
    said = referee("lint", "mine", "--play", "12")
    assert said.code == 0
    assert "mine/always.yaml:7:3: " in said.err
    assert "modifiers.never: made no difference in 12 games" in said.err
    assert "often" not in said.err
    assert "rules.MINE 1: no case proves it" in said.err
    assert referee("lint", "mine", "--play", "3", "--strict").code == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("extends", "table", "row"),
    [
        ("titan", "masterplay", "shares: {flight: {points: null, why: all, cite: MINE 1}}"),
        ("titan", "masterplay", "shares: {time_loss: {points: {set: null, halve: down}, why: half, cite: MINE 1}}"),
        ("hordes", "pips", "desorcell: {cost: 4, why: dear, cite: MINE 1}"),
    ],
)
def test_a_row_that_must_be_there_is_tried_without_what_an_overlay_changes(
    extends: str, table: str, row: str, here: Path
) -> None:
    rules = "rules: {MINE 1: {title: x, summary: x, kind: adjudicated}}\n"
    write_overlay(here, extends, rules=rules, **{table: f"{row}\n"})
    said = referee("lint", "mine", "--play", "2")
    assert said.code == 0, said.all


def test_a_row_without_which_a_case_fails_can_hold(here: Path) -> None:
    rows = {"rare": row({"roll": "strike", "striker_hits": 5}, dice=1), "never": row({"striker_hits": 99}, dice=1)}
    lay(here, {"modifiers": rows})
    pieces = [
        {"id": "ogre", "character": "ogre", "side": "attacker", "hex": "C3", "hits": 5},
        {"id": "lion", "character": "lion", "side": "defender", "hex": "C4"},
    ]
    case = {"case": "Hurt", "ruleset": "mine", "given": {"battle": {"battleland": "plains", "pieces": pieces}}}
    case |= {"ask": {"strike": "ogre", "at": "lion"}, "expect": {"answer": {"dice": 7}, "trace": ["MINE 1"]}}
    (here / "mine/cases").mkdir()
    (here / "mine/cases/hurt.yaml").write_text(dump({**case, "cites": ["MINE 1"]}), encoding="utf-8")
    said = referee("lint", "mine", "--rulesets", ".", "--play", "1")
    assert "modifiers.never: made no difference" in said.err
    assert "rare" not in said.err
    assert "no case proves it" not in said.err


def test_the_cases_that_a_row_changes_are_shown(here: Path) -> None:
    lay(here, {"modifiers": {"often": row({"roll": "strike"}, number={"at_most": 2})}})
    files = Path(__file__).parent / "cases" / "titan" / "lot-12.2-ogre-strikes-lion.yaml"
    said = referee("test", str(files), "--compare", "mine", "--rulesets", ".")
    assert said.code == 1
    assert f"OTHERWISE {files}:" in said.out
    assert "cases come out otherwise under mine" in said.out
    found = json.loads(referee("test", str(files), "--compare", "mine", "--rulesets", ".", "--json").out)
    assert found["cases"]
    assert found["compared"] >= len(found["cases"])
    none = referee("test", str(files), "--compare", "hordes")
    assert (none.code, none.err) == (
        2,
        "--compare: no case here that passes is of hordes or of a ruleset that it extends\n",
    )
    (here / "same").mkdir()
    (here / "same/manifest.yaml").write_text("{format: 1, ruleset: same, title: Same, extends: titan}")
    same = referee("test", str(files), "--compare", "same", "--rulesets", ".", "--random", "15")
    assert (same.code, "0 of 15 random positions differ" in same.out) == (0, True)


@pytest.mark.slow
def test_random_positions_that_a_row_changes_are_shown(here: Path) -> None:
    lay(here, {"modifiers": {"often": row({"roll": "strike"}, number={"at_most": 2})}})
    case = next((Path(__file__).parent / "cases" / "hordes").glob("*.yaml"))
    said = referee("test", str(case), "--compare", "mine", "--rulesets", ".", "--random", "400", "--json")
    assert json.loads(said.out)["positions"]


def test_random_is_for_compare() -> None:
    assert "--random is for --compare" in referee("test", ".", "--random", "3").err


@pytest.mark.parametrize("name", ["titan", "titan-magi", "hordes", "battalions"])
def test_games_at_random_go_on(name: str, chance: Random) -> None:
    game, ruleset = games.load(name)
    for _ in range(2):
        state = trial(game, ruleset, chance)
        table = Table.of(game, ruleset, state)
        played = list(at_random(table, state, chance, 12))
        assert played[0][0] == state
        # the first order may end the game, as an end before anybody has entered does
        last = table.after(*played[-1], chance.randbytes(32)).state
        assert len({one.step for one in (last, *(one for one, _ in played)) if one is not None}) > 1


@pytest.mark.parametrize("name", ["battle", "melee"])
def test_counts_are_those_of_the_openings(name: str, here: Path) -> None:
    (here / "state.yaml").write_text(dump(OPENINGS[name]()), encoding="utf-8")
    found = json.loads(referee("counts", "state.yaml", "--depth", "2", "--json").out)
    assert found["counts"] == COUNTS[name][:2]
    divided = json.loads(referee("counts", "state.yaml", "--depth", "2", "--divide", "--json").out)["divide"]
    assert (len(divided), sum(divided.values())) == tuple(COUNTS[name][:2])


def test_counts_of_a_state_in_play() -> None:
    said = referee("counts", str(EXAMPLES / "titan/slope/012.state.yaml"), "--depth", "1", "--divide")
    listed = referee("legal", str(EXAMPLES / "titan/slope/012.state.yaml"), "--player", "black", "--json")
    assert said.out.count("\n") == len(json.loads(listed.out)["legal"])
