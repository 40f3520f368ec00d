"""Masterplay: what a case cannot say. The board's counts, whole random games, and what players may not learn."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seeds import part, seeds
from titan_play import GAME, RULES, RULESET, broken, chosen, play, rows, start, submit

from referee import api, games
from referee.core import documents
from referee.core.adjudication.legal import legal_rows
from referee.core.adjudication.replay import replay
from referee.core.documents import Unreadable
from referee.core.game.trace import Trace
from referee.core.notation import situations
from referee.games.titan.masterboard.graph import graph_of
from referee.games.titan.parameters import Parameters
from referee.games.titan.state import State
from referee.report.pictures import picture_text
from referee.report.svg import picture_svg
from referee.report.trace_text import trace_text


def test_the_board_has_its_lands_borders_and_signs() -> None:
    table = graph_of(RULES).table
    assert len(table.lands) == 96
    borders = {frozenset((one, other)) for one, land in table.lands.items() for other in land.sides}
    assert len(borders) == 132
    assert borders == {frozenset((one, other)) for one, land in table.lands.items() for other in land.exits}
    assert all(
        other in table.lands and one in table.lands[other].sides
        for one, land in table.lands.items()
        for other in land.sides
    )
    signs = Counter(sign for land in table.lands.values() for sign in land.exits.values())
    assert signs == {"block": 18, "arch": 48, "arrow": 30, "triple-arrow": 84}
    terrains = Counter(land.terrain for land in table.lands.values())
    assert terrains == {
        "brush": 18, "desert": 7, "hills": 6, "jungle": 10, "marsh": 15, "mountains": 3, "plains": 15, "swamp": 7,
        "tower": 6, "tundra": 3, "woods": 6,
    }  # fmt: skip
    assert sum(chart.number for chart in RULES.characters.values()) == 424


@pytest.mark.parametrize(
    ("roll", "ends", "sides"),
    [(1, 156, 156), (2, 180, 180), (3, 180, 180), (4, 174, 180), (5, 180, 180), (6, 180, 180)],
)
def test_so_many_moves_lead_over_the_empty_board(roll: int, ends: int, sides: int) -> None:
    """The Lands where a move can end, and the ways into them, counted over all the Lands where it can begin."""
    found = [graph_of(RULES).travel(land, roll, frozenset(), frozenset()) for land in graph_of(RULES).lands]
    assert sum(map(len, found)) == ends
    assert sum(len(ways) for travel in found for ways in travel.values()) == sides


@pytest.mark.parametrize(("name", "number"), [("titan", 12), ("titan-plus", 8)])
def test_every_player_has_his_markers(name: str, number: int) -> None:
    _, ruleset = games.load(name)
    state = GAME.new(Parameters(game="new", players=["black", "red"]), ruleset)
    assert state.masterboard.markers == {
        "black": [f"bk{n:02}" for n in range(1, number + 1)],
        "red": [f"rd{n:02}" for n in range(1, number + 1)],
    }


def test_the_way_in_follows_from_where_the_number_stands() -> None:
    compass = ["N", "NE", "SE", "S", "SW", "NW"]
    table = graph_of(RULES).table
    for name, land in table.lands.items():
        for other, side in land.sides.items():
            (x, y), (u, v) = land.at, table.lands[other].at
            up = (x + y) % 2 == 1
            towards = {(1, 0): "NE" if up else "SE", (-1, 0): "NW" if up else "SW", (0, 1): "S", (0, -1): "N"}[
                (u - x, v - y)
            ]
            place = (compass.index(towards) - compass.index(land.number)) % 6
            expected = {1: "right", 3: "bottom", 5: "left"}[place]
            assert side == ("bottom" if land.terrain == "tower" else expected), (name, other)


def test_single_signs_stand_in_pairs() -> None:
    lands = graph_of(RULES).table.lands
    for name, land in lands.items():
        for other, sign in land.exits.items():
            back = lands[other].exits.get(name)
            assert (back is None) == (sign == "triple-arrow")


@pytest.mark.slow
@pytest.mark.parametrize("number", part(range(2, 7), 5))
@pytest.mark.parametrize("seed", seeds(1))
def test_random_games_end_and_keep_their_counts(number: int, seed: int) -> None:
    state = start(number)
    for before, _player, order, outcome in play(number, seed):
        state = outcome.state
        assert not broken(state, 12 * number), (before.step, order)
    assert state.masterboard is not None
    assert state.masterboard.outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize("number", part([2, 3], 2))
def test_a_random_game_replays_byte_for_byte(number: int) -> None:
    for before, _player, order, outcome in play(number, 100 + number):
        encoded = msgspec.json.encode(outcome.trace)
        trace = msgspec.json.decode(encoded, type=Trace)
        assert not replay(GAME, RULESET, trace, f"game {100 + number}".encode()).differences, (before.step, order)
        again = api.document_of(documents.dump(outcome.state), "state")
        assert msgspec.convert(again.value, State) == outcome.state


@cache
def snapshots() -> list[State]:
    """Return states out of the middle of random games, of every phase."""
    out: list[State] = []
    for seed in range(6):
        out += [before for n, (before, *_) in enumerate(play(2 + seed % 4, 200 + seed, 900)) if n % 7 == seed % 7]
    return out


def otherwise(state: State, player: str, chance: Random) -> State:
    """Return a state that differs in what a player may not know, and in nothing else."""
    board = state.masterboard
    assert board is not None
    seen = GAME.view(state, player).masterboard
    hidden = [legion.id for legion in seen.legions if legion.contents is None]
    pool = [name for legion in board.legions if legion.id in hidden for name in legion.contents or ()]
    chance.shuffle(pool)
    legions = []
    for legion in board.legions:
        if legion.id in hidden:
            size = len(legion.contents or ())
            legion, pool = msgspec.structs.replace(legion, contents=pool[:size]), pool[size:]
        legions.append(legion)
    revealed = [
        r if r.to == "all" or player in r.to else msgspec.structs.replace(r, characters=["serpent"] * len(r.characters))
        for r in board.revealed
    ]
    battle = state.battle
    if battle is not None and battle.players is not None and battle.players.attacker != player:
        battle = msgspec.structs.replace(battle, may_summon=[])
    changed = msgspec.structs.replace(board, legions=legions, revealed=revealed)
    return msgspec.structs.replace(state, masterboard=changed, battle=battle)


def told(state: State, player: str, commands: list[dict[str, Any]]) -> list[Any]:
    """Return everything that view, legal, show, ask and check tell a player of a state."""
    view = GAME.view(state, player)
    value = documents.builtins(view)
    position = GAME.open(view, RULES)
    out: list[Any] = [
        value,
        legal_rows(GAME, position),
        documents.builtins(position.awaiting()),
        GAME.view(view, player) == view,
    ]
    for board in GAME.draw(view, RULES).values():
        out += [picture_text(board), picture_svg(board)]
    legions = [legion.id for legion in view.masterboard.legions]
    for ident in legions:
        for question in ({"travel": ident, "roll": 6}, {"muster": ident}, {"value": ident}, {"overfull": ident}):
            out.append(api.ask({**value, "ask": question}))
    out.append(api.ask({**value, "ask": {"standing": "now"}}))
    head = {"format": 1, "ruleset": "titan", "player": player}
    out += [api.check(value, [{**head, "orders": [command]}]) for command in commands]
    return out


def probes(state: State, player: str, chance: Random) -> list[dict[str, Any]]:
    """Return orders that a curious player could give, legal or not."""
    board = state.masterboard
    assert board is not None
    legions = [legion.id for legion in board.legions] or ["bk01"]
    names = list(RULES.characters)
    lands = [legion.land for legion in board.legions] or [100]

    def one() -> Any:
        return chance.choice(names)

    out: list[dict[str, Any]] = []
    for _ in range(3):
        ident = chance.choice(legions)
        out += [
            {"split": ident, "off": [one(), one()]},
            {"summon": one(), "from": ident},
            {"muster": one(), "in": ident, "show": [one()]},
            {"disturb": ident, "shown": [one()]},
            {"teleport": ident, "to": chance.choice(lands), "side": "left", "show": one()},
            {"move": ident, "to": chance.choice(lands)},
            {"look": ident},
            {"reduce": ident},
            {"agree": chance.choice(lands), "eliminate": [ident], "losses": [one()]},
            {"flee": chance.choice(lands)},
            {"acquire": [one()]},
            {"engage": chance.choice(lands)},
        ]
    return chance.sample(out, 6)


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(st.randoms(use_true_random=False))
def test_what_a_player_may_not_know_changes_nothing_he_is_told(chance: Random) -> None:
    state = chance.choice(snapshots())
    assert state.masterboard is not None
    player = chance.choice(state.masterboard.players)
    other = otherwise(state, player, chance)
    commands = probes(state, player, chance)
    assert told(state, player, commands) == told(other, player, commands)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_no_trace_tells_a_player_what_he_may_not_know(chance: Random) -> None:
    state = chance.choice(snapshots())
    board = state.masterboard
    assert board is not None
    player = chance.choice(board.players)
    other = otherwise(state, player, chance)
    phase = GAME.open(state, RULES).phase()
    assert phase is not None
    actor = chance.choice(phase.players)
    order = chosen(rows(state, actor), chance)
    twin = order
    verb = next(iter(order))
    if verb in ("split", "start") and actor != player:
        # what is split off differs, and how much does not; a marker is seen by everybody
        same = [r for r in rows(other, actor) if next(iter(r)) == verb and r.get("split") == order.get("split")]
        twin = dict(chance.choice([r for r in same if len(r["off"]) == len(order["off"])] if verb == "split" else same))
        twin |= {key: order[key] for key in ("as", "other") if key in order}
    elif verb in ("muster", "summon", "flee", "concede", "fight", "acquire", "teleport", "look", "disturb", "reduce"):
        # what these show by the rules differs
        return
    elif order.get("losses"):
        # whom these terms name need not be in the other legion
        return
    # the markers that players name are there for all to see
    twin = {**twin, **{name: order[name] for name in ("as", "other") if name in order}}
    one, two = submit(state, actor, [order], b"secret"), submit(other, actor, [twin], b"secret")
    assert one.trace is not None
    after = one.state.masterboard
    assert after is not None
    pair = [
        legion.player
        for legion in after.legions
        if after.engagement and legion.id in (after.engagement.attacker, after.engagement.defender)
    ]
    if (
        (after.engagement != board.engagement and player in pair)
        or after.outcome is not None
        or (board.fallen != after.fallen)
        # terms that bind tell who is eliminated
        or ("agree" in order and (after.engagement is None or after.engagement.stage != "talks"))
    ):
        return
    assert two.trace is not None
    assert explained(one.trace, player) == explained(two.trace, player)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=False))
def test_a_refusal_tells_a_player_nothing_he_may_not_know(chance: Random) -> None:
    state = chance.choice(snapshots())
    assert state.masterboard is not None
    player = chance.choice(state.masterboard.players)
    other = otherwise(state, player, chance)
    for command in probes(state, player, chance):
        one, two = (submit(s, player, [command], b"secret", skip=True) for s in (state, other))
        if one.trace is None or "engage" in command or not one.refused:
            continue
        assert two.trace is not None
        assert explained(one.trace, player) == explained(two.trace, player)


def explained(trace: Trace, player: str) -> str:
    """Return all that `explain` tells a player, as text and as JSON."""
    seen = trace.for_player(player)
    return trace_text(seen) + json.dumps(documents.builtins(seen))


def test_a_view_is_no_state_to_adjudicate_on() -> None:
    state = start(2)
    view = GAME.view(state, "black")
    outcome = submit(view, "black", [{"roll": "tower"}], b"secret")
    assert outcome.trace is None
    assert "what black sees" in outcome.general[0]


def test_a_game_typed_without_stacks_can_be_read_again_once_written() -> None:
    board = {
        "players": ["black", "red"],
        "turn": 3,
        "mover": "black",
        "phase": "commencement",
        "legions": [
            {"id": "bk01", "player": "black", "land": 8, "contents": ["titan", "ogre", "ogre", "lion"]},
            {"id": "rd01", "player": "red", "land": 9, "contents": ["titan", "ogre"]},
        ],
        "caretaker": {"ogre": 17},
        "slain": {"lion": 2, "ogre": 5},
    }
    head = {"format": 1, "ruleset": "titan"}
    orders = {**head, "player": "black", "orders": ["end commencement"]}
    first = api.adjudicate({**head, "masterboard": board}, [orders], secret=b"x".ljust(32, b"\0"))["state"]
    assert first["masterboard"]["caretaker"]["titan"] == 4
    assert first["masterboard"]["caretaker"]["ogre"] == 17
    assert first["masterboard"]["caretaker"]["lion"] == 25
    documents.convert(documents.parse(json.dumps(first), "first"), State)
    assert api.check(first, [{**orders, "orders": ["end movement"]}])["legal"] is not None
    with pytest.raises(Unreadable, match="neither in a legion nor in a stack nor slain: 5 ogre"):
        api.check({**head, "masterboard": {**board, "slain": {"lion": 2}}}, [orders])


def test_a_situation_with_markers_and_towers_is_said_on_one_line() -> None:
    board = {
        "mover": "black",
        "markers": {"black": ["bk03"]},
        "towers": {"black": 100},
        "legions": [{"id": "bk01", "player": "black", "land": 100, "contents": ["titan", "ogre"]}],
    }
    line = situations.write({"masterboard": board}, State, GAME.situation_forms)
    assert line is not None
    assert situations.read(f"{line}; travel bk01", State, GAME.situation_forms, GAME.questions)["masterboard"] == board
