"""How the operations of rows combine in one ledger, and which conditions can hold at once."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.rules.ledger import Entry
from referee.core.rules.moments import YES, FactKind, Moment
from referee.core.rules.reach import contradiction, repeated_rows
from referee.core.rules.rows import Operation, Row, RowChange, holds, ledger


class DiceRow(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    dice: RowChange | None = None


def row(change: RowChange | None, **said: Any) -> DiceRow:
    return DiceRow(dice=change, cite="X", **said)


BASE = [Entry("add", 7, "printed")]


@pytest.mark.parametrize(
    ("rows", "total", "ops"),
    [
        ([row(2)], 9, "add add"),
        ([row(Operation(times=2)), row(1)], 15, "add times add"),
        ([row(Operation(halve="down")), row(1)], 4, "add halve_down add"),
        ([row(Operation(halve="up")), row(Operation(times=3))], 12, "add halve_up times"),
        ([row(1, layer="base"), row(Operation(halve="down"))], 4, "add add halve_down"),
        ([row(Operation(set=2), layer="base"), row(1)], 3, "add set add"),
        ([row(Operation(set=2)), row(5)], 2, "add add set"),
        ([row(Operation(at_most=4)), row(Operation(at_least=9))], 4, "add at_least at_most"),
        ([row(Operation(add=-3, at_least=6))], 6, "add add at_least"),
        ([row(-2, per="hits")], 1, "add add"),
        ([row(Operation(add=1, at_most=5), per="none")], 5, "add at_most"),
        ([row(4, per="none")], 7, "add"),
    ],
)
def test_operations_apply_in_one_order_whatever_the_order_of_rows(rows: list[Row], total: int, ops: str) -> None:
    for order in permutations(rows):
        found = ledger("dice", BASE, order, {"hits": 3, "none": 0})
        assert (found.total, " ".join(entry.op for entry in found.entries)) == (total, ops)


def test_a_halving_of_the_procedure_comes_after_the_base_and_before_what_is_added() -> None:
    halved = [Entry("halve_down", 2, "Range-strength")]
    assert ledger("dice", BASE, [row(1), row(2, layer="base")], {}, halved).total == (7 + 2) // 2 + 1
    assert ledger("dice", BASE, [], {}, halved).total == 3


def test_the_floor_is_a_line_only_where_it_counts() -> None:
    least = Entry("at_least", 0, "no fewer than none")
    assert ledger("dice", BASE, [row(-9)], {}, least=least).entries[-1] == least
    assert least not in ledger("dice", BASE, [row(-7)], {}, least=least).entries


MOMENT = Moment(
    "a test",
    {
        "roll": FactKind("", ("strike", "shot")),
        "near": FactKind("", YES),
        "kind": FactKind("", ("ogre", "lion")),
        "flies": FactKind("", YES),
        "walls": FactKind("", least=0, most=2, only={"roll": ("shot",)}),
        "atop": FactKind("", least=0, most=2, part_of="walls", only={"roll": ("shot",)}),
    },
    {},
    never=({"roll": "shot", "near": True}, {"roll": "strike", "near": False, "kind": "lion"}),
    settled={"flies": ("kind", {True: ("lion",), False: ("ogre",)})},
)
SITUATIONS = [
    {"roll": roll, "near": near, "kind": kind, "flies": kind == "lion", **lines}
    for roll, near, kind in product(("strike", "shot"), YES, ("ogre", "lion"))
    if not (roll == "shot" and near) and not (roll == "strike" and not near and kind == "lion")
    for lines in (
        [{"walls": w, "atop": a} for w in range(3) for a in range(w + 1)] if roll == "shot" else [dict[str, int]()]
    )
]


@given(
    st.fixed_dictionaries(
        {},
        optional={
            name: st.lists(st.sampled_from(kind.values or (0, 1, 2)), min_size=1, unique=True)
            for name, kind in MOMENT.facts.items()
        },
    )
)
def test_conditions_exclude_each_other_where_no_situation_has_them(when: dict[str, Any]) -> None:
    possible = any(holds(tuple(when.items()), facts) for facts in SITUATIONS)
    found = contradiction(when, MOMENT)
    assert bool(found) is not possible
    if found:
        fewest = {name: when[name] for name in found}
        assert contradiction(fewest, MOMENT) == found
        assert not any(contradiction({k: v for k, v in fewest.items() if k != name}, MOMENT) for name in found)


def test_a_row_repeats_another_whatever_the_order_and_the_reason() -> None:
    rows = {
        "a": row(1, when={"roll": ["strike", "shot"], "near": True}, why="one"),
        "b": row(1, when={"near": True, "roll": ["shot", "strike"]}, why="two"),
        "c": row(2, when={"near": True, "roll": ["shot", "strike"]}),
    }
    assert list(repeated_rows(rows)) == [("b", "a")]
