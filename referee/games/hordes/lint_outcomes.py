"""Whether every outcome of a Hordes ruleset can be carried out, and every result of a row is an outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.core.documents import Path, nearest
from referee.core.documents.problems import listed, nearest_or_all
from referee.core.rules.rulesets import Ruling

from .outcome_tables import Deed, OutcomeKind, OutcomeStep, Setting, deeds_of
from .rules import HordesRules, Kind
from .tables import ResultRow, ResultRows

Found = Iterator[tuple[str, Path, str]]


def outcomes(rules: HordesRules) -> Found:
    """Yield every step that cannot be carried out, and every result that is no outcome or does not fit its loser."""
    known = rules.table.outcomes
    for name, kind in known.items():
        if not kind.does:
            yield "table", ("outcomes", name, "does"), "it has no step; one that does nothing is [stand]"
        yield from _steps(("outcomes", name, "does"), kind.does, rules)
        yield from _steps(("outcomes", name, "winner"), kind.winner, rules)
    yield from _severities(known)
    for end in type(rules.ends).__struct_fields__:
        name = getattr(rules.ends, end)
        if name not in known:
            yield "table", ("ends", end), f"'{name}' is no outcome{nearest_or_all(name, known)}"
        elif end == "advanced" and not known[name].victor:
            victors = [one for one, kind in known.items() if kind.victor]
            yield "table", ("ends", end), f"'{name}' is not what a victor does; that is {listed(victors)}"
        elif end == "unhurt" and name in rules.defeats:
            yield "table", ("ends", end), f"'{name}' hurts; what nothing befalls has an outcome that only stands"
    for name, loser in rules.kinds.items():
        yield from _results("elements", ("elements", name, "minor"), loser.row.minor, [loser], known)
        yield from _results("elements", ("elements", name, "major"), loser.row.major, [loser], known)
    kinds = list(rules.kinds.values())
    yield from _results("combat", ("spared",), rules.combat.spared, kinds, known)
    yield from _results("combat", ("draw",), rules.combat.draw, kinds, known)
    # a type with a row of its own for every major defeat never gets to the rows for all
    common = [kind for kind in kinds if not any(not row.when for row in kind.row.major.values())]
    yield from _results("combat", ("major",), rules.combat.major, common, known)


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


def _results(table: str, path: Path, rows: ResultRows, losers: Iterable[Kind], known: dict[str, OutcomeKind]) -> Found:
    """Yield the results of rows that are no outcome, and those that do nothing to a loser of a row."""
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
            unfit = [kind for kind in losers if kind.fixed != captures and _may_lose(kind, row)]
            if unfit and captures:
                yield table, at, f"'{row.result}' captures, and {unfit[0].named} is no Stronghold"
            elif unfit:
                yield table, at, f"{unfit[0].named} can only be captured, and '{row.result}' does not do that"


def _may_lose(kind: Kind, row: ResultRow) -> bool:
    """Return whether a row may hold for a loser of a type."""
    for fact, value in (("type", kind.name), ("cat", kind.cat)):
        wanted = row.when.get(fact, value)
        if value not in (wanted if isinstance(wanted, list) else [wanted]):
            return False
    return True
