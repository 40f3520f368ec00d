"""The rows of a table in its JSON Schema: each section has the facts and quantities of its own moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from msgspec import inspect

from referee.core.documents.shapes import type_info

from ..documents import Unreadable
from ..rules.moments import FactKind, Moment, QuantityKind, counts, option_facts, quantities_of
from ..rules.rows import Row
from ..rules.rulesets import Ruleset
from .schema_parts import Schema, enumerate_words, shared


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
    told = _Conditions(options)
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
    """The conditions of a table's rows: definitions that the rows of several sections share."""

    def __init__(self, options: Mapping[str, FactKind]) -> None:
        self.options = options
        self.definitions: dict[str, Schema] = {}

    def when(self, facts: Mapping[str, FactKind]) -> Schema:
        """Return the reference to the schema of conditions on some facts, and on the options."""
        every = {**facts, **self.options}
        conditions = {name: shared(self.definitions, f"fact.{name}", _condition(kind)) for name, kind in every.items()}
        return shared(
            self.definitions, "when", {"type": "object", "properties": conditions, "additionalProperties": False}
        )


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
    return {"description": kind.says, "anyOf": [one, several]}


def _fields(kind: type[Any]) -> Sequence[inspect.Field]:
    described = type_info(kind)
    return described.fields if isinstance(described, inspect.StructType) else ()


def _refs_to(shape: Any, known: Mapping[str, Any]) -> Iterator[Schema]:
    """Yield every reference inside a schema to one of some definitions."""
    if isinstance(shape, list):
        for one in shape:
            yield from _refs_to(one, known)
    elif isinstance(shape, dict):
        if str(shape.get("$ref", "")).rpartition("/")[2] in known:
            yield shape
        for inner in shape.values():
            yield from _refs_to(inner, known)


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
