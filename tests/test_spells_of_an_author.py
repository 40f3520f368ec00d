"""Spells that an author adds with data alone: a Spirit that chooses, and one that leads to another legion."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import referee

SPELLS = """\
spells:
  nymph: {title: Nymph, kind: hazard, count: 2, number: 2, ground: [plain], over: {nymph: ends}, cite: OWN 1}
  portal: {title: Portal, kind: hazard, count: 1, number: 1, ground: [plain], connects: true, cite: OWN 2}
"""
EFFECTS = """\
effects:
  nymph: {title: Nymph, lies: hex, cite: OWN 1, spirit: {hits: 2, cite: OWN 1}}
  portal: {title: Portal, lies: hex, cite: OWN 2, instead: true}
"""
RULES = """\
rules:
  OWN 1: {title: Nymph, summary: It hits one enemy beside it twice., kind: adjudicated}
  OWN 2: {title: Portal, summary: It leads to another legion as long as it lies., kind: adjudicated}
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "own").mkdir()
    for name, text in (
        ("manifest", "format: 1\nruleset: own\ntitle: Own\nextends: titan-magi\n"),
        ("spells", SPELLS),
        ("effects", EFFECTS),
        ("rules", RULES),
    ):
        (tmp_path / "own" / f"{name}.yaml").write_text(text)
    return tmp_path


def state(**battle: Any) -> dict[str, Any]:
    """Return a battle between two Magi and their neighbours."""
    return {
        "format": 1,
        "ruleset": "own",
        "game": "own",
        "step": 0,
        "battle": {
            "battleland": "plains",
            "round": 2,
            "phase": "maneuver",
            "active": "attacker",
            "attacker_side": "left",
            "players": {"attacker": "black", "defender": "red"},
            "pieces": [
                {
                    "id": "druid-1",
                    "character": "druid",
                    "side": "attacker",
                    "hex": "C2",
                    "held": ["nymph-1", "portal-1"],
                },
                {"id": "ogre-1", "character": "ogre", "side": "defender", "hex": "D5"},
            ],
            "gates": [{"legion": "bk06", "side": "attacker", "characters": ["troll"]}],
            **battle,
        },
    }


def play(own: Path, begun: dict[str, Any], player: str, *orders: str) -> dict[str, Any]:
    """Adjudicate orders of one player and return the next state."""
    document = {"format": 1, "ruleset": "own", "player": player, "orders": list(orders)}
    done = referee.adjudicate(begun, document, folders=own)
    assert done.done, done
    found: dict[str, Any] = done.state
    return found


@pytest.mark.slow
def test_a_spirit_of_an_author_is_cast_and_chooses(own: Path) -> None:
    begun = state(
        pieces=[
            {"id": "druid-1", "character": "druid", "side": "attacker", "hex": "C2", "held": ["nymph-1"]},
            {"id": "ogre-1", "character": "ogre", "side": "defender", "hex": "D5"},
        ]
    )
    now = play(
        own, begun, "black", "cast druid-1 spell nymph at D4 dice 666", "end maneuver", "spirit nymph-1 at ogre-1"
    )
    ogre = next(piece for piece in now["battle"]["pieces"] if piece["id"] == "ogre-1")
    assert ogre["hits"] == 2


@pytest.mark.slow
def test_a_spell_of_an_author_leads_to_another_legion(own: Path) -> None:
    begun = state(spells=[{"id": "portal-1", "spell": "portal-1", "hex": "D3", "by": "druid-1", "gate": "bk06"}])
    now = play(own, begun, "black", "enter troll by portal-1 to D3")
    assert {piece["id"]: piece["hex"] for piece in now["battle"]["pieces"]}["troll-1"] == "D3"
    gone = play(own, begun, "black", "exit druid-1 by portal-1")
    assert [(one["id"], one["to"]) for one in gone["battle"]["left"]] == [("druid-1", "bk06")]
