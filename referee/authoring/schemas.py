"""The JSON Schemas of a ruleset, by kind and by table, and the settings by which editors use them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from referee.core.documents.plain import schema_of
from referee.core.game import schemas
from referee.core.game.game import Game
from referee.core.game.lint import CORE_TABLES
from referee.core.game.questions import Answer
from referee.core.game.schema_parts import Schema
from referee.core.game.table_schemas import table_schema
from referee.core.game.trace import Trace
from referee.core.rules.rulesets import Manifest, Ruleset
from referee.core.testing.case_format import Case

# the files that are of a kind, as examples and manuals name them; tables and cases are in the folder of their ruleset
_FILES = {"state": "*.state.yaml", "orders": "*.orders.yaml", "trace": "*.trace.yaml", "dice": "*.dice.yaml"}


def kinds_of(game: Game, ruleset: Ruleset) -> dict[str, Callable[[], Schema]]:
    """Return what makes the schema of each kind of document."""
    return {
        "state": lambda: schemas.state_schema(game, ruleset),
        "orders": lambda: schemas.orders_schema(game, ruleset),
        "ask": lambda: schemas.ask_schema(game, ruleset),
        "answer": lambda: schemas.answer_schema(game, ruleset, Answer),
        "case": lambda: schemas.case_schema(game, ruleset, Case),
        "trace": lambda: schema_of(Trace),
        "dice": lambda: schema_of(dict[str, list[int]]),
        "manifest": lambda: schema_of(Manifest),
    }


def tables_of(game: Game, ruleset: Ruleset) -> dict[str, Callable[[], Schema]]:
    """Return what makes the schema of each table."""
    kinds = {**CORE_TABLES, **game.tables}
    return {name: partial(table_schema, game, ruleset, name, kind) for name, kind in kinds.items()}


def answer_of(game: Game, ruleset: Ruleset, verb: str) -> Schema:
    """Return the schema of the answers to one question."""
    return schemas.answer_schema(game, ruleset, Answer, verb)


def every_schema(game: Game, ruleset: Ruleset) -> dict[str, Schema]:
    """Return every schema of a ruleset by the name of its kind or table, as it is published."""
    kinds, tables = kinds_of(game, ruleset), tables_of(game, ruleset)
    out = {name: schemas.publish(make(), name, ruleset.name) for name, make in kinds.items()}
    return out | {name: schemas.publish(make(), "table", ruleset.name, name) for name, make in tables.items()}


def settings(ruleset: Ruleset, folder: str, names: Mapping[str, Any]) -> dict[str, str]:
    """Return the settings by which VS Code and Helix give files their schemas, which `folder` holds."""
    globs = {
        f"{folder}/{name}.schema.json": _FILES.get(name)
        or f"{ruleset.name}/{'cases/**/*' if name == 'case' else name}.yaml"
        for name in names
        if name not in ("ask", "answer")
    }
    lines = [f"{json.dumps(schema)} = {json.dumps([glob])}" for schema, glob in globs.items()]
    return {
        "vscode.settings.json": json.dumps({"yaml.schemas": globs}, indent=2) + "\n",
        "helix.languages.toml": "\n".join(["[language-server.yaml-language-server.config.yaml.schemas]", *lines])
        + "\n",
    }
