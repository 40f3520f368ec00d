"""What a Hordes ruleset must hold beyond its types."""

from __future__ import annotations

from referee.core.documents import nearest
from referee.core.rules.rulesets import Ruleset

from .rules import HordesRules
from .state import CombatElement, CombatSituation
from .tables import TRAITS, Elements, HordesRow, Start


def lint(ruleset: Ruleset) -> list[str]:
    """Return every unknown name in the tables, and every missing row."""
    elements = ruleset.typed("elements", Elements)
    out = [
        f"elements.{name}.cat: '{row.cat}' is no category{nearest(row.cat, elements.categories)}"
        for name, row in elements.elements.items()
        if row.cat not in elements.categories
    ]
    if out:
        return out
    rules = HordesRules(ruleset, {})
    outcomes = {name: kind for name, kind in rules.table.outcomes.items() if not kind.victor}
    for name, row in elements.elements.items():
        for trait in row.traits:
            if trait not in TRAITS:
                out.append(f"elements.{name}.traits: '{trait}' is no trait{nearest(trait, TRAITS)}")
        if row.depth is not None and f"base.depth.{name}" in rules.options:
            out.append(f"elements.{name}.depth: the option base.depth.{name} says it already")
        option = row.factors.ma_option
        if option is not None and option not in rules.options:
            out.append(f"elements.{name}.factors.ma_option: '{option}' is no option{nearest(option, rules.options)}")
        minor = list(row.minor.values())
        if not minor or not any(set(r.when) <= set(rules.options) for r in minor):
            out.append(f"elements.{name}.minor: no row holds for every winner")
        out += _results(f"elements.{name}.minor", row.minor, outcomes) + _results(
            f"elements.{name}.major", row.major, outcomes
        )
    for table in ("spared", "major", "draw"):
        out += _results(f"combat.{table}", getattr(rules.combat, table), outcomes)
    told = {*CombatElement.__struct_fields__, *CombatSituation.__struct_fields__} - {"type", "kind", "a", "b"}
    out += [f"combat.facts: '{name}' is missing" for name in sorted(told - rules.combat.facts.keys())]
    out += [f"combat.facts.{name}: no such fact of a combat" for name in rules.combat.facts.keys() - told]
    if sum(kind.fixed for kind in rules.kinds.values()) != 1:
        out.append("elements: one type is the Stronghold, of a category that is fixed")
    for name in rules.table.army.general_forbidden:
        if name not in rules.kinds:
            out.append(f"table.army.general_forbidden: '{name}' is no element{nearest(name, rules.kinds)}")
    start = ruleset.typed("start", Start)
    if len(start.armies) != 2:
        out.append("start.armies: a battle has two armies")
    for army in start.armies:
        for element in army.elements:
            if element.type not in rules.kinds:
                out.append(f"start.armies: '{element.type}' is no element{nearest(element.type, rules.kinds)}")
    for name, feature in start.terrain.items():
        if feature.kind not in rules.table.terrains:
            out.append(
                f"start.terrain.{name}: '{feature.kind}' is no terrain{nearest(feature.kind, rules.table.terrains)}"
            )
    return out


def _results(where: str, rows: dict[str, HordesRow], outcomes: object) -> list[str]:
    known = list(outcomes) if isinstance(outcomes, dict) else []
    return [
        f"{where}.{name}: '{row.result}' is no outcome{nearest(row.result, known)}"
        for name, row in rows.items()
        if row.result is not None and row.result not in known
    ]
