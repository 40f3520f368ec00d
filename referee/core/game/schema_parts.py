"""What JSON Schemas for editors are made of: lists of names, partial documents, and verbs that select a type."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from ..rules.likes import LIKE

Schema = dict[str, Any]
# by `Type.field`, with `:keys` for the keys of a mapping, `:pairs` for words that join two names, as C3>C4 does, and
# `:numbers` for words that are whole numbers; other words of these fields name something else
Names = Mapping[str, Sequence[str | int]]

# how many, before a printed word
_COUNT = "(?:[aA][nN]?|[1-9][0-9]?)"
# of a schema, what is plain data and holds no schemas
_DATA = ("default", "enum", "const", "required", "examples")
# what holds schemas by name
_BY_NAME = ("properties", "patternProperties", "$defs", "dependentSchemas")
# a schema whose text is no longer is not worth a definition
_SHORT = 40
# the words that are not of a form
_OTHER_WORDS = {"pairs": "^[^>]*$", "numbers": "[^0-9]"}
# what follows the name of a definition: of what is whole in a partial document, and of a part in a whole one
_WHOLE, _PART = ".whole", ".part"


def inside(shape: Schema) -> Schema:
    """Return the schema of the outermost struct itself."""
    inner: Schema = shape["$defs"][shape["$ref"].rpartition("/")[2]] if "$ref" in shape else shape
    return inner


def by_verb(verbs: Mapping[str, Sequence[Schema]], definitions: Mapping[str, Schema]) -> Schema:
    """Return the schema of a mapping of which one key is a verb; a verb of several scopes may be of any of them.

    Beside a verb that has it as a field, another one is that field.
    """
    fields = {
        verb: {name for ref in refs for name in definitions[ref["$ref"].rpartition("/")[2]]["properties"]}
        for verb, refs in verbs.items()
    }
    branches = []
    for verb, refs in verbs.items():
        asked: Schema = {"required": [verb]}
        if within := [{"required": [other]} for other in verbs if other != verb and verb in fields[other]]:
            asked["not"] = {"anyOf": within}
        branches.append({"if": asked, "then": refs[0] if len(refs) == 1 else {"anyOf": [*refs]}})
    # editors complete what is among the properties
    known: Schema = dict.fromkeys(verbs, True)
    return {"type": "object", "properties": known, "allOf": branches, "anyOf": [{"required": [v]} for v in verbs]}


def with_names(shape: Schema, names: Names) -> None:
    """Enumerate in a schema the names that fields may have.

    `Type` is the name of a type, with as much of its module before it as tells it from others.
    """
    definitions = shape.get("$defs", {})
    for place, words in names.items():
        path, _, keys = place.partition(":")
        kind, _, field = path.rpartition(".")
        for name, definition in definitions.items():
            found = definition.get("properties", {}).get(field)
            if found is None or not f".{name}".endswith(f".{kind}"):
                continue
            if keys in _OTHER_WORDS:
                enumerate_form(found, keys, words)
            elif keys:
                for mapping in _mappings(found):
                    mapping["propertyNames"] = _one_of(words)
            else:
                enumerate_words(found, words)


def enumerate_words(shape: Schema, words: Sequence[str | int]) -> None:
    """Let every text and number inside the schema of a field be one of some words."""
    for one in texts_inside(shape):
        if "enum" not in one:
            kind: type = str if one["type"] == "string" else int
            one |= _one_of([word for word in words if isinstance(word, kind)] or [str(word) for word in words])


def enumerate_form(shape: Schema, form: str, words: Sequence[str | int]) -> None:
    """Let every text and number inside the schema of a field that is of a form be one of some words."""
    for one in texts_inside(shape):
        if one["type"] == "string":
            one["anyOf"] = [_one_of([str(word) for word in words]), {"pattern": _OTHER_WORDS[form]}]
        else:
            enumerate_words(one, words)


def texts_inside(shape: Schema) -> Iterator[Schema]:
    """Yield the schema of every text and number inside that of a field: in lists, in mappings, of several kinds."""
    for one in (shape.get("items"), shape.get("additionalProperties"), *shape.get("anyOf", ())):
        if isinstance(one, dict):
            yield from texts_inside(one)
    if shape.get("type") in ("string", "integer"):
        yield shape


def _one_of(words: Sequence[str | int]) -> Schema:
    """Return the schema of one of some words; nothing is one of none."""
    return {"enum": list(words)} if words else {"not": {}}


def _mappings(shape: Schema) -> list[Schema]:
    found = [shape] if shape.get("type") == "object" else []
    return found + [inner for one in shape.get("anyOf", ()) for inner in _mappings(one)]


def overlay_of(shape: Schema, below: Mapping[str, Any], removed: Sequence[str], same: Mapping[str, Schema]) -> Schema:
    """Return the schema of what may lie over a document: nothing is required, and null removes an entry.

    Lists and entries that are new stay whole. `removed` are further keys of mappings by name, and `same` definitions
    that are as they are in what is whole and in a part.
    """
    definitions: dict[str, Schema] = shape.get("$defs", {})
    out: Schema = _partial({**shape, "$defs": definitions}, removed, False)
    made: dict[str, Schema] = {}
    if (new := _new_entries(shape, below, definitions, made)) is not None:
        out["allOf"] = [new]
    whole = renamed(definitions, _WHOLE, same)
    out["$defs"] = _reachable(out, {**out["$defs"], **whole, **made, **same})
    return out


def shared(definitions: dict[str, Schema], name: str, shape: Schema) -> Schema:
    """Return a reference to a definition of a name and a number, a new one where there is none like it."""
    number = 1
    while definitions.setdefault(f"{name}.{number}", shape) != shape:
        number += 1
    return {"$ref": f"#/$defs/{name}.{number}"}


def _new_entries(
    shape: Schema, below: Any, definitions: Mapping[str, Schema], made: dict[str, Schema]
) -> Schema | None:
    """Return a schema by which every entry that is not below is whole, None where there are no entries by name.

    What several entries share is defined once, in `made`.
    """
    value = below if isinstance(below, dict) else {}
    for one in shape.get("anyOf", ()):
        if (found := _new_entries(one, below, definitions, made)) is not None:
            return found
    if "$ref" in shape:
        return _new_entries(definitions[_name(shape)], below, definitions, made)
    entry = shape.get("additionalProperties")
    if isinstance(entry, dict):
        known = {key: _new_entries(entry, one, definitions, made) or True for key, one in value.items()}
        if "$ref" in entry:
            # one that is like another has what it does not say from that one
            whole = {"if": {"type": "object", "required": [LIKE]}, "else": _pointing(entry, _WHOLE)}
            return {"properties": known, "additionalProperties": whole}
        new = _new_entries(entry, {}, definitions, made)
        return {"properties": known, "additionalProperties": new} if new is not None else None
    found = {name: _new_entries(inner, value.get(name), definitions, made) for name, inner in _fields(shape).items()}
    inner = {name: one for name, one in found.items() if one is not None}
    return shared(made, "new", {"properties": inner}) if inner else None


def _fields(shape: Schema) -> Mapping[str, Schema]:
    fields: Mapping[str, Schema] = shape.get("properties", {})
    return fields


def _name(ref: Schema) -> str:
    return str(ref["$ref"]).removeprefix("#/$defs/")


def _partial(shape: Any, removed: Sequence[str], lists: bool) -> Any:
    """Return a schema in which nothing is required, and every value of a mapping may be null.

    The entries of lists stay whole unless `lists` is given.
    """
    if isinstance(shape, list):
        return [_partial(one, removed, lists) for one in shape]
    if not isinstance(shape, dict):
        return shape
    out = {}
    for key, value in shape.items():
        if key == "properties":
            out[key] = {name: or_null(_partial(inner, removed, lists)) for name, inner in value.items()}
        elif key == "$defs":
            out[key] = {name: _partial(inner, removed, lists) for name, inner in value.items()}
        elif key == "additionalProperties" and isinstance(value, dict):
            out[key] = or_null(_partial(value, removed, lists))
        elif key == "propertyNames" and "enum" in value:
            out[key] = _one_of(list(dict.fromkeys([*value["enum"], *removed])))
        elif key in ("items", "prefixItems") and not lists:
            out |= _each({key: value}, lambda one: _pointing(one, _WHOLE))
        elif key in ("required", "minProperties") or (lists and key == "minItems"):
            continue
        else:
            out[key] = value if key in _DATA else _partial(value, removed, lists)
    return out


def renamed(definitions: Mapping[str, Schema], suffix: str, same: Collection[str] = ()) -> dict[str, Schema]:
    """Return definitions under longer names, by which they refer to each other too, but not to the `same`."""
    return {f"{name}{suffix}": _pointing(one, suffix, same) for name, one in definitions.items()}


def _pointing(shape: Schema, suffix: str, same: Collection[str] = ()) -> Schema:
    """Return a schema that refers to definitions under longer names."""
    if "$ref" in shape:
        return shape if _name(shape) in same else {**shape, "$ref": f"{shape['$ref']}{suffix}"}
    return _each(shape, lambda one: _pointing(one, suffix, same))


def _each(shape: Schema, change: Callable[[Schema], Schema]) -> Schema:
    """Return a schema with every schema that it holds changed."""
    out: Schema = {}
    for key, value in shape.items():
        if key in _BY_NAME:
            out[key] = {name: change(one) if isinstance(one, dict) else one for name, one in value.items()}
        elif key in _DATA:
            out[key] = value
        elif isinstance(value, list):
            out[key] = [change(one) if isinstance(one, dict) else one for one in value]
        else:
            out[key] = change(value) if isinstance(value, dict) else value
    return out


def compact(shape: Schema) -> Schema:
    """Return a schema that says the same, with every part that it repeats defined once."""
    definitions: dict[str, Schema] = shape.get("$defs", {})
    top = {key: value for key, value in shape.items() if key != "$defs"}
    while True:
        first: dict[str, str] = {}
        instead = {name: first.setdefault(_text(one), name) for name, one in definitions.items()}
        if len(first) == len(definitions):
            break
        top = _referring(top, instead)
        definitions = {name: _referring(definitions[name], instead) for name in first.values()}
    times: Counter[str] = Counter()
    for part in (top, *definitions.values()):
        _count(part, times)
    free = (name for number in count(1) if (name := f"d{number}") not in definitions)
    made = {text: next(free) for text, often in times.items() if often > 1 and len(text) > _SHORT}
    parts = {name: _split(json.loads(text), made) for text, name in made.items()}
    every = _split({**top, "$defs": definitions}, made)
    return {**every, "$defs": _reachable(every, {**every["$defs"], **parts})}


def _text(shape: Schema) -> str:
    return json.dumps(shape, ensure_ascii=False)


def _referring(shape: Schema, instead: Mapping[str, str]) -> Schema:
    """Return a schema that refers to other definitions instead."""
    if "$ref" in shape:
        return {**shape, "$ref": f"#/$defs/{instead[_name(shape)]}"}
    return _each(shape, lambda one: _referring(one, instead))


def _count(shape: Schema, times: Counter[str]) -> None:
    """Count the schemas inside a schema by their text; what is inside a repeated one counts once."""

    def inner(one: Schema) -> Schema:
        text = _text(one)
        times[text] += 1
        if times[text] == 1:
            _count(one, times)
        return one

    _each(shape, inner)


def _split(shape: Schema, made: Mapping[str, str]) -> Schema:
    """Return a schema with references to what is `made` inside it."""

    def inner(one: Schema) -> Schema:
        name = made.get(_text(one))
        return {"$ref": f"#/$defs/{name}"} if name is not None else _split(one, made)

    return _each(shape, inner)


def _reachable(shape: Schema, definitions: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return the definitions that a schema refers to, directly or not."""
    found: dict[str, Schema] = {}
    waiting = [*_refs({key: value for key, value in shape.items() if key != "$defs"})]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = definitions[name]
            waiting += _refs(definitions[name])
    return {name: one for name, one in definitions.items() if name in found}


def _refs(shape: Schema) -> list[str]:
    """Return the names of the definitions to which a schema refers itself."""
    found: list[str] = [_name(shape)] if "$ref" in shape else []

    def inner(one: Schema) -> Schema:
        found.extend(_refs(one))
        return one

    _each(shape, inner)
    return found


def parts_of(refs: Sequence[Schema], definitions: dict[str, Schema]) -> list[Schema]:
    """Return the schemas of parts of what some definitions describe; the definitions of the parts join the others."""
    made = _partial({"$defs": definitions}, (), True)
    parts = renamed(_reachable({"anyOf": [*refs]}, made["$defs"]), _PART)
    definitions |= parts
    return [{"$ref": f"{ref['$ref']}{_PART}"} for ref in refs]


def or_null(shape: Any) -> Schema:
    """Return a schema that also allows null."""
    return {"anyOf": [shape, {"type": "null"}]}


def any_case(words: Iterable[str]) -> Schema:
    """Return the schema of a word as it is printed: in any letters, and counted as in "2 Ogres".

    Editors complete it as it is given.
    """
    known = list(dict.fromkeys(words))
    spelt = "|".join("".join(_either(letter) for letter in word) for word in known)
    return {"anyOf": [{"enum": known}, {"type": "string", "pattern": f"^(?:{_COUNT} )?(?:{spelt})$"}]}


def _either(letter: str) -> str:
    if letter.isalpha():
        return f"[{letter.lower()}{letter.upper()}]"
    return letter if letter.isalnum() or letter in " _-" else f"\\{letter}"
