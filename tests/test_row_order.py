"""Where rows stand among others, and which rows of a first-match table can never decide."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from running import referee, write

from referee.core.rules.moments import YES, FactKind, Moment
from referee.core.rules.reach import uncovered_facts, unreachable
from referee.core.rules.rows import Row, holds
from referee.core.rules.rulesets import Ruleset
from referee.core.rules.sequence import in_order, order_problems


@pytest.mark.parametrize(
    ("table", "order"),
    [
        ({"a": {}, "z": {}, "n": {"before": "z"}}, "a n z"),
        ({"a": {}, "z": {}, "n": {"after": "a"}}, "a n z"),
        ({"a": {}, "m": {"after": "a"}, "n": {"after": "a"}, "z": {}}, "a m n z"),
        ({"m": {"before": "z"}, "n": {"before": "z"}, "z": {}}, "m n z"),
        ({"n": {"after": "m"}, "m": {"before": "z"}, "a": {}, "z": {}}, "a m n z"),
        ({"n": {"before": "nobody"}, "a": {}}, "a n"),
        ({"n": {"before": "m"}, "m": {"before": "n"}, "a": {}}, "a n m"),
        ({"before": {"x": 1}, "a": {"after": 3}}, "before a"),
    ],
)
def test_an_entry_stands_where_it_asks_to(table: dict[str, Any], order: str) -> None:
    assert list(in_order(table)) == order.split()
    assert list(in_order({"deep": {"inside": table}})["deep"]["inside"]) == order.split()


@given(
    st.dictionaries(
        st.sampled_from("abcdef"), st.tuples(st.sampled_from(["before", "after", "free"]), st.sampled_from("abcdefg"))
    )
)
def test_every_place_that_is_no_problem_is_kept(told: dict[str, tuple[str, str]]) -> None:
    table = {key: {} if how == "free" else {how: name} for key, (how, name) in told.items()}
    ordered = list(in_order(table))
    assert sorted(ordered) == sorted(table)
    assert [key for key in ordered if not table[key]] == [key for key in table if not table[key]]
    if not list(order_problems(table)):
        for key, (how, name) in told.items():
            if how != "free":
                assert (ordered.index(key) < ordered.index(name)) == (how == "before")


MOMENT = Moment(
    "a test",
    {
        "flag": FactKind("", YES),
        "colour": FactKind("", ("red", "blue", "green")),
        "warm": FactKind("", YES),
        "count": FactKind(""),
    },
    {},
    first_match=True,
    settled={"warm": ("colour", {True: ("red",), False: ("blue", "green")})},
)
CONDITIONS = st.fixed_dictionaries(
    {},
    optional={
        "flag": st.booleans(),
        "colour": st.lists(st.sampled_from(["red", "blue", "green"]), min_size=1, unique=True),
        "warm": st.booleans(),
        "count": st.lists(st.integers(0, 2), min_size=1, unique=True),
    },
)


@pytest.mark.slow
@given(st.lists(CONDITIONS, max_size=6))
def test_reach_agrees_with_every_situation(conditions: list[dict[str, Any]]) -> None:
    rows = {f"r{number}": Row(when=when, cite="X") for number, when in enumerate(conditions)}
    decided: set[str | None] = set()
    for flag, colour, count in product((True, False), ("red", "blue", "green"), (0, 1, 2, 3)):
        facts = {"flag": flag, "colour": colour, "warm": colour == "red", "count": count}
        decided.add(next((name for name, row in rows.items() if holds(tuple(row.when.items()), facts)), None))
    found = dict(unreachable(rows, MOMENT))
    assert set(rows) - found.keys() == decided - {None}
    assert (uncovered_facts(rows, MOMENT) is None) == (None not in decided)
    for name, earlier in found.items():
        assert list(rows)[: list(rows).index(name)] or not earlier


def lay(folder: Path, **tables: str) -> None:
    write(folder / "mine", manifest="format: 1\nruleset: mine\ntitle: Mine\nextends: hordes\n", **tables)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    return tmp_path


BY_GOD = "{when: {opponent: god}, result: destroyed, cite: HS-RES-5, why: w"


def test_the_digest_counts_where_a_row_stands(here: Path) -> None:
    found = set()
    for place in ("before: otherwise", "after: warband", "before: warband"):
        lay(here, elements=f"elements: {{blade: {{minor: {{god: {BY_GOD}, {place}}}}}}}}}")
        found.add(Ruleset("mine", [here]).deciding.digest)
    assert len(found) == 3


@pytest.mark.slow
def test_every_step_of_an_outcome_is_carried_out(here: Path) -> None:
    """A step that the table may name and the engine does not know would leave the loser as it was."""
    state = {
        "format": 1,
        "ruleset": "mine",
        "turn": 3,
        "active": "red",
        "phase": "close_combat",
        "memory": {"fights": [["r1", "b1"]]},
        "elements": [
            {"id": "r1", "army": "red", "type": "blade", "x": 1000, "y": 1000, "facing": 0},
            {"id": "b1", "army": "blue", "type": "blade", "x": 1000, "y": 1000, "facing": 180},
        ],
        "ask": {"combat": "r1", "against": "b1", "dice": {"r1": 3, "b1": 1}},
    }
    for step, said in {
        "destroy": "b1 is destroyed",
        "ensorcel": "b1 is ensorcelled",
        "{recoil: 50}": "b1 recoils to (1000,1050)",
        "{recoil: depth}": "b1 recoils to (1000,1080)",
        "{push: 70}": "b1 is pushed to (1000,1070)",
        "{push: depth}": "b1 is pushed to (1000,1080)",
        "{flee: 300}": "b1 flees to (1000,1380) facing 0",
        "{flee: field}": "b1 leaves the battlefield",
        "{turn: 180}": "b1 turns to (1000,1080) facing 0",
        "{turn: 90}": "b1 has no room to turn",
        "{advance: 50}": "b1 does not advance: it is still in contact",
        "stand": "",
    }.items():
        lay(
            here,
            table=f"outcomes: {{x: {{says: x, does: [{step}], severity: 30}}}}",
            elements="elements: {blade: {minor: {otherwise: {result: x}}}}",
        )
        write(here, q=json.dumps(state))
        told = referee("ask", "q.yaml", "--rulesets", str(here), "--json")
        assert told.code == 0, told.err
        answer = json.loads(told.out)
        assert any(said in note for note in answer["notes"]) or not said, (step, answer["notes"])
        assert answer["answer"]["outcome"]["b"] in ("x", "no_effect"), step
