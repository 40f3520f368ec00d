"""Every event is rolled once in a game, and no choice of how to order, when to mail or whom to hit changes its die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import hordes_play
import msgspec
import pytest
import titan_play
import yaml
from hordes_tables import crowded
from running import EVENT, ORDERS, STATE, referee, write
from seeds import seeds

from referee import api
from referee.core import documents
from referee.core.adjudication.legal import legal_rows
from referee.core.adjudication.verdicts import Adjudication
from referee.core.documents import Document
from referee.core.game.dice import Dice, Roll, RolledTwice, Throw
from referee.core.game.dice_sources import Record, Secret, make_dice
from referee.core.game.reading import mapping_of, read_orders
from referee.games.hordes.orders.combats import throws
from referee.games.titan.battle.position import BattlePosition

Played = tuple[str, dict[str, Any]]
OLD = Path(__file__).parent / "old" / "drawn-by-step"


def rolls_of(outcomes: Iterable[Adjudication]) -> list[Roll]:
    return [roll for outcome in outcomes if outcome.trace is not None for roll in outcome.trace.rolls]


def twice(rolls: Iterable[Roll]) -> list[str]:
    return [event for event, number in Counter(roll.event for roll in rolls).items() if number > 1]


@pytest.mark.slow
@pytest.mark.parametrize(("number", "seed"), [(number, seed) for number, seed in enumerate(seeds(3), 2)])
def test_every_event_of_a_game_of_titan_is_its_own_however_orders_are_mailed(number: int, seed: int) -> None:
    given: list[Played] = []
    outcomes: list[Adjudication] = []
    rolls: list[Roll] = []
    # in some games nobody fights
    for seed in [seed + more for more in range(0, 200, 10)]:
        given, outcomes = [], []
        for _, player, order, outcome in titan_play.play(number, seed, 3000):
            given.append((player, order))
            outcomes.append(outcome)
        rolls = rolls_of(outcomes)
        if any("/battle/" in roll.event for roll in rolls):
            break
    assert any("/battle/" in roll.event for roll in rolls)
    assert {roll.event.split("/")[0] for roll in rolls} == {"setup", "turn"}
    assert not twice(rolls)
    final, together = mailed(titan_play.start(number), given, f"game {seed}".encode(), Random(seed))
    assert len(together) < len(given) / 2
    assert {roll.event: roll for roll in rolls_of(together)} == {roll.event: roll for roll in rolls}
    assert without_step(final) == without_step(outcomes[-1].state)


def mailed(state: Any, given: list[Played], secret: bytes, chance: Random) -> tuple[Any, list[Adjudication]]:
    """Adjudicate the orders of a game as many at a time as chance will have it and the players could give."""
    out = []
    for player, run in groupby(given, key=lambda one: one[0]):
        orders = [order for _, order in run]
        while orders:
            size = min(len(orders), chance.randint(1, 9))
            outcome = titan_play.submit(state, player, orders[:size], secret)
            while outcome.trace is None:
                # what hangs on a roll in more ways than can be supposed is ordered after it
                size -= 1
                assert size, (orders[0], outcome.refused, outcome.general)
                outcome = titan_play.submit(state, player, orders[:size], secret)
            assert not [step for step in outcome.trace.steps if step.status == "overtaken"]
            out.append(outcome)
            state, orders = outcome.state, orders[size:]
    return state, out


def without_step(state: Any) -> dict[str, Any]:
    value: dict[str, Any] = documents.builtins(state)
    return {key: told for key, told in value.items() if key not in ("step", "rules", "chain")}


HOUSE = {"shoot_strongholds": True, "shoot_into_melee": True, "artillery_shoots": "both"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1))
def test_every_event_of_a_game_of_hordes_is_its_own_however_orders_are_mailed(seed: int) -> None:
    options = HOUSE if seed % 2 else {}
    # in some games nobody meets
    for seed in [seed + more for more in range(0, 40, 2)]:
        final, outcomes = hordes_play.play(seed, 12, options)
        rolls = rolls_of(outcomes)
        if len({roll.event.split("/")[1] for roll in rolls}) > 1:
            break
    assert len({roll.event.split("/")[1] for roll in rolls}) > 1
    assert not twice(rolls)
    state = hordes_play.start(Random(seed))
    state.options = options
    singly: list[Roll] = []
    for step in [step for outcome in outcomes if outcome.trace is not None for step in outcome.trace.steps]:
        if step.status == "done" and step.order is not None:
            one = hordes_play.submit(state, [step.order.order], step.order.player, str(seed), skip=False)
            assert one.trace is not None, (step.order, one.general)
            state = one.state
            singly += one.trace.rolls
    assert singly == rolls
    assert without_step(state) == without_step(final)


@pytest.mark.parametrize("seed", seeds(6))
def test_no_event_of_a_crowded_turn_of_hordes_is_another(seed: int) -> None:
    """Everybody who can, shoots, is shot at, bespells and fights, in whatever order they come."""
    outcomes = []
    for phase in ("long_range", "close_combat"):
        state = crowded(seed, phase, HOUSE)
        for player in ("red", "blue"):
            rows = legal_rows(
                hordes_play.GAME, hordes_play.GAME.open(state, hordes_play.GAME.compile(hordes_play.RULESET, HOUSE))
            )
            orders = [plain(row) for row in rows if {"shoot", "bespell", "fight"} & set(row)]
            outcomes.append(hordes_play.submit(state, [*orders, {"end": phase}], player, f"{seed}"))
            assert outcomes[-1].state is not None, outcomes[-1].general
            state = outcomes[-1].state
        assert not twice(rolls_of(outcomes))


def plain(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in ("told", "must", "pips", "dice")}


KEEP = {
    "format": 1,
    "ruleset": "hordes",
    "game": "siege",
    "options": {"shoot_strongholds": True},
    "turn": 3,
    "active": "red",
    "phase": "long_range",
    "pips": 4,
    "board": {"width": 2400, "height": 2400, "edges": {"red": "south", "blue": "north"}},
    "strongholds": [{"id": "keep", "army": "blue", "polygon": [[900, 1000], [1400, 1000], [1400, 1200], [900, 1200]]}],
    "elements": [
        {"id": "r1", "army": "red", "type": "shooter", "x": 1000, "y": 900, "facing": 0},
        {"id": "r2", "army": "red", "type": "shooter", "x": 1200, "y": 900, "facing": 0},
        {"id": "b1", "army": "blue", "type": "shooter", "x": 600, "y": 2000, "facing": 180},
    ],
}


def test_a_stronghold_rolls_anew_for_every_shot_at_it() -> None:
    orders = {"format": 1, "ruleset": "hordes", "player": "red"}
    orders["orders"] = [{"shoot": "r1", "target": "keep"}, {"shoot": "r2", "target": "keep"}]
    found = api.adjudicate(KEEP, orders, secret=b"x".ljust(32, b"\0"))
    events = [roll["event"] for roll in found["trace"]["rolls"]]
    assert events == ["3/shoot/r1", "3/shot_by/r1", "3/shoot/r2", "3/shot_by/r2"]


@pytest.mark.slow
def test_no_choice_of_a_target_changes_a_die() -> None:
    """Whoever acts rolls on the same events whatever he acts against."""
    chosen = 0
    for seed in range(60):
        state = crowded(seed, "long_range")
        position = hordes_play.GAME.open(state, hordes_play.GAME.compile(hordes_play.RULESET, {}))
        chosen += one_event_each(hordes_play.GAME, position, ("shoot", "bespell"))
    for number, (state, *_) in enumerate(titan_play.play(4, 3, 3000)):
        if number % 3 == 0 and state.battle is not None:
            chosen += one_event_each(titan_play.GAME, titan_play.GAME.open(state, titan_play.RULES), ("strike",))
    assert chosen > 10


def one_event_each(game: Any, position: Any, verbs: tuple[str, ...]) -> int:
    """Judge that all that the same pieces may do with a verb is the same rolls; returns how many had a choice."""
    phase, scope = position.phase(), position.scope() or next(iter(game.orders))
    found: dict[tuple[str, str], list[list[str]]] = {}
    for row in legal_rows(game, position):
        verb = next((verb for verb in verbs if verb in row), None)
        if verb is None:
            continue
        value = {"format": 1, "ruleset": game.name, "player": phase.players[0], "orders": [plain(row)]}
        order = read_orders(game, Document(documents.dump(value), "orders", value)).orders[0].order
        # who takes part decides whose die it is; whom they act against does not
        said = mapping_of(order)
        who = said[verb] if isinstance(said[verb], list) else [said[verb]]
        events = [throw.event for throw in order.throws(position.board(scope), phase.players[0])]
        found.setdefault((verb, str(sorted([*who, *said.get("aided_by", ())]))), []).append(events)
    differing = {key: several for key, several in found.items() if any(events != several[0] for events in several)}
    assert not differing
    return sum(len(several) > 1 for several in found.values())


def test_battalions_rolls_no_dice() -> None:
    """A game without dice has no event: nothing of it is a Throw."""
    source = Path(__file__).parent.parent / "referee" / "games" / "battalions"
    assert not [path for path in source.rglob("*.py") if "Throw" in path.read_text()]


@pytest.mark.slow
def test_no_choice_of_a_principal_changes_a_die() -> None:
    """Of several who may fight the same enemy, whoever does rolls the same dice."""
    met = 0
    for seed in range(150):
        state = crowded(seed)
        position = hordes_play.GAME.open(state, hordes_play.GAME.compile(hordes_play.RULESET, {}))
        fights = [(row["fight"], row["against"]) for row in legal_rows(hordes_play.GAME, position) if "fight" in row]
        partners = {
            one: {x for pair in fights if one in pair for x in pair if x != one} for pair in fights for one in pair
        }
        for middle, others in partners.items():
            if len(others) > 1 and all(len(partners[one]) == 1 for one in others):
                pairs = [pair for pair in fights if middle in pair]
                events = {
                    tuple(sorted(t.event for t in throws(position, *map(position.side, pair), "close")))
                    for pair in pairs
                }
                assert events == {(f"{position.turn}/close/{middle}", f"{position.turn}/close_with/{middle}")}
                met += 1
    assert met > 5


VOLLEY = Path(__file__).parent / "old" / "shots-by-leader" / "000.state.yaml"


@pytest.mark.parametrize(
    ("before", "orders"),
    [
        ([], [{"shoot": ["r7", "r8"], "target": "b1"}, {"shoot": ["r8", "r7"], "target": "b1"}]),
        (
            [],
            [
                {"bespell": "r9", "target": "b2", "aided_by": ["r10"]},
                {"bespell": "r10", "target": "b2", "aided_by": ["r9"]},
                {"bespell": "r10", "target": "b1", "aided_by": ["r9"]},
            ],
        ),
        ([{"end": "long_range"}], [{"fight": "r1", "against": "b3"}, {"fight": "r1", "against": "b4"}]),
    ],
)
def test_no_choice_of_a_leader_or_of_one_of_two_enemies_changes_a_die(
    before: list[dict[str, Any]], orders: list[dict[str, Any]]
) -> None:
    """Whoever knows the secret gains nothing by naming another leader, or another enemy of two that both have two."""
    found = []
    for order in orders:
        sheet = {"format": 1, "ruleset": "hordes", "player": "red", "orders": [*before, order]}
        out = api.adjudicate(yaml.safe_load(VOLLEY.read_text()), sheet, secret=b"volley".ljust(32, b"\0"))
        found.append([(roll["event"], roll["dice"]) for roll in out["trace"]["rolls"]])
    assert found[0]
    assert all(rolls == found[0] for rolls in found)


TWO = {
    "format": 1,
    "ruleset": "titan",
    "game": "tower",
    "masterboard": {
        "players": ["black", "red"],
        "mover": "black",
        "turn": 1,
        "phase": "engagement",
        "towers": {"black": 100, "red": 200},
        "score": {"black": 0, "red": 0},
        "markers": {"black": ["bk03"], "red": ["rd03"]},
        "legions": [
            {
                "id": "bk01",
                "player": "black",
                "land": 200,
                "moved": True,
                "side": "bottom",
                "contents": ["titan", "ogre"],
            },
            {"id": "bk02", "player": "black", "land": 100, "contents": ["angel", "ogre"]},
            {"id": "rd01", "player": "red", "land": 200, "contents": ["titan", "centaur"]},
            {"id": "rd02", "player": "red", "land": 200, "contents": ["angel", "centaur"]},
        ],
    },
}


def test_two_battles_in_one_land_share_no_event() -> None:
    """The two starting legions of a Tower may be attacked there one after the other in one Game-Turn."""
    names = []
    for legions in (TWO["masterboard"]["legions"], TWO["masterboard"]["legions"][:3]):  # type: ignore[index]
        board = {**TWO["masterboard"], "legions": legions}  # type: ignore[dict-item]
        board["engagement"] = {"land": 200, "attacker": "bk01", "defender": "rd01", "stage": "battle"}
        battle = {"battleland": "tower", "pieces": [{"id": "ogre-1", "character": "ogre", "side": "attacker"}]}
        position = titan_play.GAME.open(
            msgspec.convert({**TWO, "masterboard": board, "battle": battle}, titan_play.GAME.state), titan_play.RULES
        )
        names.append(position.battle.event_prefix)  # type: ignore[attr-defined]
    assert names == ["turn/1/black/200/battle-2", "turn/1/black/200/battle"]


def test_an_adjudication_that_would_roll_an_event_twice_stops(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = make_dice("g", secret=b"x")
    dice.roll(Throw("e", "red", 1))
    with pytest.raises(RolledTwice, match="'e' would be rolled a second time"):
        dice.roll(Throw("e", "red", 1), [3])
    both = STATE.replace("hex: C4", "hex: C4, hits: 1").replace("hex: E5", "hex: D3")
    write(here, st=both, o=ORDERS.replace("{end: strike}", "{strike: lion-1, at: titan-2}"))
    assert referee("adjudicate", "st.yaml", "o.yaml", "--seed", "x").code == 0
    monkeypatch.setattr(BattlePosition, "event", lambda *_: EVENT)
    said = referee("adjudicate", "st.yaml", "o.yaml", "--seed", "x", "-o", "n.yaml", "--trace", "t.yaml")
    assert (said.code, f"'{EVENT}' would be rolled a second time" in said.err) == (1, True)
    assert not (here / "n.yaml").exists()
    assert not (here / "t.yaml").exists()


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("titan-drawn", ("--secret", str(OLD / "titan.secret"))),
        ("hordes-drawn", ("--seed", "old")),
        ("hordes-ordered", ()),
        ("hordes-filed", ()),
    ],
)
def test_dice_drawn_by_the_step_are_still_proved(name: str, key: tuple[str, ...], tmp_path: Path) -> None:
    """Traces without `dice` name the step in the key, and hordes' targets in the events; no die of them differs."""
    trace = yaml.safe_load((OLD / f"{name}.yaml").read_text())
    said = referee("replay", str(OLD / f"{name}.yaml"), "--accept-rules", *key)
    wrong = [line for line in said.out.splitlines() if any(word in line for word in ("roll", "dice", "secret"))]
    assert not [line for line in wrong if not line.startswith("the same")]
    if key:
        for roll in [*trace["rolls"], *(roll for step in trace["steps"] for roll in step.get("rolled", []))]:
            if roll["event"].endswith(("ogre-1", "close/r2")):
                roll["dice"] = [die % 6 + 1 for die in roll["dice"]]
        (tmp_path / "t.yaml").write_text(yaml.safe_dump(trace, sort_keys=False))
        said = referee("replay", str(tmp_path / "t.yaml"), "--accept-rules", *key)
        assert "are not what the secret gives" in said.out
        said = referee("replay", str(OLD / f"{name}.yaml"), "--accept-rules", "--seed", "another")
        assert "this is not the secret of this trace" in said.out


def test_a_new_trace_may_not_use_the_older_name_of_an_event() -> None:
    """Else whoever draws had two dice to choose from."""
    throw = Throw("7/shot_by/r1", "blue", 1, older=("7/shot_at/b1",))
    roll = Roll("7/shot_at/b1", "blue", [6], "drawn")
    assert Dice(sources=[Record({roll.event: roll}, older=True)]).roll(throw) == roll
    assert Dice(sources=[Record({roll.event: roll}), Secret(b"x", "g")]).roll(throw).event == throw.event
    supplied = make_dice("g", supplied={"7/shot_at/b1": [5]}).roll(throw)
    assert (supplied.event, supplied.dice, supplied.source) == (throw.event, [5], "file")


def test_who_supplied_the_dice_of_a_combat_is_told() -> None:
    orders = {"format": 1, "ruleset": "hordes", "player": "red"}
    orders["orders"] = [{"shoot": "r1", "target": "keep", "dice": {"r1": 6, "keep": 1}}]
    found = api.adjudicate(KEEP, orders)
    told = [(roll["event"], roll["by"], roll["source"], roll.get("supplied_by")) for roll in found["trace"]["rolls"]]
    assert told == [("3/shoot/r1", "red", "supplied", None), ("3/shot_by/r1", "blue", "supplied", "red")]


def test_the_rolls_for_a_tower_are_the_same_in_one_run_and_in_three_whichever_file_is_first() -> None:
    players = ["black", "red", "green"]
    whole: dict[str, Any] = documents.builtins(titan_play.start(3))
    sheets = {p: {"format": 1, "ruleset": "titan", "player": p, "orders": ["roll tower"]} for p in players}
    found = []
    for runs in ([players], [players[::-1]], [["green"], ["red", "black"]], [["red"], ["green"], ["black"]]):
        state, dice = whole, {}
        for run in runs:
            out = api.adjudicate(state, [sheets[player] for player in run], secret=b"towers".ljust(32, b"\0"))
            state = out["state"]
            dice |= {roll["event"]: roll["dice"] for roll in out["trace"]["rolls"]}
        found.append((dice, without_step(msgspec.convert(state, titan_play.GAME.state))))
    assert len(found[0][0]) == 3
    assert all(one[0] == found[0][0] for one in found)
    # the game waits for whoever has not rolled; only the words of the trace tell who came first
    assert all(one[1]["masterboard"]["towers"] == found[0][1]["masterboard"]["towers"] for one in found)
