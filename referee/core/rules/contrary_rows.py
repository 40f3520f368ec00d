"""Rows of one section that undo each other, places of rows that decide nothing, and orders that nothing has decided.

Where the order of `extends` alone would decide between two rows, of a first-match section that is which row comes
first; of the others, which of two settings of one number holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path as FilePath
from typing import Any

import msgspec

from ..documents import Path
from ..documents.problems import listed, written
from .moments import Moment, quantities_of
from .places import value_at
from .reach import hold_together, holds_with, shared_facts
from .rows import Operation, Row, RowChange
from .rulesets import Ruleset
from .sequence import in_order


def contrary_rows(
    ruleset: Ruleset, table: str, path: Path, rows: Mapping[str, Row], moment: Moment
) -> Iterator[tuple[str, str]]:
    """Yield each row of a section that one of the same overlay contradicts, or that changes nothing beside it.

    Bounds that exclude each other are reported between unrelated overlays too. `path` is that of the section.
    """
    if moment.first_match or len(rows) < 2:
        return
    layers = {name: FilePath(ruleset.problem_at(table, (*path, name), "").file).parent for name in rows}
    for first, last in combinations(rows, 2):
        one, other = layers[first], layers[last]
        alone = one == other
        if not alone and (ruleset.builds_on(one, other) or ruleset.builds_on(other, one)):
            continue
        pair = (rows[first], rows[last])
        clash = pair[0].set_otherwise(pair[1])
        if not clash and not any(_may_clash(*pair, quantity) for quantity in _quantities(pair[0])):
            continue
        if not hold_together(*pair, moment):
            continue
        said = _excluding(first, *pair)
        if not said and alone and not _placed(first, last, *pair):
            said = _setting(first, *pair)
        if said:
            yield last, said
        if alone:
            for name, beside in ((first, last), (last, first)):
                if said := _idle(beside, rows[name], rows[beside], moment):
                    yield name, said


def idle_places(rows: Mapping[str, Row], moment: Moment) -> Iterator[tuple[Path, str]]:
    """Yield each `before` and `after` of a section where every row that holds counts and the order decides nothing."""
    if moment.first_match:
        return
    for name, row in rows.items():
        for field in ("before", "after"):
            other = rows.get(getattr(row, field) or "")
            if other is None or (in_either_order(row, other) and hold_together(row, other, moment)):
                continue
            said = "changes nothing: here every row that holds counts, and the order decides only where two set one "
            yield (name, field), f"{said}number; leave it out, or exclude '{getattr(row, field)}' by 'when'"


def _quantities(row: Row) -> list[str]:
    """Return the quantities of a row, and "" for what it forbids."""
    return ["", *quantities_of(type(row))]


def _may_clash(one: Row, other: Row, quantity: str) -> bool:
    if not quantity:
        return one.forbid and other.forbid
    return one.change(quantity) is not None and other.change(quantity) is not None


def _placed(first: str, last: str, one: Row, other: Row) -> bool:
    """Return whether one of two rows says that it stands before or after the other."""
    return first in (other.before, other.after) or last in (one.before, one.after)


def _alike(one: Row, other: Row) -> bool:
    """Return whether two rows say the same apart from their quantities: such as who takes the hits."""
    changed = {*Row.__struct_fields__, *quantities_of(type(one))}
    fields = [name for name in one.__struct_fields__ if name not in changed]
    return all(getattr(one, name) == getattr(other, name) for name in fields)


def _operations(one: Row, other: Row) -> Iterator[tuple[str, Operation, Operation]]:
    for name in quantities_of(type(one)):
        both = [change for row in (one, other) if isinstance(change := row.change(name), Operation)]
        if len(both) == 2:
            yield name, both[0], both[1]


def _excluding(first: str, one: Row, other: Row) -> str:
    """Return why the bounds of two rows exclude each other, "" where they do not."""
    if not _alike(one, other):
        return ""
    for name, before, after in _operations(one, other):
        for low, high in ((before.at_least, after.at_most), (after.at_least, before.at_most)):
            if low is not None and high is not None and low > high:
                return f"holds together with '{first}', and {name} at least {low} and at most {high} exclude each other"
    return ""


def _setting(first: str, one: Row, other: Row) -> str:
    """Return which number two rows set to different values, "" where they set none."""
    sets = one.set_otherwise(other)
    said = f"sets {sets} otherwise" if sets else ""
    if _alike(one, other) and (one.layer == "base") == (other.layer == "base"):
        for name, before, after in _operations(one, other):
            if before.set is not None and after.set is not None and before.set != after.set:
                said = f"sets '{name}' to another number"
    if not said:
        return ""
    return (
        f"holds together with '{first}', and {said}; the later one counts. Write 'after: {first}' where that is meant, "
        f"'before: {first}' for the other, or conditions that exclude each other"
    )


def _idle(beside: str, row: Row, other: Row, moment: Moment) -> str:
    """Return why a row changes nothing where another always holds with it, "" where it changes something."""
    if not _alike(row, other) or not holds_with(other, row, moment):
        return ""
    changed = [name for name in quantities_of(type(row)) if row.change(name) is not None]
    if other.forbid:
        return "" if changed or not row.forbid else f"changes nothing: '{beside}' forbids whenever it does"
    if row.forbid or len(changed) != 1:
        return ""
    name = changed[0]
    mine, its = row.change(name), other.change(name)
    if _is_undone(row, mine, other, its):
        return f"changes nothing: '{beside}' holds whenever it does, and sets {name} after that"
    if isinstance(mine, int) and isinstance(its, int):
        less = moment.quantities[name].greatest and mine < its
        return f"changes nothing: '{beside}' holds whenever it does, and {name} {its} is more" if less else ""
    if isinstance(mine, Operation) and isinstance(its, Operation) and len(mine.given) == 1:
        for bound, weaker in (("at_least", -1), ("at_most", 1)):
            here, there = getattr(mine, bound), getattr(its, bound)
            if here is not None and there is not None and (here - there) * weaker > 0:
                return f"changes nothing: '{beside}' holds whenever it does, with {bound} {there}"
    return ""


def _is_undone(row: Row, mine: RowChange | None, other: Row, its: RowChange | None) -> bool:
    """Return whether all that a row does to a number comes before another row sets it."""
    if not isinstance(its, Operation) or its.set is None or other.layer == "base":
        return False
    if not isinstance(mine, Operation):
        # a plain number stands before all operations, or is added
        return mine is not None
    late = {"set", "at_least", "at_most"} if row.layer != "base" else {"at_least", "at_most"}
    return not late & {*mine.given}


# what of a row changes nothing of what it does where it holds
_UNDONE: dict[str, Any] = {"when": {}, "why": "", "cite": [], "before": None, "after": None}


def other_order(ruleset: Ruleset, table: str) -> dict[str, Any] | None:
    """Return a merged table as it is with unrelated layers laid the other way round, None where none are unrelated."""
    layers = _turned(ruleset)
    if layers == ruleset.layers:
        return None
    return in_order(ruleset.laid(table, layers))


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
    turned = [name for name in value_at(other, path, {}) if name in rows]
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
