"""Rows of the tables: {when, change, cite}, matched against the facts of a situation.

`when` matches by equality, membership or a span of numbers, and nothing more. A game makes its own row type, with its
quantities as fields of the type `Change`. The changes of several rows apply in the order of `RANKS`, in whatever order
the rows are found.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from ..documents.problems import listed, written
from .ledger import Cites, Entry, Ledger, Op, cites_of
from .sequence import Ordered

Fact = str | int | float | bool
Facts = Mapping[str, Fact]
Layer = Literal["base", "total"]
Conditions = tuple[tuple[str, "Fact | list[Fact]"], ...]

# the most entries of rows that are kept
_MOST_ENTRIES = 10_000

_Amount = Annotated[int, Meta(ge=-1000, le=1000)]

# what a row adds or sets without a `layer` belongs to the total
RANKS: Mapping[tuple[str, Layer], int] = {
    ("set", "base"): 0,
    ("add", "base"): 1,
    ("halve", "total"): 2,
    ("times", "total"): 3,
    ("add", "total"): 4,
    ("set", "total"): 5,
    ("at_least", "total"): 6,
    ("at_most", "total"): 7,
}


_OPS: Mapping[str, Op] = {"add": "add", "set": "set", "times": "times", "at_least": "at_least", "at_most": "at_most"}


class GivenFields(msgspec.Struct, frozen=True):
    """A struct whose fields are None unless they are given."""

    @property
    def given(self) -> list[str]:
        """The names of the fields that are given."""
        return [name for name in self.__struct_fields__ if getattr(self, name) is not None]


class Operation(GivenFields, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a row does to a quantity, where that is not a plain number: one operation or several."""

    add: _Amount | None = None
    set: _Amount | None = None
    times: Annotated[int, Meta(ge=0, le=100)] | None = None
    halve: Literal["up", "down"] | None = None
    at_least: _Amount | None = None
    at_most: _Amount | None = None


RowChange = _Amount | Operation
# the last number of a span, with an end or without; no fact counts farther
_FARTHEST = 10_000
_End = Annotated[int, Meta(ge=-_FARTHEST, le=_FARTHEST)]


class Span(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The numbers from one to another in a condition, both included: `{at_least: 4}`."""

    at_least: _End | None = None
    at_most: _End | None = None


class Within(list[Fact]):
    """The numbers of a span, as a condition lists them."""

    def __init__(self, span: Span) -> None:
        self.span = span
        low, high = span.at_least, span.at_most
        self.ends = 0 if low is None else low, _FARTHEST if high is None else high
        super().__init__(range(self.ends[0], self.ends[1] + 1))

    def __contains__(self, value: object) -> bool:
        low, high = self.span.at_least, self.span.at_most
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return False
        return (low is None or value >= low) and (high is None or value <= high)

    @property
    def said(self) -> str:
        """The span in words."""
        return span_said(self.span.at_least, self.span.at_most)


def span_said(low: int | None, high: int | None) -> str:
    """Return a span of numbers in words."""
    if low is None or high is None:
        return f"{low} or more" if low is not None else f"{high} or less"
    return f"from {low} to {high}"


def wanted_said(wanted: Fact | list[Fact]) -> str:
    """Return in words what a condition wants of a fact."""
    if isinstance(wanted, Within):
        return wanted.said
    return listed([written(one) for one in (wanted if isinstance(wanted, list) else [wanted])])


# a span is read as the numbers that it stands for
if TYPE_CHECKING:
    When = dict[str, Fact | list[Fact]]
else:
    When = dict[str, Fact | list[Fact] | Span]


class Row(Ordered, frozen=True, forbid_unknown_fields=True, kw_only=True, eq=False):
    """A row of a table: its condition, its changes and its cites; compared by identity, so that a cache can key it.

    `per` multiplies what it adds by a fact that counts. `layer: base` adds or sets before any halving or multiplying.
    """

    when: When = {}
    cite: Cites
    why: str = ""
    per: str | None = None
    forbid: bool = False
    layer: Layer | None = None

    def __post_init__(self) -> None:
        for name, wanted in self.when.items():
            if isinstance(wanted, Span):
                self.when[name] = Within(wanted)

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules that this row cites."""
        return cites_of(self.cite)

    def set_otherwise(self, other: "Row") -> str:
        """Return in words what this row and another set otherwise, beside their quantities; "" for nothing."""
        return ""

    def change(self, quantity: str) -> RowChange | None:
        """Return what the row does to a quantity, None where it leaves it alone."""
        found: RowChange | None = getattr(self, quantity, None)
        return found


def same(value: Fact, wanted: Fact) -> bool:
    """Return whether two facts are equal; true is not 1."""
    return value == wanted and (value.__class__ is bool) is (wanted.__class__ is bool)


def holds(conditions: Conditions, facts: Facts) -> bool:
    """Return whether all conditions hold; a fact that is absent matches nothing."""
    for name, wanted in conditions:
        value = facts.get(name)
        if value is None:
            return False
        if isinstance(wanted, list):
            if value not in wanted or (wanted.__class__ is list and not any(same(value, one) for one in wanted)):
                return False
        elif value != wanted or not same(value, wanted):
            return False
    return True


def ranked_entries(rows: Iterable[Row], facts: Facts, quantity: str) -> list[tuple[int, Entry]]:
    """Return the entries by which rows change a quantity, each with its rank; `facts` hold what a row counts `per`."""
    out: list[tuple[int, Entry]] = []
    for row in rows:
        out += _uncounted(row, quantity) if row.per is None else _entries(row, facts, quantity)
    if len(out) > 1:
        out.sort(key=_rank)
    return out


@lru_cache(_MOST_ENTRIES)
def _uncounted(row: Row, quantity: str) -> tuple[tuple[int, Entry], ...]:
    """Return the entries of a row that counts nothing: they are the same in every situation."""
    return _entries(row, {}, quantity)


def _entries(row: Row, facts: Facts, quantity: str) -> tuple[tuple[int, Entry], ...]:
    """Return the entries by which a row changes a quantity, each with its rank."""
    change: RowChange | None = getattr(row, quantity, None)
    if change is None:
        return ()
    # where there is nothing to count, nothing is added
    idle = row.per is not None and not facts[row.per]
    if isinstance(change, int):
        return () if idle else (_entry(row, facts, "add", change),)
    given = [name for name in change.given if not (idle and name == "add")]
    return tuple([_entry(row, facts, name, getattr(change, name)) for name in given])


def _rank(pair: tuple[int, Entry]) -> int:
    return pair[0]


def _entry(row: Row, facts: Facts, name: str, value: int | str) -> tuple[int, Entry]:
    layer: Layer = row.layer if row.layer is not None and name in ("add", "set") else "total"
    if isinstance(value, str):
        op: Op = "halve_up" if value == "up" else "halve_down"
        return RANKS["halve", "total"], Entry(op, 2, row.why, row.cites)
    if name == "add" and row.per:
        value *= int(facts[row.per])
    return RANKS[name, layer], Entry(_OPS[name], value, row.why, row.cites)


def entries(rows: Iterable[Row], facts: Facts, quantity: str) -> list[Entry]:
    """Return the entries by which rows change a quantity, in the order in which they apply."""
    return [entry for _, entry in ranked_entries(rows, facts, quantity)]


def ledger(
    quantity: str,
    base: Iterable[Entry],
    rows: Iterable[Row],
    facts: Facts,
    halved: Iterable[Entry] = (),
    least: Entry | None = None,
    shown: str | None = None,
) -> Ledger:
    """Return the ledger of a quantity: what it starts from, and the changes of rows in their order.

    `halved` are halvings by the procedure itself. The entry `least` is a floor, added where the total falls below it.
    `shown` is the name in the ledger, where it is not that of the quantity.
    """
    found = ranked_entries(rows, facts, quantity)
    if found:
        if halved:
            found += [(RANKS["halve", "total"], entry) for entry in halved]
            found.sort(key=_rank)
        halved = [entry for _, entry in found]
    out = Ledger(quantity if shown is None else shown, (*base, *halved))
    return out.plus(least) if least is not None and out.total < least.value else out
