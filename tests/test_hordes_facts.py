"""The facts of a combat: what `never` says does not occur, and what cannot hold of both fighters."""

from __future__ import annotations

import json
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest
from hordes_tables import RULES, crowded
from msgspec.structs import fields
from running import referee
from seeds import sampled

from referee.core.rules.rows import holds
from referee.games.hordes.field.battlefield import Field
from referee.games.hordes.moments import NEVER_TYPED, never_covered, never_fought
from referee.games.hordes.questions.unused import impossible
from referee.games.hordes.rulings.combat_facts import clash_of, pairs, standing
from referee.games.hordes.rulings.totals import Clash, clash_told, fighter_facts
from referee.games.hordes.state import CombatElement, CombatSituation, Kind, State
from referee.games.hordes.tables import Elements

KINDS: tuple[Kind, ...] = ("close", "shoot", "bespell")


def said_never(clash: Clash) -> list[object]:
    """Return the combinations that a combat shows and that do not occur; none for one that is impossible."""
    if impossible(clash.kind, clash.a.kind, clash.b.kind, RULES):
        return []
    elements = RULES.ruleset.typed("elements", Elements)
    never = (*NEVER_TYPED, *never_fought(elements), *never_covered(RULES.table))
    sides = zip(((clash.a, clash.b), (clash.b, clash.a)), clash.roles, strict=True)
    every = [fighter_facts(me, role, foe) for (me, foe), role in sides]
    return [(together, facts) for together in never for facts in every if holds(tuple(together.items()), facts)]


@pytest.mark.parametrize("seed", range(40))
def test_what_never_occurs_does_not_on_a_table(seed: int) -> None:
    state = crowded(seed)
    field = Field(state, RULES)
    for (a, b), kind in product(pairs(field), KINDS):
        assert said_never(clash_of(field, a, b, kind, active=state.active)) == []


@pytest.mark.parametrize("seed", sampled(range(200), 5))
def test_what_never_occurs_does_not_in_a_situation(seed: int) -> None:
    rng = Random(seed)
    told = {"kind": rng.choice(KINDS), "can_shoot_back": rng.random() < 0.5, "a": element(rng), "b": element(rng)}
    assert said_never(clash_told(msgspec.convert(told, CombatSituation), RULES)) == []


def element(rng: Random) -> dict[str, Any]:
    """Return one side of a combat with facts at random."""
    goings = list(RULES.table.goings)
    flags = [field.name for field in fields(CombatElement) if field.type is bool]
    told: dict[str, Any] = {name: rng.random() < 0.5 for name in flags}
    if rng.random() < 0.5:
        told["spear_behind"] = {"going": rng.choice(goings), "attacked": rng.random() < 0.5}
    numbers = {"flank_enemies": rng.randint(0, 2), "extra_attackers": rng.randint(0, 2)}
    return {"type": rng.choice(list(RULES.kinds)), "going": rng.choice(goings), **numbers, **told}


def test_an_element_on_a_road_through_rough_ground_is_in_bad_and_in_good_going() -> None:
    rough = {"id": "rough", "kind": "rough", "polygon": [[800, 800], [1300, 800], [1300, 1300], [800, 1300]]}
    road = {"id": "road", "kind": "road", "centreline": [[1000, 0], [1000, 2400]], "width": 100}
    blade = {"id": "r1", "army": "red", "type": "blade", "x": 1000, "y": 1000, "facing": 0}
    foe = {"id": "b1", "army": "blue", "type": "knight", "x": 1000, "y": 1000, "facing": 180}
    told = {"format": 1, "ruleset": "hordes", "terrain": [rough, road], "elements": [blade, foe]}
    field = Field(msgspec.convert(told, State), RULES)
    assert standing(field, field.elements["r1"]) == (True, False, True)


@pytest.mark.parametrize(("fact", "cite"), [("uphill", "HS-G-55"), ("holds_bank", "HS-G-56")])
def test_what_cannot_hold_of_both_fighters_is_said(fact: str, cite: str) -> None:
    asked = f"a blade {fact}; b warband {fact}; odds"
    told = json.loads(referee("ask", "-r", "hordes", asked, "--json").out)
    assert [cite in one for one in told["cannot_be"]] == [True]
    assert told["answer"]["modifiers"]["a"] == told["answer"]["modifiers"]["b"]
    one = referee("ask", "-r", "hordes", f"a blade {fact}; b warband; odds", "--json").out
    assert json.loads(one).get("cannot_be", []) == []
