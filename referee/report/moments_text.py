"""What rows may name and change, moment by moment: as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.rules.moments import OPERATIONS, FactKind
from referee.core.rules.rows import RANKS

from .reports import MomentsReport

_INDENT = "    "


def write(report: MomentsReport) -> str:
    """Return the moments, then the order in which operations apply, as text."""
    return "\n".join(_lines(report)) + "\n"


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
            yield f"{_INDENT}{fact:<{width}}  {_values(kind)}: {kind.says}{on}"
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
        yield ""
    yield "Every option is a fact too (`--options` lists them). Operations apply in this order:"
    order = [f"{operation} (layer: base)" if layer == "base" else operation for operation, layer in RANKS]
    yield f"  {', '.join(order)}"


def _limited(operations: Sequence[str]) -> str:
    """Return which operations change a quantity, where these are not all."""
    if len(operations) == len(OPERATIONS):
        return ""
    return "; no other operation" if tuple(operations) == ("add",) else f"; only {', '.join(operations)}"


def _some(words: Sequence[str]) -> str:
    """Return a few words of a list in words."""
    return " | ".join(words) if len(words) <= 6 else f"{' | '.join(words[:4])} | ... ({len(words)} names)"


def _values(kind: FactKind) -> str:
    if kind.values is None:
        return "a number" if kind.number else "a name"
    if not kind.values:
        return "none in this ruleset"
    return _some([str(value).lower() if isinstance(value, bool) else str(value) for value in kind.values])
