"""What rows may name and change: every moment in a line, one moment on a screen, or all of it; as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.documents.writing import flow
from referee.core.rules.fact_groups import FactGroup, groups, values_in_words
from referee.core.rules.moments import OPERATIONS, Moment
from referee.core.rules.rows import RANKS

from .reports import ConditionsReport, MomentsReport

_INDENT = "    "
# names of a family that are shown on a screen
_FEW = 24


def write(report: MomentsReport) -> str:
    """Return the moments as text."""
    if report.whole:
        lines = _lines(report)
    elif len(report.moments) == 1:
        name, moment = next(iter(report.moments.items()))
        lines = _screen(name, moment, report)
    else:
        lines = _overview(report)
    return "\n".join(lines) + "\n"


def write_conditions(report: ConditionsReport) -> str:
    """Return what a text about conditions finds: how each is written, what it says, and the moments that have it."""
    if not report.rows:
        return "nothing that a row may name says this\n"
    lines = []
    for row in report.rows:
        lines += [f"{row['example']}  {row['values']}", f"{_INDENT}{row['says']}"]
        shown = row["example"].partition(":")[0]
        by_names: dict[tuple[str, ...], list[str]] = {}
        for moment, names in row["moments"].items():
            by_names.setdefault(tuple(names), []).append(moment)
        for names, moments in by_names.items():
            called = f" as {', '.join(names)}" if names != (shown,) else ""
            lines.append(f"{_INDENT}in rows of {', '.join(moments)}{called}")
    return "\n".join(lines) + "\n"


def _overview(report: MomentsReport) -> Iterator[str]:
    width = max(map(len, report.moments), default=0)
    for name, moment in report.moments.items():
        sections = dict.fromkeys(path.rpartition(".")[2] for path in report.sections.get(name, ()))
        yield f"{name:<{width}}  {moment.says}; rows in {', '.join(sections)}"


def _screen(name: str, moment: Moment, report: MomentsReport) -> Iterator[str]:
    yield f"{name}: {moment.says}"
    yield f"  rows in {', '.join(report.sections.get(name, ()))}"
    if moment.first_match:
        yield "  the first row that holds counts, the others do not"
    yield from _sayings(name, moment, report)
    if name in report.examples:
        path, row = report.examples[name]
        yield f"  as {path}"
        yield f"{_INDENT}{flow(row)}"
    told = groups(moment)
    if told:
        options = "; every option of the ruleset is a fact too" if report.options else ""
        yield f"  when, with an example of each{options}"
    lines = [(group.example, group) for group in told]
    width = max((len(example) for example, _ in lines), default=0)
    yield from (f"{_INDENT}{example:<{width}}  {_said(group, moment)}" for example, group in lines)


def _said(group: FactGroup, moment: Moment) -> str:
    """Return what a group of facts says, with the names of the others and what counts a part of it."""
    kind = group.kind
    parts = [name for name, part in moment.facts.items() if part.part_of == group.facts[0] and not part.fixed]
    of_these = f"; {parts[0]}: {moment.facts[parts[0]].says}" if len(parts) == 1 else ""
    on = f" (rows of {', '.join(kind.on)})" if kind.on else ""
    also, roles = alike(group)
    others = f"; also {', '.join(also[:_FEW])}" if also else ""
    more = f" and {len(also) - _FEW} more" if len(also) > _FEW else ""
    of = f", and of {', '.join(roles)}" if roles else ""
    return f"{values_in_words(kind)}: {kind.says}{on}{of_these}{others}{more}{of}"


def alike(group: FactGroup) -> tuple[list[str], list[str]]:
    """Return the further facts of a group, and of which further roles there are as many where they are several."""
    roles = [role for role in group.roles if role != group.kind.of]
    if len(group.facts) <= len(group.roles) or not roles:
        return list(group.facts[1:]), []
    return [name for name in group.facts[1:] if name.startswith(f"{group.kind.of}_")], roles


def _lines(report: MomentsReport) -> Iterator[str]:
    for name, moment in report.moments.items():
        yield f"{name}: {moment.says}"
        for path in report.sections.get(name, ()):
            yield f"  rows in {path}"
        if moment.on:
            yield f"  asked of {', '.join(moment.on)}"
        if moment.first_match:
            yield "  the first row that holds counts, the others do not"
        yield "  facts"
        width = max((len(fact) for fact in moment.facts), default=0)
        for fact, kind in moment.facts.items():
            on = f" (rows of {', '.join(kind.on)})" if kind.on else ""
            yield f"{_INDENT}{fact:<{width}}  {values_in_words(kind)}: {kind.says}{on}"
        yield from _sayings(name, moment, report)
        yield ""
    yield "Every option is a fact too (`--options` lists them). Operations apply in this order:"
    order = [f"{operation} (layer: base)" if layer == "base" else operation for operation, layer in RANKS]
    yield f"  {', '.join(order)}"


def _sayings(name: str, moment: Moment, report: MomentsReport) -> Iterator[str]:
    """Yield what a row of a moment says apart from its conditions."""
    if moment.quantities:
        yield "  quantities"
    for quantity, changed in moment.quantities.items():
        yield f"{_INDENT}{quantity}: {changed.says}; a number {changed.plain}{_limited(changed.operations)}"
    if fields := report.fields.get(name):
        yield "  fields"
        wide = max(map(len, fields))
        yield from (f"{_INDENT}{field:<{wide}}  {values}" for field, values in fields.items())
    if moment.forbids:
        yield f"  forbid: prevents {moment.forbids}"


def _limited(operations: Sequence[str]) -> str:
    """Return which operations change a quantity, where these are not all."""
    if len(operations) == len(OPERATIONS):
        return ""
    return "; no other operation" if tuple(operations) == ("add",) else f"; only {', '.join(operations)}"
