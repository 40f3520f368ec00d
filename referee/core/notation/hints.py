"""Hints for messages on how to write an order or a question: verbs, choices and examples."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..documents import strict_yaml
from ..documents.problems import listed
from .field_specs import field_specs, struct_in, struct_of
from .line_writer import line
from .situation_forms import SituationForm

# the names of tables that fields may have, by `Type.field`
Names = Mapping[str, Sequence[str | int]]


def situation_words(form: SituationForm, state: type[Any], names: Names) -> list[str]:
    """Return the words of the clauses of a situation: its fields, their choices, and the names that they can have."""
    whole = state if form.whole else struct_of(state, form.key)
    held = [form.items, *(field for field, _ in form.lists.values())]
    parts = [struct_in(whole, field) for field in [*held, *form.parts] if field is not None]
    words = list(form.lists)
    for kind in dict.fromkeys([whole, *(part for part in parts if part is not None)]):
        for field, spec in field_specs(kind).items():
            named = [str(name) for name in names.get(f"{kind.__name__}.{field}", ())]
            words += [field, *spec.choices, *named]
    return list(dict.fromkeys(words))


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
