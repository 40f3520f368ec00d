"""Whole random games with Spells drawn, given and traded: each counter is in one place, and the games replay."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest
import titan_play
from running import referee as run
from seeds import seeds

import referee
from referee import games
from referee.games.titan.magic.check_counters import counter_faults, whereabouts
from referee.games.titan.magic.cup import all_counters
from referee.games.titan.masterboard.state import type_of
from referee.games.titan.rules import compile_rules
from referee.games.titan.state import State

RULES = compile_rules(games.load("titan-magi")[1], {})
# Magi are mustered, and what they may draw, give and trade is used more often than players use it
OFTEN = {"draw": 20, "victory-draw": 20, "give": 5, "trade": 0.5, "muster": 30, "fight": 3, "flee": 0.3}


def played(name: str, chance: Random, most: int, options: dict[str, Any]) -> tuple[list[Any], Counter[str]]:
    """Play a game at random and check where its counters are; return its traces and how often each verb came."""
    secret = sha256(name.encode()).digest()
    new = referee.new("titan-magi", game=name, players=["black", "red"], options=options)
    session = referee.Session.open(new)
    traces, met = [], Counter[str]()
    while len(traces) < most:
        listed = session.legal()
        if listed.phase is None:
            break
        player = chance.choice(listed.players)
        found = [row for row in listed.legal if row.get("told", {}).get("by", listed.players[0]) == player]
        if not found:
            continue
        order = {key: value for key, value in titan_play.chosen(found, chance).items() if key != "told"}
        if "mage" not in met and order.get("muster") in RULES.keeping_spells:
            met["mage"] += 1
        given = {"format": 1, "ruleset": "titan-magi", "player": player, "orders": [order]}
        done = session.adjudicate([given], secret=secret)
        assert done.done, (order, done)
        traces.append(done.trace)
        met[next(iter(order))] += 1
        in_their_places(session.state, order)
    return traces, met


def in_their_places(given: dict[str, Any], order: dict[str, Any]) -> None:
    """Check that each counter is in one place, and that no Mage holds more than it may, nor lacks what is its own."""
    state = msgspec.convert(given, State)
    found = Counter(counter for _, counter, _ in whereabouts(state, RULES))
    assert found == dict.fromkeys(all_counters(RULES), 1), order
    assert counter_faults(state, RULES, playing=True) == []
    board = state.masterboard
    assert board is not None
    for legion in board.legions:
        stacks = Counter(type_of(row.id) for row in legion.magi)
        keeping = Counter(name for name in legion.contents or () if name in RULES.keeping_spells)
        assert stacks == keeping, (legion.id, order)
        for row in legion.magi:
            chart, serial = RULES.characters[type_of(row.id)], row.id.rpartition("-")[2]
            assert row.held is not None
            assert len(row.held) <= chart.spell_limit, (row, order)
            assert {f"{name}-{serial}" for name in chart.intrinsic} <= set(row.held), (row, order)


MOVED = ("draw", "victory-draw", "give", "trade")


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1))
def test_in_whole_games_each_counter_is_in_one_place(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for verb, weight in OFTEN.items():
        monkeypatch.setitem(titan_play.WEIGHTS, verb, weight)
    chance, met, orders = Random(seed), Counter[str](), 0
    # of games at random some never come to a Mage, and most do where a player begins with a Warlock
    while orders < 400 or not (met["mage"] and sum(met[verb] for verb in MOVED)):
        options = {"start_with_warlock": chance.random() < 0.7}
        traces, verbs = played(f"spells-{seed}-{orders}", chance, 150, options)
        met, orders = met + verbs, orders + max(len(traces), 1)
        assert orders < 4_000, met
        replayed = referee.replay(traces)
        assert replayed.same, replayed


def test_more_magi_than_there_are_have_no_counters_and_are_refused_with_the_rule() -> None:
    legion = {"id": "bk01", "player": "black", "land": 1, "contents": ["witch"] * 6 + ["lion"]}
    board = {"players": ["black", "red"], "turn": 3, "mover": "black", "cup": ["bolt-4"], "legions": [legion]}
    asked = {"format": 1, "ruleset": "titan-magi", "masterboard": board, "ask": {"muster": "bk01"}}
    said = run("ask", "-", "--json", stdin=json.dumps(asked))
    assert said.code == 0, said.all
    assert "the game has 3 Witches, not 6 (LoT 2.3)" in json.loads(said.out)["cannot_be"]
