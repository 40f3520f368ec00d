"""Moments: what the rows of one section of the tables may name, and what they may change.

A moment is what a procedure of a game asks its rows for: a strike, a step of a move, the total of a combat. It has a
closed set of facts and quantities, the same wherever its rows are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec
import msgspec.inspect

from referee.core.documents.plain import type_info

from ..documents import Path
from .places import CONTAINERS, inside
from .rows import Fact, Operation, Row
from .rulesets import Ruleset

# where in a row, what is wrong, and the key where it is about one
RowProblem = tuple[Path, str, str | None]

# for a fact, the one that settles it, with the values of that one for each of its own
Settled = Mapping[str, tuple[str, Mapping[Fact, tuple[Fact, ...]]]]

# what a number without an operation does to most quantities
ADDED = "is added"
OPERATIONS = ("add", "set", "times", "halve", "at_least", "at_most")


class FactKind(msgspec.Struct, frozen=True):
    """A fact that a condition may name: its values, None for a whole number, or any text.

    A number goes from `least` to `most`, where these are given; one that counts a part of what another fact counts, or
    what another one says there is, names that one in `part_of`. `on` are the kinds of carrier whose rows it is given
    to; every row gets it where that is empty. `only` says which values other facts have wherever this one is known.
    `of` is the role whose fact it is, where several roles have the same, and facts of one `family` differ in one name.
    """

    says: str
    values: tuple[Fact, ...] | None = None
    text: bool = False
    on: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    part_of: str | None = None
    only: Mapping[str, tuple[Fact, ...]] = {}
    of: str = ""
    family: str = ""

    @property
    def number(self) -> bool:
        """Whether the fact is a whole number."""
        return self.values is None and not self.text

    @property
    def span(self) -> str:
        """In words, which numbers it may be: "from 1 to 7", or "" where there is no bound."""
        if self.least is None:
            return ""
        return f"{self.least} or more" if self.most is None else f"from {self.least} to {self.most}"

    @property
    def fixed(self) -> bool:
        """Whether it has one value alone in this ruleset, so that no row needs it."""
        return (self.values is not None and len(self.values) < 2) or (self.most is not None and self.most == self.least)

    @property
    def example(self) -> Fact:
        """A value that it may have."""
        if self.values is None:
            return "..." if self.text else max(self.least or 0, min(2, self.most or 2))
        return self.values[0] if self.values else "..."


class QuantityKind(msgspec.Struct, frozen=True):
    """A quantity that a row may change.

    `plain` says what a number without an operation does to it; `least` is the least such number, if there is one. Of
    several such numbers only the `greatest` may count. It is `most` at most, `why` that is so, and never below `floor`.
    """

    says: str
    operations: tuple[str, ...] = OPERATIONS
    plain: str = ADDED
    least: int | None = None
    greatest: bool = False
    most: int | None = None
    why: str = ""
    floor: int | None = None


class Moment(msgspec.Struct, frozen=True):
    """What the rows of a section may name and change.

    `on` are the kinds of carrier whose rows are asked; all of them where it is empty.
    `forbids` says what a row with `forbid` prevents, and `grants` what a row does that changes and forbids nothing; ""
    where there is no such thing. Of a `first_match` section the first row that holds is the only one that counts; where
    it is `complete`, one row must always hold. `never` lists combinations of facts that do not occur, and `settled`
    names for a fact the one that settles it, with the values of that one for each of its own. `names` says what further
    fields of a row name: the kind of thing, and the names of those there are. `fields` are what a row may say here
    apart from its quantities, and `marks` what it may say of them; None where every field of its type counts.
    """

    says: str
    facts: Mapping[str, FactKind]
    quantities: Mapping[str, QuantityKind]
    forbids: str = ""
    grants: str = ""
    first_match: bool = False
    complete: bool = False
    never: tuple[Mapping[str, Fact | list[Fact]], ...] = ()
    settled: Settled = {}
    on: tuple[str, ...] = ()
    names: Mapping[str, tuple[str, tuple[str, ...]]] = {}
    fields: tuple[str, ...] | None = None
    marks: tuple[str, ...] = ()


class Placed(NamedTuple):
    """A row with its place: its path below the table's name, its moment and the kinds of its carrier.

    A carrier may be of several kinds, such as one that lies on a hex and is laid for a while.
    """

    path: Path
    row: Row
    moment: str
    carriers: tuple[str, ...]


YES = (True, False)
OPTION = "the option of "


def placed_rows(value: Any, path: Path = (), moment: str = "", carriers: tuple[str, ...] = ()) -> Iterator[Placed]:
    """Yield every row inside a table.

    A table type names the moments of its fields in `MOMENTS`, and the kinds of what carries its rows in `carriers`.
    """
    if isinstance(value, Row):
        yield Placed(path, value, moment, carriers)
        return
    moments: Mapping[str, str] = getattr(value, "MOMENTS", {})
    kinds: tuple[str, ...] = getattr(value, "carriers", carriers)
    for field, step, inner in inside(value):
        if inner and isinstance(inner, CONTAINERS):
            yield from placed_rows(inner, (*path, step), moments.get(field, moment), kinds)


def empty_sections(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield the path and the moment of every section of rows inside a table that has none."""
    moments: Mapping[str, str] = getattr(value, "MOMENTS", {})
    for field, step, inner in inside(value):
        if field in moments and inner == {}:
            yield (*path, step), moments[field]
        elif inner and isinstance(inner, CONTAINERS):
            yield from empty_sections(inner, (*path, step))


def sections_of(tables: Mapping[str, type[Any]], moments: Mapping[str, Moment]) -> dict[str, list[str]]:
    """Return for each moment the paths of its sections in the tables of a game; NAME stands for a name.

    Those whose rows are never asked are left out.
    """
    out: dict[str, list[str]] = {}
    for moment, path, carriers, _ in every_section(tables):
        # what each thing of a table is by itself may be any of them
        if not carriers or is_asked(moments[moment], carriers):
            out.setdefault(moment, []).append(".".join(path))
    return out


def is_asked(moment: Moment, carriers: Collection[str]) -> bool:
    """Return whether rows that stand on carriers of these kinds are asked at a moment."""
    return not moment.on or not {*moment.on}.isdisjoint(carriers)


class RowSection(NamedTuple):
    """A section of rows: its moment, its path with NAME for a name, the kinds of its carriers, the type of a row."""

    moment: str
    path: tuple[str, ...]
    carriers: tuple[str, ...]
    row: type[Row]


def every_section(tables: Mapping[str, type[Any]]) -> Iterator[RowSection]:
    """Yield every section of rows of tables."""
    for table, kind in tables.items():
        yield from _sections(type_info(kind), (table,))


def _sections(kind: msgspec.inspect.Type, path: tuple[str, ...]) -> Iterator[RowSection]:
    if isinstance(kind, msgspec.inspect.StructType):
        moments: Mapping[str, str] = getattr(kind.cls, "MOMENTS", {})
        for field in kind.fields:
            if field.name in moments:
                carriers = getattr(kind.cls, "CARRIERS", ())
                yield RowSection(moments[field.name], (*path, field.encode_name), carriers, _row_type(field.type))
            else:
                yield from _sections(field.type, (*path, field.encode_name))
    elif isinstance(kind, msgspec.inspect.DictType):
        yield from _sections(kind.value_type, (*path, "NAME"))
    elif isinstance(kind, msgspec.inspect.UnionType):
        for one in kind.types:
            yield from _sections(one, path)


def _row_type(kind: msgspec.inspect.Type) -> type[Row]:
    """Return the type of the rows of a field: of a mapping of them, of one, or of one that may miss."""
    if isinstance(kind, msgspec.inspect.DictType):
        return _row_type(kind.value_type)
    if isinstance(kind, msgspec.inspect.UnionType):
        return next(_row_type(one) for one in kind.types if not isinstance(one, msgspec.inspect.NoneType))
    assert isinstance(kind, msgspec.inspect.StructType)
    assert issubclass(kind.cls, Row)
    return kind.cls


def option_facts(ruleset: Ruleset) -> dict[str, FactKind]:
    """Return the options of a ruleset as facts: every row may name them."""
    out = {}
    for number, ruling in ruleset.rulings.items():
        if ruling.option is not None and ruling.default is not None:
            values = None if ruling.numbers else (ruling.default, *ruling.alternatives)
            out[ruling.option] = FactKind(f"{OPTION}{number}", values)
    return out


def with_options(moments: Mapping[str, Moment], ruleset: Ruleset) -> dict[str, Moment]:
    """Return moments with the options of a ruleset among their facts."""
    options = option_facts(ruleset)
    return {
        name: msgspec.structs.replace(moment, facts={**moment.facts, **options}) for name, moment in moments.items()
    }


def counts(kind: FactKind) -> bool:
    """Return whether a row may multiply what it adds by a fact: a whole number that is no option."""
    return kind.number and not kind.says.startswith(OPTION)


@cache
def quantities_of(kind: type[Row]) -> list[str]:
    """Return the fields of a row type that hold changes of quantities."""
    own = set(Row.__struct_fields__)
    return [
        field.name
        for field in msgspec.structs.fields(kind)
        if field.name not in own and Operation in getattr(field.type, "__args__", ())
    ]
