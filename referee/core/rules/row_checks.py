"""Checks of single rows: their facts, values, quantities and operations, against the moment they belong to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from ..documents import Path, nearest
from ..documents.problems import listed, some_of, written
from .moments import ADDED, FactKind, Moment, Placed, QuantityKind, RowProblem, counts, is_asked, quantities_of
from .rows import Fact, Operation, Row, RowChange, Within, same

# as many moments are named of which a misplaced fact is one
_MOST_MOMENTS = 3


def row_problems(placed: Placed, moments: Mapping[str, Moment]) -> list[RowProblem]:
    """Return what is wrong with the facts, values, quantities and operations of a row, each with its path."""
    moment = moments[placed.moment]
    if not is_asked(moment, placed.carriers):
        section = f"'{placed.path[-2]}' does" if len(placed.path) > 1 else "this row does"
        where = listed(list(moment.on))
        return [((), f"{section} nothing here: {moment.says} depends only on rows that stand on {where}", None)]
    return [
        *_wrong_facts(placed, moment, moments),
        *_wrong_quantities(placed.row, moment),
        *_wrong_names(placed.row, moment, _listing(placed.moment)),
        *_empty_lists(placed.row),
    ]


def row_warnings(row: Row, moment: Moment) -> Iterator[RowProblem]:
    """Yield what of a sound row may not be meant: it says nothing to the reader of an answer, or changes nothing."""
    if not row.why and not moment.grants:
        yield (), "has no 'why': an answer gives it as the reason; say in a few words why the number changes", None
    for name, kind in moment.quantities.items():
        change = getattr(row, name, None)
        if row.forbid and change is not None:
            yield (name,), f"changes nothing: the row forbids {moment.forbids}; leave '{name}' out", None
        elif kind.least is not None and change == kind.least and kind.plain != ADDED:
            removing = "to take a row out that another ruleset has, write null in its place"
            yield (name,), f"changes nothing: {name} {kind.plain}, and {kind.least} is the least; {removing}", None


def _wrong_facts(placed: Placed, moment: Moment, moments: Mapping[str, Moment]) -> Iterator[RowProblem]:
    for name, wanted in placed.row.when.items():
        kind = moment.facts.get(name)
        if kind is None:
            yield ("when",), f"'{name}' is not a fact of {moment.says}{_elsewhere(name, placed.moment, moments)}", name
            continue
        if kind.on and not {*kind.on} & {*placed.carriers}:
            yield ("when",), f"'{name}' is only known to rows on {listed(list(kind.on))}", name
        if isinstance(wanted, Within):
            if said := _wrong_span(name, kind, wanted):
                yield ("when", name), said, None
            continue
        for number, one in enumerate(wanted if isinstance(wanted, list) else [wanted]):
            if said := wrong_value(name, kind, one, placed.moment):
                yield ("when", name, number) if isinstance(wanted, list) else ("when", name), said, None
    yield from _wrong_per(placed.row, moment, f"`referee rules RULESET --facts {placed.moment}`")


def _wrong_per(row: Row, moment: Moment, where: str) -> Iterator[RowProblem]:
    per = row.per
    if per is None:
        return
    kind = moment.facts.get(per)
    if kind is None or not counts(kind):
        counting = [name for name, one in moment.facts.items() if counts(one)]
        known = nearest(per, counting) or (f"; what counts is {some_of(per, counting, where)}" if counting else "")
        yield ("per",), f"'{per}' does not count anything in {moment.says}{known}", None
        return
    for other, values in kind.only.items():
        wanted = row.when.get(other)
        if wanted is None or not all(any(same(one, value) for value in values) for one in _values(wanted)):
            known = f"{other}: {values[0]}"
            yield ("per",), f"'{per}' is not always known in {moment.says}; add '{known}' to 'when'", None
    if not _adds(row, moment):
        yield (), "'per' multiplies what a row adds, and this row adds nothing; give an 'add'", "per"


def _adds(row: Row, moment: Moment) -> bool:
    """Return whether a row adds to a quantity."""
    for name, kind in moment.quantities.items():
        change = getattr(row, name, None)
        if isinstance(change, Operation):
            if change.add is not None:
                return True
        elif isinstance(change, int) and kind.plain == ADDED:
            return True
    return False


def _wrong_span(name: str, kind: FactKind, wanted: Within) -> str:
    """Return why a fact is never, or always, within a span, "" where it may be either."""
    if not kind.number:
        return f"'{name}' is no number, and 'at_least' and 'at_most' are for numbers"
    if not wanted:
        return f"at least {wanted.span.at_least} and at most {wanted.span.at_most} exclude each other"
    low, high = kind.least, kind.most
    first, last = wanted.ends
    if (high is not None and first > high) or (low is not None and last < low):
        return f"'{name}' is {kind.span}; it is never {wanted.said}"
    whole = low is not None and low in wanted and (wanted.span.at_most is None or (high is not None and high in wanted))
    # where it is not always known, the row holds only where it is
    if whole and not kind.only:
        return f"changes nothing: '{name}' is always {kind.span}; leave it out"
    return ""


def wrong_value(name: str, kind: FactKind, value: Fact, moment: str) -> str:
    """Return why a fact of a moment cannot have a value, "" where it can."""
    if kind.text:
        return "" if isinstance(value, str) else f"'{name}' is a name; {written(value)} is none"
    if kind.values is None:
        if not isinstance(value, int) or isinstance(value, bool):
            listed_as = "; list those that hold, as in [2, 3]" if isinstance(value, str) else ""
            return f"'{name}' is a number{f', {kind.span}' if kind.span else ''}; {written(value)} is none{listed_as}"
        within = (kind.least is None or value >= kind.least) and (kind.most is None or value <= kind.most)
        return "" if within else f"'{name}' is {kind.span}; it is never {value}"
    if any(same(value, one) for one in kind.values):
        return ""
    if not kind.values:
        return f"{written(value)} is not a value of '{name}'; this ruleset has none: {kind.says}"
    words = [one for one in kind.values if isinstance(one, str)]
    if not isinstance(value, str) and str(value) in words:
        return f"{written(value)} is not a value of '{name}'; it is text: write '{value}' in quotation marks"
    known = nearest(str(value), words)
    if not known:
        values = [written(one) for one in kind.values]
        known = f"; it is {some_of(written(value), values, _listing(moment))}"
    return f"{written(value)} is not a value of '{name}'{known}"


def _listing(moment: str) -> str:
    """Return how to list every value of the facts of a moment."""
    return f"`referee schema facts RULESET {moment}`"


def _elsewhere(name: str, here: str, moments: Mapping[str, Moment]) -> str:
    others = [other.says for other in moments.values() if name in other.facts]
    if len(others) > _MOST_MOMENTS:
        return f"; it is one of {others[0]} and of {len(others) - 1} other moments"
    if others:
        return f"; it is one of {listed(others)}"
    return nearest(name, moments[here].facts) or f"; `referee rules RULESET --facts {here}` lists them"


def _wrong_quantities(row: Row, moment: Moment) -> Iterator[RowProblem]:
    changed = {name: change for name in quantities_of(type(row)) if (change := row.change(name)) is not None}
    for name, change in changed.items():
        kind = moment.quantities.get(name)
        if kind is None:
            has = listed(list(moment.quantities), "and") if moment.quantities else "no quantity"
            yield (), f"'{name}' is not a quantity of {moment.says}, which has {has}", name
        elif (beyond := _beyond(name, change, kind)) is not None:
            yield (name,), beyond, None
        elif isinstance(change, int):
            if kind.least is not None and change < kind.least:
                yield (name,), f"{change} is too low; {name} {kind.plain}, {kind.least} at least", None
            elif change == 0 and kind.plain == ADDED:
                yield (name,), "changes nothing: the number is added, and 0 is no change", None
        else:
            yield from _wrong_operations(name, change, kind, moment)
            yield from _below(name, change, kind)
    for name, kind in moment.quantities.items():
        if name not in changed and kind.plain == ADDED and getattr(row, name, None) == 0:
            yield (name,), "changes nothing: the number is added, and 0 is no change", None
    if row.forbid and not moment.forbids:
        yield (), f"nothing can be forbidden in {moment.says}", "forbid"
    further = _further(row)
    for name in further:
        if moment.fields is not None and name not in (*moment.fields, *moment.marks):
            yield (), f"'{name}' means nothing in {moment.says}", name
    if row.layer is not None and not any(_layered(change) for change in changed.values()):
        yield (), "'layer' says when a row adds or sets, and this row does neither; leave it out", "layer"
    if not changed and not row.forbid and not moment.grants and not further - {*moment.marks}:
        can = [*(_effects(row) if moment.fields is None else (*moment.quantities, *moment.fields))]
        can += ["forbid: true"] if moment.forbids else []
        yield (), f"changes nothing: {listed(can)} would", None


def _below(name: str, change: Operation, kind: QuantityKind) -> Iterator[RowProblem]:
    """Yield the operations that a quantity which is never below its floor makes idle, or that go below it."""
    if kind.floor is None:
        return
    if change.at_least is not None and change.at_least <= kind.floor:
        yield (name,), f"changes nothing: {name} are never fewer than {kind.floor}", "at_least"
    for operation, amount in (("set", change.set), ("at_most", change.at_most)):
        if amount is not None and amount < kind.floor:
            yield (name,), f"{amount} is fewer than {name} can be: {kind.floor} at least", operation


def _beyond(name: str, change: RowChange, kind: QuantityKind) -> str | None:
    """Return that a row makes more of a quantity than it can be in play, None where it does not."""
    if kind.most is None:
        return None
    given = [change] if isinstance(change, int) else [change.add, change.set, change.at_least, change.at_most]
    amounts = [abs(amount) for amount in given if amount is not None]
    if max(amounts, default=0) <= kind.most:
        return None
    return f"{max(amounts)} is more than {name} can be: {kind.says}, {kind.most} at most, {kind.why}"


def _wrong_operations(name: str, change: Operation, kind: QuantityKind, moment: Moment) -> Iterator[RowProblem]:
    if not change.given:
        yield (name,), f"no operation is given; there are {listed(list(kind.operations))}", None
    for operation in change.given:
        if operation not in kind.operations:
            yield (name,), f"'{operation}' does not apply to {name} of {moment.says}", operation
    idle = {"add": 0, "times": 1}
    for operation, value in idle.items():
        if change.given == [operation] and getattr(change, operation) == value:
            yield (name,), f"changes nothing: {operation} {value} is no change", operation
    low, high = change.at_least, change.at_most
    if low is not None and high is not None and low > high:
        yield (name,), f"at least {low} and at most {high} exclude each other", "at_most"


def _layered(change: RowChange) -> bool:
    return isinstance(change, int) or change.add is not None or change.set is not None


def _further(row: Row) -> set[str]:
    """Return the fields given of a row that its game adds and that are no quantities."""
    return {name for name, default in _further_defaults(type(row)).items() if getattr(row, name) != default}


@cache
def _further_defaults(kind: type[Row]) -> dict[str, Any]:
    own = {*Row.__struct_fields__, *quantities_of(kind)}
    return {field.name: _default(field) for field in msgspec.structs.fields(kind) if field.name not in own}


def _default(field: msgspec.structs.FieldInfo) -> Any:
    made = field.default_factory
    return made() if callable(made) else field.default


def _effects(row: Row) -> list[str]:
    """Return the fields of a row that can do something."""
    return [name for name in row.__struct_fields__ if name not in Row.__struct_fields__]


def _wrong_names(row: Row, moment: Moment, where: str) -> Iterator[RowProblem]:
    for field, (kind, known) in moment.names.items():
        given = getattr(row, field)
        for number, name in enumerate(given if isinstance(given, list) else [given]):
            if name is not None and name not in known:
                path: Path = (field, number) if isinstance(given, list) else (field,)
                there = nearest(name, known) or (f"; there are {some_of(name, known, where, 'and')}" if known else "")
                yield path, f"'{name}' is no {kind} of this ruleset{there}", None


def _empty_lists(row: Row) -> Iterator[RowProblem]:
    for name, wanted in row.when.items():
        if isinstance(wanted, Within):
            continue
        if wanted == []:
            yield ("when", name), f"an empty list never holds; leave '{name}' out, or name a value", None
        elif isinstance(wanted, list):
            for number, one in enumerate(wanted):
                if any(same(one, other) for other in wanted[:number]):
                    yield ("when", name, number), f"{written(one)} is named twice", None


def _values(wanted: Fact | list[Fact]) -> list[Fact]:
    return wanted if isinstance(wanted, list) else [wanted]
