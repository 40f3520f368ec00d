"""referee schema: JSON Schema for editors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from referee.core.documents.json_schema import schema_of, schemas_of
from referee.core.game.game import Game

from .common import folders_option, guarded, say_json

KINDS = ["state", "orders", "ask", "case", "trace", "dice", "manifest", "table", "facts"]


@click.command("schema")
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("ruleset", default="titan")
@click.argument("table", required=False)
@folders_option
@guarded
def command(kind: str, ruleset: str, table: str | None, folders: tuple[Path, ...]) -> None:
    """Print the JSON Schema of a KIND of document of RULESET, or of one of its tables.

    `facts` lists what rows may name and change, as JSON.

    \b
    referee schema orders titan > orders.schema.json
    referee schema table titan hazards
    """
    from referee import games
    from referee.core import documents
    from referee.core.documents import Problem, Unreadable, nearest
    from referee.core.game.lint import CORE_TABLES
    from referee.core.game.trace import Trace
    from referee.core.rules.rulesets import Manifest
    from referee.core.testing.case_format import Case

    game, found = games.load(ruleset, folders)
    if kind == "facts":
        from referee.core.rules.moments import sections_of
        from referee.report.moments_text import moments_json

        say_json(moments_json(game.moments(found), sections_of(game.tables)))
    elif kind == "orders":
        say_json(orders_schema(game))
    elif kind == "ask":
        say_json(ask_schema(game))
    elif kind == "table":
        kinds = {**CORE_TABLES, **game.tables}
        if table not in kinds:
            wrong = f"'{table}' is not a table of {game.name}{nearest(table, kinds)}" if table else "name a table"
            raise Unreadable([Problem("", 0, 0, "", f"{wrong}; they are {', '.join(kinds)}")])
        say_json(documents.schema(kinds[table]))
    else:
        types: dict[str, Any] = {
            "state": game.state,
            "case": Case,
            "trace": Trace,
            "dice": dict[str, list[int]],
            "manifest": Manifest,
        }
        say_json(documents.schema(types[kind]))


def orders_schema(game: Game) -> dict[str, Any]:
    """Return the schema of a document of orders: each verb selects the type of its order."""
    return _with_verbs(schema_of(game.header), game.order_types, "orders")


def ask_schema(game: Game) -> dict[str, Any]:
    """Return the schema of a situation with its question."""
    (state,), parts = schemas_of([game.state])
    definitions = dict(parts)
    name = state["$ref"].rpartition("/")[2]
    shape = {**definitions[name], "properties": {**definitions[name]["properties"], "ask": {}, "id": {}}}
    shape["required"] = [*shape.get("required", []), "ask"]
    return _with_verbs({**shape, "$defs": definitions}, list(game.questions.values()), "ask")


def _with_verbs(base: dict[str, Any], kinds: list[type[Any]], field: str) -> dict[str, Any]:
    refs, definitions = schemas_of(kinds)
    verbs: dict[str, list[Any]] = {}
    for kind, ref in zip(kinds, refs, strict=True):
        verbs.setdefault(kind.verb, []).append(ref)
    # a verb of several scopes may have the fields of any of them
    branches = [
        {"if": {"required": [verb]}, "then": refs[0] if len(refs) == 1 else {"anyOf": refs}}
        for verb, refs in verbs.items()
    ]
    one = {"type": "object", "allOf": branches, "anyOf": [{"required": [verb]} for verb in verbs]}
    target = base
    if "$ref" in base:
        target = base["$defs"][base["$ref"].rpartition("/")[2]]
    either: dict[str, Any] = {"oneOf": [{"type": "string"}, one]}
    target["properties"][field] = {"type": "array", "items": either} if field == "orders" else one
    base["$defs"] = {**base.get("$defs", {}), **definitions}
    return base
