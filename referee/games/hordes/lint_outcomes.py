"""Whether every outcome of a Hordes ruleset can be carried out, and every result of a row is an outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.core.documents import Path, nearest
from referee.core.documents.problems import listed, nearest_or_all
from referee.core.rules.index import Ruling

from .outcome_tables import Deed, OutcomeKind, OutcomeStep, Setting, deeds_of
from .rules import HordesRules, Kind
from .tables import ResultRows

Found = Iterator[tuple[str, Path, str]]


def outcomes(rules: HordesRules) -> Found:
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


def unused(rules: HordesRules) -> Found:
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
