"""Which rows can be reached where the first row that holds decides: conditions as sets of values, fact by fact."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .moments import Moment
from .rows import Fact, Row

# a value that is no boolean differs from one that is: 1 is not true. None stands for every number or name not mentioned
_Value = tuple[bool, Fact] | None
_Box = dict[str, frozenset[_Value]]
# a condition that falls into more parts than this counts as reachable
_MOST_PARTS = 20_000


def unreachable(rows: Mapping[str, Row], moment: Moment) -> Iterator[tuple[str, list[str]]]:
    """Yield each row that never decides, with the earlier rows that hold whenever it would.

    The list is empty where the row's own conditions exclude each other.
    """
    domain = _domain(rows, moment)
    boxes = {name: _box(row, moment) for name, row in rows.items()}
    names = list(rows)
    for number, name in enumerate(names):
        box = boxes[name]
        if not all(box.values()):
            yield name, []
            continue
        earlier = [other for other in names[:number] if _meet(box, boxes[other])]
        alone = next((other for other in earlier if not _without([box], boxes[other], domain)), None)
        left = [box]
        for other in earlier:
            left = _without(left, boxes[other], domain)
        if not left:
            yield name, [alone] if alone is not None else earlier


def uncovered(rows: Mapping[str, Row], moment: Moment) -> dict[str, Fact] | None:
    """Return facts for which no row holds, None where one always does; a fact left out may have any value."""
    domain = _domain(rows, moment)
    left: list[_Box] = [{}]
    for row in rows.values():
        left = _without(left, _box(row, moment), domain)
    if not left:
        return None
    named = {name: sorted(values, key=str)[0] for name, values in left[0].items()}
    return {name: value[1] for name, value in named.items() if value is not None}


def _box(row: Row, moment: Moment) -> _Box:
    """Return what a row's conditions allow each fact to be; a fact that another one settles counts as that one."""
    out: _Box = {}
    for name, wanted in row.when.items():
        values = wanted if isinstance(wanted, list) else [wanted]
        if name in moment.settled:
            name, by_value = moment.settled[name]
            values = [one for value in values for one in by_value.get(value, ())]
        allowed = frozenset(_value(one) for one in values)
        out[name] = out[name] & allowed if name in out else allowed
    return out


def _value(value: Fact) -> _Value:
    return isinstance(value, bool), value


def _domain(rows: Mapping[str, Row], moment: Moment) -> dict[str, frozenset[_Value]]:
    """Return every value of the facts that rows name."""
    out: dict[str, frozenset[_Value]] = {}
    for row in rows.values():
        for name, values in _box(row, moment).items():
            kind = moment.facts.get(name)
            if kind is None or kind.values is None:
                out[name] = out.get(name, frozenset([None])) | values
            else:
                out[name] = frozenset(_value(one) for one in kind.values)
    return out


def _meet(one: _Box, other: _Box) -> bool:
    """Return whether both conditions can hold at once."""
    return all(one[name] & values for name, values in other.items() if name in one)


def _without(boxes: list[_Box], taken: _Box, domain: Mapping[str, frozenset[_Value]]) -> list[_Box]:
    """Return what is left of conditions without another: parts that do not overlap."""
    out: list[_Box] = []
    for box in boxes:
        if not _meet(box, taken):
            out.append(box)
            continue
        rest = dict(box)
        for name, values in taken.items():
            here = rest.get(name, domain[name])
            if here - values:
                out.append({**rest, name: here - values})
            rest[name] = here & values
    return out if len(out) <= _MOST_PARTS else boxes
