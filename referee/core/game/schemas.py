"""JSON Schemas for editors: of documents and tables, with the names that a ruleset knows.

An editor that is given one completes the names of characters, hexes, options and citations, and marks the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..documents import Unreadable
from ..documents.json_schema import schema_of, schemas_of
from ..rules.moments import FactKind, Moment, with_options
from ..rules.rulesets import OptionValue, Ruleset, Ruling
from .game import Game

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]
# by `Type.field`, or `Type.field:keys` for the keys of a mapping
Names = Mapping[str, Sequence[str | int]]


def publish(shape: Schema, *names: str) -> Schema:
    """Return a schema with the dialect it is written in and an identifier made of names."""
    return {"$schema": DIALECT, "$id": ":".join(("urn", "referee", *names)), **shape}


def state_schema(game: Game, ruleset: Ruleset) -> Schema:
    """Return the schema of a state or situation."""
    return _with_names(schema_of(game.state), game, ruleset)


def orders_schema(game: Game, ruleset: Ruleset) -> Schema:
    """Return the schema of a document of orders: each verb selects the type of its order."""
    one, definitions = _by_verb(game.order_types)
    shape = schema_of(game.header)
    _inside(shape)["properties"]["orders"] = {"type": "array", "items": {"oneOf": [{"type": "string"}, one]}}
    shape["$defs"] = {**shape.get("$defs", {}), **definitions}
    return _with_names(shape, game, ruleset)


def ask_schema(game: Game, ruleset: Ruleset) -> Schema:
    """Return the schema of a situation with its question."""
    one, definitions = _by_verb(list(game.questions.values()))
    shape = schema_of(game.state)
    inner = _inside(shape)
    inner["properties"] |= {"ask": one, "id": {}}
    inner["required"] = [*inner.get("required", []), "ask"]
    shape["$defs"] = {**shape.get("$defs", {}), **definitions}
    return _with_names(shape, game, ruleset)


def case_schema(game: Game, ruleset: Ruleset, case: type[Any]) -> Schema:
    """Return the schema of a case: what is given, asked or ordered, and expected."""
    shape, state = schema_of(case), schema_of(game.state)
    given = dict(_inside(state))
    # the heading is that of the case
    given["required"] = [key for key in given.get("required", []) if key not in ("format", "ruleset")]
    question, asked = _by_verb(list(game.questions.values()))
    order, ordered = _by_verb(game.order_types)
    # the referee also reads lines, and verbs and fields in capitals
    capitals: Schema = {"type": "object", "not": {"propertyNames": {"pattern": "^[^A-Z]*$"}}}
    line: Schema = {"anyOf": [{"type": "string"}, capitals]}
    document: Schema = {
        "type": "object",
        "properties": {"orders": {"type": "array", "items": {"anyOf": [line, order]}}},
    }
    document["required"] = ["orders"]
    meant: Schema = {
        "given": given,
        "ask": {"anyOf": [question, capitals, {"type": "null"}]},
        "orders": {"anyOf": [{"type": "array", "items": {"anyOf": [line, order, document]}}, {"type": "null"}]},
    }
    # what is to be refused or unreadable may be written in any way
    wrong = {
        "properties": {"expect": {"anyOf": [{"required": [key]} for key in ("unreadable", "refused", "overtaken")]}}
    }
    _inside(shape)["allOf"] = [{"if": wrong, "then": {}, "else": {"properties": meant}}]
    shape["$defs"] = {**shape.get("$defs", {}), **state.get("$defs", {}), **asked, **ordered}
    citable, rows = _citable(ruleset), ("ExpectedObjection", "Overtaken")
    for kind, field in (("Case", "cites"), ("Expect", "trace"), *((row, "because") for row in rows)):
        _enumerate(shape["$defs"][kind]["properties"][field], citable)
    other = shape["$defs"]["Otherwise"]["properties"]
    rulings = _rulings(ruleset)
    _enumerate(other["ruling"], list(rulings))
    _enumerate(other["option"], [ruling.option for ruling in rulings.values() if ruling.option is not None])
    return _with_names(shape, game, ruleset)


def table_schema(game: Game, ruleset: Ruleset, kind: type[Any]) -> Schema:
    """Return the schema of a table of a ruleset; of an overlay every part may be left out, or be null to remove it."""
    shape = _with_names(schema_of(kind), game, ruleset)
    _rows(shape, game, ruleset)
    return shape if ruleset.extends is None else _partial(shape, _removed(ruleset))


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


def answer_schema(game: Game, ruleset: Ruleset, answer: type[Any], verb: str | None = None) -> Schema:
    """Return the schema of what `ask --json` prints, for the question of a verb or for any."""
    shape = schema_of(answer)
    inner = _inside(shape)
    kinds = [kind for name, kind in game.answers().items() if verb in (None, name)]
    if kinds:
        refs, definitions = schemas_of(kinds)
        one = refs[0] if len(refs) == 1 else {"anyOf": refs}
        inner["properties"]["answer"] = one
        shape["$defs"] = {**shape.get("$defs", {}), **definitions}
    _enumerate(inner["properties"]["cites"], _citable(ruleset))
    return shape


def _citable(ruleset: Ruleset) -> list[str]:
    """Return what may be cited; of rules that are still being written, their numbers."""
    try:
        return ruleset.citable
    except Unreadable:
        return [*ruleset.raw("rules").get("rules", {}), *ruleset.raw("rulings").get("rulings", {})]


def _rulings(ruleset: Ruleset) -> Mapping[str, Ruling]:
    try:
        return ruleset.rulings
    except Unreadable:
        return {}


def _moments(game: Game, ruleset: Ruleset) -> Mapping[str, Moment]:
    try:
        return with_options(game.moments(ruleset), ruleset)
    except (Unreadable, ValueError, KeyError):
        return {}


def _inside(shape: Schema) -> Schema:
    """Return the schema of the outermost struct itself."""
    inner: Schema = shape["$defs"][shape["$ref"].rpartition("/")[2]] if "$ref" in shape else shape
    return inner


def _by_verb(kinds: Iterable[type[Any]]) -> tuple[Schema, dict[str, Any]]:
    """Return the schema of a mapping of which one key is a verb, and the definitions that it needs."""
    kinds = list(kinds)
    refs, definitions = schemas_of(kinds)
    verbs: dict[str, list[Any]] = {}
    for kind, ref in zip(kinds, refs, strict=True):
        verbs.setdefault(kind.verb, []).append(ref)
    # a verb of several scopes may have the fields of any of them
    branches = [
        {"if": {"required": [verb]}, "then": refs[0] if len(refs) == 1 else {"anyOf": refs}}
        for verb, refs in verbs.items()
    ]
    # editors complete what is among the properties
    known: Schema = dict.fromkeys(verbs, True)
    one = {"type": "object", "properties": known, "allOf": branches, "anyOf": [{"required": [v]} for v in verbs]}
    return one, definitions


def _with_names(shape: Schema, game: Game, ruleset: Ruleset) -> Schema:
    """Enumerate in a schema the names that a game's fields may have, and the options with their values."""
    definitions = shape.get("$defs", {})
    for place, words in game.names(ruleset).items():
        path, _, keys = place.partition(":")
        kind, _, field = path.partition(".")
        found = definitions.get(kind, {}).get("properties", {}).get(field)
        if found is None or not words:
            continue
        if keys:
            for mapping in _mappings(found):
                mapping["propertyNames"] = {"enum": list(words)}
        else:
            _enumerate(found, words)
    for inner in definitions.values():
        if "options" in inner.get("properties", {}) and "ruleset" in inner["properties"]:
            inner["properties"]["options"] = _options(ruleset)
    return shape


def _options(ruleset: Ruleset) -> Schema:
    values = {r.option: _values(r) for r in _rulings(ruleset).values() if r.option is not None}
    # where the rulings cannot be read yet, any option may be meant
    return {"type": "object", "properties": values, "additionalProperties": not values}


def _values(ruling: Ruling) -> Schema:
    """Return the schema of the values that an option may have."""
    named: list[OptionValue | None] = [*ruling.choices]
    if ruling.default is not None:
        named += [value for value in (ruling.default, *ruling.alternatives) if not isinstance(value, str)]
    if "none" in ruling.choices:
        named.append(None)
    allowed: list[Schema] = [{"enum": named}] if named else []
    if ruling.numbers is not None:
        kind = "integer" if ruling.whole else "number"
        allowed.append({"type": kind, "minimum": ruling.numbers[0], "maximum": ruling.numbers[1]})
    return {"description": ruling.question, "default": ruling.default, "anyOf": allowed}


def _rows(shape: Schema, game: Game, ruleset: Ruleset) -> None:
    """Enumerate in the rows of a table the citations, and the facts of all moments with their values."""
    facts: dict[str, list[FactKind]] = {}
    for moment in _moments(game, ruleset).values():
        for name, kind in moment.facts.items():
            facts.setdefault(name, []).append(kind)
    for inner in shape.get("$defs", {}).values():
        fields = inner.get("properties", {})
        if "cite" in fields:
            _enumerate(fields["cite"], _citable(ruleset))
        if "when" in fields and "cite" in fields and facts:
            conditions = {name: _condition(kinds) for name, kinds in facts.items()}
            fields["when"] = {"type": "object", "properties": conditions, "additionalProperties": False}
        for field in ("citations", "concerns"):
            if field in fields:
                _enumerate(fields[field], _citable(ruleset))


def _condition(kinds: Sequence[FactKind]) -> Schema:
    """Return the schema of a condition on a fact: one value or a list of them."""
    if any(kind.text for kind in kinds):
        one: Schema = {"type": "string"}
    elif any(kind.values is None for kind in kinds):
        one = {"type": ["integer", "string", "boolean"]} if any(kind.values for kind in kinds) else {"type": "integer"}
    else:
        one = {"enum": list(dict.fromkeys((type(v), v) for kind in kinds for v in kind.values or ()))}
        one["enum"] = [value for _, value in one["enum"]]
    return {"description": kinds[0].says, "anyOf": [one, {"type": "array", "items": one}]}


def _enumerate(shape: Schema, words: Sequence[str | int]) -> None:
    """Let every text and number inside the schema of a field be one of some words."""
    if shape.get("type") == "array" and isinstance(shape.get("items"), dict):
        _enumerate(shape["items"], words)
    elif shape.get("type") == "object" and isinstance(shape.get("additionalProperties"), dict):
        _enumerate(shape["additionalProperties"], words)
    elif shape.get("type") in ("string", "integer") and "enum" not in shape:
        kind: type = str if shape["type"] == "string" else int
        shape["enum"] = [word for word in words if isinstance(word, kind)] or [str(word) for word in words]
    for one in shape.get("anyOf", ()):
        _enumerate(one, words)


def _mappings(shape: Schema) -> list[Schema]:
    found = [shape] if shape.get("type") == "object" else []
    return found + [inner for one in shape.get("anyOf", ()) for inner in _mappings(one)]


def _partial(shape: Any, removed: Sequence[str]) -> Any:
    """Return a schema in which nothing is required, and every value of a mapping may be null."""
    if isinstance(shape, list):
        return [_partial(one, removed) for one in shape]
    if not isinstance(shape, dict):
        return shape
    out = {}
    for key, value in shape.items():
        if key == "properties":
            out[key] = {name: _or_null(_partial(inner, removed)) for name, inner in value.items()}
        elif key == "additionalProperties" and isinstance(value, dict):
            out[key] = _or_null(_partial(value, removed))
        elif key == "propertyNames":
            out[key] = {"enum": list(dict.fromkeys([*value["enum"], *removed]))}
        elif key not in ("required", "minProperties"):
            out[key] = _partial(value, removed)
    return out


def _or_null(shape: Any) -> Any:
    return {"anyOf": [shape, {"type": "null"}]}
