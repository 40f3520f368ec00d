"""Random situations as the lines of `ask --jsonl`, with and without Spells, and one battle as files."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import referee
from referee import games
from referee.core import documents
from referee.core.asking import read_asked
from referee.games.titan.battle.board import board_of
from referee.games.titan.battle.rulings.costs import BARRED
from referee.games.titan.battle.rulings.moves import moves_for
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


def scenarios(kind: str, number: int, chance: random.Random) -> bytes:
    """Return a file of so many cases of a strike: a question (`ask`), or an order with drawn dice (`orders`)."""
    rules = rules_of()
    out: list[str] = []
    for place, line in enumerate(lines("strike", 2 * number, chance).decode().splitlines()):
        asked = json.loads(line)
        if not referee.ask(asked).answer["allowed"]:
            continue
        battle = asked["battle"]
        vital = [piece["side"] for piece in battle["pieces"] if rules.profile(piece["character"]).vital]
        if len(vital) != len(set(vital)):
            continue
        case = {"case": f"scenario {place}", "ruleset": "titan", "given": {"battle": battle}}
        if kind == "ask":
            case |= {"ask": asked["ask"], "expect": {"answer": {"allowed": True}}}
        else:
            battle["players"] = {"attacker": "black", "defender": "red"}
            case |= {"orders": [asked["ask"]], "seed": str(place), "expect": {"refused": []}}
        out.append(json.dumps(case))
    return "\n---\n".join(out[:number]).encode()


def lines_with_spells(kind: str, number: int, chance: random.Random, spells: int = 5) -> bytes:
    """Return so many questions of a kind, strike or reach, a line each, in battles with so many Spells in effect.

    Each is about another situation. In three of four questions about reach nobody stands beside the one that moves.
    """
    game, ruleset = games.load("titan-magi")
    rules = rules_of("titan-magi")
    out: list[str] = []
    while len(out) < number:
        battle = situation(rules, chance)
        if len(battle["pieces"]) < 2:
            continue
        if kind == "reach" and chance.random() < 0.75:
            _step_back(rules, battle)
        near = [piece["hex"] for piece in battle["pieces"]]
        board = board_of(rules, battle["battleland"])
        near += [
            label for label in board.labels if any(board.steps(board.index[label], board.index[h]) == 1 for h in near)
        ]
        battle["spells"] = [_in_effect(rules, battle, near, n, chance) for n in range(spells)]
        battle |= {"phase": "strike" if kind == "strike" else "maneuver", "active": "attacker"}
        ask = {"strike": "p0", "at": "p1"} if kind == "strike" else {"reach": "p0"}
        asked = {"format": 1, "ruleset": "titan-magi", "battle": battle, "ask": ask}
        line = json.dumps({"id": len(out), **asked})
        try:
            # read, and not answered: an answer would be cached
            read_asked(game, ruleset, documents.parse_json(line.encode(), "line", 1))
        except referee.Unreadable:
            # Spells that cannot lie there
            continue
        out.append(line)
    return "\n".join(out).encode()


def _step_back(rules: TitanRules, battle: dict[str, Any]) -> None:
    """Leave out those who stand beside the first piece."""
    board = board_of(rules, battle["battleland"])
    first = board.index[battle["pieces"][0]["hex"]]
    battle["pieces"] = [
        piece
        for number, piece in enumerate(battle["pieces"])
        if not number or board.steps(first, board.index[piece["hex"]]) > 1
    ]


def _in_effect(
    rules: TitanRules, battle: dict[str, Any], near: list[str], number: int, chance: random.Random
) -> dict[str, Any]:
    """Return a Spell in effect, on a hex in every second row, else on a piece."""
    at_hex = number % 2 == 1
    names = [
        name
        for name, spell in rules.spells.items()
        if rules.laid_by_spells.get(name) is not None and spell.at in (("hex",) if at_hex else ("friend", "enemy"))
    ]
    on = {"hex": chance.choice(near)} if at_hex else {"on": chance.choice(battle["pieces"])["id"]}
    return {"id": f"s{number}", "spell": chance.choice(names), **on, "side": chance.choice(SIDES)}


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
