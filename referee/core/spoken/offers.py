"""The strict line that a refusal offers to paste: one that says every name and number that was understood."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator

from .hearing import Heard
from .terms import Term
from .vocabulary import Vocabulary

_WORD = re.compile(r"[^\W\d_]\w*|\d+")


def offered(
    line: str | None,
    heard: Heard,
    words: Vocabulary,
    measures: Collection[str] = (),
    implied: Collection[str] = (),
) -> str | None:
    """Return a line if it says all the names and numbers of a text; None otherwise.

    `measures` are kinds of terms before which a number is a distance, which a line turns into places; a second one is
    left out. `implied` are names that a line need not write.
    """
    if line is None:
        return None
    said = Counter(_WORD.findall(line))
    numbers: Counter[str] = Counter()
    measured = False
    for place, term in enumerate(heard.terms):
        after = heard.terms[place + 1] if place + 1 < len(heard.terms) else None
        if term.kind == "num" and after is not None and after.kind in measures and not measured:
            measured = True
            continue
        if term.kind in words.named:
            if term.value not in said and term.value not in implied:
                return None
        elif term.kind == "num" and after is not None and after.kind in words.named:
            # how many there are of one is said by naming it as often
            if said[after.value] != term.value:
                numbers[str(term.value)] += 1
        else:
            numbers.update(_figures(term))
    return line if numbers <= said else None


def _figures(term: Term) -> Iterator[str]:
    """Yield the numbers of a term, and a place written with one."""
    values = term.value if isinstance(term.value, tuple) else (term.value,)
    for value in values:
        if isinstance(value, int):
            yield str(value)
        elif term.kind != "noise" and any(map(str.isdecimal, value)):
            yield value
