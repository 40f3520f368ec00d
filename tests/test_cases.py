"""Every case under tests/cases, and no adjudicated rule and no choice of a ruling without one."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee import games
from referee.cli.case_files import find, run_all
from referee.core.documents import Unreadable
from referee.core.documents.writing import dump
from referee.core.testing.cases import CaseResult, proofs, proofs_of_choices
from referee.core.testing.partial_match import matches

CASES = Path(__file__).parent / "cases"


FILES = find([str(CASES)]).files


@cache
def verdicts_of(path: str) -> list[CaseResult]:
    return run_all([path])


@pytest.mark.fast
@pytest.mark.parametrize("path", FILES, ids=lambda p: str(Path(p).relative_to(CASES)))
def test_cases_of(path: str) -> None:
    failed = {v.case: v.differences for v in verdicts_of(path) if not v.passed}
    assert not failed


def test_every_adjudicated_rule_and_every_choice_is_proved() -> None:
    verdicts = [verdict for path in FILES for verdict in verdicts_of(path)]
    for name in sorted(path.name for path in CASES.iterdir()):
        _, ruleset = games.load(name)
        proved = proofs(ruleset, verdicts)
        assert [r for r, rule in ruleset.rules.items() if rule.kind == "adjudicated" and not proved[r]] == []
        choices = proofs_of_choices(ruleset, verdicts)
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
ILLEGAL = {**SPLIT, "orders": [{"split": "bk01", "off": ["ogre", "lion"]}]}
SKIPPED = {**ILLEGAL, "skip_illegal": True}


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
        (OGRE, {"notes": ["of the Drift"]}, "no note says 'of the Drift'"),
        (SPLIT, {"gone": ["bk07", "rd01"]}, "rd01 is still there"),
        (SPLIT, {"view": {"red": {"masterboard": {"turn": 3}}}}, "view.red.masterboard.turn: expected 3, found 2"),
        (SPLIT, {"seen_by": {"black splits": ["black", "red"]}}, "is seen by ['black'], not by ['black', 'red']"),
        (SPLIT, {"seen_by": {"black splits": "all"}}, "is seen by ['black'], not by all"),
        (SPLIT, {"seen_by": {"is split off": ["black"]}}, "is seen by all, not by ['black']"),
        (SPLIT, {"seen_by": {"nothing": "all"}}, "no step says 'nothing'"),
        (SPLIT, {"gone": ["bk99"]}, "bk99 never existed"),
        (SPLIT, {"refused": [{"order": 1}], "overtaken": []}, "refused: no row is like {order: 1}; there are: none"),
        (ILLEGAL, {"refused": []}, "refused: expected none, found {order: 1, player: 'black', because: ['LoT 4.0'"),
        (SKIPPED, {"refused": []}, "refused: expected none, found {order: 1"),
        (ILLEGAL, {"refused": [{"field": "of"}]}, "refused: no row is like {field: 'of'}"),
        (ILLEGAL, {"refused": [{"player": "bla"}]}, "refused: no row is like {player: 'bla'}"),
        (ILLEGAL, {"refused": [{"order": 1}], "overtaken": []}, "nothing was adjudicated"),
        (OGRE, {"answer": {"dcie": None}}, "answer.dcie: expected null; there is no such key (did you mean 'dice'?)"),
        (OGRE, {"exactly": {"dcie": None}}, "answer.dcie: expected null; there is no such key (did you mean 'dice'?)"),
        (SPLIT, {"state": {"masterboard": {"legoins": None}}}, "legoins: expected null; there is no such key"),
        (SPLIT, {"state": {"masterboard": {"score": {"rde": None}}}}, "score.rde: expected null; there is no such key"),
        (
            SPLIT,
            {"view": {"red": {"masterboard": {"legions": [{"id": "bk01", "heigth": None}]}}}},
            "view.red.masterboard.legions[bk01].heigth: expected null; there is no such key (did you mean 'height'?)",
        ),
        (SPLIT, {"state": {"masterboard": {"legions": [{"id": "bk7"}]}}}, "legions[bk7]: does not exist"),
        (SPLIT, {"state": {"battle": "~"}}, "state.battle: expected '~', found null (nothing is written null)"),
        (SPLIT, {"state": {"masterboard": {"mulligan": None}}}, "mulligan: expected null, found false"),
    ],
)
def test_a_failing_case_is_told(case: dict[str, Any], expect: dict[str, Any], difference: str, tmp_path: Path) -> None:
    assert any(difference in told for told in differences(case, expect, tmp_path))


@pytest.mark.parametrize(("case", "name"), [(OGRE, "state"), (SPLIT, "answer"), (SPLIT, "exactly")])
def test_what_cannot_be_expected_is_unreadable(case: dict[str, Any], name: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=rf"expect\.{name}: this is expected only of (orders|a question)"):
        differences(case, {name: {"any": 1}}, tmp_path)


@pytest.mark.parametrize(
    ("case", "expect", "problem"),
    [
        (SPLIT, {}, "expect: nothing is expected here; give a result"),
        *[
            (case, {name: empty}, f"expect.{name}: must not be empty")
            for case, name, empty in [
                (OGRE, "answer", {}),
                (OGRE, "exactly", {}),
                (SPLIT, "state", {}),
                (SPLIT, "view", {}),
                (SPLIT, "seen_by", {}),
                (SPLIT, "gone", []),
                (SPLIT, "trace", []),
                (SPLIT, "what", []),
                (SPLIT, "unreadable", []),
            ]
        ],
        (SPLIT, {"what": ["", "bk02"]}, "expect.what[1]: must not be empty"),
        (SPLIT, {"seen_by": {"": "all"}}, "expect.seen_by: the words of a step must not be empty"),
        (ILLEGAL, {"refused": [{}]}, "expect.refused[1]: must not be empty"),
        (ILLEGAL, {"refused": [{"message": ""}]}, "expect.refused[1].message: must not be empty"),
        (ILLEGAL, {"refused": [{"becuase": "LoT 4.0"}]}, "'becuase' is not a key here (did you mean 'because'?)"),
        (
            ILLEGAL,
            {"refused": [{"because": "LoT"}]},
            "expect.refused[1].because: 'LoT' is not a rule or ruling of titan",
        ),
        (SPLIT, {"trace": ["LoT"]}, "expect.trace[1]: 'LoT' is not a rule or ruling of titan"),
        (
            {**SPLIT, "cites": ["LoT 99.9"]},
            {"trace": ["LoT 4.3"]},
            "cites[1]: 'LoT 99.9' is not a rule or ruling of titan",
        ),
        (SPLIT, {"view": {"rde": {"battle": None}}}, "expect.view.rde: 'rde' is no player of this game"),
        (SPLIT, {"seen_by": {"black splits": ["blck"]}}, "(did you mean 'black'?)"),
        (SPLIT, {"unreadable": ["x"], "gone": ["bk01"]}, "expect.gone: an unreadable document has no result"),
        (SPLIT, {"answer": {"dice": 1}}, "expect.answer: this is expected only of a question"),
        ({**OGRE, "orders": []}, {"trace": ["LoT 12.1"]}, "a case has 'orders' or 'ask', not both"),
        ({**OGRE, "seed": "x"}, {"trace": ["LoT 12.1"]}, "'seed' goes with orders, and this case asks a question"),
        ({**OGRE, "skip_illegal": False}, {"trace": ["LoT 12.1"]}, "'skip_illegal' goes with orders"),
    ],
)
def test_a_case_that_proves_nothing_is_unreadable(
    case: dict[str, Any], expect: dict[str, Any], problem: str, tmp_path: Path
) -> None:
    with pytest.raises(Unreadable) as found:
        differences(case, expect, tmp_path)
    assert any(problem in str(one) and one.line for one in found.value.problems), found.value.problems


def test_everything_malformed_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(Unreadable) as found:
        differences({**SPLIT, "cites": ["LoT 99.9"]}, {"refused": [{}], "view": {"rde": {"battle": None}}}, tmp_path)
    assert len(found.value.problems) == 3


@pytest.mark.parametrize(
    ("case", "expect"),
    [
        (SPLIT, {"refused": []}),
        (SPLIT, {"overtaken": []}),
        (ILLEGAL, {"refused": [{"field": "off", "message": "holds no", "because": "LoT 4.0"}]}),
        (SPLIT, {"state": {"masterboard": {"markers": {"red": None}}}}),
    ],
)
def test_what_is_not_there_may_be_expected(case: dict[str, Any], expect: dict[str, Any], tmp_path: Path) -> None:
    assert differences(case, expect, tmp_path) == []


def test_what_is_long_is_told_shortly(tmp_path: Path) -> None:
    told = differences(SPLIT, {"state": {"rules": 1, "masterboard": {}}}, tmp_path)
    assert max(map(len, told)) < 300


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
