"""JSON Schemas of tables: the rows of each section, the names of entries, and what an overlay may leave out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import inspect

from referee.core.documents.shapes import type_info

from ..documents import Unreadable
from ..documents.json_schema import schema_of
from ..rules.index import Rulings
from ..rules.merging import merge
from ..rules.moments import Moment
from ..rules.rulesets import Ruleset
from ..rules.sequence import Ordered
from .game import Game
from .row_schemas import with_keys, with_moments
from .schema_parts import Schema, or_null, overlay_of, with_names
from .schemas import option_values, rulings_of, with_all_names


def table_schema(game: Game, ruleset: Ruleset, table: str, kind: type[Any]) -> Schema:
    """Return the schema of a table of a ruleset; of an overlay every part may be left out, or be null to remove it."""
    shape = schema_of(kind)
    with_keys(shape, kind)
    with_names(shape, {"Citations.citations:keys": _steps(game, ruleset)})
    with_all_names(shape, game, ruleset)
    if moments := _moments(game, ruleset):
        with_moments(shape, kind, ruleset, moments)
    further = [_order(type_info(kind), ruleset.raw(table))]
    if kind is Rulings:
        chosen = {name: one for name, one in rulings_of(ruleset).items() if one.choices or one.numbers}
        told = {name: {"properties": {"default": or_null(option_values(one))}} for name, one in chosen.items()}
        further.append({"properties": {"rulings": {"properties": told}}})
    if ruleset.extends is not None:
        shape = overlay_of(shape, _below(ruleset, table), _removed(ruleset))
    every = [*shape.pop("allOf", ()), *filter(None, further)]
    return {**shape, "allOf": every} if every else shape


def _below(ruleset: Ruleset, table: str) -> dict[str, Any]:
    """Return a table as it is without the topmost layer."""
    below: dict[str, Any] = {}
    for folder in ruleset.layers[:-1]:
        document = ruleset.document(folder, table)
        if document is not None and isinstance(document.value, dict):
            below = merge(below, document.value)
    return below


def _steps(game: Game, ruleset: Ruleset) -> list[str]:
    """Return the steps of procedures that the game cites, those of its own ruleset first."""
    lowest = ruleset.document(ruleset.layers[0], "citations")
    steps = lowest.value["citations"] if lowest is not None else ruleset.raw("citations").get("citations", {})
    return [*steps, *game.further_steps]


def _removed(ruleset: Ruleset) -> list[str]:
    """Return the keys that some layer removes, in any table: an overlay may name them too."""
    removed: dict[str, None] = {}
    for table in ruleset.tables:
        for document in ruleset.documents(table):
            removed |= dict.fromkeys(_nulls(document.value))
    return list(removed)


def _nulls(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if inner is None:
                yield key
            else:
                yield from _nulls(inner)


def _moments(game: Game, ruleset: Ruleset) -> Mapping[str, Moment]:
    try:
        return game.moments(ruleset)
    except (Unreadable, ValueError, KeyError):
        return {}


def _order(kind: inspect.Type, value: Any) -> Schema | None:
    """Return a schema by which `before` and `after` name entries beside the one that has them, None where none has."""
    found: dict[str, Schema | None] = {}
    if isinstance(kind, inspect.UnionType):
        return next((shape for one in kind.types if (shape := _order(one, value)) is not None), None)
    if isinstance(kind, inspect.Metadata):
        return _order(kind.type, value)
    if not isinstance(value, dict):
        return None
    if isinstance(kind, inspect.StructType):
        found = {
            field.encode_name: _order(field.type, value[field.encode_name])
            for field in kind.fields
            if field.encode_name in value
        }
    elif isinstance(kind, inspect.DictType):
        entry = kind.value_type
        if isinstance(entry, inspect.StructType) and issubclass(entry.cls, Ordered):
            names = {"enum": [*value, None]}
            return {"additionalProperties": {"properties": dict.fromkeys(("before", "after"), names)}}
        found = {key: _order(entry, inner) for key, inner in value.items()}
    inner = {name: shape for name, shape in found.items() if shape is not None}
    return {"properties": inner} if inner else None
