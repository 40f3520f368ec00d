"""Where the order of `extends` alone would decide between two rows of a section.

Of a first-match section that is which row comes first; of the others, which of two settings of one number holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any

import msgspec

from ..documents import Path
from ..documents.problems import listed, written
from .merging import merge
from .moments import Moment, quantities_of
from .reach import shared_facts
from .rows import Operation, Row
from .rulesets import Ruleset
from .sequence import in_order

# what of a row changes nothing of what it does where it holds
_UNDONE: dict[str, Any] = {"when": {}, "why": "", "cite": [], "before": None, "after": None}


def other_order(ruleset: Ruleset, table: str) -> dict[str, Any] | None:
    """Return a merged table as it is with unrelated layers laid the other way round, None where none are unrelated."""
    layers = _turned(ruleset)
    if layers == ruleset.layers:
        return None
    out: dict[str, Any] = {}
    for folder in layers:
        document = ruleset.document(folder, table)
        if document is not None and isinstance(document.value, dict):
            out = merge(out, document.value)
    return in_order(out)


def _turned(ruleset: Ruleset) -> list[FilePath]:
    """Return the layers, each above what it builds on, and otherwise the later one first."""
    left, out = list(ruleset.layers), list[FilePath]()
    while left:
        free = [layer for layer in left if not any(ruleset.builds_on(layer, other) for other in left)]
        left.remove(free[-1])
        out.append(free[-1])
    return out


def undecided_rows(
    ruleset: Ruleset, table: str, path: Path, rows: Mapping[str, Row], moment: Moment, other: Any
) -> Iterator[tuple[str, str]]:
    """Yield each row that holds together with another which only the order of layers puts before it, and why.

    `path` is that of the section, and `other` the table in the other order of its layers.
    """
    for step in path:
        other = other.get(step, {}) if isinstance(other, dict) else {}
    turned = [name for name in other if name in rows]
    names = [name for name in rows if name in turned]
    if names == turned:
        return
    for number, name in enumerate(names):
        for first in names[:number]:
            if turned.index(first) < turned.index(name):
                continue
            how = _disagree(rows[first], rows[name], moment)
            counted = rows if moment.first_match else {one: rows[one] for one in (first, name)}
            facts = shared_facts(counted, first, name, moment)
            if not how or facts is None:
                continue
            where = listed([f"{fact} is {written(value)}" for fact, value in facts.items()], "and") or "always"
            place = ruleset.problem_at(table, (*path, first), "")
            yield (
                name,
                f"holds together with '{first}' ({place.file}:{place.line}:{place.column}), as where {where}, and "
                f"{how}; only the order of 'extends' puts '{first}' first. Write 'before: {first}' for "
                f"'{name}', or 'before: {name}' for '{first}', into {ruleset.layers[-1] / f'{table}.yaml'}",
            )


def _disagree(one: Row, other: Row, moment: Moment) -> str:
    """Return in words what two rows that both hold do differently in either order, or nothing."""
    if moment.first_match:
        return "" if _does(one) == _does(other) else "does something else"
    return in_either_order(one, other)


def in_either_order(one: Row, other: Row) -> str:
    """Return in words what two rows that both count do to a number differently in either order, or nothing."""
    for name in quantities_of(type(one)):
        both = [change for row in (one, other) if isinstance(change := row.change(name), Operation)]
        if len(both) < 2:
            continue
        first, last = both
        same_layer = (one.layer == "base") == (other.layer == "base")
        if same_layer and None not in (first.set, last.set) and first.set != last.set:
            return f"sets '{name}' to another number"
        if None not in (first.halve, last.halve) and first.halve != last.halve:
            return f"halves '{name}' the other way"
    said = one.set_otherwise(other)
    return f"sets {said} otherwise" if said else ""


def _does(row: Row) -> dict[str, Any]:
    return {**msgspec.structs.asdict(row), **_UNDONE}
