"""Cut a text into words, numbers and marks; what a game writes in figures, such as a hex, is one token."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

# a mark that parts clauses or the members of a list
STOP = ","
_PARTS = re.compile(r"\s+-+\s+|[,;:.?!/\n]+|[-–—]{2,}|\s[–—]\s")
_ARROW = re.compile(r"[-=]*[>→⇒]")
# 5, and 5s or 5+ for a die; a number of things is also written 2x or x2
_NUMBER = re.compile(r"(\d+)(?:['’]?s|\+)?(?![^\W_])")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)(?![^\W_])")
_TIMES = re.compile(r"(?:(\d+) ?x|x ?(\d+))(?![^\W_])", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)*")
# a letter in brackets is part of a name, as in Hero (A)
_MARK = re.compile(r"\([^\W\d_]\)")
# a number below nothing, whose sign is no hyphen
_SIGN = re.compile(r"(?<![^\s(])-(?=\d)")
# inches, where no quotation ends
_INCHES = re.compile(r"(?<=\d) ?[\"”″](?!\w)")
# other brackets and quotation marks say nothing, and a hyphen inside a word parts it
_NOTHING = re.compile(rf"(?:(?!{_MARK.pattern}|{_SIGN.pattern})[\s()\[\]\"“”*_-])+")


class Token(NamedTuple):
    """One word, number or mark: what the grammar compares, how it was written and where, and what figures name."""

    word: str
    text: str
    begin: int
    figures: Mapping[str, Any] = {}


class Figures(NamedTuple):
    """Something that is written in figures: the kind of name, a regular expression, and what a match means."""

    kind: str
    expression: re.Pattern[str]
    value: Any


def tokens(text: str, figures: Sequence[Figures]) -> list[Token]:
    """Return the tokens of a text in order; nothing but blanks, brackets and hyphens is left out."""
    out: list[Token] = []
    place = depth = 0
    while place < len(text):
        begin = place
        if (found := _PARTS.match(text, place)) is not None:
            # what stands in brackets belongs to what it follows
            if out and out[-1].word != STOP and not depth:
                out.append(Token(STOP, found[0], place))
        elif figured := _figures(text, place, figures):
            found, meant = figured
            out.append(Token(found[0].lower(), found[0], place, meant))
        elif (found := _MARK.match(text, place)) is not None:
            out.append(Token(found[0].lower(), found[0], place))
        elif (found := _SIGN.match(text, place)) is not None:
            out.append(Token(found[0], found[0], place))
        elif (found := _INCHES.match(text, place)) is not None and text.count('"', 0, place) % 2 == 0:
            out.append(Token("inches", found[0], place))
        elif (found := _NOTHING.match(text, place)) is not None:
            pass
        elif (found := _ARROW.match(text, place)) is not None:
            out.append(Token(">", found[0], place))
        elif (found := _TIMES.match(text, place)) is not None:
            out.append(Token(found[0].lower(), found[0], place, {"times": int((found[1] or found[2])[:9])}))
        elif (found := _ORDINAL.match(text, place)) is not None:
            out.append(Token(found[0].lower(), found[0], place, {"ordinal": int(found[1][:9])}))
        elif (found := _NUMBER.match(text, place)) is not None:
            out.append(Token(found[1], found[0], place, {"number": int(found[1][:9])}))
        elif (found := _WORD.match(text, place)) is not None:
            out += _word(found[0], place)
        else:
            out.append(Token(text[place], text[place], place))
            place += 1
            continue
        place = found.end()
        depth = max(depth + text.count("(", begin, place) - text.count(")", begin, place), 0)
    while out and out[-1].word == STOP:
        out.pop()
    return out


def _figures(text: str, place: int, figures: Sequence[Figures]) -> tuple[re.Match[str], dict[str, Any]] | None:
    """Return the longest thing in figures that begins at a place, with all that it may mean."""
    if place and (text[place - 1].isalnum() or text[place - 1] == "_"):
        return None
    found = [(match, one) for one in figures if (match := one.expression.match(text, place)) is not None]
    if not found:
        return None
    longest = max(found, key=lambda pair: pair[0].end())[0]
    return longest, {one.kind: one.value(match) for match, one in found if match.end() == longest.end()}


def _word(text: str, place: int) -> list[Token]:
    """Return a word, and the `'s` after it as a word of its own."""
    small = text.lower().replace("’", "'")
    if small.endswith("'s"):
        return [Token(small[:-2], text[:-2], place), Token("'s", text[-2:], place + len(text) - 2)]
    return [Token(small, text, place)]
