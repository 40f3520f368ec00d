"""Moments: what the rows of one section of the tables may name, and what they may change.

A moment is what a procedure of a game asks its rows for: a strike, a step of a move, the total of a combat. It has a
closed set of facts and quantities, the same wherever its rows stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
import msgspec.inspect

from ..documents import Path, nearest
from ..documents.problems import listed, written
from .rows import Fact, Operation, Row, same
from .rulesets import Ruleset

# where in a row, what is wrong, and the key where it is about one
RowProblem = tuple[Path, str, str | None]

OPERATIONS = ("add", "set", "times", "halve", "at_least", "at_most")


class FactKind(msgspec.Struct, frozen=True):
    """A fact that a condition may name: its values, None for a whole number, or any text.

    `on` are the kinds of carrier whose rows it is given to; every row gets it where that is empty.
    """

    says: str
    values: tuple[Fact, ...] | None = None
    text: bool = False
    on: tuple[str, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether the fact is a number that a row may count `per`."""
        return self.values is None and not self.text


class QuantityKind(msgspec.Struct, frozen=True):
    """A quantity that a row may change.

    `plain` says what a number without an operation does to it; `least` is the least such number, if there is one.
    """

    says: str
    operations: tuple[str, ...] = OPERATIONS
    plain: str = "is added"
    least: int | None = None


class Moment(msgspec.Struct, frozen=True):
    """What the rows of a section may name and change.

    `on` are the kinds of carrier whose rows are asked; all of them where it is empty.
    `forbids` says what a row with `forbid` prevents, and `grants` what a row does that changes and forbids nothing; ""
    where there is no such thing. Of a `first_match` section the first row that holds is the only one that counts; where
    it is `complete`, one row must always hold. `never` lists combinations of facts that do not occur, and `settled`
    names for a fact the one that settles it, with the values of that one for each of its own. `names` says what further
    fields of a row name: the kind of thing, and the names of those there are.
    """

    says: str
    facts: Mapping[str, FactKind]
    quantities: Mapping[str, QuantityKind]
    forbids: str = ""
    grants: str = ""
    first_match: bool = False
    complete: bool = False
    never: tuple[Mapping[str, Fact], ...] = ()
    settled: Mapping[str, tuple[str, Mapping[Fact, tuple[Fact, ...]]]] = {}
    on: tuple[str, ...] = ()
    names: Mapping[str, tuple[str, tuple[str, ...]]] = {}


class Placed(NamedTuple):
    """A row with its place: its path below the table's name, its moment and the kind of its carrier."""

    path: Path
    row: Row
    moment: str
    carrier: str


YES = (True, False)


def placed_rows(value: Any, path: Path = (), moment: str = "", carrier: str = "") -> Iterator[Placed]:
    """Yield every row inside a table.

    A table type names the moments of its fields in `MOMENTS`, and what its rows stand on in `carrier`.
    """
    if isinstance(value, Row):
        yield Placed(path, value, moment, carrier)
    elif isinstance(value, msgspec.Struct):
        moments: Mapping[str, str] = getattr(value, "MOMENTS", {})
        on: str = getattr(value, "carrier", carrier)
        for field in msgspec.structs.fields(value):
            inner = getattr(value, field.name)
            yield from placed_rows(inner, (*path, field.encode_name), moments.get(field.name, moment), on)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from placed_rows(inner, (*path, str(key)), moment, carrier)
    elif isinstance(value, (list, tuple)):
        for number, inner in enumerate(value):
            yield from placed_rows(inner, (*path, number), moment, carrier)


def sections_of(tables: Mapping[str, type[Any]]) -> dict[str, list[str]]:
    """Return for each moment the paths of its sections in the tables of a game; NAME stands for a name."""
    out: dict[str, list[str]] = {}
    for table, kind in tables.items():
        for moment, path in _sections(msgspec.inspect.type_info(kind), (table,)):
            out.setdefault(moment, []).append(".".join(path))
    return out


def _sections(kind: msgspec.inspect.Type, path: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    if isinstance(kind, msgspec.inspect.StructType):
        moments: Mapping[str, str] = getattr(kind.cls, "MOMENTS", {})
        for field in kind.fields:
            if field.name in moments:
                yield moments[field.name], (*path, field.encode_name)
            else:
                yield from _sections(field.type, (*path, field.encode_name))
    elif isinstance(kind, msgspec.inspect.DictType):
        yield from _sections(kind.value_type, (*path, "NAME"))
    elif isinstance(kind, msgspec.inspect.UnionType):
        for one in kind.types:
            yield from _sections(one, path)


def option_facts(ruleset: Ruleset) -> dict[str, FactKind]:
    """Return the options of a ruleset as facts: every row may name them."""
    out = {}
    for number, ruling in ruleset.rulings.items():
        if ruling.option is not None and ruling.default is not None:
            values = None if ruling.numbers else (ruling.default, *ruling.alternatives)
            out[ruling.option] = FactKind(f"the option of {number}", values)
    return out


def with_options(moments: Mapping[str, Moment], ruleset: Ruleset) -> dict[str, Moment]:
    """Return moments with the options of a ruleset among their facts."""
    options = option_facts(ruleset)
    return {
        name: msgspec.structs.replace(moment, facts={**moment.facts, **options}) for name, moment in moments.items()
    }


def row_problems(placed: Placed, moments: Mapping[str, Moment]) -> list[RowProblem]:
    """Return what is wrong with the facts, values, quantities and operations of a row, each with its path."""
    moment = moments[placed.moment]
    if moment.on and placed.carrier not in moment.on:
        return [
            (
                (),
                f"nothing asks the rows of {placed.carrier} about {moment.says}, only those of {listed(moment.on)}",
                None,
            )
        ]
    return [
        *_wrong_facts(placed, moment, moments),
        *_wrong_quantities(placed.row, moment, moments),
        *_wrong_names(placed.row, moment),
        *_never_holds(placed.row, moment),
    ]


def _wrong_facts(placed: Placed, moment: Moment, moments: Mapping[str, Moment]) -> Iterator[RowProblem]:
    for name, wanted in placed.row.when.items():
        kind = moment.facts.get(name)
        if kind is None:
            yield ("when",), f"'{name}' is not a fact of {moment.says}{_elsewhere(name, moment, moments)}", name
            continue
        if kind.on and placed.carrier not in kind.on:
            yield ("when",), f"'{name}' is only known to rows of {listed(list(kind.on))}", name
        for number, one in enumerate(wanted if isinstance(wanted, list) else [wanted]):
            if said := wrong_value(name, kind, one):
                yield ("when", name, number) if isinstance(wanted, list) else ("when", name), said, None
    per = placed.row.per
    if per is not None and (per not in moment.facts or not moment.facts[per].counts):
        counting = [name for name, kind in moment.facts.items() if kind.counts]
        yield ("per",), f"'{per}' does not count anything in {moment.says}{nearest(per, counting)}", None


def wrong_value(name: str, kind: FactKind, value: Fact) -> str:
    """Return why a fact cannot have a value, "" where it can."""
    if kind.text:
        return "" if isinstance(value, str) else f"'{name}' is a name; {written(value)} is none"
    if kind.values is None:
        number = isinstance(value, int) and not isinstance(value, bool)
        return "" if number else f"'{name}' is a number; {written(value)} is none"
    if any(same(value, one) for one in kind.values):
        return ""
    words = [one for one in kind.values if isinstance(one, str)]
    near = nearest(str(value), words)
    allowed = f"; it is {listed([written(one) for one in kind.values])}" if len(kind.values) <= 8 and not near else near
    return f"{written(value)} is not a value of '{name}'{allowed}"


def _elsewhere(name: str, moment: Moment, moments: Mapping[str, Moment]) -> str:
    near = nearest(name, moment.facts)
    others = [other.says for other in moments.values() if name in other.facts]
    return near or (f"; it is one of {listed(others)}" if others else "")


def _wrong_quantities(row: Row, moment: Moment, moments: Mapping[str, Moment]) -> Iterator[RowProblem]:
    changed = {name: change for name in quantities_of(type(row)) if (change := row.change(name)) is not None}
    for name, change in changed.items():
        kind = moment.quantities.get(name)
        if kind is None:
            has = listed(list(moment.quantities), "and") if moment.quantities else "no quantity"
            yield (), f"'{name}' is not a quantity of {moment.says}, which has {has}", name
            continue
        if isinstance(change, int) and kind.least is not None and change < kind.least:
            yield (name,), f"{change} is too low; {name} {kind.plain}, {kind.least} at least", None
        given = change.given if isinstance(change, Operation) else ["add"]
        if not given:
            yield (name,), f"no operation is given; there are {listed(list(kind.operations))}", None
        for operation in given:
            if operation not in kind.operations:
                yield (name,), f"'{operation}' does not apply to {name} of {moment.says}", operation
    if row.forbid and not moment.forbids:
        yield (), f"nothing can be forbidden in {moment.says}", "forbid"
    if not changed and not row.forbid and not moment.grants and not _says_more(row):
        yield (
            (),
            f"changes nothing: {listed([*_effects(row), *(['forbid'] if moment.forbids else [])])} would",
            None,
        )


def _effects(row: Row) -> list[str]:
    """Return the fields of a row that can do something."""
    return [name for name in row.__struct_fields__ if name not in Row.__struct_fields__]


def _wrong_names(row: Row, moment: Moment) -> Iterator[RowProblem]:
    for field, (kind, known) in moment.names.items():
        given = getattr(row, field)
        for number, name in enumerate(given if isinstance(given, list) else [given]):
            if name is not None and name not in known:
                path: Path = (field, number) if isinstance(given, list) else (field,)
                there = nearest(name, known) or (f"; there are {listed(list(known), 'and')}" if known else "")
                yield path, f"'{name}' is no {kind} of this ruleset{there}", None


def quantities_of(kind: type[Row]) -> list[str]:
    """Return the fields of a row type that hold changes of quantities."""
    own = set(Row.__struct_fields__)
    return [
        field.name
        for field in msgspec.structs.fields(kind)
        if field.name not in own and Operation in getattr(field.type, "__args__", ())
    ]


def _says_more(row: Row) -> bool:
    """Return whether a row does something in a field of its game that is no quantity."""
    quantities = quantities_of(type(row))
    own = set(Row.__struct_fields__)
    return any(
        field.name not in own and field.name not in quantities and getattr(row, field.name) != field.default
        for field in msgspec.structs.fields(type(row))
    )


def _never_holds(row: Row, moment: Moment) -> Iterator[RowProblem]:
    for name, wanted in row.when.items():
        if wanted == []:
            yield ("when", name), f"an empty list never holds; leave '{name}' out, or name a value", None
    for together in moment.never:
        if all(name in row.when and _only(row.when[name], value) for name, value in together.items()):
            pair = listed([f"{name} {written(value)}" for name, value in together.items()], "and")
            yield ("when",), f"never holds: {pair} exclude each other", None


def _only(wanted: Fact | list[Fact], value: Fact) -> bool:
    """Return whether a condition holds for one value alone."""
    return all(same(one, value) for one in wanted) if isinstance(wanted, list) else same(wanted, value)
