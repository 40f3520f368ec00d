"""House rules in data alone: every overlay of tests/house_rules is sound, and its cases prove each of its rules."""

from pathlib import Path

import pytest

import referee
from referee import games
from referee.cli.case_files import find, run_all
from referee.core.game.lint import lint, warnings
from referee.core.testing.cases import proofs

HERE = Path(__file__).parent / "house_rules"
RULESETS = HERE / "rulesets"
NAMES = sorted(path.name for path in RULESETS.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_an_overlay_of_house_rules_is_sound(name: str) -> None:
    opened = games.unjudged(name, (RULESETS,))
    assert [*lint(*opened), *warnings(*opened)] == []


@pytest.mark.slow
@pytest.mark.parametrize("path", find([str(HERE / "cases")]).files, ids=lambda path: Path(path).stem)
def test_the_cases_of_house_rules(path: str) -> None:
    failed = {v.case: v.differences for v in run_all([path], (RULESETS,)) if not v.passed}
    assert not failed


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_house_rule_is_proved(name: str) -> None:
    _, ruleset = games.load(name, (RULESETS,))
    proved = proofs(ruleset, run_all([str(HERE / "cases")], (RULESETS,), [name]))
    own = [rule for rule in ruleset.own_rules if ruleset.rules[rule].kind == "adjudicated"]
    assert [rule for rule in own if not proved[rule]] == []


def test_why_nobody_is_added_is_told_to_the_player_alone() -> None:
    """The reason may be what a legion holds, which others do not see."""
    legions = [
        {
            "id": "bk01",
            "player": "ann",
            "land": 8,
            "moved": True,
            "side": "left",
            "contents": ["titan", "angel", "angel"],
        },
        {"id": "rd02", "player": "ben", "land": 8, "contents": ["lion", "troll", "troll", "troll"]},
        {"id": "rd01", "player": "ben", "land": 400, "contents": ["titan", "ogre"]},
    ]
    board = {"players": ["ann", "ben"], "turn": 3, "mover": "ann", "phase": "engagement", "score": {"ann": 90}}
    head = {"format": 1, "ruleset": "frontier"}
    state = {**head, "masterboard": {**board, "towers": {"ann": 100, "ben": 400}, "legions": legions}}
    given = [
        {**head, "player": "ann", "orders": [{"engage": 8}]},
        {**head, "player": "ben", "orders": [{"flee": "rd02"}]},
    ]
    trace = referee.adjudicate(state, given, folders=(RULESETS,))["trace"]
    assert [step["seen_by"] for step in trace["steps"] if "FR 9" in step["cites"]] == [["ann"]]
