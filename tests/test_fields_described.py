"""The manuals describe every field of a state, of orders, of a trace and of a case, and no other."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from documents_run import ROOT

from referee.core.game.dice import Roll
from referee.core.game.drawing import DiceTerms
from referee.core.game.state import State
from referee.core.game.submissions import Header
from referee.core.game.trace import Awaiting, Change, Reacted, Source, Step, Trace
from referee.core.rules.ledger import PlainEntry, PlainLedger
from referee.core.rules.stamps import RulesStamp
from referee.core.testing.case_format import Case, Expect, ExpectedObjection, Play

pytestmark = pytest.mark.fast

# each table of fields: its page, the line above it, and the type that it describes
TABLES = [
    ("trace.md", "## The trace", Trace),
    ("trace.md", "## A step", Step),
    ("trace.md", "## The order of a step", Source),
    ("trace.md", "`reacted` holds", Reacted),
    ("trace.md", "## A ledger", PlainLedger),
    ("trace.md", "An entry is", PlainEntry),
    ("trace.md", "## A change", Change),
    ("trace.md", "## A roll", Roll),
    ("trace.md", "## A player who is awaited", Awaiting),
    ("trace.md", "## The stamp of the rules", RulesStamp),
    ("trace.md", "## The terms for drawing dice", DiceTerms),
    ("formats.md", "## State", State),
    ("formats.md", "## Orders", Header),
    ("cases.md", "## What a case holds", Case),
]
KINDS = {"object": "mapping", "array": "list", "string": "text", "integer": "number", "boolean": "true or false"}


def table(page: str, above: str) -> dict[str, list[str]]:
    """Return the cells of each field of the table that follows a line."""
    text = (ROOT / "docs" / page).read_text().partition(f"\n{above}\n")[2].partition("\n|")[2].partition("\n\n")[0]
    rows = [[cell.strip() for cell in line.strip("|").split(" |")] for line in text.splitlines()]
    return {name: row[1:] for row in rows for name in re.findall(r"`(\w+)`", row[0])}


def fields(kind: type[Any]) -> tuple[dict[str, Any], list[str]]:
    """Return the schema of each field of a type, and the names of those that are always there."""
    _, parts = msgspec.json.schema_components([kind], ref_template="{name}")
    found = parts[kind.__name__]
    return found["properties"], [name for name, one in found["properties"].items() if "default" not in one]


def type_of(schema: dict[str, Any]) -> str:
    """Return a type as the tables name it: what is none by default has the type that it has otherwise."""
    if "anyOf" in schema:
        return " or ".join(type_of(one) for one in schema["anyOf"] if one.get("type") != "null")
    if "enum" in schema:
        (first, *others) = schema["enum"]
        return str(first) if first == 1 else f"`{first}`" if first == "all" and not others else "word"
    if "{64}" in schema.get("pattern", ""):
        return "digest"
    return "mapping" if "$ref" in schema else KINDS.get(schema.get("type", ""), "any")


def default_of(value: Any) -> str:
    """Return a default as the tables name it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) and value:
        return f"`{value}`"
    return "none" if value is None else str(value) if isinstance(value, int) else "empty"


@pytest.mark.parametrize(("page", "above", "kind"), TABLES, ids=[kind.__name__ for _, _, kind in TABLES])
def test_a_table_has_every_field_with_its_type_and_its_default(page: str, above: str, kind: type[Any]) -> None:
    described = {name: cells[:2] for name, cells in table(page, above).items() if cells[0]}
    found, always = fields(kind)
    wanted = {name: [type_of(one), "" if name in always else default_of(one["default"])] for name, one in found.items()}
    assert described == wanted


def test_what_a_case_may_expect_is_described() -> None:
    """The keys of what is expected are those of the tables, and those of the rows within are named there."""
    heads = ["Of a question:\n", "Of orders:\n", "Of both:\n"]
    described = [name for head in heads for name in table("cases.md", head)]
    assert sorted(described) == sorted(fields(Expect)[0])
    (row,) = table("cases.md", "Of orders:\n")["refused"]
    assert set(fields(ExpectedObjection)[0]) <= set(re.findall(r"`(\w+)`", row))
    played = table("cases.md", "## What a case holds")["play"][2]
    assert set(fields(Play)[0]) <= set(re.findall(r"(\w+):", played))
