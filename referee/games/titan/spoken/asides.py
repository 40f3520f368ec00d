"""What somebody claims about the answer is set aside where a question is understood without it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from referee.core.spoken.hearing import Heard
from referee.core.spoken.terms import Term

_MARKS = ("stop", "clause", "open", "close")
# as many claims are tried to be left out
_MOST = 3
_CLAIMANTS = ("person", "me", "fellow", "theirs", "mine", "noise", "colour")


def without_asides(heard: Heard, text: str) -> Iterator[tuple[Heard, list[str]]]:
    """Yield a text without some of the clauses that claim something, the fewest first, and what is left out."""
    clauses = list(_claims(heard.terms))
    for number in range(1, len(clauses) + 1):
        for left_out in combinations(reversed(clauses), number):
            dropped = {place for clause in left_out for place in clause}
            kept = [term for place, term in enumerate(heard.terms) if place not in dropped]
            gone = [heard.terms[place] for place in dropped]
            unknown = [term for term in heard.unknown if term not in gone]
            asides = [text[heard.terms[one[0]].begin : heard.terms[one[-1]].end] for one in left_out]
            yield Heard(kept, unknown, heard.corrected), asides


def _claims(terms: list[Term]) -> Iterator[range]:
    """Yield the places of the clauses that claim something, at most a few."""
    end = 0
    found = 0
    for place, term in enumerate(terms):
        if term.kind != "claim" or place < end or found == _MOST:
            continue
        first = last = place
        while first > 0 and terms[first - 1].kind in _CLAIMANTS:
            first -= 1
        while last + 1 < len(terms) and terms[last + 1].kind not in _MARKS:
            last += 1
        end, found = last + 1, found + 1
        yield range(first, last + 1)
