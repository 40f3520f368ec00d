"""Games with a part of a supplement are begun, read and played as those with the whole of it (MM 1.1, 1.2)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import magi_play
import pytest
from running import referee
from seeds import seeds

PARTS: list[dict[str, Any]] = [
    {"magi": False},
    {"mighty": False},
    {"magi": False, "start_with_warlock": True},
    {"start_with_warlock": True, "reserve_angels": True, "passage": True},
    {"attackers_retreat": True, "spell_limits": False},
]


@pytest.mark.slow
@pytest.mark.parametrize("options", PARTS, ids=str)
@pytest.mark.parametrize("seed", seeds(1))
def test_a_game_under_options_is_played(options: dict[str, Any], seed: int) -> None:
    played = 0
    for number, (_, _, order, outcome) in enumerate(magi_play.play(2 + seed, seed, 150, magi=False, options=options)):
        played += 1
        assert outcome.state.options == options
        if not options.get("magi", True):
            assert "cast" not in order
            assert outcome.state.masterboard is None or outcome.state.masterboard.cup is None
        if number % 15 == 0:
            assert magi_play.read_back(outcome.state) == outcome.state, order
    assert played > 50


@pytest.mark.parametrize("option", ["magi", "mighty"])
def test_a_game_with_half_of_the_supplement_is_begun(option: str, tmp_path: Path) -> None:
    state = str(tmp_path / "state.yaml")
    words = ["new", "titan-magi", "--players", "black,red", "--option", f"{option}=false", "-o", state]
    assert referee(*words).code == 0
    found = referee("legal", state)
    assert found.code == 0, found.all
    assert "roll tower" in found.out
