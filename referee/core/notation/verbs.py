"""The verb of an order or a question given as a mapping."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ..documents.problems import kind_of, nearest


def verb_of(value: Any, verbs: Mapping[str, Any], noun: str) -> tuple[str | None, str]:
    """Return the verb among the keys of a mapping and "", or None and a message.

    A key that is a verb may be a field of another, as `draw` is one of `muster`.
    """
    if not isinstance(value, dict):
        return None, f"{noun} is a mapping or a line of text, not {kind_of(value)}"
    found = [key for key in value if key in verbs]
    if len(found) > 1:
        found = [verb for verb in found if _has_fields(verbs[verb], {*found} - {verb})] or found
    if len(found) == 1:
        return found[0], ""
    if found:
        return None, f"{noun} has one verb; here are {' and '.join(found)}, each of which is {noun} of its own"
    for key in value:
        before, colon, _ = key.partition(":")
        if colon and before in verbs:
            return None, f"no verb here: a space is missing after '{before}:'"
        first, blank, _ = key.partition(" ")
        if blank and first in verbs:
            return None, f"no verb here: a colon is missing after '{first}'"
        near = nearest(key, verbs)
        if near:
            return None, f"no verb here: '{key}' is not known{near}"
    from .hints import how

    return None, f"no verb here; {how(verbs, noun)}"


def _has_fields(kind: Any, names: set[str]) -> bool:
    """Return whether a type has fields of all these names."""
    from .field_specs import field_specs

    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and names <= field_specs(kind).keys()
