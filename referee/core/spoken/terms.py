"""The terms of a text, and what becomes of them: each is used, or reported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

# the answer to a strict line without its words, to see whether something left open matters; None where there is none
Judge = Callable[[str], Any]


class Term(NamedTuple):
    """One term: its kind, what it names, how it was written and where. `many` is a plural."""

    kind: str
    value: Any
    text: str
    begin: int
    end: int
    many: bool = False


class Spoken(msgspec.Struct):
    """What a text was understood to mean: a strict line, and what was assumed and corrected.

    `further` holds fields of the question that its answer tells anyway, and that its odds depend on.
    """

    line: str
    assumed: dict[str, Any] = {}
    notes: list[str] = []
    further: dict[str, Any] = {}


class NotUnderstood(Exception):
    """A text was not understood: every fault, and the nearest correct line where there is one.

    `known` counts the terms that were understood, to choose between two readers of one text.
    """

    def __init__(self, faults: list[str], paste: str | None = None, known: int = 0) -> None:
        super().__init__("; ".join(faults))
        self.faults = list(dict.fromkeys(faults))
        self.paste = paste
        self.known = known


class Terms:
    """The terms of a text in order, with those that have been used."""

    def __init__(self, found: list[Term]) -> None:
        self.all = found
        self.used = [False] * len(found)

    def __len__(self) -> int:
        return len(self.all)

    def kind(self, place: int) -> str:
        """Return the kind of the term at a place, an empty text outside."""
        return self.all[place].kind if 0 <= place < len(self.all) else ""

    def value(self, place: int) -> Any:
        """Return what the term at a place names, None outside."""
        return self.all[place].value if 0 <= place < len(self.all) else None

    def text(self, place: int) -> str:
        """Return how the term at a place is written, in lower case, an empty text outside."""
        return self.all[place].text.lower() if 0 <= place < len(self.all) else ""

    def word(self, place: int) -> str:
        """Return the word that the term at a place was read as: `have` where `I've` is written."""
        value = self.value(place)
        return value if isinstance(value, str) and self.kind(place) == "noise" else self.text(place)

    def use(self, *places: int) -> None:
        """Mark terms as understood."""
        for place in places:
            self.used[place] = True

    def next(self, place: int, *skipped: str) -> int:
        """Return the next place after one whose kind is none of those skipped."""
        place += 1
        while place < len(self.all) and self.all[place].kind in skipped:
            place += 1
        return place

    def before(self, place: int, *skipped: str) -> int:
        """Return the last place before one whose kind is none of those skipped, -1 if there is none."""
        place -= 1
        while place >= 0 and self.all[place].kind in skipped:
            place -= 1
        return place

    def left(self, *harmless: str) -> list[Term]:
        """Return the terms that nobody has used, apart from harmless kinds."""
        return [term for term, used in zip(self.all, self.used, strict=True) if not used and term.kind not in harmless]
