"""The names that the fields of Hordes' documents and tables may have, for the schemas that editors use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.rules.rulesets import Ruleset

from .tables import TRAITS


def names(ruleset: Ruleset) -> Mapping[str, Sequence[str | int]]:
    """Return the names by type and field; `:keys` are those of the keys of a mapping."""
    known, table = ruleset.raw("elements"), ruleset.raw("table")
    elements, categories = list(known.get("elements", {})), list(known.get("categories", {}))
    terrains, goings = list(table.get("terrains", {})), list(table.get("goings", {}))
    rulings = ruleset.raw("rulings").get("rulings", {})
    return {
        **dict.fromkeys(("ElementState.type", "CombatElement.type", "StartElement.type"), elements),
        "ElementState.race": list(ruleset.raw("pips").get("races", [])),
        **dict.fromkeys(("Feature.kind", "StartFeature.kind"), terrains),
        **dict.fromkeys(("CombatElement.going", "Behind.going"), goings),
        "ElementType.cat": categories,
        "ElementType.traits": sorted(TRAITS),
        "ResultRow.result": list(table.get("outcomes", {})),
        "Factors.ma_option": [row["option"] for row in rulings.values() if row.get("option") is not None],
    }
