"""What a Hordes ruleset must hold beyond its types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.core.documents import Path, Problem, nearest
from referee.core.documents.problems import listed, nearest_or_all
from referee.core.rules.reach import contradiction, exclusions
from referee.core.rules.rulesets import Finding, Ruleset

from .lint_outcomes import outcomes, unused
from .moments import moments_of
from .rules import HordesRules
from .state import CombatElement, CombatSituation
from .tables import TRAITS, CostRows, Elements, Start

Found = Iterator[Finding]


def lint(ruleset: Ruleset) -> list[Problem]:
    """Return every unknown name in the tables, every missing row and every result that is not carried out."""
    return ruleset.problems_at(dict.fromkeys(_found(ruleset)))


def warnings(ruleset: Ruleset) -> list[Problem]:
    """Return what may not be meant in sound tables: outcomes that never come about."""
    return ruleset.problems_at(unused(HordesRules(ruleset, {})))


def _found(ruleset: Ruleset) -> Found:
    elements = ruleset.typed("elements", Elements)
    for name, row in elements.elements.items():
        for number, trait in enumerate(row.traits):
            if trait not in TRAITS:
                yield _unknown("elements", ("elements", name, "traits", number), trait, "trait", sorted(TRAITS))
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
    yield from _numbers(rules)
    yield from _shots(rules)
    yield from _own_rows(rules)
    yield from _prices(rules.pips.moves)
    yield from _start(ruleset.typed("start", Start), rules)


def _types(rules: HordesRules) -> Found:
    """Yield what is wrong with the element types."""
    marks: dict[str, str] = {}
    for name, kind in rules.kinds.items():
        row, at = kind.row, ("elements", name)
        if row.depth is not None and f"base.depth.{name}" in rules.options:
            yield "elements", (*at, "depth"), f"the option base.depth.{name} says it already"
        elif row.depth is None and not kind.fixed and f"base.depth.{name}" not in rules.options:
            yield "elements", at, "'depth' is missing: how deep its base is, in paces"
        if (other := marks.setdefault(row.mark, name)) != name:
            place = rules.ruleset.latest(("elements", (*at, "mark")), ("elements", ("elements", other, "mark")))
            first = kind if place[1][1] == other else rules.kinds[other]
            yield *place, f"'{row.mark}' is the mark of {first.named} already"
        option = row.factors.ma_option
        if option is not None and option not in rules.options:
            yield _unknown("elements", (*at, "factors", "ma_option"), option, "option", rules.options)
    if sum(kind.fixed for kind in rules.kinds.values()) != 1:
        yield "elements", ("elements",), "one type is the Stronghold, of a category that is fixed"
    for number, name in enumerate(rules.table.army.general_forbidden):
        if name not in rules.kinds:
            yield _unknown("table", ("army", "general_forbidden", number), name, "element", rules.kinds)


def combat_facts() -> list[str]:
    """Return the facts of a combat of which the table says when they count."""
    return sorted({*CombatElement.__struct_fields__, *CombatSituation.__struct_fields__} - {"type", "kind", "a", "b"})


def _facts(rules: HordesRules) -> Found:
    """Yield the facts of a combat of which the table does not say when they count, and those that do not exist."""
    told = combat_facts()
    for name in told:
        if name not in rules.combat.facts:
            yield "combat", ("facts",), f"'{name}' is missing"
    for name in rules.combat.facts.keys() - {*told}:
        yield "combat", ("facts", name), f"'{name}' is no fact of a combat{nearest(name, told)}"


def _numbers(rules: HordesRules) -> Found:
    """Yield the numbers of the tables that exclude each other."""
    faces, face = rules.combat.die.faces, rules.combat.backfire.face
    if face > faces:
        place = rules.ruleset.latest(("combat", ("backfire", "face")), ("combat", ("die", "faces")))
        yield *place, f"a die of {faces} faces never shows {face}"
    over, under = rules.table.defeat.share
    if over > under:
        yield "table", ("defeat", "share"), f"{over}/{under} is more than all; give over and under, as [1, 2]"


def _own_rows(rules: HordesRules) -> Found:
    """Yield the rows of a type that never hold for that type."""
    moments = moments_of(rules.ruleset)
    for name, kind in rules.kinds.items():
        for section, rows in (("minor", kind.row.minor), ("major", kind.row.major)):
            for key, row in rows.items():
                if not contradiction(row.when, moments[section]):
                    for path, said, _ in exclusions(row, moments["total"], {"type": name}):
                        yield "elements", ("elements", name, section, key, *path), said


def _shots(rules: HordesRules) -> Found:
    """Yield the rows that speak of shots or spells of types that make none."""
    shooting = rules.shooting
    for section, rows, verb in (("shoot", shooting.shoot, "shoots"), ("bespell", shooting.bespell, "bespells")):
        makers = {name for name, kind in rules.kinds.items() if getattr(kind.row, verb) is not None}
        for name, row in rows.items():
            told = row.when.get("type", [])
            kinds = [kind for kind in rules.kinds.values() if kind.name in (told if isinstance(told, list) else [told])]
            if kinds and makers.isdisjoint(kind.name for kind in kinds):
                named = listed([kind.named for kind in kinds])
                yield "shooting", (section, name, "when", "type"), f"never holds: {named} never {verb}"


def _prices(rows: CostRows) -> Found:
    """Yield what is wrong with the rows without a condition, of which one is the price where no other holds."""
    plain = [name for name, row in rows.items() if not row.when]
    if not plain:
        yield "pips", ("moves",), "no row is the price where no other holds; give one without 'when'"
    for name in plain[1:]:
        yield "pips", ("moves", name), f"'{plain[0]}' is the price where no other holds already; give 'when'"


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
    return table, path, f"'{name}' is no {what}{nearest_or_all(name, known)}"
