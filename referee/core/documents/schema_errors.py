"""The errors of a JSON Schema, in words for a player, each at its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from functools import cache
from itertools import chain, count, islice
from pathlib import Path as FilePath
from typing import Any

import msgspec.inspect as inspect

from .document import Document
from .locations import Path
from .plain import schema, type_info
from .problems import MOST_PROBLEMS, Problem, kind_of, listed, nearest, short, shown


def key_problems(document: Document, kind: Any, value: Any, path: Path = ()) -> Iterator[Problem]:
    """Yield the problem of every key of a value that its type does not allow."""
    for where, key, allowed in _wrong_keys(type_info(kind), value, path):
        near = nearest(key, allowed) or f"; the keys are {listed(allowed, 'and')}"
        yield document.problem(where, f"{shown(key)} is not a key here{near}", str(key))


def _wrong_keys(kind: inspect.Type, value: Any, path: Path) -> Iterator[tuple[Path, Any, list[str]]]:
    if isinstance(kind, inspect.Metadata):
        yield from _wrong_keys(kind.type, value, path)
    elif isinstance(kind, inspect.UnionType):
        # of several structs the value may be meant as any
        inner = [one for one in kind.types if isinstance(one, (inspect.StructType, inspect.DictType, inspect.ListType))]
        if len(inner) == 1:
            yield from _wrong_keys(inner[0], value, path)
    elif isinstance(kind, inspect.StructType) and isinstance(value, dict):
        for field in kind.fields:
            if field.encode_name in value:
                yield from _wrong_keys(field.type, value[field.encode_name], (*path, field.encode_name))
    elif isinstance(kind, inspect.DictType) and isinstance(value, dict):
        names = kind.key_type
        allowed = [str(one) for one in names.values] if isinstance(names, inspect.LiteralType) else []
        for key, inside in value.items():
            if allowed and key not in allowed:
                yield path, key, allowed
            else:
                yield from _wrong_keys(kind.value_type, inside, (*path, key))
    elif isinstance(kind, inspect.ListType) and isinstance(value, list):
        for number, one in enumerate(value):
            yield from _wrong_keys(kind.item_type, one, (*path, number))


RESERVED = ("if", "else")


# a list longer than this is not searched to its end; its first error is still reported
_MOST_ITEMS = 20_000
# the most keys listed for an unknown key
_FEW = 8


def problems(document: Document, kind: Any, value: Any, path: Path = (), example: str = "") -> list[Problem]:
    """Return the type errors of a value, each with its place: all, or the first hundred and one.

    If a key is missing, the example shows how it is written.
    """
    found = (problem for error in _errors(value, kind) for problem in _said(document, error, path, example))
    out = dict.fromkeys(islice(chain(found, key_problems(document, kind, value, path)), MOST_PROBLEMS + 1))
    return sorted(out, key=lambda p: (p.line, p.column, p.message))


def schema_errors(value: Any, kind: Any) -> list[Any]:
    """Return the type errors of a value, as a JSON Schema validator gives them."""
    return list(islice(_errors(value, kind), MOST_PROBLEMS + 1))


# counts the values examined in one document; each thread examines its own
_looked: ContextVar[Iterator[int]] = ContextVar("looked")


def _errors(value: Any, kind: Any) -> Iterator[Any]:
    before = _looked.set(count(1))
    try:
        yield from _checker()(schema(kind)).iter_errors(value)
    finally:
        _looked.reset(before)


@cache
def _checker() -> Any:
    """Return a validator that treats numbers as msgspec does, and stops early in very large values."""
    from jsonschema import Draft202012Validator, ValidationError, validators

    def some(validator: Any, shape: Any, inner: Iterable[tuple[Any, Any]]) -> Iterator[Any]:
        for key, value in inner:
            if next(_looked.get()) > _MOST_ITEMS:
                return
            yield from validator.descend(value, shape, path=key)

    def items(validator: Any, shape: Any, value: Any, whole: Any) -> Iterator[Any]:
        if isinstance(value, list) and len(value) <= whole.get("maxItems", len(value)):
            first = len(whole.get("prefixItems", ()))
            yield from some(validator, shape, islice(enumerate(value), first, None))

    def others(validator: Any, shape: Any, value: Any, whole: Any) -> Iterator[Any]:
        if isinstance(value, dict):
            known = whole.get("properties", {})
            unknown = ((k, v) for k, v in value.items() if k not in known)
            if isinstance(shape, dict):
                yield from some(validator, shape, unknown)
            elif not shape and any(True for _ in unknown):
                yield ValidationError("keys that are not known")

    def any_of(validator: Any, field_specs: Any, value: Any, whole: Any) -> Iterator[Any]:
        real = [shape for shape in field_specs if shape != {"type": "null"}]
        if value is None and len(real) < len(field_specs):
            return
        if len(real) == 1:
            yield from validator.descend(value, real[0])
        else:
            yield from Draft202012Validator.VALIDATORS["anyOf"](validator, field_specs, value, whole)

    def enum(validator: Any, allowed: Any, value: Any, whole: Any) -> Iterator[Any]:
        if not any(type(one) is type(value) and one == value for one in allowed):
            yield ValidationError("none of these")

    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, v: type(v) is int)
    rules = {"items": items, "additionalProperties": others, "anyOf": any_of, "enum": enum}
    return validators.extend(Draft202012Validator, rules, type_checker=types)  # type: ignore[no-untyped-call]


def _said(document: Document, error: Any, base: Path, example: str = "") -> Iterable[Problem]:
    path: Path = (*base, *error.absolute_path)
    rule, allowed, value = error.validator, error.validator_value, error.instance
    shown_how = f"; write it as in {example}" if example else ""
    if rule == "additionalProperties":
        known = error.schema.get("properties", {})
        for key in value:
            if key not in known:
                if key in RESERVED:
                    yield document.problem(path, f"'{key}' means something only among orders", key)
                else:
                    if not path and key == FilePath(document.file).stem:
                        where = f"this file holds the table '{key}'; write its sections at the top level"
                        yield document.problem(path, f"{shown(key)} is not a key here: {where}", key)
                        continue
                    near = nearest(key, known) or (f"; known are {', '.join(known)}" if len(known) <= _FEW else "")
                    yield document.problem(path, f"{shown(key)} is not a key here{near}", key)
    elif rule == "required":
        for key in allowed:
            if key not in value:
                how = _only(error.schema["properties"].get(key), key) or ("" if error.absolute_path else shown_how)
                yield document.problem(path, f"'{key}' is missing{how}")
    elif rule == "anyOf":
        yield from _any_of(document, error, base, path)
    elif rule in ("enum", "const"):
        literals = allowed if rule == "enum" else [allowed]
        options = [kind_of(a) if a is None or isinstance(a, bool) else str(a) for a in literals]
        said = shown(value) if isinstance(value, str) else kind_of(value)
        # the same word, but of another type
        same = next((a for a in literals if type(a) is not type(value) and str(a).lower() == str(value).lower()), None)
        near = nearest(value, options) if isinstance(value, str) else ""
        among = (
            f"{said} is not one of {', '.join(options)}" if len(options) > 1 else f"must be {options[0]}, not {said}"
        )
        if same is not None:
            among, near = f"must be {_kind(same)}, not {_kind(value)}", _instead(same, value)
        yield document.problem(path, f"{among}{near}")
    elif rule == "type":
        wanted = [allowed] if isinstance(allowed, str) else allowed
        rather = _rather(wanted, value, error) if path else "; a document is lines like 'key: value'"
        yield document.problem(path, f"must be {_types(wanted)}, not {kind_of(value)}{rather}")
    elif rule in ("minimum", "maximum"):
        yield document.problem(path, f"must be {'at least' if rule == 'minimum' else 'at most'} {allowed}, not {value}")
    elif rule in ("minItems", "minLength", "minProperties") and allowed == 1:
        how = error.schema.get("description", "")
        yield document.problem(path, f"must not be empty{f'; {how}' if how else ''}")
    elif rule in ("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"):
        word = "at least" if rule.startswith("min") else "at most"
        noun = "letters" if "Length" in rule else "entries"
        yield document.problem(path, f"must have {word} {allowed} {noun}, not {len(value)}")
    elif rule == "pattern":
        how = error.schema.get("description", "does not have the form required here")
        yield document.problem(path, f"{shown(value)} {how}")
    else:
        yield document.problem(path, error.message)


def _any_of(document: Document, error: Any, base: Path, path: Path) -> Iterable[Problem]:
    """Return the errors of the alternative that was most likely meant: the one of the same type."""
    branches: dict[int, list[Any]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    shaped = [found for found in branches.values() if not any(_of_another_type(e) for e in found)]
    wrong_type = len(shaped) < len(branches) or any(e.path for found in branches.values() for e in found)
    word = _only_word(shaped)
    others: list[str] = [e.validator_value for found in branches.values() for e in found if e.validator == "type"]
    if word and {*others} - {"null"}:
        other_kinds = _types([one for one in dict.fromkeys(others) if one != "null"])
        yield document.problem(path, f"must be {other_kinds} or the word {word}, not {kind_of(error.instance)}")
        return
    if len(shaped) == 1:
        for inner in shaped[0]:
            yield from _said(document, inner, base)
        return
    named = [one for found in branches.values() for e in found if e.validator == "enum" for one in e.validator_value]
    if named and not wrong_type:
        options = list(dict.fromkeys(map(str, named)))
        yield document.problem(
            path, f"{shown(error.instance)} is not one of {', '.join(options)}{nearest(error.instance, options)}"
        )
        return
    wanted = [e.validator_value for found in branches.values() for e in found if e.validator == "type" and not e.path]
    kinds = [w for w in dict.fromkeys(wanted) if w != "null"]
    rather = _rather(kinds, error.instance, error) if len(kinds) == 1 else ""
    if "when" in path[-2:-1] and isinstance(error.instance, dict):
        rather = "; list the values that hold, as in [2, 3]"
    yield document.problem(path, f"must be {_types(kinds) or 'something else'}, not {kind_of(error.instance)}{rather}")


def _only_word(shaped: list[list[Any]]) -> str:
    """Return the word that is the one alternative of the type of a value, "" where there is no such."""
    if len(shaped) != 1 or len(shaped[0]) != 1 or shaped[0][0].path:
        return ""
    [error] = shaped[0]
    words = {"const": [error.validator_value], "enum": error.validator_value}.get(error.validator, ())
    return str(words[0]) if len(words) == 1 else ""


def _of_another_type(error: Any) -> bool:
    """Return whether an error says that a whole value is of another type than an alternative has."""
    if error.path:
        return False
    if error.validator in ("enum", "const"):
        allowed = error.validator_value if error.validator == "enum" else [error.validator_value]
        return not isinstance(error.instance, str) and all(isinstance(one, str) for one in allowed)
    return bool(error.validator == "type")


_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_FITTING: dict[str, tuple[type, ...]] = {"integer": (int,), "number": (int, float), "boolean": (bool,)}
_EMPTY = {"array": "; an empty list is []", "object": "; an empty mapping is {}"}
_DECIMAL = re.compile(r"[-+]?[0-9]{1,18}\.[0-9]{1,18}\Z")
# as many dice as one list has
_MOST_DIGITS = 30
_TYPES = {
    "integer": "a whole number",
    "number": "a number",
    "string": "text",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}


def _types(allowed: list[str]) -> str:
    return " or ".join(_TYPES[a] for a in allowed)


def _only(shape: Any, key: str) -> str:
    """Return what to write for a missing key that can have only one value."""
    if not isinstance(shape, dict):
        return ""
    only = [shape["const"]] if "const" in shape else shape.get("enum", ())
    return f"; write '{key}: {str(only[0]).lower()}'" if len(only) == 1 else ""


def _kind(value: Any) -> str:
    """Return a value with its type."""
    return f"the text {shown(value)}" if isinstance(value, str) else kind_of(value)


def _instead(value: Any, given: Any) -> str:
    """Return a hint to write another value, with or without quotes."""
    if isinstance(value, str):
        return f'; write "{value}", in quotes' if _scalar(value) is not None else f"; write {value}"
    bare = isinstance(given, str) and given.lower() == str(value).lower()
    return f"; write {str(value).lower()}{', without quotes' if bare else ''}"


def _scalar(text: str) -> int | float | bool | None:
    """Return the number or boolean that a text would be without its quotes."""
    if text.lower() in _TRUTH:
        return _TRUTH[text.lower()]
    try:
        return int(text) if re.fullmatch(r"[-+]?[0-9]{1,18}", text) else float(text) if _DECIMAL.match(text) else None
    except ValueError:
        return None


def _rather(wanted: list[str], value: Any, error: Any) -> str:
    """Return a hint how to write what a value of another type most likely means, or ""."""
    if len(wanted) != 1 or shown(value) != f"'{short(str(value), 60)}'":
        return ""
    kind = wanted[0]
    if kind in _FITTING and isinstance(value, str):
        meant = _scalar(value)
        return _instead(meant, value) if type(meant) in _FITTING[kind] else ""
    if kind == "integer" and isinstance(value, float) and value.is_integer():
        return f"; write {value:.0f}"
    if kind == "string" and isinstance(value, (int, float)):
        return _instead(str(value).lower(), value)
    if value is None or kind != "array":
        return _EMPTY.get(kind, "") if value is None else ""
    if isinstance(value, dict):
        return "; begin each entry with a dash"
    least = error.schema.get("minItems", 0)
    if isinstance(value, float) and least > 1:
        return f"; write {least} numbers in brackets"
    if least > 1 and isinstance(value, (int, float)) and not isinstance(value, bool) and len(str(value)) < least:
        return f"; write {least} of them, as in [{', '.join([str(value)] * least)}]"
    each_kind = error.schema.get("items")
    # for a list of fixed length, as a place, `items` only limits the length
    numbers = isinstance(each_kind, dict) and each_kind.get("type") == "integer"
    digits = str(value) if numbers else ""
    each = ", ".join(digits) if digits.isdigit() and len(digits) <= _MOST_DIGITS else str(value)
    return f"; write [{short(each, 60)}]"
