"""A few hundred broken inputs for every command; `python -m tests.fuzz` goes on from there."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from fuzzing.doors import DOORS, some_input
from fuzzing.run import run
from seeds import seeds


@pytest.mark.slow
@pytest.mark.parametrize("name", [door.__name__ for door in DOORS])
def test_a_command_survives_what_it_is_given(name: str, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_TRACEBACK", "1")
    codes = set()
    for number in range(2 if name in ("lint", "overlaid") else 8):
        given = some_input(random.Random(f"{seeds(1)[0]} {name}/{number}"), [name])
        code, finding = run(given, here)
        codes.add(code)
        assert finding is None, (given, finding)
    assert 2 in codes or name == "rules"
