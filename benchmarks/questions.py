"""Random situations as the lines of `ask --jsonl`, and one battle as files."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from referee.core import documents
from referee.games.titan.battle.board import board_of
from referee.games.titan.battle.rulings.costs import BARRED
from referee.games.titan.battle.rulings.reach import moves_for
from referee.games.titan.rules import TitanRules

from .battles import rules_of

SIDES = ("attacker", "defender")


def situation(rules: TitanRules, chance: random.Random) -> dict[str, Any]:
    """Return a battle in its middle: up to ten pieces standing close together."""
    land = chance.choice(list(rules.battlelands.battlelands))
    board = board_of(rules, land)
    middle = chance.randrange(len(board.labels))
    near = sorted(range(len(board.labels)), key=lambda h: (board.steps(middle, h), chance.random()))
    pieces: list[dict[str, Any]] = []
    for h in near[: chance.randint(4, 12)]:
        name = chance.choice(list(rules.characters))
        if moves_for(board, rules.profile(name)).into[h] < BARRED:
            side = SIDES[len(pieces) % 2]
            pieces.append({"id": f"p{len(pieces)}", "character": name, "side": side, "hex": board.labels[h]})
    return {"battleland": land, "attacker_side": "left", "round": 3, "pieces": pieces}


def lines(kind: str, number: int, chance: random.Random) -> bytes:
    """Return so many questions of a kind, strike or reach, a line each."""
    rules = rules_of()
    out: list[str] = []
    while len(out) < number:
        battle = situation(rules, chance)
        if len(battle["pieces"]) < 2:
            continue
        ask = {"strike": "p0", "at": "p1"} if kind == "strike" else {"reach": "p0"}
        battle |= {"phase": "strike" if kind == "strike" else "maneuver", "active": "attacker"}
        out.append(json.dumps({"id": len(out), "format": 1, "ruleset": "titan", "battle": battle, "ask": ask}))
    return "\n".join(out).encode()


def write_battle(folder: Path) -> tuple[Path, Path]:
    """Write a state in a Strike Phase and orders for it; return both paths."""
    pieces = [
        {"id": "a1", "character": "ogre", "side": "attacker", "hex": "B1"},
        {"id": "a2", "character": "troll", "side": "attacker", "hex": "C3"},
        {"id": "d1", "character": "lion", "side": "defender", "hex": "B2", "hits": 3},
        {"id": "d2", "character": "centaur", "side": "defender", "hex": "A1"},
    ]
    battle = {"battleland": "hills", "attacker_side": "bottom", "round": 3, "phase": "strike", "active": "attacker"}
    battle |= {"players": {"attacker": "black", "defender": "red"}, "pieces": pieces}
    orders = [
        {"strike": "a1", "at": "d1", "number": 6, "carry": ["d2"]},
        {"strike": "a2", "at": "d1"},
        {"end": "strike"},
    ]
    state, given = folder / "state.yaml", folder / "orders.yaml"
    state.write_text(documents.dump({"format": 1, "ruleset": "titan", "battle": battle}))
    given.write_text(documents.dump({"format": 1, "ruleset": "titan", "player": "black", "orders": orders}))
    return state, given
