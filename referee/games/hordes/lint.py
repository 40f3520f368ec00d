"""What a Hordes ruleset must hold beyond its types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.core.documents import Path, Problem, nearest
from referee.core.rules.rulesets import Finding, Ruleset

from .lint_outcomes import outcomes
from .rules import HordesRules
from .state import CombatElement, CombatSituation
from .tables import TRAITS, Elements, Start

Found = Iterator[Finding]


def lint(ruleset: Ruleset) -> list[Problem]:
    """Return every unknown name in the tables, every missing row and every result that is not carried out."""
    return ruleset.problems_at(_found(ruleset))


def _found(ruleset: Ruleset) -> Found:
    elements = ruleset.typed("elements", Elements)
    wrong = [name for name, row in elements.elements.items() if row.cat not in elements.categories]
    for name in wrong:
        yield _unknown(
            "elements", ("elements", name, "cat"), elements.elements[name].cat, "category", elements.categories
        )
    if wrong:
        return
    rules = HordesRules(ruleset, {})
    yield from _types(rules)
    yield from outcomes(rules)
    yield from _facts(rules)
    yield from _start(ruleset.typed("start", Start), rules)


def _types(rules: HordesRules) -> Found:
    """Yield what is wrong with the element types."""
    for name, kind in rules.kinds.items():
        row, at = kind.row, ("elements", name)
        for number, trait in enumerate(row.traits):
            if trait not in TRAITS:
                yield _unknown("elements", (*at, "traits", number), trait, "trait", TRAITS)
        if row.depth is not None and f"base.depth.{name}" in rules.options:
            yield "elements", (*at, "depth"), f"the option base.depth.{name} says it already"
        option = row.factors.ma_option
        if option is not None and option not in rules.options:
            yield _unknown("elements", (*at, "factors", "ma_option"), option, "option", rules.options)
    if sum(kind.fixed for kind in rules.kinds.values()) != 1:
        yield "elements", ("elements",), "one type is the Stronghold, of a category that is fixed"
    for number, name in enumerate(rules.table.army.general_forbidden):
        if name not in rules.kinds:
            yield _unknown("table", ("army", "general_forbidden", number), name, "element", rules.kinds)


def _facts(rules: HordesRules) -> Found:
    """Yield the facts of a combat of which the table does not say when they count, and those that do not exist."""
    told = {*CombatElement.__struct_fields__, *CombatSituation.__struct_fields__} - {"type", "kind", "a", "b"}
    for name in sorted(told - rules.combat.facts.keys()):
        yield "combat", ("facts",), f"'{name}' is missing"
    for name in rules.combat.facts.keys() - told:
        yield "combat", ("facts", name), f"'{name}' is no fact of a combat{nearest(name, told)}"


def _start(start: Start, rules: HordesRules) -> Found:
    """Yield what is wrong with the battle of a new file."""
    if len(start.armies) != 2:
        yield "start", ("armies",), "a battle has two armies"
    for army, told in enumerate(start.armies):
        for number, element in enumerate(told.elements):
            if element.type not in rules.kinds:
                at = ("armies", army, "elements", number, "type")
                yield _unknown("start", at, element.type, "element", rules.kinds)
    for name, feature in start.terrain.items():
        if feature.kind not in rules.table.terrains:
            yield _unknown("start", ("terrain", name, "kind"), feature.kind, "terrain", rules.table.terrains)


def _unknown(table: str, path: Path, name: str, what: str, known: Iterable[str]) -> Finding:
    return table, path, f"'{name}' is no {what}{nearest(name, known)}"
