"""JSON Schemas for editors: of documents, with the names that a ruleset knows.

An editor that is given one completes the names of characters, hexes, options and citations, and marks the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..documents import Unreadable
from ..documents.plain import schema_of, schemas_of
from ..notation.field_specs import field_specs
from ..rules.index import OptionValue, Ruling
from ..rules.rulesets import Ruleset
from ..rules.sound_parts import sound_parts
from .game import Game
from .schema_parts import (
    Schema,
    any_case,
    by_verb,
    compact,
    enumerate_form,
    enumerate_words,
    inside,
    parts_of,
    texts_inside,
    with_names,
)

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_CITATION = "citation"
# marks, while a schema is made, a field of an order that names things as they are printed
_CALLED = "called"
# the fields of tables and cases that cite rules
_CITING = ("cite", "cites", "citations", "concerns", "trace", "because")


_SEVERAL: Schema = {"type": ["array", "object", "string"]}
# an order that reacts; what it holds is checked as it is read
REACTING: Schema = {
    "type": "object",
    "properties": {
        "if": {"type": ["object", "string"]},
        "then": _SEVERAL,
        "else": _SEVERAL,
        "try": {"type": "array", "minItems": 1},
        "always": {"type": "string"},
    },
    "additionalProperties": False,
    "anyOf": [{"required": ["if", "then"]}, {"required": ["try"]}, {"required": ["always"]}],
}


def publish(shape: Schema, *names: str) -> Schema:
    """Return a schema with the dialect it is written in and an identifier made of names."""
    return {"$schema": DIALECT, "$id": ":".join(("urn", "referee", *names)), **compact(shape)}


def state_schema(game: Game, ruleset: Ruleset) -> Schema:
    """Return the schema of a state or situation."""
    return with_all_names(schema_of(game.state), game, ruleset)


def orders_schema(game: Game, ruleset: Ruleset) -> Schema:
    """Return the schema of a document of orders: each verb selects the type of its order."""
    shape, verbs = with_verbs(game.header, [game.order_types])
    order = by_verb(verbs[0], shape["$defs"])
    inside(shape)["properties"]["orders"] = {"type": "array", "items": {"oneOf": [{"type": "string"}, REACTING, order]}}
    return with_all_names(shape, game, ruleset)


def ask_schema(game: Game, ruleset: Ruleset) -> Schema:
    """Return the schema of a situation with its question."""
    shape, verbs = with_verbs(game.state, [game.questions.values()])
    inner = inside(shape)
    inner["properties"] |= {"ask": by_verb(verbs[0], shape["$defs"]), "id": {}}
    inner["required"] = [*inner.get("required", []), "ask"]
    return with_all_names(shape, game, ruleset)


def answer_schema(game: Game, ruleset: Ruleset, answer: type[Any], verb: str | None = None) -> Schema:
    """Return the schema of what `ask --json` prints, for the question of a verb or for any."""
    shape = schema_of(answer)
    inner = inside(shape)
    kinds = [kind for name, kind in game.answers().items() if verb in (None, name)]
    if kinds:
        refs, definitions = schemas_of(kinds)
        one = refs[0] if len(refs) == 1 else {"anyOf": refs}
        inner["properties"]["answer"] = one
        shape["$defs"] = {**shape.get("$defs", {}), **definitions}
    _cited(shape, ruleset)
    return shape


def _citable(ruleset: Ruleset) -> list[str]:
    """Return what may be cited; of rules that are still being written, their numbers."""
    try:
        return ruleset.citable
    except Unreadable:
        found = [ruleset.raw(table).get(table) for table in ("rules", "rulings")]
        return [name for entries in found if isinstance(entries, dict) for name in entries]


def rulings_of(ruleset: Ruleset) -> Mapping[str, Ruling]:
    """Return the rulings of a ruleset, none where they cannot be read yet."""
    try:
        return ruleset.rulings
    except Unreadable:
        return {}


def with_verbs(
    kind: type[Any], several: Iterable[Iterable[type[Any]]], further: Iterable[type[Any]] = ()
) -> tuple[Schema, list[dict[str, list[Schema]]]]:
    """Return the schema of a type, and for each group of orders or questions the schemas by verb.

    The types are defined together, those that are `further` needed too.
    """
    groups = [list(kinds) for kinds in several]
    every = [kind, *(one for kinds in groups for one in kinds), *further]
    refs, definitions = schemas_of(every)
    _called(dict(zip((ref["$ref"].rpartition("/")[2] for ref in refs), every, strict=True)), definitions)
    ref_of = dict(zip(every, refs, strict=True))
    out = []
    for kinds in groups:
        verbs: dict[str, list[Schema]] = {}
        for one in kinds:
            verbs.setdefault(one.verb, []).append(ref_of[one])
        out.append(verbs)
    return {**refs[0], "$defs": definitions}, out


def with_all_names(shape: Schema, game: Game, ruleset: Ruleset) -> Schema:
    """Enumerate in a schema every name that a ruleset knows: of things, options and rules; names of types are kept."""
    # the schema of an overlay is of use before it can be read
    readable = _readable(game, ruleset)
    named = game.names(readable) if readable is not None else {}
    ruleset = readable or ruleset
    with_names(shape, named)
    _cited(shape, ruleset)
    for definition in shape.get("$defs", {}).values():
        fields = definition.get("properties", {})
        if "options" in fields and "ruleset" in fields:
            fields["options"] = _options(ruleset)
        for field in fields.values():
            what = field.pop(_CALLED, None)
            if named.get(what):
                _spelt(field, any_case([str(word) for word in named[what]]))
            elif numbers := named.get(f"{what}:numbers"):
                enumerate_form(field, "numbers", numbers)
    return shape


def _readable(game: Game, ruleset: Ruleset) -> Ruleset | None:
    """Return what of a ruleset can be read, None where too little of a table is left."""
    from .lint import CORE_TABLES

    kinds = {name: kind for name, kind in {**CORE_TABLES, **game.tables}.items() if name in ruleset.tables}
    parts = sound_parts(ruleset, kinds)
    return parts.ruleset if parts is not None else None


def _called(kinds: Mapping[str, type[Any]], definitions: Schema) -> None:
    """Mark the fields of orders and questions that name things as they are printed, by the kind of thing."""
    for name, kind in kinds.items():
        for field, spec in field_specs(kind).items() if hasattr(kind, "verb") else ():
            if spec.names is not None:
                definitions[name]["properties"][field] = {**definitions[name]["properties"][field], _CALLED: spec.names}


def _spelt(shape: Schema, word: Schema) -> None:
    """Let every text inside the schema of a field be a word as a schema says."""
    for one in texts_inside(shape):
        if one["type"] == "string":
            one |= word


def _cited(shape: Schema, ruleset: Ruleset) -> None:
    """Let every field that cites rules name one that there is."""
    found = [
        fields[name]
        for definition in shape.get("$defs", {}).values()
        for fields in [definition.get("properties", {})]
        for name in _CITING
        if name in fields
    ]
    for one in (text for field in found for text in texts_inside(field)):
        # a text with a pattern is no name, such as the digest in the field `trace` of a state
        if one["type"] == "string" and "pattern" not in one:
            one.pop("type")
            one["$ref"] = f"#/$defs/{_CITATION}"
    if found:
        shape["$defs"][_CITATION] = {"enum": _citable(ruleset)}


def _options(ruleset: Ruleset) -> Schema:
    values = {r.option: option_values(r) for r in rulings_of(ruleset).values() if r.option is not None}
    # where the rulings cannot be read yet, any option may be meant
    return {"type": "object", "properties": values, "additionalProperties": not values}


def option_values(ruling: Ruling) -> Schema:
    """Return the schema of the values that the option of a ruling may have."""
    named: list[OptionValue | None] = [*ruling.choices]
    named += [value for value in ruling.named_values if not isinstance(value, str)]
    if "none" in ruling.choices:
        named.append(None)
    allowed: list[Schema] = [{"enum": named}] if named else []
    if ruling.numbers is not None:
        kind = "integer" if ruling.whole else "number"
        allowed.append({"type": kind, "minimum": ruling.numbers[0], "maximum": ruling.numbers[1]})
    return {"description": ruling.question, "default": ruling.default, "anyOf": allowed}


# what is to be refused or unreadable may be written in any way
_FAILING = ("unreadable", "refused", "overtaken", "passed_over")
_REFUSED = {"properties": {"expect": {"anyOf": [{"required": [key]} for key in _FAILING]}}}
_PART = ".part"


def case_schema(game: Game, ruleset: Ruleset, case: type[Any]) -> Schema:
    """Return the schema of a case."""
    answers = game.answers()
    groups = [game.order_types, game.questions.values()]
    shape, (orders, questions) = with_verbs(case, groups, [game.state, *answers.values()])
    definitions = with_all_names(shape, game, ruleset)["$defs"]
    refs, _ = schemas_of([game.state, *answers.values()])
    given = {**definitions[_name(refs[0])]}
    # the heading is that of the case
    given["required"] = [key for key in given.get("required", []) if key not in ("format", "ruleset")]
    # the referee also reads lines, and verbs and fields in capitals
    capitals: Schema = {"type": "object", "not": {"propertyNames": {"pattern": "^[^A-Z]*$"}}}
    line: Schema = {"anyOf": [{"type": "string"}, capitals]}
    order, question = by_verb(orders, definitions), by_verb(questions, definitions)
    one = [line, REACTING, order]
    document: Schema = {
        "type": "object",
        "properties": {"orders": {"type": "array", "items": {"anyOf": one}}},
        "required": ["orders"],
    }
    meant: Schema = {
        "given": given,
        "ask": {"anyOf": [question, capitals, {"type": "null"}]},
        "orders": {"anyOf": [{"type": "array", "items": {"anyOf": [*one, document]}}, {"type": "null"}]},
    }
    state, *answered = parts_of(refs, definitions)
    expected = definitions["Expect"]["properties"]
    expected["state"] = state
    expected["view"] = {"type": "object", "additionalProperties": state}
    other = definitions["Otherwise"]["properties"]
    rulings = rulings_of(ruleset)
    enumerate_words(other["ruling"], list(rulings))
    enumerate_words(other["option"], [ruling.option for ruling in rulings.values() if ruling.option is not None])
    right: Schema = {"if": _REFUSED, "then": {}, "else": {"properties": meant}}
    inside(shape)["allOf"] = [right, *map(_answered, answers, answered)]
    # what a case cites may be a parameter, each value of which cites
    shape["$defs"][_CITATION] = {"anyOf": [shape["$defs"][_CITATION], {"type": "string", "pattern": r"^\$\{"}]}
    return shape


def _answered(verb: str, answer: Schema) -> Schema:
    """Return the schema by which what is expected of a question is a part of its answer."""
    asked: Schema = {"properties": {"ask": {"type": "object", "required": [verb]}}, "required": ["ask"]}
    others = {"items": {"properties": {"answer": answer}}}
    found = {"answer": answer, "exactly": answer, "otherwise": others}
    return {"if": asked, "then": {"properties": {"expect": {"properties": found}}}}


def _name(ref: Schema) -> str:
    return str(ref["$ref"]).rpartition("/")[2]
