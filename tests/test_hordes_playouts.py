"""Battles of Hordes played out: each order is legal, what is counted adds up, and any number of workers agrees."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hordes_play import GAME, RULESET, start

from referee.chances.playouts import Plan, play_out
from referee.core import documents
from referee.core.documents import Unreadable
from referee.core.game.state_reading import faults
from referee.games.hordes.odds import playing
from referee.games.hordes.odds.playing import policies
from referee.games.hordes.position import HordesPosition


def small():
    """Return a battle of a few elements, close together."""
    state = start(Random(5))
    kept = {army: [e for e in state.elements if e.army == army and e.y is not None][:2] for army in ("red", "blue")}
    state.elements = [*kept["red"], *kept["blue"]]
    return state


STATE = small()
DOCUMENT = documents.make_document(msgspec.to_builtins(STATE), "state")


def test_every_order_of_the_game_is_one_of_random():
    named = {verb for groups in policies()["random"].values() for group in groups for verb in group}
    verbs = {kind.verb for scope in GAME.orders for kind in GAME.kinds(scope, GAME.compile(RULESET, {}))}
    # `legal` lists a move as staying; `approach` moves
    assert verbs - {"move"} == named - {"approach"}


@pytest.mark.parametrize("policy", sorted(policies()))
def test_states_on_the_way_are_legal_states(policy, monkeypatch):
    rules = GAME.compile(RULESET, {})
    seen = []

    monkeypatch.setattr(playing, "most_turns", lambda: 6)
    played = playing.BattlePlaying(GAME, STATE, rules, dict.fromkeys(HordesPosition(STATE, rules).players, policy))
    settle = HordesPosition.settle

    def settled(position, scope, recorder):
        settle(position, scope, recorder)
        seen.append(position)
        if len(seen) % 6 == 0:
            assert not faults(GAME, position.state(), rules, True)

    monkeypatch.setattr(HordesPosition, "settle", settled)
    end = played.to_the_end(Random(3))
    assert seen
    assert end.over or end.turn >= 6


@pytest.mark.slow
def test_what_is_counted_adds_up_and_does_not_depend_on_the_workers(monkeypatch):
    plan = Plan(playouts=5, seed="s", policies={"": "greedy"})
    found = play_out(DOCUMENT, plan).answer
    assert found["playouts"] == 5
    assert found["policies"] == {"red": "greedy", "blue": "greedy"}
    wins = [found[army]["wins"]["p"] for army in found["policies"]]
    assert sum(wins) + found["neither"]["p"] == pytest.approx(1)
    assert sum(found["turns"].values()) + found.get("undecided", {"p": 0})["p"] == pytest.approx(1)
    for army in found["policies"]:
        assert sum(row["p"] for row in found[army]["survivors"]) == pytest.approx(1)
    assert play_out(DOCUMENT, plan._replace(jobs=2)).answer == found
    assert play_out(DOCUMENT, plan._replace(seed="t")).answer != found


def test_unknown_policies_and_armies_are_refused():
    for given, said in (({"": "gredy"}, "greedy"), ({"green": "hold"}, "red and blue")):
        with pytest.raises(Unreadable, match=said):
            play_out(DOCUMENT, Plan(playouts=1, policies=given))
