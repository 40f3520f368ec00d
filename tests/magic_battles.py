"""Battles under Spells at random: starts, and how they are played through `legal` and `adjudicate` alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from referee import games
from referee.core import documents
from referee.core.adjudication.adjudicate import adjudicate
from referee.core.adjudication.legal import legal_rows
from referee.core.adjudication.verdicts import Adjudication
from referee.core.game.dice_sources import make_dice
from referee.core.game.reading import read_orders
from referee.games.titan.battle.alone import BattleAlone
from referee.games.titan.check_state import impossible
from referee.games.titan.magic.cup import all_intrinsic, intrinsic
from referee.games.titan.rules import TitanRules
from referee.games.titan.sides import SIDES
from referee.games.titan.state import State

GAME, RULESET = games.load("titan-magi")
RULES: TitanRules = GAME.compile(RULESET, {})
MAGI = sorted(RULES.keeping_spells)
OTHERS = [
    "lion",
    "ogre",
    "troll",
    "ranger",
    "dragon",
    "gargoyle",
    "centaur",
    "hydra",
    "gorgon",
    "changeling",
    "unicorn",
]
SPELLS = [name for name, spell in RULES.spells.items() if spell.phases]
# casts are chosen often, so that Spells lie on each other
WEIGHTS = {
    "cast": 12,
    "undo": 2,
    "shift": 2,
    "move": 6,
    "enter": 20,
    "strike": 10,
    "rangestrike": 3,
    "spirit": 10,
    "exit": 3,
    "draw": 0.5,
    "concede": 0.01,
    "end": 0.5,
}


def start(seed: int) -> State:
    """Return a battle in its first or second round with Magi, their Spells and a Storm or none."""
    chance = Random(seed)
    board = RULES.battlelands.battlelands
    land = chance.choice(sorted(board))
    counters = [f"{name}-{number}" for name in SPELLS for number in range(1, RULES.spells[name].spell.count + 1)]
    counters = [counter for counter in counters if counter not in all_intrinsic(RULES)]
    chance.shuffle(counters)
    pieces: list[dict[str, Any]] = []
    count: dict[str, int] = {}
    magi = [name for name in MAGI for _ in range(RULES.characters[name].number)]
    chance.shuffle(magi)
    for side in SIDES:
        kinds = [magi.pop() for _ in range(chance.randint(1, 3))] + [chance.choice(OTHERS) for _ in range(3)]
        for kind in [*kinds, *(["titan"] if chance.random() < 0.5 else [])]:
            count[kind] = count.get(kind, 0) + 1
            row: dict[str, Any] = {"id": f"{kind}-{count[kind]}", "character": kind, "side": side}
            if kind == "titan":
                row["power"] = 6
            if kind in MAGI:
                row["held"] = [*intrinsic(RULES, row["id"]), *(counters.pop() for _ in range(chance.randint(1, 5)))]
            pieces.append(row)
    battle: dict[str, Any] = {
        "battleland": land,
        "attacker_side": board[land].attacker_side or chance.choice(["left", "right", "bottom"]),
        "round": 1,
        "phase": "maneuver",
        "active": "defender",
        "players": {"attacker": "black", "defender": "red"},
        "pieces": pieces,
    }
    battle["gates"] = [{"legion": f"{side}s-2", "side": side, "characters": ["ogre"]} for side in SIDES]
    if chance.random() < 0.3:
        battle["storm"] = chance.choice(RULES.storms)
    value = {"format": 1, "ruleset": "titan-magi", "game": f"magic-{seed}", "step": 0, "battle": battle}
    return documents.convert(documents.make_document(value, "state"), GAME.state)


def opened(state: State) -> BattleAlone:
    """Return the position of a battle."""
    position = GAME.open(state, RULES)
    assert isinstance(position, BattleAlone)
    return position


def submit(state: State, player: str, orders: list[dict[str, Any]], secret: bytes) -> Adjudication:
    """Adjudicate one player's orders."""
    value = {"format": 1, "ruleset": "titan-magi", "player": player, "orders": orders}
    submission = read_orders(GAME, documents.make_document(value, "orders"))
    return adjudicate(GAME, RULES, state, [submission], make_dice(state.game or "", state.dice, secret=secret))


def play(
    seed: int, most: int = 2000, begun: State | None = None
) -> Iterator[tuple[State, str, dict[str, Any], Adjudication]]:
    """Yield (state before, player, order, outcome) of a random battle until it ends, or until so many orders.

    It is the battle `begun`, or else the start of the same number.
    """
    chance, state = Random(seed), start(seed) if begun is None else begun
    for _ in range(most):
        position = opened(state)
        phase = position.phase()
        if phase is None:
            return
        player = phase.players[0]
        found = legal_rows(GAME, position, player)
        by_verb: dict[str, list[dict[str, Any]]] = {}
        for row in found:
            by_verb.setdefault(next(iter(row)), []).append(row)
        # all come onto the map before a phase ends
        kinds = [verb for verb in by_verb if verb != "end" or not {"enter", "strike"} & by_verb.keys()]
        verb = chance.choices(kinds, [WEIGHTS.get(kind, 1) for kind in kinds])[0]
        order = {key: value for key, value in chance.choice(by_verb[verb]).items() if key not in ("told",)}
        outcome = submit(state, player, [order], f"battle {seed}".encode())
        assert outcome.trace is not None, f"{order} is listed and refused: {outcome.general} {outcome.refused}"
        yield state, player, order, outcome
        state = outcome.state
        assert not (faults := impossible(state, RULES)), f"{order} makes what cannot be: {faults}"
