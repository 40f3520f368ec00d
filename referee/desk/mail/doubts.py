"""Doubts whether the orders of a mail are meant: a question, a denial, a condition in other words.

A mail with such a line is held up and asked back. Nothing here reads a sentence: `phrases.yaml` has the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .clean import Line
from .phrases import phrases
from .problem import Problem
from .vocabulary import words_of

_DOUBTS = re.compile("|".join(f"(?:{one})" for one in phrases()["doubts"]), re.IGNORECASE)
_REMARK = re.compile(r"\s[(#].*\Z|\s--?\s.*\Z|\s//\s.*\Z")
_OPEN, _FOLLOWS = frozenset(phrases()["open"]), frozenset(phrases()["follows"])
_ENDS = ".!?:;,)…-–"


def doubts(lines: Sequence[Line], ordered: Sequence[range], prose: Sequence[int]) -> Iterator[Problem]:
    """Yield why the orders of a mail may not be meant; `ordered` and `prose` are places among its lines."""
    places = {place for span in ordered for place in span}
    for place in sorted(places):
        line = lines[place]
        remark = _REMARK.search(line.text)
        if "?" in line.text:
            yield Problem(line.number, line.text, "is this a question? an order has no question mark")
        elif remark is not None and _DOUBTS.search(remark[0]):
            yield Problem(line.number, line.text, f"'{remark[0].strip()}' may deny it; write it without the remark")
    for place in prose:
        line = lines[place]
        if _DOUBTS.search(line.text):
            said = "this may change what the orders mean; leave it out, or write a condition as 'if CONDITION: ORDER'"
            yield Problem(line.number, line.text, said)
        elif place + 1 in places and _goes_on(line.text):
            yield Problem(line.number, line.text, f"does this sentence go on with '{lines[place + 1].text}'?")
        elif place - 1 in places and _began_before(line.text):
            yield Problem(
                line.number, line.text, f"does this end a sentence that begins with '{lines[place - 1].text}'?"
            )


def _goes_on(text: str) -> bool:
    """Return whether a line of prose directly above an order may be the beginning of a sentence."""
    words = words_of(text)
    return len(words) > 1 and text[-1] not in _ENDS and words[-1].casefold() in _OPEN


def _began_before(text: str) -> bool:
    """Return whether a line of prose directly below an order may be the end of a sentence."""
    words = words_of(text)
    return bool(words) and words[0].strip(".") in _FOLLOWS
