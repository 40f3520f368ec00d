"""The contract of order types, the same in all games."""

from __future__ import annotations

from typing import Any

import pytest

from referee import games
from referee.core.game.lazy_types import LazyTypes
from referee.core.game.orders import Order
from referee.core.notation.field_specs import field_specs

pytestmark = pytest.mark.fast

KINDS = [
    pytest.param(kind, id=f"{name}-{scope}-{verb}")
    for name in games.names()
    for scope, verbs in games.find(name).orders.items()
    for verb, kind in verbs.items()
]


@pytest.mark.parametrize("kind", KINDS)
def test_an_order_type_judges_and_core_checks(kind: type[Order[Any]]) -> None:
    above = kind.__mro__[: kind.__mro__.index(Order)]
    assert not [one.__name__ for one in above if "check" in vars(one)], "core's `check` is final: implement `judge`"
    assert any("judge" in vars(one) for one in above)
    # an order of which there is only one lists itself
    assert any("candidates" in vars(one) for one in above) or len(field_specs(kind)[kind.verb].choices) == 1


@pytest.mark.parametrize("name", games.names())
def test_orders_are_registered_by_scope_and_verb_and_imported_when_first_given(name: str) -> None:
    for verbs in games.find(name).orders.values():
        assert isinstance(verbs, LazyTypes)
        assert {verb: kind.verb for verb, kind in verbs.items()} == {verb: verb for verb in verbs}
