"""Random walks through any game by `legal` and `adjudicate` alone, from starts of every ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import magic_battles
import yaml
from hordes_play import start as hordes_start
from magi_play import start as magi_start
from magi_play import with_magi
from titan_play import PLAYERS

import referee
from referee import games
from referee.core.documents.plain import builtins

CASES = Path(__file__).parent / "cases"
SECRET = bytes(range(32))
# what ends a game, or a phase, is chosen seldom
SELDOM = {"concede": 0.05, "stop": 0, "end": 0.4, "disturb": 0, "look": 0.1}


def starts(name: str, chance: Random) -> dict[str, Any]:
    """Return a beginning: as `new` writes it, laid out at random, or as a case gives it; with any options."""
    while True:
        value = dict(chance.choice(given(name)) if chance.random() < 0.4 else _new(name, chance))
        if chance.random() < 0.5:
            value["options"] = {**value.get("options", {}), **_options(name, chance)}
        try:
            referee.legal(value)
        except referee.Unreadable:
            continue
        return value


@cache
def given(name: str) -> list[dict[str, Any]]:
    """Return the states from which the cases of a ruleset give orders, but for those with legions that nobody knows."""
    found = []
    for path in sorted((CASES / name).glob("*.yaml")):
        for case in yaml.load_all(path.read_text(encoding="utf-8"), yaml.CSafeLoader):
            board = (case.get("given") or {}).get("masterboard") or {}
            hidden = any("contents" not in legion for legion in board.get("legions", ()))
            if isinstance(case.get("given"), dict) and "orders" in case and not hidden:
                found.append({"format": 1, "ruleset": case["ruleset"], "game": "case", "step": 1, **case["given"]})
    return found


def _options(name: str, chance: Random) -> dict[str, Any]:
    """Return some options of a ruleset with values that are not their defaults."""
    _, ruleset = games.load(name)
    rulings = [ruling for ruling in ruleset.rulings.values() if ruling.option is not None and ruling.alternatives]
    return {ruling.option: chance.choice(ruling.alternatives) for ruling in chance.sample(rulings, 3)}


def _new(name: str, chance: Random) -> dict[str, Any]:
    seed = chance.randrange(10**6)
    match name, chance.randrange(3):
        case "hordes", 0:
            return referee.new("hordes", game="walk")
        case "hordes", _:
            return builtins(hordes_start(chance))
        case "battalions", kind:
            mode = ("skirmish", "overworld", "overworld")[kind]
            return referee.new("battalions", mode=mode, units=chance.randint(2, 4), game="walk")
        case "titan-magi", 0:
            return builtins(with_magi(magi_start(2), chance))
        case "titan-magi", _:
            return builtins(magic_battles.start(seed))
        case _, 0:
            return referee.new(name, game="walk", players=PLAYERS[: chance.randint(2, 4)])
        case _:
            return referee.new(name, game="walk", **_sides(name, chance))


def _sides(name: str, chance: Random) -> dict[str, Any]:
    game, ruleset = games.load(name)
    rules = game.compile(ruleset, {})
    kinds = [kind for kind, row in rules.characters.items() if row.number > 13 or row.cls == "titan"]
    sides = {side: [chance.choice(kinds) for _ in range(chance.randint(1, 7))] for side in ("attacking", "defending")}
    for side in sides.values():
        side[1:] = [kind for kind in side[1:] if kind != "titan"]
    lands = rules.battlelands.battlelands
    land = chance.choice(sorted(lands))
    return {**sides, "battleland": land, "attacker_side": lands[land].attacker_side or "left"}


def step(value: dict[str, Any], chance: Random) -> dict[str, Any] | None:
    """Return a state after one random order, or one of each who orders together; None where nobody can order.

    An order that `legal` lists and that is refused is a fault.
    """
    found = referee.legal(value)
    if not found.legal:
        return None
    by_player: dict[str, list[dict[str, Any]]] = {}
    for row in found.legal:
        by_player.setdefault(row.get("told", {}).get("by", found.players[0]), []).append(row)
    # the commands of a turn are given together
    commanded = [player for player, rows in by_player.items() if any("command" in row for row in rows)]
    players = commanded or [chance.choice(list(by_player))]
    sheets = [
        {"format": 1, "ruleset": value["ruleset"], "player": player, "orders": _orders(by_player[player], chance)}
        for player in players
    ]
    done = referee.adjudicate(value, sheets, secret=SECRET)
    assert "state" in done, f"listed and not carried out: {sheets} {done}"
    after: dict[str, Any] = done["state"]
    return after


def _orders(rows: list[dict[str, Any]], chance: Random) -> list[dict[str, Any]]:
    """Return one of the orders listed for a player; or for each battalion how it is set out, and its command."""
    together = [row for row in rows if "arrange" in row or ("command" in row and "unit" not in row)]
    if not any("command" in row for row in together):
        return [_one(rows, chance)]
    chance.shuffle(together)
    return [_plain(row) for row in {(row["battalion"], "command" in row): row for row in together}.values()]


def _one(rows: list[dict[str, Any]], chance: Random) -> dict[str, Any]:
    by_verb: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_verb.setdefault(next(iter(row)), []).append(row)
    verbs = list(by_verb)
    verb = chance.choices(verbs, [SELDOM.get(verb, 1) or 1e-9 for verb in verbs])[0]
    return _plain(chance.choice(by_verb[verb]))


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {key: given for key, given in row.items() if key != "told"}


def walk(value: dict[str, Any], chance: Random, most: int) -> Iterator[dict[str, Any]]:
    """Yield the state after each of so many random steps; each is read from its text before the next step."""
    for _ in range(most):
        after = step(value, chance)
        if after is None:
            return
        yield after
        value = yaml.load(yaml.dump(after, Dumper=yaml.CSafeDumper), yaml.CSafeLoader)
