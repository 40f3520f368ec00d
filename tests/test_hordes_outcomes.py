"""Outcomes composed in data, on crowded tables: whatever the steps, nobody ends on another or off the table."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random

import pytest
from hordes_play import GAME
from hordes_tables import crowded
from running import write_overlay
from seeds import sampled

from referee.core.rules.rulesets import Ruleset
from referee.games.hordes.field.battlefield import Field
from referee.games.hordes.field.elements import Element
from referee.games.hordes.field.geometry import dot, minus
from referee.games.hordes.rules import HordesRules
from referee.games.hordes.rulings.combat_facts import clash_of, pairs
from referee.games.hordes.rulings.endings import Parties, end_combat
from referee.games.hordes.rulings.outcomes import apply_outcome
from referee.games.hordes.rulings.reports import Report
from referee.games.hordes.rulings.results import CombatRuling

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


def sound(seed: int, rules: HordesRules) -> Field:
    """Return the first crowded table, of a seed or a thousand further on, on which nobody stands on another."""
    fields = (Field(crowded(seed + 1000 * number), rules) for number in count())
    return next(field for field in fields if not faults(field))


@pytest.mark.parametrize("seed", sampled(range(60), 5))
def test_steps_leave_everybody_room(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    outcomes = {f"x{number}": rng.sample(STEPS, rng.randint(1, 3)) for number in range(6)}
    text = "\n".join(
        f"  {name}: {{says: x, does: [{', '.join(steps)}], severity: {int(name[1:]) + 2}}}"
        for name, steps in outcomes.items()
    )
    write_overlay(tmp_path, "hordes", table=f"outcomes:\n{text}")
    field = sound(seed, GAME.compile(Ruleset("mine", [tmp_path]), {}))
    for loser in field.standing():
        name = rng.choice(list(outcomes))
        foes = [foe for foe in field.enemies(loser.army) if foe.stands]
        if loser.stands:
            report = Report()
            apply_outcome(field, loser, name, report, rng.choice(foes).base if foes else None)
            assert faults(field) == [], (name, outcomes[name], loser.id, report.notes)


LEAVING = ("destroy", "ensorcel", "{flee: field}")
EXPLAINS = {"destroyed": ("destroy", "recoil"), "ensorcelled": ("ensorcel",), "fled": ("flee",), "off_board": ("flee",)}


@pytest.fixture(scope="module")
def composed(tmp_path_factory: pytest.TempPathFactory) -> tuple[HordesRules, dict[str, list[str]]]:
    """Return rules with outcomes of all steps, and each outcome by its steps."""
    rng = Random(7)
    outcomes = {f"x{n}": rng.sample(STEPS, rng.randint(1, 4)) for n in range(80)}
    outcomes |= {f"p{n}": [f"{{push: {paces}}}"] for n, paces in enumerate((20, 90, 150, 400))}
    outcomes |= {f"l{n}": [*rng.sample(STEPS, rng.randint(0, 2)), rng.choice(LEAVING)] for n in range(12)}
    text = "\n".join(
        f"  {name}: {{says: x, does: [{', '.join(steps)}], severity: {number + 101}}}"
        for number, (name, steps) in enumerate(outcomes.items())
    )
    home = tmp_path_factory.mktemp("composed")
    write_overlay(home, "hordes", table=f"outcomes:\n{text}")
    return GAME.compile(Ruleset("mine", [home]), {}), outcomes


@pytest.mark.parametrize("seed", sampled(range(60), 5))
def test_a_draw_in_which_both_move_leaves_everybody_somewhere(
    seed: int, composed: tuple[HordesRules, dict[str, list[str]]]
) -> None:
    rules, outcomes = composed
    rng = Random(seed)
    whole = sound(seed, rules)
    fights = [(a, b) for a, b in pairs(whole) if isinstance(a, Element) and isinstance(b, Element)]
    for a, b in fights:
        for _ in range(3):
            field, report = whole.copy(), Report()
            both = [field.elements[a.id], field.elements[b.id]]
            names = [rng.choice([*outcomes, "p0", "p1", "p2", "p3"]) for _ in both]
            clash = clash_of(field, both[0], both[1], "close", active=a.army)
            draw = CombatRuling("draw", None, names[0], names[1], rules.combat.draw["otherwise"], ())
            end_combat(field, clash, Parties(both[0], both[1], []), draw, False, report)
            told = (names, [outcomes[name] for name in names], a.id, b.id, report.notes)
            assert faults(field) == [], told
            assert field.elements.keys() == whole.elements.keys()
            gone = [one for one in field.elements.values() if whole.elements[one.id].stands and not one.stands]
            for element in gone:
                # one that is neither of the two goes with the element that it supported
                mine = [outcomes[name] for name, side in zip(names, both, strict=True) if side is element]
                steps = mine[0] if mine else ["destroy"]
                assert any(why in step for why in EXPLAINS[element.status] for step in steps), told
                assert any(c.what == element.id and c.field == "status" for c in report.changes), told
            for name, side, foe in zip(names, both, (b, a), strict=True):
                if name.startswith("p") and side.stands:
                    moved = minus(side.base.front, whole.elements[side.id].base.front)
                    far, aside = dot(moved, foe.base.ahead), dot(moved, foe.base.right)
                    assert abs(aside) < 0.1, told
                    assert -0.1 < far < int(outcomes[name][0][7:-1]) + 0.1, told
