"""The commands, --jsonl, the API and its sessions say the same of the same documents."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from running import referee as command
from running import unchained
from test_api import GAMES, documents_of

import referee
from referee.core.testing.partial_match import matches

# of 32 bytes, so that it may be a secret of the API too
SEED = "0123456789abcdefghijklmnopqrstuv"
ENTERED = """\
format: 1
ruleset: titan
player: red
orders: [enter lion-1 to E4]
"""
ENDED = """\
format: 1
ruleset: titan
player: red
orders: [end maneuver]
"""


def both(state: str, orders: Sequence[str], dice: Any) -> tuple[referee.Checked, referee.Adjudicated]:
    """Return what the API says of documents, after comparing it with a session, the commands and --jsonl.

    The files are named as the API names documents, so that problems name the same places.
    """
    checked = referee.check(state, list(orders), dice)
    done = referee.adjudicate(state, list(orders), dice=dice)
    agree(checked, done)
    session = referee.Session.open(state)
    assert session.check(list(orders), dice) == checked
    assert session.adjudicate(list(orders), dice=dice) == done
    assert not done.done or session.state == done.state
    Path("state").write_text(state)
    Path("dice").write_text(json.dumps(dice))
    files = [f"orders[{number}]" for number, _ in enumerate(orders, 1)]
    for file, text in zip(files, orders, strict=True):
        Path(file).write_text(text)
    said = command("check", "state", *files, "--dice", "dice", "--json")
    assert json.loads(said.out) == checked
    assert said.code == (0 if checked.legal else 1)
    assert command("check", "state", *files, "--dice", "dice").code == said.code
    said = command("adjudicate", "state", *files, "--dice", "dice", "--json")
    assert json.loads(said.out) == done
    assert said.code == (0 if done.done else 1)

    value = yaml.safe_load(state)
    given = [yaml.safe_load(text) for text in orders]
    line = json.dumps({"state": value, "orders": given, "dice": dice})
    said = command("check", "--jsonl", stdin=line)
    assert unplaced(json.loads(said.out)) == unplaced(referee.check(value, given, dice))
    assert said.code == (0 if checked.legal else 1)
    said = command("adjudicate", "--jsonl", stdin=line)
    assert unplaced(json.loads(said.out)) == unplaced(referee.adjudicate(value, given, dice=dice))
    assert said.code == (0 if done.done else 1)
    return checked, done


def agree(checked: referee.Checked, done: referee.Adjudicated) -> None:
    """Compare what `check` and `adjudicate` say of the same documents."""
    assert checked.legal == (done.legal and not done.problems)
    assert "missing" not in checked
    refused = [[row for row in one.orders if row.verdict == "refused"] for one in (checked, done)]
    assert refused[0] == refused[1]
    if not done.missing:
        assert checked.problems == done.problems
    if any("document" in row for row in checked.orders):
        # what comes after a roll without dice is open
        assert checked.orders[: len(done.orders)] == done.orders
        assert {row.verdict for row in checked.orders[len(done.orders) :]} <= ({"open"} if done.missing else set())
    assert done.done or done.missing or not checked.legal


def unplaced(said: Any) -> dict[str, Any]:
    """Return what is said of documents without the places in a line, where they are values to the API."""
    place = re.compile(r"(?:\b(?:in|at) )?(?:stdin|orders\[\d+\])(?::\d+:\d+)?(?=:| already)")
    return {**said, "problems": sorted(place.sub("place", problem) for problem in said.get("problems", ()))}


def battle() -> str:
    new = referee.new("titan", game="g", battleland="plains", attacking=["ogre"], defending=["lion"])
    return yaml.safe_dump(new)


def test_two_documents_of_one_player_are_two_moments_everywhere(here: Path) -> None:
    checked, done = both(battle(), [ENTERED, ENDED], {})
    assert checked.legal
    assert [row["document"] for row in checked.orders] == [1, 2]
    assert done.state is not None
    assert done.state["step"] == 2
    assert len(done.traces) == 2
    assert referee.replay(done.traces).same
    checked, done = both(battle(), [ENTERED, ENTERED], {})
    assert [row.verdict for row in checked.orders] == ["legal", "refused"]
    assert not done.done


def test_two_documents_for_one_step_are_to_be_one(here: Path) -> None:
    stepped = ["step: 0\n" + text for text in (ENTERED, ENDED)]
    checked, done = both(battle(), stepped, {})
    assert checked.problems == done.problems
    assert checked.problems == ["orders[2]: red has orders in orders[1] already; put them all into one document"]


@pytest.mark.slow
@pytest.mark.parametrize("folder", GAMES, ids=lambda p: f"{p.parent.name}-{p.name}")
def test_a_recorded_game_and_its_shuffles(folder: Path, here: Path, chance: random.Random) -> None:
    state, orders, dice = documents_of(folder)
    _, done = both(state, orders, dice or {})
    assert done.done, (done.problems, done.orders)
    assert not matches(yaml.safe_load((folder / "end.yaml").read_text()), done.state, "end")
    assert referee.replay(done.traces).same
    both(state, orders, {**(dice or {}), "nobody/rolls/this": [1]})
    if "ruleset: battalions" in state:
        # where all order together, a player's documents may be checked without those of the others
        return
    first = chance.randrange(len(orders))
    some = chance.choice([orders[:first], orders[first:], chance.sample(orders, min(len(orders), 4)), orders * 2])
    bare = [re.sub(r"(?m), dice: \[[^]]*\]|^step: .*\n", "", text) for text in some]
    given = chance.choice([some, bare, [chance.choice(pair) for pair in zip(some, bare, strict=True)]])
    if given:
        both(state, given, chance.choice([dice or {}, {}]))


def test_a_trace_file_holds_one_trace(here: Path) -> None:
    Path("state.yaml").write_text(battle())
    Path("1.yaml").write_text(ENTERED)
    Path("2.yaml").write_text(ENDED)
    files = ("state.yaml", "1.yaml", "2.yaml")
    for path in ("trace.yaml", "-"):
        said = command("adjudicate", *files, "-o", "next.yaml", "--trace", path)
        assert said.code == 2
        assert said.err.startswith("--trace: these orders are for several moments")
        assert not Path("next.yaml").exists()
        assert not Path("trace.yaml").exists()
    said = command("adjudicate", *files, "-o", "next.yaml")
    assert said.code == 0
    assert "g, step 0:" in said.out
    assert "g, step 1:" in said.out
    done = referee.adjudicate(battle(), [ENTERED, ENDED])
    assert done.state is not None
    # the command could have drawn dice, and its trace says so
    assert unchained(yaml.safe_load(Path("next.yaml").read_text())) == unchained(done.state)


@pytest.mark.slow
@pytest.mark.parametrize("folder", GAMES, ids=lambda p: f"{p.parent.name}-{p.name}")
def test_drawn_dice_and_orders_left_out(folder: Path, here: Path) -> None:
    state, orders, _ = documents_of(folder)
    bare = [re.sub(r", dice: \[[^]]*\]", "", text) for text in orders]
    chance = random.Random(folder.name)
    for given in (bare, chance.sample(bare, len(bare))):
        # a recorded game goes another way with other dice, so documents do not name their steps
        stepless = [re.sub(r"(?m)^step: .*\n", "", text) for text in given]
        done = referee.adjudicate(state, stepless, secret=SEED.encode(), skip_illegal=True)
        Path("state").write_text(state)
        files = [f"orders[{number}]" for number, _ in enumerate(stepless, 1)]
        for file, text in zip(files, stepless, strict=True):
            Path(file).write_text(text)
        said = command("adjudicate", "state", *files, "--seed", SEED, "--skip-illegal", "--json")
        assert json.loads(said.out) == done
        value, plain = yaml.safe_load(state), [yaml.safe_load(text) for text in stepless]
        line = json.dumps({"state": value, "orders": plain, "seed": SEED, "skip_illegal": True})
        said = command("adjudicate", "--jsonl", stdin=line)
        done = referee.adjudicate(value, plain, secret=SEED.encode(), skip_illegal=True)
        assert json.loads(said.out) == done
        assert not done.done or referee.replay(done.traces).same
