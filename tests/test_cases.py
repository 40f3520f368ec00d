"""Every case under tests/cases, and no adjudicated rule and no choice of a ruling without one."""

from pathlib import Path
from typing import Any

import pytest

from referee import games
from referee.cli.case_files import find, run_all
from referee.core.cases import choices_proved, proofs
from referee.core.documents import Unreadable, dump
from referee.core.matching import matches

CASES = Path(__file__).parent / "cases"


@pytest.mark.parametrize("path", find([str(CASES)]), ids=lambda p: str(p.relative_to(CASES)))
def test_cases_of(path: Path) -> None:
    failed = {v.case: v.differences for v in run_all([str(path)]) if not v.passed}
    assert not failed


@pytest.mark.parametrize("name", sorted(p.name for p in CASES.iterdir()))
def test_every_adjudicated_rule_and_every_choice_is_proved(name: str) -> None:
    _, ruleset = games.load(name)
    verdicts = run_all([str(CASES)], (), ruleset.chain)
    proved = proofs(ruleset, verdicts)
    assert [r for r, rule in ruleset.rules.items() if rule.kind == "adjudicated" and not proved[r]] == []
    choices = choices_proved(ruleset, verdicts)
    assert [(number, word) for number, words in choices.items() for word, cases in words.items() if not cases] == []


OGRE = {
    "case": "An Ogre strikes a Lion",
    "ruleset": "titan",
    "given": {
        "battle": {
            "battleland": "plains",
            "pieces": [
                {"id": "ogre", "character": "ogre", "side": "attacker", "hex": "C3"},
                {"id": "lion", "character": "lion", "side": "defender", "hex": "C4"},
            ],
        }
    },
    "ask": {"strike": "ogre", "at": "lion"},
}
SPLIT = {
    "case": "A legion is split",
    "ruleset": "titan",
    "given": {
        "masterboard": {
            "players": ["black", "red"],
            "turn": 2,
            "mover": "black",
            "phase": "commencement",
            "markers": {"black": ["bk02"]},
            "legions": [
                {"id": "bk01", "player": "black", "land": 37, "contents": ["titan", "ogre", "ogre", "troll"]},
                {"id": "rd01", "player": "red", "land": 8, "contents": ["titan", "ogre"]},
            ],
        }
    },
    "orders": [{"split": "bk01", "off": ["ogre", "ogre"]}],
}


def differences(case: dict[str, Any], expect: dict[str, Any], folder: Path) -> list[str]:
    (folder / "case.yaml").write_text(dump({**case, "expect": expect}))
    (verdict,) = run_all([str(folder)])
    return verdict.differences


@pytest.mark.parametrize(
    ("case", "expect", "difference"),
    [
        (OGRE, {"answer": {"dice": 9}}, "answer.dice: expected 9, found 6"),
        (OGRE, {"answer": {"options": {}}}, "answer.options"),
        (OGRE, {"exactly": {"options": [{"number": 5}]}}, "answer.options[1].dice: expected nothing, found 6"),
        (SPLIT, {"gone": ["bk07", "rd01"]}, "rd01 is still there"),
        (SPLIT, {"view": {"red": {"masterboard": {"turn": 3}}}}, "view.red.masterboard.turn: expected 3, found 2"),
        (SPLIT, {"seen_by": {"black splits": ["black", "red"]}}, "is seen by ['black'], not by ['black', 'red']"),
        (SPLIT, {"seen_by": {"black splits": "all"}}, "is seen by ['black'], not by all"),
        (SPLIT, {"seen_by": {"is split off": ["black"]}}, "is seen by all, not by ['black']"),
        (SPLIT, {"seen_by": {"nothing": "all"}}, "no step says 'nothing'"),
    ],
)
def test_a_failing_case_is_told(case: dict[str, Any], expect: dict[str, Any], difference: str, tmp_path: Path) -> None:
    assert any(difference in told for told in differences(case, expect, tmp_path))


@pytest.mark.parametrize(("case", "name"), [(OGRE, "state"), (SPLIT, "answer"), (SPLIT, "exactly")])
def test_what_cannot_be_expected_is_unreadable(case: dict[str, Any], name: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=rf"expect\.{name}: this is expected of (orders|a question)"):
        differences(case, {name: {"any": 1}}, tmp_path)


def test_an_empty_mapping_matches_an_empty_one_only() -> None:
    assert matches({"a": {}}, {"a": {}, "b": 1}, "x") == []
    assert matches({"a": {}}, {"a": {"c": 1}}, "x") == ["x.a.c: expected nothing, found 1"]
    assert matches({"a": {}}, {"a": None}, "x") != []


def test_what_is_expected_exactly_has_nothing_beside_it() -> None:
    found = {"a": [{"id": "one", "b": 1}, {"id": "two"}]}
    assert matches({"a": [{"id": "one"}]}, found, "x") == []
    assert matches(found, found, "x", exactly=True) == []
    assert matches({"a": [{"id": "one"}, {"id": "two"}]}, found, "x", exactly=True) == [
        "x.a[1].b: expected nothing, found 1"
    ]
    assert matches({"a": [{"id": "one", "b": 1}]}, found, "x", exactly=True) != []
