"""JSON Schemas of tables: the rows of each section, the names of entries, and what an overlay may leave out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import takewhile
from typing import Any

from msgspec import inspect

from ..documents import Unreadable
from ..documents.plain import schema_of, type_info, walked
from ..rules.index import Rulings
from ..rules.likes import LIKE
from ..rules.lookup import own_steps
from ..rules.merging import nulls
from ..rules.moments import FactKind, Moment, QuantityKind, counts, option_facts, quantities_of
from ..rules.rows import Row
from ..rules.rulesets import Ruleset
from ..rules.sequence import Ordered
from .game import Game
from .schema_parts import Schema, enumerate_words, or_null, overlay_of, shared, with_names
from .schemas import option_values, rulings_of, with_all_names

# the name of the definitions of conditions
WHEN = "when"


def with_keys(shape: Schema, kind: type[Any]) -> None:
    """Enumerate the keys of mappings whose type says which there are."""
    definitions = shape.get("$defs", {})
    for name, one in _structs(definitions, kind).items():
        for field in _fields(one):
            found = field.type.type if isinstance(field.type, inspect.Metadata) else field.type
            if isinstance(found, inspect.DictType) and isinstance(found.key_type, inspect.LiteralType):
                definitions[name]["properties"][field.encode_name]["propertyNames"] = {
                    "enum": [str(value) for value in found.key_type.values]
                }


def with_likes(shape: Schema, kind: type[Any]) -> None:
    """Let entries that have a noun be like another one."""
    definitions = shape.get("$defs", {})
    for name, one in _structs(definitions, kind).items():
        if hasattr(one, "NOUN"):
            definitions[name]["properties"][LIKE] = {"type": "string", "description": "the entry that it is like"}


def with_moments(shape: Schema, kind: type[Any], ruleset: Ruleset, moments: Mapping[str, Moment]) -> None:
    """Give each section of a table the rows of its moment: their facts with values, quantities and names."""
    definitions = shape.get("$defs", {})
    try:
        options = option_facts(ruleset)
    except Unreadable:
        # rulings that are still being written; a row may name any fact
        return
    rows = {name: row for name, row in _structs(definitions, kind).items() if issubclass(row, Row)}
    made: dict[str, Schema] = {}
    told = _Conditions(options, ruleset.extends is not None)
    for name, carrier in _structs(definitions, kind).items():
        named: Mapping[str, str] = getattr(carrier, "MOMENTS", {})
        written = {field.name: field.encode_name for field in _fields(carrier)}
        for field, moment in named.items():
            section = definitions[name]["properties"][written[field]]
            kinds: tuple[str, ...] = getattr(carrier, "CARRIERS", ())
            for ref in _refs_to(section, rows):
                row = ref["$ref"].rpartition("/")[2]
                own = f"{name}.{field}.row"
                made[own] = _row(definitions[row], rows[row], moments[moment], told, kinds)
                ref["$ref"] = f"#/$defs/{own}"
            on = moments[moment].on
            if on and kinds and not {*on} & {*kinds}:
                section["maxProperties"] = 0
    if made:
        shape["$defs"] = {**definitions, **made, **told.definitions}


def _row(shape: Schema, kind: type[Row], moment: Moment, told: _Conditions, carriers: Sequence[str]) -> Schema:
    """Return the schema of the rows of a moment, that of their type narrowed to what counts there."""
    out = deepcopy(shape)
    fields: Schema = out["properties"]
    facts = {name: one for name, one in moment.facts.items() if not (one.on and carriers) or {*one.on} & {*carriers}}
    fields["when"] = told.when(facts)
    fields["per"] = {"enum": [*(name for name, one in facts.items() if counts(one)), None]}
    for one in fields["cite"].get("anyOf", ()):
        if one.get("type") == "array":
            one["minItems"] = 1
    quantities = quantities_of(kind)
    written = {field.name: field.encode_name for field in _fields(kind)}
    for field, name in written.items():
        if field in quantities:
            if (quantity := moment.quantities.get(field)) is None:
                del fields[name]
            else:
                fields[name] = _quantity(fields[name], quantity)
        elif moment.fields is not None and field not in (*Row.__struct_fields__, *moment.fields, *moment.marks):
            del fields[name]
    if not moment.forbids:
        fields["forbid"] = {"const": False}
    for field, (_, known) in moment.names.items():
        enumerate_words(fields[written[field]], known)
    return out


def _quantity(shape: Schema, kind: QuantityKind) -> Schema:
    """Return the schema of a change of a quantity: a number, or the operations that apply to it."""
    out = deepcopy(shape)
    either = out.get("anyOf", [out])
    for one in either:
        if one.get("type") == "integer":
            one["description"] = f"{kind.says}; the number {kind.plain}"
            if kind.least is not None:
                one["minimum"] = max(kind.least, one.get("minimum", kind.least))
    for number, one in enumerate(either):
        if "$ref" in one:
            # every operation of a row is of one type
            either[number] = {"allOf": [one], "propertyNames": {"enum": list(kind.operations)}}
    return out


class _Conditions:
    """The conditions of a table's rows: definitions that the rows of several sections share.

    In an overlay each may be null, which removes that of a row below.
    """

    def __init__(self, options: Mapping[str, FactKind], overlay: bool) -> None:
        self.options, self.overlay = options, overlay
        self.definitions: dict[str, Schema] = {}

    def when(self, facts: Mapping[str, FactKind]) -> Schema:
        """Return the reference to the schema of conditions on some facts, and on the options."""
        every = {**facts, **self.options}
        conditions = {name: self._condition(kind) for name, kind in every.items()}
        return shared(
            self.definitions, WHEN, {"type": "object", "properties": conditions, "additionalProperties": False}
        )

    def _condition(self, kind: FactKind) -> Schema:
        found = _condition(kind)
        return {**found, "anyOf": [*found["anyOf"], {"type": "null"}]} if self.overlay else found


def _condition(kind: FactKind) -> Schema:
    """Return the schema of a condition on a fact: one value or a list of them."""
    if kind.text:
        one: Schema = {"type": "string"}
    elif kind.values is None:
        one = {"type": "integer"}
        one |= {"minimum": kind.least} if kind.least is not None else {}
        one |= {"maximum": kind.most} if kind.most is not None else {}
    else:
        one = {"enum": list(kind.values)}
    several = {"type": "array", "items": one, "minItems": 1, "uniqueItems": True}
    ends = {"type": "object", "properties": {"at_least": one, "at_most": one}, "additionalProperties": False}
    spans: list[Schema] = [{**ends, "minProperties": 1}] if kind.number else []
    return {"description": kind.says, "anyOf": [one, several, *spans]}


def _fields(kind: type[Any]) -> Sequence[inspect.Field]:
    described = type_info(kind)
    return described.fields if isinstance(described, inspect.StructType) else ()


def _refs_to(shape: Any, known: Mapping[str, Any]) -> Iterator[Schema]:
    """Yield every reference inside a schema to one of some definitions."""
    for _, one in walked(shape):
        if isinstance(one, dict) and str(one.get("$ref", "")).rpartition("/")[2] in known:
            yield one


def _structs(definitions: Mapping[str, Schema], kind: type[Any]) -> dict[str, type[Any]]:
    """Return the types that the definitions of a schema are made of."""
    found: dict[str, type[Any]] = {}
    waiting: list[Any] = [type_info(kind)]
    while waiting:
        one = waiting.pop()
        if isinstance(one, inspect.StructType):
            name = one.cls.__name__
            if name not in definitions:
                name = f"{one.cls.__module__}.{name}"
            if name not in found:
                found[name] = one.cls
                waiting += [field.type for field in one.fields]
        elif isinstance(one, inspect.DictType):
            waiting.append(one.value_type)
        elif isinstance(one, (inspect.ListType, inspect.VarTupleType)):
            waiting.append(one.item_type)
        elif isinstance(one, (inspect.UnionType, inspect.TupleType)):
            waiting += one.types if isinstance(one, inspect.UnionType) else one.item_types
        elif isinstance(one, inspect.Metadata):
            waiting.append(one.type)
    return found


def table_schema(game: Game, ruleset: Ruleset, table: str, kind: type[Any]) -> Schema:
    """Return the schema of a table of a ruleset; of an overlay every part may be left out, or be null to remove it."""
    shape = schema_of(kind)
    with_keys(shape, kind)
    with_names(shape, {"Citations.citations:keys": [*own_steps(ruleset), *game.further_steps()]})
    with_all_names(shape, game, ruleset)
    if moments := _moments(game, ruleset):
        with_moments(shape, kind, ruleset, moments)
    further = [_order(type_info(kind), ruleset.raw(table))]
    if kind is Rulings:
        chosen = {name: one for name, one in rulings_of(ruleset).items() if one.choices or one.numbers}
        told = {name: {"properties": {"default": or_null(option_values(one))}} for name, one in chosen.items()}
        further.append({"properties": {"rulings": {"properties": told}}})
    if ruleset.extends is not None:
        with_likes(shape, kind)
        same = {name: one for name, one in shape.get("$defs", {}).items() if name.startswith(f"{WHEN}.")}
        shape = overlay_of(shape, ruleset.below(table), _removed(ruleset), same)
    every = [*shape.pop("allOf", ()), *filter(None, further)]
    heads = "\n".join(filter(None, (_head(document.text) for document in ruleset.documents(table))))
    return shape | ({"description": heads} if heads else {}) | ({"allOf": every} if every else {})


def _head(text: str) -> str:
    """Return the comment at the head of a file, which says what its keys mean."""
    return "\n".join(line[1:].removeprefix(" ") for line in takewhile(lambda one: one[:1] == "#", text.splitlines()))


def _removed(ruleset: Ruleset) -> list[str]:
    """Return the keys that some layer removes, in any table: an overlay may name them too."""
    removed: dict[str, None] = {}
    for table in ruleset.tables:
        for document in ruleset.documents(table):
            removed |= dict.fromkeys(str(path[-1]) for path in nulls(document.value))
    return list(removed)


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
