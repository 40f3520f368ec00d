"""What of a mail the desk has written itself: its lines come back quoted, unmarked or wrapped otherwise.

They are known by runs of words that a mail of the desk holds in the same order, wherever lines end. Players copy the
orders that the desk offers, or send again what it has repeated, so that a run of nothing but orders is theirs. So is
one with but a few other words: `my move` above `lion-1 to D6` is no line of a list that offers `move lion-1 to D6`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from .clean import QUOTED_ROW

# so many words in a row are of a mail of the desk; places of a run that repeats are as many at most
_RUN, _MOST = 4, 64
# so many words that are in no order make a run without marks one of the desk
_PROSE = 8
# a run of more words is no order of a player by chance
_LONG = 60
_MARKS = re.compile(r"[\s>|]*")
_REMARK = re.compile(r"\s+#.*")
# where runs of words begin in mails that the desk has written
Sent = dict[tuple[str, ...], list[int]]


class _Word(NamedTuple):
    text: str
    line: int
    marked: bool
    ordered: bool


class Own(NamedTuple):
    """A text without the lines that the desk has written, how many these are, and the orders that stand among them."""

    text: str
    lines: int
    among: list[str]


def sent_words(texts: Iterable[str]) -> Sent:
    """Return the runs of words in some mails of the desk."""
    runs: Sent = {}
    begin = 0
    for text in texts:
        words = [word for row in text.casefold().splitlines() for word in _MARKS.sub("", row, 1).split()]
        for place, run in enumerate(zip(*(words[n:] for n in range(_RUN)), strict=False), begin):
            found = runs.setdefault(run, [])
            if len(found) < _MOST:
                found.append(place)
        # no run goes on from one mail to the next
        begin += len(words) + 1
    return runs


def without_own(
    text: str, sent: Sent, is_order: Callable[[str], bool], is_read: Callable[[str], bool] = lambda line: False
) -> Own:
    """Return a text with the lines that the desk has written made empty, except for the marks of quoted ones.

    `is_order` tells whether a line begins like an order, and `is_read` whether it is one in words of its own.
    """
    rows = re.split(r"\r\n|\r|\n", text)
    words = _words(rows, is_order)
    own: set[int] = set()
    quotes: list[range] = []
    place = 0
    while place + _RUN <= len(words):
        length = _longest(words, place, sent)
        span = range(place, place + length)
        if not all(words[number].ordered for number in span):
            quoted = any(words[number].marked for number in span)
            bare = {words[number].line for number in span if not (words[number].ordered or words[number].marked)}
            read = {line for line in bare if is_read(rows[line].strip())} if quoted or length < _LONG else set[int]()
            prose = [number for number in span if not words[number].ordered and words[number].line not in read]
            if quoted:
                # an order without a mark, below quoted lines, is the player's
                mine = [n for n in span if not words[n].marked and (words[n].ordered or words[n].line in read)]
                own.update(set(span).difference(mine))
            elif len(prose) >= _PROSE:
                own.update(span)
            if (quoted or len(prose) >= _PROSE) and not all(words[number].marked for number in span):
                quotes.append(span)
        elif length and words[place].marked:
            # orders offered that go on in a line without a mark, which is no order by itself
            own.update(number for number in span if not (words[number].marked or words[number].ordered))
        place += max(length - _RUN + 1, 1)
    left = {one.line for number, one in enumerate(words) if number not in own}
    cut = {one.line for one in words} - left
    among = {
        one.line: None
        for number, one in enumerate(words)
        if one.ordered and not one.marked and one.line in left
        if quotes and quotes[0].stop <= number < quotes[-1].start
    }
    # what stands below quoted lines is another's or the player's by these marks
    kept = "\n".join(
        (">" if QUOTED_ROW.match(row) else "") if number in cut else row for number, row in enumerate(rows)
    )
    return Own(kept, len(cut), [rows[line].strip() for line in among])


def _longest(words: Sequence[_Word], place: int, sent: Sent) -> int:
    """Return how many words from a place on a mail of the desk holds in a row."""
    places = sent.get(_run(words, place), [])
    if not places:
        return 0
    length = _RUN
    while place + length < len(words):
        following = set(sent.get(_run(words, place + length - _RUN + 1), ()))
        further = [first for first in places if first + length - _RUN + 1 in following]
        if not further:
            break
        places, length = further, length + 1
    return length


def _run(words: Sequence[_Word], place: int) -> tuple[str, ...]:
    return tuple(one.text for one in words[place : place + _RUN])


def _words(rows: Sequence[str], is_order: Callable[[str], bool]) -> list[_Word]:
    out = []
    ordered = False
    for line, row in enumerate(rows):
        mark = _MARKS.match(row)
        marks = mark[0] if mark is not None else ""
        said = row[len(marks) :]
        # an order goes on in the next line where a mail program has wrapped it
        ordered = bool(said) and (ordered or is_order(_REMARK.sub("", said)))
        out += [_Word(word.casefold(), line, bool(marks.strip()), ordered) for word in said.split()]
    return out
