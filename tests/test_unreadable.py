"""Every state under tests/unreadable: what is wrong with it is told, all of it, each at its place in the state.

A file gives its cases a `state`, which a case changes by paths (null removes), or a case asks a `line`. Each problem
that `command` tells of it begins as the case `says`, in order, and there are no others.
"""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml
from running import PLACED, referee

TESTS = Path(__file__).parent
CASES = [
    pytest.param({**every, **case}, id=f"{path.stem}: {case['name']}")
    for path in sorted((TESTS / "unreadable").glob("*.yaml"))
    for every in [yaml.safe_load(path.read_text(encoding="utf-8"))]
    for case in every.pop("cases")
]


def changed(state: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return a state with other values at some paths."""
    new = copy.deepcopy(state)
    for path, value in changes.items():
        *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        place: Any = new
        for step in way:
            place = place[step]
        if value is None:
            del place[last]
        else:
            place[last] = value
    return new


@pytest.mark.parametrize("case", CASES)
def test_everything_that_is_wrong_with_a_state_is_told(case: dict[str, Any], tmp_path: Path) -> None:
    given = [case["line"], "-r", case["ruleset"]] if "line" in case else [str(tmp_path / "state.yaml")]
    if "state" in case:
        (tmp_path / "state.yaml").write_text(yaml.safe_dump(changed(case["state"], case["changes"]), sort_keys=False))
    said = referee(case["command"], *given, "--rulesets", str(TESTS / "house_rules" / "rulesets"))
    found = [PLACED.sub("", line) for line in said.err.splitlines()]
    assert said.code == 2
    assert len(found) == len(case["says"]), found
    assert [line[: len(begun)] for line, begun in zip(found, case["says"], strict=True)] == case["says"]
