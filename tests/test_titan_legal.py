"""What `legal` lists in Titan, where a case cannot say it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from asked import Table
from seeds import seeds
from test_asked import read, titan_states
from titan_orders import covered, effects, given_here, nearest, put_in, scope_of, scopes

from referee import api, games
from referee.core.adjudication.legal import legal, legal_rows, row_of
from referee.core.game.orders import Candidate
from referee.core.game.reading import mapping_of

ROOT = Path(__file__).parent.parent


def test_a_reinforcement_is_listed_though_its_entry_hexes_are_full_at_the_moment() -> None:
    own = {"D1": "ogre", "E1": "lion", "F1": "lion"}
    pieces: list[dict[str, Any]] = [{"id": "lion-9", "character": "lion", "side": "attacker", "hex": "B4"}]
    pieces += [
        {"id": f"{kind}-{hex_}", "character": kind, "side": "defender", "hex": hex_} for hex_, kind in own.items()
    ]
    battle = {
        "battleland": "hills",
        "attacker_side": "left",
        "round": 4,
        "phase": "maneuver",
        "active": "defender",
        "players": {"attacker": "black", "defender": "red"},
        "may_muster": ["ogre"],
        "attacker_entered": True,
        "pieces": pieces,
    }
    head = {"format": 1, "ruleset": "titan"}
    state = {**head, "battle": battle}
    session = api.open_session(api.document_of(state, "state"))
    listed = legal_rows(session.game, session.game.open(session.state, session.rules))
    assert {"muster": "ogre"} in listed
    orders: list[Any] = [{"muster": "ogre"}, {"move": "lion-F1", "to": "F3"}, {"enter": "ogre-1", "to": "F1"}]
    assert api.check(state, [{**head, "player": "red", "orders": orders}])["legal"]


def tables(seed: int) -> Iterator[Table]:
    """Yield positions of random games and battles, and of cases: small, and with every option of the rules."""
    chance = Random(seed)
    game, ruleset = games.load("titan")
    states = [state for state in titan_states(seed) if state is not None and state.step is not None]
    found = chance.sample(states, min(len(states), 6))
    cases = [case for case in _cases() if case["ruleset"] == "titan" and "orders" in case]
    for case in chance.sample(cases, 20):
        given = {key: value for key, value in case["given"].items() if key != "rules"}
        state = read("titan", {"format": 1, "ruleset": "titan", "game": "case", "step": 1, **given})
        found += [state] if state is not None else []
    for state in found:
        table = Table(game, ruleset, state)
        if table.position.phase() is not None:
            yield table


@cache
def _cases() -> list[dict[str, Any]]:
    paths = sorted((ROOT / "tests/cases/titan").rglob("*.yaml"))
    return [
        case
        for path in paths
        for case in yaml.load_all(path.read_text(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    ]


def by_player(table: Table) -> dict[str, list[Candidate]]:
    """Return what is listed, by the player who may give it."""
    awaited = table.position.phase().players
    out: dict[str, list[Candidate]] = {player: [] for player in table.position.players}
    for candidate in legal(table.game, table.position):
        out[candidate.remarks.get("by", awaited[0])].append(candidate)
    return out


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1))
def test_what_check_accepts_is_listed_or_does_what_a_listed_order_does(seed: int) -> None:
    chance, seen = Random(seed), Counter[str]()
    for table in tables(seed):
        listed = by_player(table)
        for player, scope in product(table.position.players, scopes(table)):
            for verb, kind in table.game.orders[scope].items():
                candidates = [candidate for candidate in listed[player] if type(candidate.order) is kind]
                tried = {str(mapping_of(one)): one for one in given_here(table, scope, player, kind, chance)}
                seen[verb] += len(tried)
                other = [one for one in tried.values() if not any(covered(candidate, one) for candidate in candidates)]
                for order in chance.sample(other, min(len(other), 6)):
                    wanted = effects(table, scope, player, order)
                    alike = any(effects(table, scope, player, one) == wanted for one in nearest(candidates, order))
                    assert alike, "\n".join(map(str, (player, mapping_of(order), *map(row_of, candidates))))
                    seen[f"{verb} otherwise"] += 1
    assert sum(seen.values()) > 300


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1))
def test_the_values_that_are_listed_may_be_put_in(seed: int) -> None:
    chance, fields = Random(seed), set()
    for table in tables(seed):
        for player, candidates in by_player(table).items():
            some = [candidate for candidate in candidates if "values" in candidate.remarks]
            for candidate in chance.sample(some, min(len(some), 25)):
                for _ in range(6):
                    order = put_in(candidate, chance)
                    wrong = order.check(table.position.board(scope_of(table, candidate)), player)
                    assert not wrong, (player, mapping_of(order), candidate.remarks, wrong)
                assert table.accepted(player, mapping_of(order)), (player, mapping_of(order))
                fields |= candidate.remarks["values"].keys()
    assert fields >= {"number", "shown"}
