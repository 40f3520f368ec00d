"""Outcomes composed in data, on crowded tables: whatever the steps, nobody ends on another or off the table."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hordes_play import GAME
from hordes_tables import crowded
from running import write

from referee.core.rules.rulesets import Ruleset
from referee.games.hordes.field.battlefield import Field
from referee.games.hordes.rulings.outcomes import apply_outcome
from referee.games.hordes.rulings.reports import Report
from referee.games.hordes.state import State

STEPS = (
    "{recoil: 40}",
    "{recoil: 300}",
    "{recoil: depth}",
    "{push: 60}",
    "{push: 500}",
    "{push: depth}",
    "{flee: 200}",
    "{advance: 150}",
    "{advance: depth}",
    "{turn: 180}",
    "{turn: 45}",
    "{turn: 90}",
)


def faults(field: Field) -> list[str]:
    """Return the elements that stand on another or off the table, of those that are on it."""
    out = [f"{e.id} is off the table" for e in field.standing() if not field.ground.inside_board(e.core)]
    return out + [f"{e.id} on {met}" for e in field.standing() for met in field.overlaps_any(e.base, {e.id})]


@pytest.mark.parametrize("seed", range(60))
def test_steps_leave_everybody_room(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    outcomes = {f"x{number}": rng.sample(STEPS, rng.randint(1, 3)) for number in range(6)}
    text = "\n".join(
        f"  {name}: {{says: x, does: [{', '.join(steps)}], severity: {int(name[1:]) + 2}}}"
        for name, steps in outcomes.items()
    )
    (tmp_path / "mine").mkdir()
    write(
        tmp_path / "mine",
        manifest="format: 1\nruleset: mine\ntitle: Mine\nextends: hordes\n",
        table=f"outcomes:\n{text}",
    )
    rules = GAME.compile(Ruleset("mine", [tmp_path]), {})
    state: State = crowded(seed)
    field = Field(state, rules)
    if faults(field):
        pytest.skip("the table was crowded too much")
    for loser in field.standing():
        name = rng.choice(list(outcomes))
        foes = [foe for foe in field.enemies(loser.army) if foe.stands]
        if loser.stands:
            report = Report()
            apply_outcome(field, loser, name, report, rng.choice(foes).base if foes else None)
            assert faults(field) == [], (name, outcomes[name], loser.id, report.notes)
