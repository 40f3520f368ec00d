"""Orders given in one run come to what they come to one by one, whatever their documents and the order of the files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import hordes_play
import pytest
import titan_play
import yaml
from batching import Given, Table, Told
from running import referee, write
from seeds import seeds

from referee import api
from referee.core import documents
from referee.core.game.dice import Roll
from referee.running.batches import adjudicate_line

ROOT = Path(__file__).resolve().parent.parent
Batch = tuple[Table, Any, list[Given]]


def _titan(players: int, seed: int, most: int) -> Iterator[Batch]:
    """Yield a recorded game of random orders in batches of random size, and the dice that were rolled in it."""
    chance, given = Random(seed), []
    rolls: dict[str, Roll] = {}
    states: list[Any] = []
    for state, player, order, outcome in titan_play.play(players, seed, most):
        given.append((player, order))
        states.append(state)
        rolls |= {roll.event: roll for roll in outcome.trace.rolls}
    table = Table(titan_play.GAME, titan_play.RULESET, titan_play.RULES, b"titan", rolls)
    start = 0
    while start < len(given):
        size = chance.choice([1, 2, 3, 5, 8, 13, 21, 40, 80])
        yield table, states[start], given[start : start + size]
        start += size


def _hordes(seed: int, most: int) -> Iterator[Batch]:
    """Yield orders of a random battle, legal and wild, for some phases at a time."""
    chance = Random(seed)
    state = hordes_play.start(chance)
    rules = hordes_play.GAME.compile(hordes_play.RULESET, {})
    table = Table(hordes_play.GAME, hordes_play.RULESET, rules, b"hordes", {})
    for _ in range(most):
        now, batch = state, []
        for _ in range(chance.choice([1, 2, 4, 6])):
            position = hordes_play.GAME.open(now, rules)
            phase = position.phase()
            if phase is None:
                return
            given: list[Given] = [(phase.players[0], order) for order in hordes_play.some_orders(position, chance)]
            told = table.singly(now, given)
            now = told.state
            done = [verdict[2] == "done" for verdict in told.verdicts]
            batch += [one for one, legal in zip(given, done, strict=True) if legal or chance.random() < 0.2]
        yield table, state, batch
        state = now


def _spoiled(batches: Iterator[Batch], seed: int) -> Iterator[Batch]:
    """Yield batches with orders in them that were given before, or are given twice."""
    chance, past = Random(seed), []
    for table, state, given in batches:
        mixed: list[Given] = []
        for one in given:
            mixed += [chance.choice(past)] if past and chance.random() < 0.15 else []
            mixed += [one, one] if chance.random() < 0.1 else [one]
        past = (past + given)[-60:]
        yield table, state, mixed


def _compare(batch: Batch) -> None:
    """Compare a batch with its orders one by one, where the dice are known before they are rolled and where not."""
    table, state, given = batch
    known = table.whole(state, given, known=True)
    one = table.singly(state, [verdict[:2] for verdict in known.verdicts])
    assert [verdict[:3] for verdict in known.verdicts] == [verdict[:3] for verdict in one.verdicts]
    unknown = table.whole(state, given, known=False)
    legal = {(player, str(order)) for player, order, status, _ in one.verdicts if status == "done"}
    refused = [v for v in unknown.verdicts if v[2] == "refused" and (v[0], str(v[1])) in legal]
    assert not [v for v in refused if all(o[2] == "done" for o in one.verdicts if o[:2] == v[:2])]
    for told in (known, unknown):
        assert told.plain() == one.plain()
        assert {e: r.dice for e, r in told.rolls.items()} == {e: r.dice for e, r in one.rolls.items()}


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), [(2, 0), (3, 1)])
def test_a_game_of_titan_in_batches_is_the_game_order_by_order(players: int, seed: int) -> None:
    for batch in _titan(players, seed, most=200):
        _compare(batch)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), [(2, 0), (4, 2)])
def test_an_illegal_order_is_refused_in_a_batch_as_it_is_alone(players: int, seed: int) -> None:
    for batch in _spoiled(_titan(players, seed, most=200), seed):
        _compare(batch)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_battle_of_hordes_in_batches_is_the_battle_order_by_order(seed: int) -> None:
    for batch in _hordes(seed, most=6):
        _compare(batch)


def _told(told: Told) -> tuple[Any, ...]:
    return told.verdicts, documents.builtins(told.state), told.rolls


@pytest.mark.slow
@pytest.mark.parametrize("game", ["titan", "hordes"])
def test_the_order_of_the_files_decides_nothing(game: str) -> None:
    batches = _titan(4, 5, most=150) if game == "titan" else _hordes(5, most=6)
    for table, state, given in batches:
        players = list(dict.fromkeys(player for player, _ in given))
        for known in (True, False):
            forth = table.whole(state, given, known, files=players)
            back = table.whole(state, given, known, files=players[::-1])
            assert _told(forth) == _told(back)


def test_the_order_of_the_files_decides_nothing_in_a_campaign_of_battalions() -> None:
    folder = ROOT / "examples" / "battalions" / "ford"
    state = (folder / "000.state.yaml").read_text()
    sheets = [path.read_text() for player in ("red", "blue") for path in sorted(folder.glob(f"0??.{player}.yaml"))]
    chance, seen = Random(1), set()
    for _ in range(4):
        chance.shuffle(sheets)
        done = api.adjudicate(state, sheets)
        assert "state" in done
        seen.add(documents.dump(done))
    assert len(seen) == 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3])
def test_check_with_all_the_dice_says_what_adjudicate_does(seed: int) -> None:
    """Orders that were meant for other dice: the same is refused, else the same carried out and the same overtaken."""
    seen = set()
    for number, (_, state, given) in enumerate(_titan(3, seed, most=250)):
        head = {"format": 1, "ruleset": "titan"}
        sheets = [
            {**head, "player": player, "orders": [order for whose, order in given if whose == player]}
            for player in dict.fromkeys(player for player, _ in given)
        ]
        value = documents.builtins(state)
        value.pop("dice", None)
        value.pop("chain", None)
        done = api.adjudicate(value, sheets, secret=f"other dice {number} {seed}".encode().ljust(32))
        rolls = {roll["event"]: roll["dice"] for roll in done.get("trace", {}).get("rolls", [])}
        found = api.check(value, sheets, rolls)
        assert found["legal"] == ("trace" in done), (found, done)
        if not found["legal"]:
            assert [row["verdict"] for row in found["orders"]] == [row["verdict"] for row in done["orders"]]
            continue
        steps = [step for step in done["trace"]["steps"] if step.get("order")]
        late = {(s["order"]["player"], s["order"]["number"]) for s in steps if s.get("status") == "overtaken"}
        for row in found["orders"]:
            assert row["verdict"] == ("overtaken" if (row["player"], row["order"]) in late else "legal"), row
            seen.add(row["verdict"])
    assert seen == {"legal", "overtaken"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1))
def test_closing_what_has_closed_by_itself_is_answered_the_same_in_a_document_of_its_own(seed: int) -> None:
    """Whoever wins says at once, and now and then twice, that he adds no more characters."""
    closed = 0
    for table, state, given in _titan(3, seed, most=200):
        again = list(given)
        for number in range(len(given), 0, -1):
            player, order = given[number - 1]
            if next(iter(order)) in ("acquire", "summon", "muster", "flee", "agree", "fight", "strike"):
                again[number:number] = [(player, {"end": "engagement"})] * (1 + number % 2)
        _compare((table, state, again))
        told = table.whole(state, again, known=True)
        closed += sum(order == {"end": "engagement"} and status == "done" for _, order, status, _ in told.verdicts)
    assert closed


TALKS = {
    "format": 1,
    "ruleset": "titan",
    "masterboard": {
        "players": ["black", "red"],
        "turn": 3,
        "mover": "black",
        "phase": "engagement",
        "engagement": {"land": 38, "attacker": "bk01", "defender": "rd01", "stage": "answer"},
        "legions": [
            {"id": "bk01", "player": "black", "land": 38, "contents": ["troll", "ogre"], "moved": True, "side": "left"},
            {"id": "bk02", "player": "black", "land": 1, "contents": ["titan", "ogre"]},
            {"id": "rd01", "player": "red", "land": 38, "contents": ["lion", "ogre"]},
            {"id": "rd02", "player": "red", "land": 9, "contents": ["titan", "ogre"]},
        ],
    },
}


@pytest.mark.parametrize("files", [["red.yaml", "black.yaml"], ["black.yaml", "red.yaml"]])
@pytest.mark.parametrize("last", [{"fight": 38}, {"concede": "engagement"}])
def test_who_has_the_last_word_waits_for_what_the_other_has_to_say(
    files: list[str], last: dict[str, Any], here: Path
) -> None:
    head = {"format": 1, "ruleset": "titan"}
    red = {**head, "player": "red", "orders": [{"stand": 38}, {"agree": 38, "eliminate": ["bk01"]}]}
    black = {**head, "player": "black", "orders": [last]}
    write(here, st=yaml.safe_dump(TALKS), red=yaml.safe_dump(red), black=yaml.safe_dump(black))
    said = referee("adjudicate", "st.yaml", *files)
    assert said.code == 0, said.all
    assert said.out.index("red proposes") < said.out.index("black ")


MARCH = {
    "format": 1,
    "ruleset": "titan",
    "masterboard": {
        "players": ["black", "red"],
        "turn": 3,
        "mover": "black",
        "phase": "commencement",
        "legions": [
            {"id": "bk01", "player": "black", "land": 119, "contents": ["titan", "ogre"]},
            {"id": "rd01", "player": "red", "land": 9, "contents": ["titan", "ogre"]},
        ],
    },
}


@pytest.mark.parametrize(
    ("dice", "verdict"),
    [({}, "open"), ({"turn/3/black/move": [5]}, "legal"), ({"turn/3/black/move": [4]}, "overtaken")],
)
def test_check_counts_the_die_that_is_given(dice: dict[str, list[int]], verdict: str) -> None:
    head = {"format": 1, "ruleset": "titan", "player": "black"}
    orders = {**head, "orders": [{"end": "commencement"}, {"move": "bk01", "to": 114}]}
    found = api.check(MARCH, orders, dice)
    assert [row["verdict"] for row in found["orders"]] == ["legal", verdict]
    assert ("legal_with" in found["orders"][1]) == (verdict == "open")
    inside: dict[str, Any] = {
        **head,
        "orders": [{"end": "commencement", "dice": die} for die in dice.values()] + orders["orders"][1:],
    }
    if dice:
        assert [row["verdict"] for row in api.check(MARCH, inside)["orders"]] == ["legal", verdict]
        steps = api.adjudicate(MARCH, orders, dice=dice)["trace"]["steps"]
        overtaken = [step for step in steps if step.get("status") == "overtaken"]
        assert len(overtaken) == (verdict == "overtaken")
        assert found["legal"]


def test_orders_of_a_line_need_no_head_of_their_own() -> None:
    state = api.new("titan", battleland="brush", attacking=["ogre"], defending=["lion"])
    lines = [{"state": state, "orders": {"player": "red", "orders": [{"end": "maneuver"}]}}]
    lines.append({"state": state, "orders": [{"format": 1, "ruleset": "titan", **lines[0]["orders"]}]})
    found = [adjudicate_line(documents.make_document(line, "line"), b"secret") for line in lines]
    assert found[0]["state"] == found[1]["state"]


def test_a_line_with_a_state_alone_is_judged_as_check_judges_it() -> None:
    state = yaml.safe_load((ROOT / "examples/battalions/ford/003.state.yaml").read_text())
    state["units"][0]["s"] = 6
    said = referee("check", "--jsonl", stdin=f"{json.dumps({'state': state, 'id': 7})}\n")
    (line,) = map(json.loads, said.out.splitlines())
    assert (line["legal"], said.code) == (False, 1)
    assert "has Strength 6; a stat is 1 to 5" in line["problems"][0]
