"""Everything that is read has a limit: lists and mappings of states and orders, bytes, and keys that are known."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import inspect
from running import ORDERS, STATE

import referee
from referee import games
from referee.core.documents.limits import MAX_LINE, MAX_ORDERS
from referee.core.documents.parsing import parse_json
from referee.core.game.orders import MOST_ORDERS
from referee.core.game.trace import Trace
from referee.core.rules.rulesets import Manifest
from referee.core.testing.case_format import Case

pytestmark = pytest.mark.fast


def parts(kind: Any, path: str, seen: set[type[Any]]) -> list[tuple[str, Any]]:
    """Return every type inside a type, with its place."""
    out = [(path, kind)]
    if isinstance(kind, inspect.StructType) and kind.cls not in seen:
        seen.add(kind.cls)
        for field in kind.fields:
            out += parts(field.type, f"{kind.cls.__name__}.{field.encode_name}", seen)
    for name in ("type", "item_type", "value_type", "key_type"):
        inner = getattr(kind, name, None)
        out += parts(inner, path, seen) if isinstance(inner, inspect.Type) else []
    for inner in (*getattr(kind, "types", ()), *getattr(kind, "item_types", ())):
        out += parts(inner, path, seen)
    return out


def parts_of(*kinds: Any) -> list[tuple[str, Any]]:
    seen: set[type[Any]] = set()
    return [part for kind in kinds for part in parts(inspect.type_info(kind), "", seen)]


@pytest.mark.parametrize("name", games.names())
def test_every_list_of_a_state_an_order_and_a_question_has_a_limit(name: str) -> None:
    game = games.find(name)
    found = parts_of(game.state, *game.order_types, *game.questions.values())
    lists = [(path, kind) for path, kind in found if isinstance(kind, (inspect.ListType, inspect.DictType))]
    assert lists
    assert [path for path, kind in lists if kind.max_length is None] == []


@pytest.mark.parametrize("name", games.names())
def test_no_type_that_is_read_takes_a_key_it_does_not_know(name: str) -> None:
    game = games.find(name)
    read = [game.state, game.header, game.parameters, *game.tables.values(), Case, Trace, Manifest]
    found = parts_of(*read, *game.order_types, *game.questions.values())
    structs = {kind.cls for _, kind in found if isinstance(kind, inspect.StructType)}
    assert [cls for cls in structs if not cls.__struct_config__.forbid_unknown_fields] == []


def test_a_list_that_is_too_long_is_told_so_and_nothing_else() -> None:
    state = STATE.replace("game: g1", "options: {" + ", ".join(f"o{n}: 1" for n in range(1001)) + "}")
    with pytest.raises(referee.Unreadable) as found:
        referee.check(state, ORDERS)
    assert [p.message for p in found.value.problems] == ["must have at most 1000 entries, not 1001"]


@pytest.mark.slow
def test_a_document_of_orders_has_a_limit() -> None:
    for orders in (ORDERS + " " * MAX_ORDERS, (ORDERS + "  # x\n" * MAX_ORDERS).encode()):
        with pytest.raises(referee.Unreadable, match="larger than 1 MiB"):
            referee.check(STATE, orders)
    rows = "".join("  - end strike\n" for _ in range(MOST_ORDERS + 1))
    with pytest.raises(referee.Unreadable, match="must have at most 10000 entries, not 10003"):
        referee.check(STATE, ORDERS + rows)


def test_a_line_has_a_limit() -> None:
    with pytest.raises(referee.Unreadable, match="longer than 8 MiB"):
        parse_json(msgspec.json.encode(["x" * MAX_LINE]), "stdin")
