"""Hints for messages on how to write an order or a question: verbs, choices and examples."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..documents import strict_yaml
from ..documents.problems import listed
from .field_specs import field_specs
from .line_writer import line

# verbs are listed up to this many
_FEW_VERBS = 8
# the first example in a docstring
_EXAMPLE = re.compile(r"`(\{[^`]*\})`")


def how(verbs: Mapping[str, type[Any]], noun: str, meant: str | None = None) -> str:
    """Return a hint on how to begin an order or a question: with the verb that may be meant, or else any verb."""
    if meant is not None:
        return f"if '{meant}' is what you mean, begin with it: {example(verbs[meant])}"
    if len(verbs) <= _FEW_VERBS or noun != "an order":
        return f"{noun} begins with its verb: {listed(sorted(verbs))}"
    return "an order begins with its verb and is one line; `referee legal STATE` lists those that may be given now"


def hint(kind: type[Any], verb: str, as_line: bool = True) -> str:
    """Return a hint on what may follow a verb: its choices, or the example of its type."""
    choices, shown = field_specs(kind)[verb].choices, example(kind, as_line)
    # a verb that takes a number too is shown by its example
    if choices and (field_specs(kind)[verb].kind == "word" or not shown):
        return f": {listed(choices)}"
    return f", as in {shown}" if shown else ""


def example(kind: type[Any], as_line: bool = True) -> str:
    """Return the example in the docstring of a type, or an empty text."""
    shown = _EXAMPLE.search(kind.__doc__ or "")
    if shown is None:
        return ""
    return line(example_value(kind), kind) if as_line else shown[1]


def example_value(kind: type[Any]) -> dict[str, Any]:
    """Return the example in the docstring of a type as a mapping, an empty one if it has none."""
    shown = _EXAMPLE.search(kind.__doc__ or "")
    value: dict[str, Any] = strict_yaml.Builder(shown[1], "").documents()[0] if shown is not None else {}
    return value
