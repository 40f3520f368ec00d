"""The numbers of legal order sequences stay what they are: see docs/counts.md."""

import pytest
from counts import COUNTS, OPENINGS, divide, sequences

pytestmark = pytest.mark.fast


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "depth"), [(name, n + 1) for name, known in COUNTS.items() for n in range(len(known))]
)
def test_an_opening_has_as_many_sequences_of_legal_orders(name: str, depth: int) -> None:
    assert sequences(OPENINGS[name](), depth) == COUNTS[name][depth - 1]


@pytest.mark.parametrize("name", COUNTS)
def test_the_counts_below_the_first_steps_add_up(name: str) -> None:
    assert sum(divide(OPENINGS[name](), 2).values()) == COUNTS[name][1]


def test_a_skirmish_has_the_counts_that_its_rules_give() -> None:
    # five commands for each of two battalions, four where both held in the turn before (BN-CMD-6)
    free, banned = 1, 0
    for number in COUNTS["skirmish"]:
        assert number == free * 25 + banned * 16
        free, banned = free * 24 + banned * 16, free
