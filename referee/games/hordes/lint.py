"""What a Hordes ruleset must hold beyond its types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.core.documents import Path, Problem, nearest
from referee.core.documents.problems import listed, nearest_or_all
from referee.core.rules.index import Ruling
from referee.core.rules.reach import contradiction, exclusions
from referee.core.rules.rulesets import Finding, Ruleset

from .moments import moments_of
from .outcome_tables import Deed, Ends, OutcomeKind, OutcomeStep, Setting, deeds_of
from .rules import HordesRules, Kind
from .state import CombatElement, CombatSituation
from .tables import TRAITS, CostRows, Elements, ResultRows, Start

Found = Iterator[Finding]


def lint(ruleset: Ruleset) -> list[Problem]:
    """Return every unknown name in the tables, every missing row and every result that is not carried out."""
    return ruleset.problems_at(dict.fromkeys(_found(ruleset)))


def warnings(ruleset: Ruleset) -> list[Problem]:
    """Return what may not be meant in sound tables: outcomes that never come about."""
    return ruleset.problems_at(_unused(HordesRules(ruleset, {})))


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
    yield from _outcomes(rules)
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


def _outcomes(rules: HordesRules) -> Found:
    """Yield every step that cannot be carried out, and every result that is no outcome or does not fit its loser."""
    known = rules.table.outcomes
    for name, kind in known.items():
        if not kind.does:
            yield "table", ("outcomes", name, "does"), "it has no step; one that does nothing is [stand]"
        yield from _steps(("outcomes", name, "does"), kind.does, rules)
        yield from _steps(("outcomes", name, "winner"), kind.winner, rules)
        yield from _winner(("outcomes", name, "winner"), kind)
    yield from _severities(known)
    for end in type(rules.ends).__struct_fields__:
        name = getattr(rules.ends, end)
        if name not in known:
            yield "table", ("ends", end), f"'{name}' is no outcome{nearest_or_all(name, known)}"
        elif said := _unfit_end(end, name, known):
            does = rules.ruleset.latest(("table", ("ends", end)), ("table", ("outcomes", name, "does")))
            yield *does, said
    for name, loser in rules.kinds.items():
        yield from _results("elements", ("elements", name, "minor"), loser.row.minor, [loser], rules)
        yield from _results("elements", ("elements", name, "major"), loser.row.major, [loser], rules)
    kinds = list(rules.kinds.values())
    yield from _results("combat", ("spared",), rules.combat.spared, kinds, rules)
    yield from _results("combat", ("draw",), rules.combat.draw, kinds, rules)
    # a type with a row of its own for every major defeat never gets to the rows for all
    common = [kind for kind in kinds if not any(not row.when for row in kind.row.major.values())]
    yield from _results("combat", ("major",), rules.combat.major, common, rules)


def _unused(rules: HordesRules) -> Found:
    """Yield the outcomes that no row results in and no end names."""
    sections = [rules.combat.spared, rules.combat.draw, rules.combat.major]
    sections += [rows for kind in rules.kinds.values() for rows in (kind.row.minor, kind.row.major)]
    named = {row.result for rows in sections for row in rows.values()}
    named |= {getattr(rules.ends, end) for end in type(rules.ends).__struct_fields__}
    for name in rules.table.outcomes:
        if name not in named:
            yield "table", ("outcomes", name), f"never comes about: no row has 'result: {name}', and none of 'ends'"


def _winner(path: Path, kind: OutcomeKind) -> Found:
    """Yield why the steps of a winner never follow."""
    if not kind.winner:
        return
    if not kind.defeats:
        yield "table", path, "never follow: they are those of a victor, and this outcome is no defeat; leave them out"
    elif "capture" in kind.does:
        yield "table", path, "never follow: the victor over a Stronghold stays where it is; leave them out"
    elif "capture" in kind.winner:
        at = (*path, kind.winner.index("capture"))
        yield "table", at, "a victor is no Stronghold, and only that is captured; leave it out"


def _unfit_end(end: str, name: str, known: dict[str, OutcomeKind]) -> str:
    """Return why an outcome is not what has happened at an end, "" where it is."""
    kind = known[name]
    if end == "advanced":
        victors = [one for one, kind in known.items() if kind.victor]
        return "" if kind.victor else f"'{name}' is not what a victor does; that is {listed(victors)}"
    if end in ("unhurt", "unmoved"):
        who = "what nothing befalls" if end == "unhurt" else "one that has not moved"
        idle = [one for one, kind in known.items() if not kind.victor and not kind.defeats]
        hurts = "is what a victor does" if kind.victor else "hurts"
        only = f"{who} has an outcome that only stands: {listed(idle)}"
        return f"'{name}' {hurts}; {only}" if kind.victor or kind.defeats else ""
    if end == "companions":
        captured = "only a Stronghold is captured, and friends on the winner's flank or rear are none"
        return f"'{name}' captures; {captured}" if "capture" in kind.does else ""
    fitting = [one for one, kind in known.items() if kind.leaves(end)]
    return "" if kind.leaves(end) else f"by '{name}' nobody is {end.replace('_', ' ')}; that is {listed(fitting)}"


def _severities(known: dict[str, OutcomeKind]) -> Found:
    """Yield the outcomes of which the table does not say whether they are worse than another."""
    ranked = sorted((kind.severity, name) for name, kind in known.items() if kind.severity is not None)
    told = listed([f"{name} {severity}" for severity, name in ranked], "and")
    first = dict(reversed(ranked))
    for name, kind in known.items():
        at = ("outcomes", name)
        if kind.victor and kind.severity is not None:
            yield "table", (*at, "severity"), "what a victor does is no defeat, and has no severity; leave it out"
        elif not kind.victor and kind.severity is None:
            yield "table", at, f"'severity' is missing: a number that says how bad it is beside {told}"
    for severity, name in ranked:
        if first[severity] != name and not known[name].victor:
            said = f"{severity} is the severity of '{first[severity]}' already; of two outcomes one is the worse"
            yield "table", ("outcomes", name, "severity"), said


def _steps(path: Path, steps: list[OutcomeStep], rules: HordesRules) -> Found:
    gone: str | None = None
    for number, step in enumerate(steps):
        at = (*path, number)
        if isinstance(step, Deed) and len(step.given) != 1:
            several = f"{listed(step.given, 'and')} are several steps; give each an entry of its own"
            yield "table", at, several if step.given else f"it does nothing; give it {listed(Deed.__struct_fields__)}"
        for name, measure in deeds_of([step]):
            if isinstance(measure, Setting) and measure.option not in rules.options:
                said = f"'{measure.option}' is no option{nearest(measure.option, rules.options)}"
                yield "table", (*at, name, "option"), said
            elif isinstance(measure, Setting) and not _measures(rules.ruleset.ruling_of(measure.option)[1]):
                yield "table", (*at, name, "option"), f"'{measure.option}' says no distance"
        if gone is not None and step != "stand":
            yield "table", at, f"comes after '{gone}', which takes it off the board; leave one out"
        if step in ("destroy", "ensorcel") or (isinstance(step, Deed) and step.flee == "field"):
            gone = step if isinstance(step, str) else "flee: field"
    if "capture" in steps and any(step not in ("capture", "stand") for step in steps):
        yield "table", path, "what is captured is a Stronghold, and nothing else can be done to it"


def _measures(ruling: Ruling) -> bool:
    """Return whether every value of an option is a distance."""
    return all(word in ("depth", "field") or word.isdigit() for word in ruling.choices)


def _results(table: str, path: Path, rows: ResultRows, losers: Iterable[Kind], rules: HordesRules) -> Found:
    """Yield the results of rows that are no outcome, and those that do nothing to a loser of a row."""
    known = rules.table.outcomes
    names = [name for name, kind in known.items() if not kind.victor]
    for name, row in rows.items():
        at = (*path, name, "result")
        if row.result is None:
            continue
        if row.result not in known:
            yield table, at, f"'{row.result}' is no outcome{nearest_or_all(row.result, names)}"
        elif known[row.result].victor:
            yield table, at, f"'{row.result}' is what a victor does; a result is {listed(names)}"
        elif known[row.result].defeats:
            captures = "capture" in known[row.result].does
            unfit = [kind for kind in losers if kind.fixed != captures and kind.may_lose_by(row)]
            place = rules.ruleset.latest((table, at), ("table", ("outcomes", row.result, "does")))
            if unfit and captures:
                yield *place, f"'{row.result}' captures, and {unfit[0].named} is no Stronghold"
            elif unfit:
                yield *place, f"{unfit[0].named} can only be captured, and '{row.result}' does not do that"


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
