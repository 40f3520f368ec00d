"""Finds by which facts and fields a row can say a condition that is asked for in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..rules.fact_groups import groups
from ..rules.full_text import Entry, index_of_entries
from ..rules.row_words import row_fields
from ..rules.rulesets import Ruleset
from .game import Game

_MOST = 6


def conditions_about(game: Game, ruleset: Ruleset, text: str) -> list[dict[str, Any]]:
    """Return the facts and fields that a text is about, best first, each with an example and its names by moment.

    Phrases in which authors ask for them stand in the table `words`, under `conditions`.
    """
    rows = {**_facts(game, ruleset), **_fields(game, ruleset)}
    table: Mapping[str, list[str]] = ruleset.raw("words").get("conditions", {}) if "words" in ruleset.tables else {}
    entries = [
        Entry(key, "row", " ".join([key, *row["facts"]]).replace("_", " "), row["says"], "\n".join(table.get(key, ())))
        for key, row in rows.items()
    ]
    return [rows[found.id] for found in index_of_entries(entries, ruleset).find(text, _MOST)]


def _facts(game: Game, ruleset: Ruleset) -> dict[str, dict[str, Any]]:
    out: dict[str, dict[str, Any]] = {}
    for name, moment in game.moments(ruleset).items():
        for group in groups(moment):
            known = out.setdefault(
                group.key, {"facts": [], "example": group.example, "values": group.values, "moments": {}}
            )
            known.setdefault("says", group.kind.says)
            known["facts"] += [fact for fact in group.facts if fact not in known["facts"]]
            roles = {moment.facts[fact].of: fact for fact in reversed(group.facts)}
            known["moments"][name] = [roles[role] for role in group.roles]
    return out


def _fields(game: Game, ruleset: Ruleset) -> dict[str, dict[str, Any]]:
    out: dict[str, dict[str, Any]] = {}
    for name, fields in row_fields(game.tables, game.moments(ruleset)).items():
        for field, values in fields.items():
            example = f"{field}: {values.partition(' |')[0]}"
            row = {"facts": [field], "example": example, "values": values, "says": "a field beside when", "moments": {}}
            out.setdefault(field, row)["moments"][name] = [field]
    return out
