"""Effects on the Masterboard: what states may hold, who sees them, and what a battle takes over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from running import referee

RULESETS = Path(__file__).parent / "house_rules" / "rulesets"
BOARD: dict[str, Any] = {
    "players": ["ann", "ben"],
    "turn": 3,
    "mover": "ann",
    "phase": "commencement",
    "legions": [
        {"id": "bk01", "player": "ann", "land": 3, "contents": ["titan", "ogre", "ogre"]},
        {"id": "rd01", "player": "ben", "land": 30, "contents": ["titan", "lion"]},
    ],
}


def test_what_a_legion_carries_is_shown_to_its_player_alone(tmp_path: Path) -> None:
    effects = [{"effect": "snowstorm", "land": 3, "by": "ben"}, {"effect": "amulet", "legion": "bk01"}]
    path = tmp_path / "state.yaml"
    path.write_text(yaml.safe_dump({"format": 1, "ruleset": "lands", "masterboard": {**BOARD, "effects": effects}}))
    seen = {
        player: yaml.safe_load(referee("view", str(path), "--player", player, "--rulesets", str(RULESETS)).out)
        for player in ("ann", "ben")
    }
    assert seen["ann"]["masterboard"]["effects"] == effects
    assert seen["ben"]["masterboard"]["effects"] == effects[:1]
    shown = referee("show", str(path), "--rulesets", str(RULESETS)).out
    assert "Snowstorm lies on Brush 3, laid by ben" in shown
    assert "Amulet lies on bk01" in shown


def test_an_effect_is_a_clause_of_a_line() -> None:
    line = (
        "masterboard; ann 3 titan ogre ogre; effect holy-day; effect amulet legion ann; effect snowstorm 3; muster ann"
    )
    said = referee("ask", line, "--ruleset", "lands", "--rulesets", str(RULESETS), "--json")
    assert said.code == 0, said.err
