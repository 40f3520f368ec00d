"""The words that a player may write next, for completion at a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .field_specs import field_specs, struct_in, struct_of
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
