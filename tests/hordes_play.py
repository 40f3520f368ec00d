"""Plays Hordes at random through the orders alone: what a player could submit, legal or not."""

from __future__ import annotations

from random import Random
from typing import Any

from referee import games
from referee.core import documents
from referee.core.adjudication.adjudicate import adjudicate
from referee.core.adjudication.legal import legal_rows
from referee.core.adjudication.verdicts import Adjudication
from referee.core.documents import Document
from referee.core.game.dice_sources import make_dice
from referee.core.game.reading import read_orders
from referee.core.game.state_reading import faults
from referee.games.hordes.new import Parameters
from referee.games.hordes.position import HordesPosition

GAME, RULESET = games.load("hordes")


def start(rng: Random) -> Any:
    """Return a new battle with both armies thrown closer together, and terrain of every kind."""
    state = GAME.new(Parameters(game="random"), RULESET)
    gap = rng.choice([300, 500, 800])
    for element in state.elements:
        if element.y is not None and element.army == "blue":
            element.y -= 1000 - gap
    kinds = [("wood", None), ("rough", None), ("river", 90), ("town", None), ("lake", None), ("hill", None)]
    feature = type(state.terrain[0])
    for number, (kind, width) in enumerate(rng.sample(kinds, 3)):
        x, y = rng.uniform(100, 2000), rng.uniform(700, 1300)
        if width:
            state.terrain.append(feature(id=f"f{number}", kind=kind, centreline=[(0.0, y), (2400.0, y)], width=width))
        else:
            square = [(x, y), (x + 300, y), (x + 300, y + 200), (x, y + 200)]
            state.terrain.append(feature(id=f"f{number}", kind=kind, polygon=square))
    return state


def free_of_overlaps(state: Any, rules: Any) -> list[str]:
    """Return what stands on what, or off the table."""
    return [message for _, message in faults(GAME, state, rules, True)]


def submit(state: Any, orders: list[dict[str, Any]], player: str, seed: str, skip: bool = True) -> Adjudication:
    """Adjudicate one player's orders; dice are drawn from a seed."""
    value = {"format": 1, "ruleset": "hordes", "player": player, "orders": orders}
    submission = read_orders(GAME, Document(documents.dump(value), "orders", value))
    rules = GAME.compile(RULESET, state.options)
    dice = make_dice(state.game or "", state.dice, secret=seed.encode())
    return adjudicate(GAME, rules, state, [submission], dice, skip_illegal=skip)


def some_orders(position: HordesPosition, rng: Random) -> list[dict[str, Any]]:
    """Return orders for the phase that stands: legal ones, and wild ones."""
    phase = position.phase()
    assert phase is not None
    rows = legal_rows(GAME, position)
    if phase.name == "pips":
        return [{"pips": "roll"}]
    if phase.name == "movement":
        return _moves(position, rows, rng)
    if phase.name == "long_range":
        out = [{k: v for k, v in row.items() if k != "pips"} for row in rows if {"shoot", "bespell", "pass"} & set(row)]
        rng.shuffle(out)
        return [*out[:3], {"end": "long_range"}]
    fights = [{k: v for k, v in row.items() if k != "must"} for row in rows if "fight" in row]
    rng.shuffle(fights)
    return fights[:1] or [{"end": "close_combat"}]


def _moves(position: HordesPosition, rows: list[dict[str, Any]], rng: Random) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    attacks = [row for row in rows if "attack" in row]
    for row in rng.sample(attacks, min(len(attacks), 3)):
        out.append({"attack": row["attack"], "target": row["target"], "edge": row.get("edge", "front")})
    standing = position.field.friends(position.active)
    for element in rng.sample(standing, min(len(standing), 3)):
        (x, y), facing = element.base.front, element.base.facing
        there = {
            "x": round(x + rng.uniform(-300, 300), 1),
            "y": round(y + rng.uniform(-200, 300), 1),
            "facing": round((facing + rng.choice([0, 0, 30, -45, 90, 180])) % 360, 1),
        }
        out.append({"move": element.id, "path": [there]})
        mates = [e.id for e in standing if abs(e.base.facing - facing) < 1]
        steps = [{"advance": 60}] if rng.random() < 0.5 else [{"wheel": rng.choice(["left", "right"]), "degrees": 15}]
        out.append({"group": rng.sample(mates, min(len(mates), 2)), "steps": steps})
    for element in position.field.elements.values():
        if element.army == position.active and not element.stands:
            place = {"x": round(rng.uniform(100, 2300)), "y": rng.choice([160, 120, 1200]), "facing": 0}
            out.append({"activate": element.id, "at": place})
            out.append({"desorcell": element.id})
    rng.shuffle(out)
    return [*out, {"end": "movement"}]


def play(seed: int, turns: int, options: dict[str, Any] | None = None) -> tuple[Any, list[Adjudication]]:
    """Play some turns; returns the last state and every outcome."""
    rng = Random(seed)
    state = start(rng)
    state.options = options or {}
    rules = GAME.compile(RULESET, state.options)
    outcomes: list[Adjudication] = []
    for _ in range(turns * 8):
        position = GAME.open(state, rules)
        phase = position.phase()
        if phase is None or (state.turn or 1) > turns:
            break
        assert isinstance(position, HordesPosition)
        outcome = submit(state, some_orders(position, rng), phase.players[0], str(seed))
        assert outcome.state is not None, (outcome.general, outcome.missing)
        outcomes.append(outcome)
        state = outcome.state
    return state, outcomes
