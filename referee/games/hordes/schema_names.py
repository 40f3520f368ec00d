"""The names that the fields of Hordes' documents and tables may have, for the schemas that editors use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.rules.rulesets import Ruleset

from .lint import combat_facts
from .outcome_tables import Ends
from .tables import TRAITS


def names(ruleset: Ruleset) -> Mapping[str, Sequence[str | int]]:
    """Return the names by type and field; `:keys` are those of the keys of a mapping."""
    known, table = ruleset.raw("elements"), ruleset.raw("table")
    elements, categories = list(known.get("elements", {})), list(known.get("categories", {}))
    terrains, goings = list(table.get("terrains", {})), list(table.get("goings", {}))
    rulings = ruleset.raw("rulings").get("rulings", {})
    options = [row["option"] for row in rulings.values() if row.get("option") is not None]
    kinds = table.get("outcomes", {})
    outcomes = list(kinds)
    # what a victor does is no result of a row
    victors = [name for name, row in kinds.items() if isinstance(row, dict) and row.get("victor")]
    results = [name for name in outcomes if name not in victors]
    return {
        **dict.fromkeys(("ElementState.type", "CombatElement.type", "StartElement.type"), elements),
        "ElementState.race": list(ruleset.raw("pips").get("races", [])),
        **dict.fromkeys(("Feature.kind", "StartFeature.kind"), terrains),
        **dict.fromkeys(("CombatElement.going", "Behind.going"), goings),
        "ElementType.cat": categories,
        "ElementType.traits": sorted(TRAITS),
        "ArmyRules.general_forbidden": elements,
        "AskArmy.army:keys": elements,
        **dict.fromkeys((f"Ends.{end}" for end in Ends.__struct_fields__), outcomes),
        "Ends.advanced": victors,
        "ResultRow.result": results,
        "CombatTable.facts:keys": combat_facts(),
        **dict.fromkeys(("Factors.ma_option", "Setting.option"), options),
    }
