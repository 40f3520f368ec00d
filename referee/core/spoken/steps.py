"""Read terms one after another, with a method for each kind."""

from __future__ import annotations

from typing import ClassVar

from .terms import Terms


class StepReader:
    """Reads every term by the method `_on_KIND` of its kind, which returns the next place.

    Terms of the kinds in `skipped` carry nothing. What no method uses stays unused, and is a fault in the end.
    """

    skipped: ClassVar[tuple[str, ...]] = ()

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def read_all(self) -> None:
        """Read all terms in order."""
        place = 0
        while place < len(self.terms):
            place = self.step(place)

    def step(self, place: int) -> int:
        """Read the term at a place, and return the next place."""
        step = getattr(self, f"_on_{self.terms.kind(place)}", None)
        return step(place) if step is not None else self.otherwise(place)

    def otherwise(self, place: int) -> int:
        """Read a term of a kind that has no method of its own."""
        if self.terms.kind(place) in self.skipped:
            self.terms.use(place)
        return place + 1

    def faults_left(self) -> list[str]:
        """Return a fault for each term that nothing was made of."""
        return [f"'{term.text}' is not understood here" for term in self.terms.left(*self.skipped)]
