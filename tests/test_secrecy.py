"""`--player` with every other option: what is told is told from what that player may see, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from running import referee, write

# what rd01 holds: black must learn neither, so what he is told is the same to the letter
HELD, OTHERWISE = ["titan", "dragon", "dragon", "lion"], ["titan", "serpent", "gorgon", "unicorn"]
SECRET = ("ragon", "ion")


def _state(held: list[str]) -> dict[str, Any]:
    return {
        "format": 1,
        "ruleset": "titan",
        "game": "g1",
        "masterboard": {
            "players": ["black", "red"],
            "turn": 3,
            "mover": "red",
            "phase": "commencement",
            "markers": {"red": ["rd05"], "black": ["bk05"]},
            "legions": [
                {"id": "bk01", "player": "black", "land": 37, "contents": ["titan", "ogre", "ogre"]},
                {"id": "rd01", "player": "red", "land": 8, "contents": held},
            ],
        },
    }


def _orders(*orders: str) -> dict[str, Any]:
    return {"format": 1, "ruleset": "titan", "player": "red", "orders": list(orders)}


ORDERS = _orders("split rd01 off dragon serpent", "end commencement")

PLAIN = [
    ("check", "state.yaml"),
    ("check", "state.yaml", "--json"),
    ("check", "state.yaml", "orders.yaml"),
    ("check", "state.yaml", "orders.yaml", "--json"),
    ("check", "state.yaml", "orders.yaml", "--dice", "dice.yaml"),
    ("check", "state.yaml", "orders.yaml", "--accept-rules"),
    ("check", "--jsonl", "submissions.jsonl"),
    ("legal", "state.yaml"),
    ("legal", "state.yaml", "--json"),
    ("legal", "state.yaml", "--piece", "rd01"),
    ("legal", "state.yaml", "--piece", "8", "--json"),
    ("ask", "state.yaml", "muster rd01"),
    ("ask", "state.yaml", "value rd01", "--json"),
    ("ask", "state.yaml", "standing now", "--yaml"),
    ("ask", "state.yaml", "travel rd01 roll 6", "--exit-status"),
    ("ask", "question.yaml"),
    ("ask", "--jsonl", "questions.jsonl"),
    ("show", "state.yaml"),
    ("show", "state.yaml", "--json"),
    ("show", "state.yaml", "--svg", "-"),
    ("show", "state.yaml", "--html", "-"),
    ("show", "state.yaml", "--board", "masterboard"),
    ("view", "state.yaml"),
    ("view", "state.yaml", "--json"),
]
TRACED = [
    ("explain", "trace.yaml"),
    ("explain", "trace.yaml", "--json"),
    ("explain", "trace.yaml", "--step", "1"),
    ("explain", "trace.yaml", "--step", "2", "--json"),
    ("explain", "trace.yaml", "--only", "ruling"),
    ("explain", "trace.yaml", "--reasons", "none"),
    ("explain", "trace.yaml", "--format", "markdown"),
    ("explain", "trace.yaml", "--format", "csv"),
    ("explain", "trace.yaml", "--format", "html"),
]


@pytest.fixture
def here(here: Path) -> Path:
    _files(HELD)
    return here


def _files(held: list[str]) -> None:
    state = _state(held)
    question = {**state, "ask": {"value": "rd01"}}
    write(
        Path(),
        state=yaml.safe_dump(state),
        orders=yaml.safe_dump(ORDERS),
        question=yaml.safe_dump(question),
        dice="turn/3/red/move: [4]\n",
    )
    Path("submissions.jsonl").write_text(json.dumps({"state": state, "orders": [ORDERS]}) + "\n")
    Path("questions.jsonl").write_text(json.dumps(question) + "\n")


def _as(player: str, words: tuple[str, ...]) -> str:
    return referee(*words, "--player", player).all


@pytest.mark.parametrize("words", PLAIN, ids=" ".join)
def test_what_a_player_asks_for_tells_nothing_of_the_unseen(here: Path, words: tuple[str, ...]) -> None:
    told = _as("black", words)
    _files(OTHERWISE)
    assert told == _as("black", words), "what is hidden changes what is told"
    assert "no 'serpent'" not in told


@pytest.mark.parametrize("words", [*PLAIN, *TRACED], ids=" ".join)
def test_a_player_that_is_none_is_refused_by_every_command(here: Path, words: tuple[str, ...]) -> None:
    _trace()
    said = referee(*words, "--player", "zebra")
    assert said.code == 2
    assert "'zebra' is no player" in said.all
    assert not any(secret in said.all for secret in SECRET)


@pytest.mark.parametrize("words", TRACED, ids=" ".join)
def test_a_trace_told_to_a_player_leaves_out_what_only_others_saw(here: Path, words: tuple[str, ...]) -> None:
    _trace()
    assert not any(secret in _as("black", words) for secret in SECRET)


def _trace() -> None:
    Path("good.yaml").write_text(yaml.safe_dump(_orders("split rd01 off dragon dragon", "end commencement dice 4")))
    assert referee("adjudicate", "state.yaml", "good.yaml", "--trace", "trace.yaml", "-o", "next.yaml").code == 0


def test_a_batch_is_judged_from_the_view_as_a_single_submission_is(here: Path) -> None:
    single = json.loads(referee("check", "state.yaml", "orders.yaml", "--player", "black", "--json").out)
    batch = json.loads(referee("check", "--jsonl", "submissions.jsonl", "--player", "black").out)
    assert batch == single
    line = json.loads(referee("check", "--jsonl", "submissions.jsonl", "--player", "zebra").out)
    assert "'zebra' is no player of this game" in line["error"][0]


def test_where_nothing_is_hidden_what_is_wrong_is_told_at_its_place(here: Path) -> None:
    army = {
        "format": 1,
        "ruleset": "battalions",
        "points": 1,
        "players": ["red"],
        "battalions": [{"id": "R", "player": "red", "leader": "r1"}],
        "units": [{"id": "r1", "battalion": "R", "s": 6, "d": 3, "i": 2, "c": 3}],
    }
    write(here, army=yaml.safe_dump(army, sort_keys=False))
    told = referee("check", "army.yaml")
    assert "army.yaml:3:9: points: red spends" in told.out
    assert referee("check", "army.yaml", "--player", "red") == told
