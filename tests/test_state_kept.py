"""A state serves every working copy that is opened from it: orders carried out on one do not change it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from referee import games
from referee.core import documents
from referee.core.adjudication.adjudicate import adjudicate, check
from referee.core.documents import Document
from referee.core.game.dice_sources import make_dice
from referee.core.game.game import Game
from referee.core.game.reading import read_orders
from referee.core.game.state_reading import read_state
from referee.core.game.submissions import Submission

EXAMPLES = Path(__file__).parent.parent / "examples"
FOLDERS = sorted(path.parent for path in EXAMPLES.glob("*/*/000.state.yaml"))


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda p: f"{p.parent.name}-{p.name}")
def test_adjudicating_and_looking_ahead_leave_the_state_as_it_is(folder: Path) -> None:
    value = yaml.safe_load((folder / "000.state.yaml").read_text())
    game, ruleset = games.load(value["ruleset"])
    state = read_state(game, ruleset, Document(documents.dump(value), "state", value), value, playing=True)
    rules = game.compile(ruleset, state.options)
    done = 0
    for path in sorted(folder.glob("[0-9]*.yaml")):
        given = yaml.safe_load(path.read_text())
        if "orders" not in given or state.step != given.get("step", state.step):
            continue
        submissions = [read_orders(game, documents.make_document(given, path.name))]
        before = msgspec.json.encode(state)
        for orders in (submissions, [_without_dice(game, given)]):
            check(game, rules, state, orders, make_dice(state.game or "", state.dice))
            assert msgspec.json.encode(state) == before
        outcome = adjudicate(game, rules, state, submissions, make_dice(state.game or "", state.dice, secret=b"x" * 32))
        assert msgspec.json.encode(state) == before
        if outcome.state is not None:
            state, done = outcome.state, done + 1
    assert done or value["ruleset"] == "battalions"


def _without_dice(game: Game, given: dict[str, Any]) -> Submission:
    rows = [{k: v for k, v in row.items() if k != "dice"} if isinstance(row, dict) else row for row in given["orders"]]
    return read_orders(game, documents.make_document({**given, "orders": rows}, "bare"))
