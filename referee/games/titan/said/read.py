"""The situations that a reading may mean: on a Battleland or on the Masterboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.line.reading import Layout, Meaning
from referee.core.notation.field_specs import field_specs

from ..rules import TitanRules


def situations(meaning: Meaning, kind: type[Any], rules: TitanRules) -> Iterator[Layout]:
    """Yield each document that a reading may mean, the likeliest first; raises Open for what is not said."""
    if kind.about == "masterboard" or not meaning.things:
        from .legions import situations as of_legions

        return of_legions(meaning, kind, rules)
    from .battle import situations as of_battle

    return of_battle(meaning, field_specs(kind), rules)
