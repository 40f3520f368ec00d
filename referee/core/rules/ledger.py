"""A number and its reasons. The total is computed from the list that is printed."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, Protocol, TypedDict

import msgspec
from msgspec import Meta

Op = Literal["add", "set", "times", "halve_down", "halve_up", "at_least", "at_most"]
# a rule, or several; never none, since every number cites one
Cites = str | Annotated[list[str], Meta(min_length=1, description="name a rule or ruling, or several")]


class _HasCite(Protocol):
    @property
    def cite(self) -> Cites: ...


class Citing(msgspec.Struct, frozen=True):
    """A part of a table with a field `cite`, a `Cites`."""

    @property
    def cites(self: _HasCite) -> tuple[str, ...]:
        """The rules behind it."""
        return cites_of(self.cite)


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One cited operation on a quantity."""

    op: Op
    value: int
    why: str
    cite: tuple[str, ...] = ()

    def on(self, total: int) -> int:
        """Return the total after this operation."""
        match self.op:
            case "add":
                return total + self.value
            case "set":
                return self.value
            case "times":
                return total * self.value
            case "halve_down":
                return total // 2
            case "halve_up":
                return -(-total // 2)
            case "at_least":
                return max(total, self.value)
            case "at_most":
                return min(total, self.value)

    @property
    def words(self) -> str:
        """The operation with its reason, as in a sentence."""
        return f"{_SAID[self.op].format(self.value)} {self.why}"


# an operation in a sentence
_SAID: Mapping[Op, str] = {
    "add": "{:+d}",
    "set": "set to {}:",
    "times": "times {}:",
    "halve_down": "halved:",
    "halve_up": "halved and rounded up:",
    "at_least": "at least {}:",
    "at_most": "at most {}:",
}


class PlainEntry(TypedDict):
    """An entry as JSON and YAML hold it."""

    op: Op
    value: int
    why: str
    cite: list[str]


class PlainLedger(TypedDict):
    """A ledger as JSON and YAML hold it."""

    quantity: str
    total: int
    entries: list[PlainEntry]


class Ledger:
    """A quantity, as the list of cited operations that produce it; immutable."""

    __slots__ = ("entries", "quantity", "total")

    def __init__(self, quantity: str, entries: Iterable[Entry]) -> None:
        self.quantity = quantity
        self.entries = tuple(entries)
        total = 0
        for entry in self.entries:
            total = total + entry.value if entry.op == "add" else entry.on(total)
        self.total = total

    def plus(self, *entries: Entry) -> "Ledger":
        """Return a new ledger with more operations at the end."""
        return Ledger(self.quantity, (*self.entries, *entries))

    @property
    def cites(self) -> list[str]:
        """Every rule cited, in order, without duplicates."""
        return list(dict.fromkeys(cite for entry in self.entries for cite in entry.cite))

    @property
    def words(self) -> str:
        """What leads to the total, as in a sentence: `2 Skill-factor of an Ogre, -1 it is tired`."""
        return ", ".join(entry.words for entry in self.entries).removeprefix("+")

    def plain(self) -> PlainLedger:
        """Return the ledger as JSON and YAML print it."""
        return {
            "quantity": self.quantity,
            "total": self.total,
            "entries": [{"op": e.op, "value": e.value, "why": e.why, "cite": list(e.cite)} for e in self.entries],
        }

    def __repr__(self) -> str:
        return f"Ledger({self.quantity!r}, {self.total}, {list(self.entries)!r})"


def cites_of(cite: Cites | tuple[str, ...]) -> tuple[str, ...]:
    """Return a citation, or a list of them, as a tuple."""
    return (cite,) if isinstance(cite, str) else tuple(cite)
