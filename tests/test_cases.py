"""Every case under tests/cases, and no adjudicated rule without one."""

from pathlib import Path

import pytest

from referee import games
from referee.cli.case_files import find, run_all
from referee.core.cases import proofs
from referee.core.documents import dump

CASES = Path(__file__).parent / "cases"


@pytest.mark.parametrize("path", find([str(CASES)]), ids=lambda p: str(p.relative_to(CASES)))
def test_cases_of(path: Path) -> None:
    failed = {v.case: v.differences for v in run_all([str(path)]) if not v.passed}
    assert not failed


@pytest.mark.parametrize("name", sorted(p.name for p in CASES.iterdir()))
def test_every_adjudicated_rule_is_proved(name: str) -> None:
    _, ruleset = games.load(name)
    proved = proofs(ruleset, run_all([str(CASES)], (), ruleset.chain))
    assert [r for r, rule in ruleset.rules.items() if rule.kind == "adjudicated" and not proved[r]] == []


def test_a_failing_case_is_told(tmp_path: Path) -> None:
    wrong = {
        "case": "An Ogre has nine dice",
        "ruleset": "titan",
        "given": {
            "battle": {
                "battleland": "plains",
                "pieces": [_piece("ogre", "attacker", "C3"), _piece("lion", "defender", "C4")],
            }
        },
        "ask": {"strike": "ogre", "at": "lion"},
        "expect": {"answer": {"dice": 9}},
    }
    (tmp_path / "wrong.yaml").write_text(dump(wrong))
    (verdict,) = run_all([str(tmp_path)])
    assert verdict.differences == ["answer.dice: expected 9, found 6"]


def _piece(kind: str, side: str, label: str) -> dict[str, str]:
    return {"id": kind, "character": kind, "side": side, "hex": label}
