"""Plays whole games of Titan at random, through `legal` and `adjudicate` alone."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from referee import games
from referee.core import documents
from referee.core.adjudication.adjudicate import adjudicate
from referee.core.adjudication.legal import legal_rows
from referee.core.adjudication.verdicts import Adjudication
from referee.core.game.dice_sources import make_dice
from referee.core.game.reading import read_orders
from referee.games.titan.parameters import Parameters
from referee.games.titan.rules import TitanRules
from referee.games.titan.state import State

GAME, RULESET = games.load("titan")
RULES: TitanRules = GAME.compile(RULESET, {})
PLAYERS = ["black", "red", "green", "gold", "blue", "brown"]
# how often a kind of order is chosen: often enough that games end, rarely enough that everything happens
WEIGHTS = {"split": 3, "move": 6, "teleport": 3, "mulligan": 0.3, "engage": 5, "fight": 4, "concede": 0.1, "acquire": 4}
WEIGHTS |= {"summon": 4, "muster": 8, "end": 2, "rangestrike": 4}
WEIGHTS |= {"stop game": 0, "concede game": 0.001, "disturb": 0.05, "look": 0.3}


def start(number: int, name: str = "random") -> State:
    """Return a new game of so many players."""
    state: State = GAME.new(Parameters(game=name, players=PLAYERS[:number]), RULESET)
    return state


def submit(state: State, player: str, orders: list[dict[str, Any]], secret: bytes, skip: bool = False) -> Adjudication:
    """Adjudicate one player's orders."""
    value = {"format": 1, "ruleset": "titan", "player": player, "orders": orders}
    submission = read_orders(GAME, documents.make_document(value, "orders"))
    dice = make_dice(state.game or "", state.dice, secret=secret)
    return adjudicate(GAME, RULES, state, [submission], dice, skip)


def rows(state: State, player: str) -> list[dict[str, Any]]:
    """Return what a player may order, from his own view of the game."""
    return legal_rows(GAME, GAME.open(GAME.view(state, player), RULES))


def chosen(found: list[dict[str, Any]], chance: Random) -> dict[str, Any]:
    """Return one of the orders that `legal` lists, sometimes with other values that its fields may have."""
    by_kind: dict[str, list[dict[str, Any]]] = {}
    for row in found:
        verb = next(iter(row))
        by_kind.setdefault(f"{verb} game" if row[verb] == "game" else verb, []).append(row)
    kinds = list(by_kind)
    duty = next((kind for kind in ("enter", "strike") if kind in by_kind), None)
    listed = by_kind[duty or chance.choices(kinds, [WEIGHTS.get(kind, 1) for kind in kinds])[0]]
    # most strikes are plain, so that battles are not longer than players make them
    plain = [row for row in listed if not row.keys() & {"number", "forgo", "via"}] or listed
    row = dict(chance.choice(plain if chance.random() < 0.8 else listed))
    told = row.pop("told", {})
    return {**row, **filled(told, chance)} if "values" in told and chance.random() < 0.2 else row


def filled(told: dict[str, Any], chance: Random) -> dict[str, Any]:
    """Return some of the values that the fields of an option may have, as its `told` lists them."""
    out: dict[str, Any] = {}
    names: list[Any] = []
    for field, values in told["values"].items():
        if field == "most":
            # a number for each who is named to take hits
            out[field] = [chance.choice(values) for _ in out["carry"]]
        elif field in ("carry", "losses", "shown"):
            most = min(len(values), told.get("at_most", {}).get(field, len(values)))
            out[field] = chance.sample(values, chance.randint(1, most))
        else:
            # no name is given to two things
            names.append(chance.choice([value for value in values if value not in names]))
            out[field] = names[-1]
    return out


def play(number: int, seed: int, most: int = 20_000) -> Any:
    """Yield (state before, player, order, outcome) of a random game until it ends, or until so many orders."""
    chance = Random(seed)
    secret = f"game {seed}".encode()
    state = start(number)
    for _ in range(most):
        assert state.masterboard is not None
        if state.masterboard.outcome is not None:
            return
        phase = GAME.open(state, RULES).phase()
        assert phase is not None
        player = chance.choice(phase.players)
        found = rows(state, player)
        assert found, f"{player} has nothing to order in {phase.title}"
        order = chosen(found, chance)
        outcome = submit(state, player, [order], secret)
        assert outcome.trace is not None, f"{order} was listed and is refused: {outcome.general} {outcome.refused}"
        yield state, player, order, outcome
        state = outcome.state


def broken(state: State, markers: int, rules: TitanRules = RULES) -> list[str]:
    """Return every invariant of a game that a state breaks."""
    board = state.masterboard
    assert board is not None
    out = []
    held = Counter(board.caretaker) + Counter(board.slain)
    held += Counter(board.engagement.slain) if board.engagement is not None else Counter()
    for legion in board.legions:
        assert legion.contents is not None
        held += Counter(legion.contents)
        if len(legion.contents) > 7:
            out.append(f"{legion.id} holds {len(legion.contents)}")
    for name, chart in rules.stacked.items():
        if held[name] != chart.number:
            out.append(f"there are {held[name]} of {name}, not {chart.number}")
    if board.phase == "enlistment" or (board.phase == "commencement" and not any(x.split_from for x in board.legions)):
        lands = Counter(
            legion.land for legion in board.legions if board.turn != 1 or legion.land not in board.towers.values()
        )
        out += [f"{number} legions stand in {land}" for land, number in lands.items() if number > 1]
    if board.phase != "setup" and board.engagement is None:
        out_of_it = {fallen.player for fallen in board.fallen}
        for player in board.players:
            titans = sum((x.contents or []).count("titan") for x in board.legions if x.player == player)
            if titans != (player not in out_of_it) and board.outcome is None:
                out.append(f"{player} has {titans} Titans")
    marked = [marker for free in board.markers.values() for marker in free] + [legion.id for legion in board.legions]
    if len(set(marked)) != len(marked) or len(marked) != markers:
        out.append(f"there are {len(marked)} markers, {len(set(marked))} of them different, and not {markers}")
    return out
