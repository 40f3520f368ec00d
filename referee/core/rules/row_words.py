"""A row in words: why it is there, what it changes, and when it holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping
from typing import Any

from msgspec import inspect

from ..documents import Path
from ..documents.plain import type_info
from ..documents.problems import listed
from .index import OptionValue
from .moments import ADDED, Moment, every_section, placed_rows, quantities_of
from .rows import Row, span_said
from .rulesets import Ruleset

# how a row begins that a ruleset does not have by itself
ONLY = "only with the option "


def row_fields(tables: Mapping[str, type[Any]], moments: Mapping[str, Moment]) -> dict[str, dict[str, str]]:
    """Return for each moment the fields of its rows with their values in words.

    The fields that every row has and the quantities are left out.
    """
    out: dict[str, dict[str, str]] = {name: {} for name in moments}
    for section in every_section(tables):
        if (moment := moments.get(section.moment)) is not None:
            out[section.moment] |= _fields(section.row, moment)
    return out


def _fields(row: type[Row], moment: Moment) -> dict[str, str]:
    left_out = {*Row.__struct_fields__, *quantities_of(row)}
    described = type_info(row)
    assert isinstance(described, inspect.StructType)
    out = {}
    for field in described.fields:
        known = moment.fields is None or field.name in (*moment.fields, *moment.marks)
        if field.name not in left_out and known:
            thing = moment.names.get(field.name)
            out[field.encode_name] = _by_name(thing, field.type) if thing is not None else _values(field.type)
    return out


def _by_name(thing: tuple[str, tuple[str, ...]], kind: inspect.Type) -> str:
    what, known = thing
    several = "a list, each " if isinstance(kind, inspect.ListType) else ""
    return f"{several}{what} by name" + (f", {_some(known)}" if known else "")


def _some(words: tuple[str, ...]) -> str:
    return " | ".join(words) if len(words) <= 6 else f"{' | '.join(words[:4])} | ... ({len(words)} names)"


def _values(kind: inspect.Type) -> str:
    """Return in words which values a field may have; "" and null say that it is not given."""
    match kind:
        case inspect.Metadata():
            return _values(kind.type)
        case inspect.UnionType():
            return " | ".join(_values(one) for one in kind.types if not isinstance(one, inspect.NoneType))
        case inspect.LiteralType():
            return " | ".join(str(value) for value in kind.values if value != "")
        case inspect.BoolType():
            return "true | false"
        case inspect.IntType():
            low, high = kind.ge, kind.le
            return f"a number from {low} to {high}" if low is not None and high is not None else "a number"
        case inspect.ListType() | inspect.VarTupleType():
            return f"a list, each {_values(kind.item_type)}"
        case inspect.TupleType():
            return f"[{', '.join(_values(one) for one in kind.item_types)}]"
        case inspect.DictType():
            return f"a mapping, each {_values(kind.value_type)}"
        case inspect.StructType():
            inner = ", ".join(f"{field.encode_name}: {_values(field.type)}" for field in kind.fields)
            return f"{{{inner}}}"
    return "text"


# what says nothing of the change itself
_ASIDE = ("why", "cite", "when", "before", "after", "layer", "title")
# what a fact begins with that is true or false
_WHETHER = "whether "
# what one begins with that has a noun
_ARTICLES = ("the ", "its ")
# how an operation is said before its number
_SAID = {"add": "", "set": "is ", "times": "times ", "at_least": "at least ", "at_most": "at most "}


def moments_of_rows(ruleset: Ruleset, tables: Mapping[str, type[Any]]) -> dict[tuple[str, Path], str]:
    """Return the name of the moment of every row, by its table and its path there."""
    return {
        (name, placed.path): placed.moment
        for name, kind in tables.items()
        if name in ruleset.tables
        for placed in placed_rows(ruleset.typed(name, kind))
    }


def sayer(
    ruleset: Ruleset, moments: Mapping[str, Moment], tables: Mapping[str, type[Any]]
) -> Callable[[str, Path, Mapping[str, Any]], str]:
    """Return a function that says a row in words, by its table and its path there.

    A row that holds only with options that are not the ruleset's own begins with that; the others need not be said.
    """
    names = moments_of_rows(ruleset, tables)
    defaults = {one.option: one.default for one in ruleset.rulings.values() if one.option is not None}

    def said(table: str, path: Path, row: Mapping[str, Any]) -> str:
        moment, only = moments.get(names.get((table, path), "")), _only(row, defaults)
        words = row_words(row, moment, defaults)
        return f"{ONLY}{' and '.join(only)}: {words}" if words and only else words

    return said


def _only(row: Mapping[str, Any], defaults: Mapping[str, OptionValue | None]) -> list[str]:
    """Return the options that a row needs and a ruleset does not have by itself, each with its choices."""
    when = row.get("when")
    wanted = {name: one for name, one in when.items() if name in defaults} if isinstance(when, dict) else {}
    choices = {name: one if isinstance(one, list) else [one] for name, one in wanted.items()}
    return [f"{name} {_value(some)}" for name, some in choices.items() if defaults[name] not in some]


def row_words(row: Mapping[str, Any], moment: Moment | None = None, aside: Container[str] = ()) -> str:
    """Return a row as a sentence without a full stop: `striking up a Wall: the striker's Skill-factor -1, if …`.

    What it says of the facts `aside` is left out.
    """
    changes = [_change(key, value, moment) for key, value in row.items() if key not in _ASIDE]
    when = row.get("when")
    conditions = {key: one for key, one in when.items() if key not in aside} if isinstance(when, dict) else {}
    head = str(row.get("why") or row.get("title") or "")
    said = ", ".join(one for one in changes if one)
    whole, held = ": ".join(part for part in (head, said) if part), _conditions(conditions, moment)
    return f"{whole}{', ' if said else ': '}{held}" if held else whole


def _conditions(when: Mapping[str, Any], moment: Moment | None) -> str:
    """Return when a row holds: `if …, unless …`."""
    facts = moment.facts if moment is not None else {}
    held: list[str] = []
    barred: list[str] = []
    for key, value in when.items():
        fact = facts.get(key)
        says, name = fact.says if fact is not None else "", key.replace("_", " ")
        if isinstance(value, bool):
            # those of a family say the same
            alike = fact is None or fact.family or not says.startswith(_WHETHER)
            (held if value else barred).append(name if alike else says.removeprefix(_WHETHER))
        else:
            held.append(_condition(re.split("[,;]", says)[0] if says.startswith(_ARTICLES) else name, value))
    both = ("if " + listed(held, "and") if held else "", "unless " + listed(barred, "or") if barred else "")
    return ", ".join(one for one in both if one)


def _change(key: str, value: Any, moment: Moment | None) -> str:
    known = moment.quantities.get(key) if moment is not None else None
    name = known.says if known is not None else key.replace("_", " ")
    if key == "forbid" and value is True and moment is not None and moment.forbids:
        return f"it forbids {moment.forbids}"
    if isinstance(value, dict) and any(isinstance(one, dict) and _holds_rows(one) for one in (value, *value.values())):
        # rows of its own have words of their own
        return ""
    if value is True:
        return name
    if value is False:
        return f"no {name}"
    if isinstance(value, dict):
        return f"{name} {', '.join(_operation(op, one) for op, one in value.items())}"
    if isinstance(value, int) and known is not None and known.plain == ADDED:
        return f"{name} {value:+}"
    return f"{name} {_value(value)}"


def _holds_rows(value: Mapping[str, Any]) -> bool:
    return "cite" in value or any(isinstance(one, dict) and _holds_rows(one) for one in value.values())


def _operation(name: str, value: Any) -> str:
    if name == "halve":
        return f"halved, rounded {value}"
    if name == "add" and isinstance(value, int):
        return f"{value:+}"
    return f"{_SAID.get(name, f'{name} ')}{_value(value)}"


def _condition(name: str, value: Any) -> str:
    are = "are" if re.match(rf"({'|'.join(_ARTICLES)})\w+[^s]s\b", name) else "is"
    if isinstance(value, dict):
        return f"{name} {are} {span_said(value.get('at_least'), value.get('at_most'))}"
    return f"{name} {are} {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, list):
        return listed([_value(one) for one in value], "or")
    if isinstance(value, dict):
        return ", ".join(f"{key} {_value(inner)}" for key, inner in value.items())
    return str(value).lower() if isinstance(value, bool) else str(value)
