"""Which rows can hold: conditions as sets of values, fact by fact.

A row never holds where its own conditions exclude each other, and never decides where the first row that holds decides
and an earlier one always does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from ..documents.problems import listed, written
from .memory import Memory
from .moments import Moment, RowProblem
from .rows import Fact, Row, wanted_said

# a value that is no boolean differs from one that is: 1 is not true. None stands for every number or name not mentioned
_Value = tuple[bool, Fact] | None
_Box = dict[str, frozenset[_Value]]
# conditions as a row writes them
Conditioned = Mapping[str, Fact | list[Fact]]
# a condition that falls into more parts than this counts as reachable
_MOST_PARTS = 20_000
_NEVER: Memory[int, tuple[Moment, list[_Box]]] = Memory(256)
# what of a row changes nothing that it does
_UNSAID = dict.fromkeys(["why", "cite", "before", "after"])


def contradiction(when: Conditioned, moment: Moment, known: Mapping[str, Fact] | None = None) -> dict[str, str]:
    """Return the fewest conditions that exclude each other, each with the reason if there is one to tell.

    It is empty where all can hold at once. `known` are facts that hold wherever the row stands.
    """
    known = known or {}
    if [] in when.values() or _can_hold(known, when, moment):
        return {}
    left = dict(when)
    for name in reversed(list(when)):
        fewer = {other: wanted for other, wanted in left.items() if other != name}
        if not _can_hold(known, fewer, moment):
            left = fewer
    return {name: _reason(name, left, known, moment) for name in left}


def exclusions(row: Row, moment: Moment, known: Mapping[str, Fact] | None = None) -> Iterator[RowProblem]:
    """Yield why a row never holds: its conditions exclude each other, or what is known wherever it stands."""
    found = contradiction(row.when, moment, known)
    if not found:
        return
    *_, last = found
    reason = next((reason for reason in found.values() if reason), "")
    named = listed([f"{name} {wanted_said(row.when[name])}" for name in found], "and")
    if reason:
        said = f"never holds with {named}: {reason}"
    elif len(found) > 1:
        said = f"never holds: {named} exclude each other; leave one out"
    elif known:
        deciding = _deciding(known, {name: row.when[name] for name in found}, moment)
        here = listed([f"{name} is {written(value)}" for name, value in deciding.items()], "and")
        said = f"never holds: {named} does not occur where {here}"
    else:
        said = f"never holds: {named} does not occur in {moment.says}"
    yield ("when",), said, last


def _deciding(known: Mapping[str, Fact], when: Conditioned, moment: Moment) -> Mapping[str, Fact]:
    """Return the fewest of the facts known that conditions exclude."""
    left = known
    for name in known:
        fewer = {other: value for other, value in left.items() if other != name}
        if not _can_hold(fewer, when, moment):
            left = fewer
    return left


def repeated_rows(rows: Mapping[str, Row]) -> Iterator[tuple[str, str]]:
    """Yield the rows of a section that hold and do the same as an earlier one, with that one."""
    said: dict[str, dict[str, Any]] = {}
    for name, row in rows.items():
        when = {fact: sorted(_listed(wanted), key=repr) for fact, wanted in sorted(row.when.items())}
        # rows are compared by what they say, and not by where
        bare = {**msgspec.structs.asdict(row), **_UNSAID, "when": when}
        other = next((earlier for earlier, one in said.items() if one == bare), None)
        if other is not None:
            yield name, other
        said[name] = bare


def _reason(name: str, left: Conditioned, known: Mapping[str, Fact], moment: Moment) -> str:
    kind = moment.facts.get(name)
    for other, values in kind.only.items() if kind is not None else ():
        if other in left or other in known:
            return f"'{name}' is known only where {other} is {listed([written(one) for one in values])}"
    if kind is not None and kind.part_of is not None and kind.part_of in left:
        if moment.facts[kind.part_of].number:
            return f"'{name}' counts some of those that '{kind.part_of}' counts"
        return f"'{name}' is 0 where '{kind.part_of}' is false"
    return ""


def _can_hold(known: Mapping[str, Fact], when: Conditioned, moment: Moment) -> bool:
    rows = [{name: wanted} for name, wanted in known.items()]
    box: _Box = {}
    for conditions in (*rows, when):
        for name, values in _allowed(conditions, moment).items():
            box[name] = box[name] & values if name in box else values
    if not all(box.values()) or not _parts_fit({**when, **known}, moment):
        return False
    never = _bearing(_never(moment), box)
    domain: dict[str, frozenset[_Value]] = {}
    for each in (box, *never):
        for name, values in each.items():
            domain[name] = domain.get(name, _every(name, moment)) | values
    left = [box]
    for taken in never:
        left = _without(left, taken, domain)
    return bool(left)


def _never(moment: Moment) -> list[_Box]:
    """Return what each of the combinations that never occur allows; every row of a moment asks for the same."""
    # with the moment in the value, no other one gets its id
    return _NEVER.remember(id(moment), lambda: (moment, [_allowed(one, moment) for one in moment.never]))[1]


def _bearing(never: list[_Box], box: _Box) -> list[_Box]:
    """Return of what never occurs that which may bear on conditions: by a fact of theirs, or of what bears on them."""
    out: list[_Box] = []
    names, left = {*box}, never
    while found := [one for one in left if not names.isdisjoint(one)]:
        out += found
        left = [one for one in left if names.isdisjoint(one)]
        names.update(*found)
    return out


def _parts_fit(when: Conditioned, moment: Moment) -> bool:
    """Return whether no fact that counts a part is greater than the one that counts the whole, or says there is one."""
    for name, wanted in when.items():
        kind = moment.facts.get(name)
        whole = when.get(kind.part_of) if kind is not None and kind.part_of is not None else None
        parts, wholes = ([one for one in _listed(x) if isinstance(one, int)] for x in (wanted, whole))
        if parts and wholes and not any(one is True for one in wholes) and min(parts) > max(wholes):
            return False
    return True


def _listed(wanted: Fact | list[Fact] | None) -> list[Fact]:
    return wanted if isinstance(wanted, list) else [] if wanted is None else [wanted]


def _every(name: str, moment: Moment) -> frozenset[_Value]:
    """Return every value of a fact; None stands for those that have no list."""
    kind = moment.facts.get(name)
    if kind is None or kind.values is None:
        return frozenset([None])
    return frozenset(_value(one) for one in kind.values)


def unreachable(rows: Mapping[str, Row], moment: Moment) -> Iterator[tuple[str, list[str]]]:
    """Yield each row that never decides, with the earlier rows that hold whenever it would.

    The list is empty where the row's own conditions exclude each other.
    """
    domain = _domain(rows, moment)
    boxes = {name: _allowed(row.when, moment) for name, row in rows.items()}
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


def hold_together(one: Row, other: Row, moment: Moment) -> bool:
    """Return whether two rows can hold at once."""
    both: dict[str, Fact | list[Fact]] = dict(one.when)
    for name, wanted in other.when.items():
        if name in both:
            allowed = {_value(value) for value in _listed(wanted)}
            both[name] = [value for value in _listed(both[name]) if _value(value) in allowed]
            if not both[name]:
                return False
        else:
            both[name] = wanted
    return _can_hold({}, both, moment)


def holds_with(one: Row, other: Row, moment: Moment) -> bool:
    """Return whether a row holds wherever another does."""
    wider, box = _allowed(one.when, moment), _allowed(other.when, moment)
    return all(name in box and box[name] <= values for name, values in wider.items())


def uncovered_facts(rows: Mapping[str, Row], moment: Moment) -> dict[str, Fact] | None:
    """Return facts for which no row holds, None where one always does; a fact left out may have any value."""
    domain = _domain(rows, moment)
    left: list[_Box] = [{}]
    for row in rows.values():
        left = _without(left, _allowed(row.when, moment), domain)
    return _facts_of(left[0]) if left else None


def shared_facts(rows: Mapping[str, Row], one: str, other: str, moment: Moment) -> dict[str, Fact] | None:
    """Return facts for which two rows both hold and no row before the first of them does, None where there are none.

    A fact left out may have any value.
    """
    names = list(rows)
    boxes = {name: _allowed(row.when, moment) for name, row in rows.items()}
    if not _meet(boxes[one], boxes[other]):
        return None
    both = dict(boxes[one])
    for name, values in boxes[other].items():
        both[name] = both[name] & values if name in both else values
    left, domain = [both], _domain(rows, moment)
    for earlier in names[: min(names.index(one), names.index(other))]:
        left = _without(left, boxes[earlier], domain)
    return _facts_of(left[0]) if left else None


def _facts_of(box: _Box) -> dict[str, Fact]:
    """Return one situation of those that conditions allow."""
    named = {name: sorted(values, key=str)[0] for name, values in box.items()}
    return {name: value[1] for name, value in named.items() if value is not None}


def _allowed(when: Conditioned, moment: Moment) -> _Box:
    """Return what conditions allow each fact to be.

    A fact that another one settles counts as that one, and one that is known only with values of others allows those.
    """
    out: _Box = {}
    for name, wanted in when.items():
        values = wanted if isinstance(wanted, list) else [wanted]
        kind = moment.facts.get(name)
        if name in moment.settled:
            name, by_value = moment.settled[name]
            values = [one for value in values for one in by_value.get(value, ())]
        _narrow(out, name, values)
        for other, possible in kind.only.items() if kind is not None else ():
            _narrow(out, other, possible)
    return out


def _narrow(box: _Box, name: str, values: Iterable[Fact]) -> None:
    allowed = frozenset(_value(one) for one in values)
    box[name] = box[name] & allowed if name in box else allowed


def _value(value: Fact) -> _Value:
    return isinstance(value, bool), value


def _domain(rows: Mapping[str, Row], moment: Moment) -> dict[str, frozenset[_Value]]:
    """Return every value of the facts that rows name."""
    out: dict[str, frozenset[_Value]] = {}
    for row in rows.values():
        for name, values in _allowed(row.when, moment).items():
            out[name] = out.get(name, _every(name, moment)) | values
    return out


def _meet(one: _Box, other: _Box) -> bool:
    """Return whether both conditions can hold at once."""
    return all(one[name] & values for name, values in other.items() if name in one)


def _without(boxes: list[_Box], taken: _Box, domain: Mapping[str, frozenset[_Value]]) -> list[_Box]:
    """Return what is left of conditions without another: parts that do not overlap."""
    out: list[_Box] = []
    for box in boxes:
        # conditions that exclude each other take nothing away
        if not all(taken.values()) or not _meet(box, taken):
            out.append(box)
            continue
        rest = dict(box)
        for name, values in taken.items():
            here = rest.get(name, domain[name])
            if here - values:
                out.append({**rest, name: here - values})
            rest[name] = here & values
    return out if len(out) <= _MOST_PARTS else boxes
