"""A table turned by any angle ends in the same words: rounding of corners decides nothing."""

from __future__ import annotations

import re
from math import cos, radians, sin
from random import Random
from typing import Any

import hordes_play
import msgspec
import pytest
from hordes_tables import RULES, crowded
from seeds import sampled

from referee.core import documents
from referee.core.adjudication.legal import legal_rows
from referee.games.hordes.state import State

SIZE = 20_000


def turned(state: State, degrees: float) -> State:
    """Return a table in the middle of a large one, turned about its own middle by degrees clockwise."""
    value: dict[str, Any] = documents.builtins(state)
    f, r = (sin(radians(degrees)), cos(radians(degrees))), (cos(radians(degrees)), -sin(radians(degrees)))

    def at(x: float, y: float) -> tuple[float, float]:
        dx, dy = x - 1200, y - 1200
        return round(SIZE / 2 + dx * r[0] + dy * f[0], 2), round(SIZE / 2 + dx * r[1] + dy * f[1], 2)

    for element in value["elements"]:
        if "x" in element:
            element["x"], element["y"] = at(element["x"], element["y"])
            element["facing"] = round((element["facing"] + degrees) % 360, 2)
    for thing in (*value.get("terrain", ()), *value.get("strongholds", ())):
        thing["polygon"] = [at(*corner) for corner in thing["polygon"]]
    value["board"] = {"width": SIZE, "height": SIZE, "edges": value["board"]["edges"]}
    return msgspec.convert(value, State)


def words(step: Any) -> list[Any]:
    """Return what a step says and does, without the numbers of places."""
    said = [step.what, *step.notes, *(f"{c.what} {c.says}" for c in step.changes)]
    return [re.sub(r"\(-?[\d.]+,-?[\d.]+\) facing [\d.]+", "there", text) for text in said]


@pytest.mark.parametrize("seed", [*sampled(range(60), 5), 153, 195, 514, 523, 601, 674, 677])
def test_a_turned_table_ends_in_the_same_words(seed: int) -> None:
    rng = Random(seed)
    state = crowded(seed)
    upright = turned(state, 0)
    other = turned(state, rng.choice([33, 90, 211.7, rng.uniform(0, 360)]))
    for row in legal_rows(hordes_play.GAME, hordes_play.GAME.open(upright, RULES)):
        if "fight" not in row:
            continue
        order = {"fight": row["fight"], "against": row["against"]}
        order["dice"] = {ident: rng.randint(1, 6) for ident in order.values()}
        army = state.active or ""
        found = [hordes_play.submit(each, [order], army, "x", skip=False) for each in (upright, other)]
        assert all(outcome.trace is not None for outcome in found), order
        told = [[words(step) for step in outcome.trace.steps] for outcome in found if outcome.trace is not None]
        assert told[0] == told[1], order
        for outcome in found:
            assert outcome.trace is not None
            changes = [change for step in outcome.trace.steps for change in step.changes]
            assert not [change for change in changes if change.was == change.now]
