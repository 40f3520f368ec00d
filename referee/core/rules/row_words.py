"""A row in words: why it is there, what it changes, and when it holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ..documents import Path
from ..documents.problems import listed
from .moments import ADDED, Moment, placed_rows

if TYPE_CHECKING:
    from .rulesets import Ruleset

# what says nothing of the change itself
_ASIDE = ("why", "cite", "when", "before", "after", "layer", "title")
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
    """Return a function that says a row in words, by its table and its path there."""
    names = moments_of_rows(ruleset, tables)
    return lambda table, path, row: row_words(row, moments.get(names.get((table, path), "")))


def row_words(row: Mapping[str, Any], moment: Moment | None = None) -> str:
    """Return a row as a sentence without a full stop: `striking up a Wall: the striker's Skill-factor -1, if …`."""
    changes = [_change(key, value, moment) for key, value in row.items() if key not in _ASIDE]
    when = row.get("when")
    conditions = [_condition(key, value) for key, value in when.items()] if isinstance(when, dict) else []
    head = str(row.get("why") or row.get("title") or "")
    said = ", ".join(one for one in changes if one)
    whole = ": ".join(part for part in (head, said) if part)
    return f"{whole}{', ' if said else ': '}if {listed(conditions, 'and')}" if conditions else whole


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


def _condition(key: str, value: Any) -> str:
    name = key.replace("_", " ")
    if isinstance(value, bool):
        return name if value else f"not {name}"
    return f"{name} is {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, list):
        return listed([_value(one) for one in value], "or")
    if isinstance(value, dict):
        return ", ".join(f"{key} {_value(inner)}" for key, inner in value.items())
    return str(value).lower() if isinstance(value, bool) else str(value)
