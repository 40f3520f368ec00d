"""The lines that a player wrote themselves: without quotes, signatures and what a mail program adds."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from itertools import takewhile
from typing import NamedTuple

from .phrases import phrases

QUOTED_ROW = re.compile(r"\s*(?:[>|]|[:}] |[A-Z]{2,3}> ?)")
# a line so marked is not wanted
_REFUSED = re.compile("[❌❎✗✘🚫👎⛔]")
# a row of a table, or of its frame, by its last bar
_TABLE = re.compile(r"\A\s*\|.*\|\s*\Z|\A\s*\+[-=+]+\+\s*\Z")
# a remark on an order that was copied from a mail of the desk
_REMARK = re.compile(r"\s*(#\s|//|/\*|;|<!--|~)")
_UNTICKED = re.compile(r"\s*(?:[-*]\s+)?(?:\[\s*\]|\(\s*\)|☐)\s")
# an address or a time, which no sentence of a player has before a colon
_STAMPED = re.compile(r"@|[0-9]")
_SENDER = re.compile(r"[^\s<>@,;:\"()\[\]]{1,64}@[^\s<>@,;:\"()\[\]]{1,250}")
QUOTED = "it is quoted; take the '>' away if you mean it"
# so many quoted lines by themselves are no mail that is answered
_LONE = 3
_SIGNATURE = re.compile(r"--\s*\Z")
_BULLET = re.compile(
    r"\A\s*(?:[-*+–—•·◦▪▫‣●○■□▶►◆◇★☆✓✔☑→⇒➜➤➔›»§]+|[-=]+>|[#(\[]*[0-9]{1,3}[.):\]/]*|"
    r"\[[ x]?\]|\(?[a-z][.)]+|\(?[ivx]{1,4}[.)]|o(?=\s\s))\s+",
    re.IGNORECASE,
)


def _any(name: str) -> str:
    return "|".join(phrases()[name])


_WROTE = re.compile(rf"(?:{_any('wrote')})(?:\s[^:]{{0,80}})?\s*:\s*\Z", re.IGNORECASE)
# a line that ends in 'wrote:' is no sentence where it holds an address or a date, or begins as these lines do
_DATED = re.compile(
    rf"@|[0-9]{{1,2}}[:.][0-9]{{2}}|[0-9]{{4}}|\A\s*(?:{'|'.join(phrases()['dated'])})\b", re.IGNORECASE
)
# the first of such lines, where a mail program has wrapped them, has a date: a year, a time, or a number after a word
_BEGUN = re.compile(
    rf"(?!\s*(?:away|salt)\b).*(?:\b(?:19|20)[0-9]{{2}}\b|[0-9]{{1,2}}[:.][0-9]{{2}})|"
    rf"\s*>?\s*(?:(?:{'|'.join(phrases()['dated'])})\b.*[0-9]|[0-9]{{1,4}}[-./])",
    re.IGNORECASE,
)
_ANSWERED = re.compile(
    rf"\A\s*(?:-{{2,}}(?:\s|&nbsp;)*(?:{_any('original')})(?:\s|&nbsp;)*-*|_{{10,}})\s*\Z", re.IGNORECASE
)
_FORWARDED = re.compile(
    rf"\A\s*(?:-{{2,}}\s*(?:{_any('forwarded')})\s*-*|(?:{_any('forwarded_alone')})\s*:?)\s*\Z", re.IGNORECASE
)
_HEADER = re.compile(rf"\A\s*\*?(?:{_any('headers')})\s*:\*?\s", re.IGNORECASE)
# who wrote what is quoted below, without a word for writing: a date, an address and a colon
_ADDRESSED = re.compile(
    r"(?=.*(?:[0-9]{4}|[0-9]{1,2}[:.][0-9]{2})).*<[^<>@\s]{1,64}@[^<>\s]{1,250}>.{0,60}[^\s:]?\s*[:：]\s*\Z"
)
_PGP = re.compile(r"-----(BEGIN|END) PGP (SIGNED MESSAGE|SIGNATURE)-----\s*\Z")
# nothing but that: neither a clause nor a sentence more, nor how it came to be sent
_MOBILE = re.compile(
    rf"\A\s*(?:{_any('mobile')})(?!.*\b(?:{_any('unmeant')})\b)(?:(?!\.\s|\s-\s|\s<?https?:)[^,;:!?–—])*"
    rf"(?:\.\s+(?:{_any('excuses')})[^,;:?]*)?[.!]?(?:\s+<?https?://\S+)?\s*\Z",
    re.IGNORECASE,
)
# what is written for other signs
_WRITTEN = {
    " ": "\u00a0\u202f\u2007\t",
    "": (
        "\u200b\u200c\u200d\u2060\ufeff\u00ad\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    ),
    '"': "\u201c\u201d\u201e\u201f\u00ab\u00bb",
    "'": "\u2039\u203a\u2018\u2019\u201a",
    "-": "\u2010\u2011\u2012\u2013\u2212",
    "...": "\u2026",
    ".": "\u3002",
}
_SIGNS = str.maketrans(
    {
        **{sign: plain for plain, signs in _WRITTEN.items() for sign in signs},
        # full-width signs and digits
        **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    }
)
# categories of the signs that telephones offer
_PICTURES = ("So", "Sk", "Mn", "Cs")
_FEEDS = re.compile("\r\n|[\r\u0085\u2028\u2029\x0b\x0c]")


# a line with more characters is prose, or too long to be read
LONG = 2000


class Line(NamedTuple):
    """A line of a mail with its number, from 1, and without its `bullet` and odd signs; a `long` one is as it was.

    One that does not count has the reason under `cut`: if it is an order, the mail is held up and not cut short.
    """

    number: int
    text: str
    bullet: str = ""
    forwarded: bool = False
    long: bool = False
    cut: str = ""


class Problem(NamedTuple):
    """A line for which the mail that holds it is held up.

    One that `asks` only asks whether the orders that were understood are meant: their player may say so with a word.
    One that is `unread` may be an order itself, for which others can be proposed.
    """

    number: int
    line: str
    message: str
    asks: bool = False
    unread: bool = False


def own_lines(text: str, mine: Callable[[str], bool] = lambda header: True) -> list[Line]:
    """Return the lines that the writer of a mail has written, none of them empty but those between paragraphs.

    What is passed on counts if it is `mine`, by the header that says from whom it came.
    """
    rows = [_TABLE.sub(_cells, row) for row in _FEEDS.sub("\n", text).split("\n")]
    out: list[Line] = []
    place, end = 0, len(rows)
    forwarded = False
    cut = ""
    while place < end:
        row = rows[place]
        if len(row) > LONG:
            out += (
                [Line(place + 1, row.strip(), forwarded=forwarded, long=True)] if QUOTED_ROW.match(row) is None else []
            )
            place += 1
            continue
        if (armour := _PGP.match(row.strip())) is not None:
            if armour[2] == "SIGNATURE":
                break
            # past its headers
            place = next((number for number in range(place + 1, end) if not rows[number].strip()), end)
            continue
        if _SIGNATURE.match(row.strip()) and row.strip() == "--":
            cut = "it stands below '--', where a signature begins"
            place += 1
            continue
        if _ANSWERED.match(row) and _is_answer(rows, place):
            break
        if _FORWARDED.match(row):
            forwarded = True
            rest = range(place + 1, end)
            after = next((n for n in rest if rows[n].strip() and not _HEADER.match(rows[n])), end)
            sender = next((one for one in rows[place:after] if _SENDER.search(one)), None)
            if sender is not None and not mine(sender):
                cut = f"these are words of somebody else ({' '.join(sender.split())[:60]})"
            place = after
            continue
        if (length := _attribution(rows, place)) > 0:
            if not _quote_follows(rows, place + length):
                if _STAMPED.search(" ".join(rows[place : place + length])):
                    break
                cut = f"it may be quoted, below '{' '.join(rows[place].split())[:60]}'"
            place += length
            continue
        if _header_block(rows, place):
            break
        if QUOTED_ROW.match(row):
            out += _lone_quote(rows, place)
        elif not _MOBILE.match(row):
            remark = _REMARK.match(row)
            why = cut or (f"'{remark[1].strip()}' begins a remark" if remark is not None else "")
            why = why or ("its box is not ticked" if _UNTICKED.match(row) else "")
            why = why or ("a sign beside it says no" if _REFUSED.search(row) else "")
            out.append(_line(place + 1, row.lstrip("# /;<!-~") if why else row)._replace(forwarded=forwarded, cut=why))
        place += 1
    while out and not out[-1].text:
        out.pop()
    return out


def _cells(row: re.Match[str]) -> str:
    """Return the cells of a row of a table as words, nothing of its frame."""
    words = " ".join(row[0].replace("|", " ").split())
    return words if words.strip("-=+: ") else ""


def _lone_quote(rows: list[str], place: int) -> list[Line]:
    """Return a quoted line of one to three that stand by themselves, below nobody's name: it may be a choice."""
    begin = end = place
    while begin > 0 and QUOTED_ROW.match(rows[begin - 1]):
        begin -= 1
    while end < len(rows) and QUOTED_ROW.match(rows[end]):
        end += 1
    rest = takewhile(lambda row: row.strip() != "--", rows[end:])
    below = any(row.strip() for row in rest)
    named = any(_WROTE.search(row.strip()) or _ADDRESSED.search(row) for row in rows[:begin])
    if not below or named or end - begin > _LONE or not rows[place].strip(" >|"):
        return []
    return [_line(place + 1, rows[place].lstrip(" >|"))._replace(cut=QUOTED)]


def _line(number: int, row: str) -> Line:
    # angle quotes may be bullets
    marked = _BULLET.match(row)
    said = " ".join(row.translate(_SIGNS).split())
    bare = " ".join(row[marked.end() :].translate(_SIGNS).split()) if marked is not None else said
    bare = bare or said
    while (bullet := _BULLET.match(bare + " ")) is not None and bare[bullet.end() :].strip():
        bare = bare[bullet.end() :].strip()
    # stars and underscores of emphasis, and quotation marks around the whole line
    if len(bare) > 2 and bare[0] == bare[-1] and (bare[0] in "*_`" or (bare[0] in "\"'" and bare.count(bare[0]) == 2)):
        bare = bare.strip("*_`\"'").strip()
    return Line(number, _without_signs(bare), marked[0].strip() if marked is not None and bare != said else "")


def _without_signs(text: str) -> str:
    """Return a line without the pictures at its ends, as telephones offer them; it may hold nothing else."""
    pictures = "".join(sign for sign in set(text) if unicodedata.category(sign) in _PICTURES)
    return text.strip(f" {pictures}").strip() or text


def _attribution(rows: list[str], place: int) -> int:
    """Return how many lines say who wrote what is quoted below, 0 if none do.

    A line above such lines, without an empty one between, belongs to them only if it begins like the first of them.
    """
    length = _attributed(rows, place)
    apart = length > 1 and _BEGUN.match(rows[place]) is None and _attributed(rows, place + 1) > 0
    return 0 if apart else length


def _attributed(rows: list[str], place: int) -> int:
    """Return how many lines from a place on end as those that say who wrote what is quoted below, 0 if none do."""
    if not rows[place].strip():
        return 0
    said = ""
    for length in range(1, 5):
        if place + length > len(rows) or not rows[place + length - 1].strip():
            return 0
        if len(said) + len(rows[place + length - 1]) > LONG:
            return 0
        said = f"{said} {rows[place + length - 1].strip()}"
        if said.rstrip()[-1:] not in (":", "："):
            continue
        if _ADDRESSED.search(said):
            return length
        if _WROTE.search(said):
            known = _DATED.search(said)
            return length if known or _quote_follows(rows, place + length) else 0
    return 0


def _quote_follows(rows: list[str], place: int) -> bool:
    """Return whether a quoted line comes next, after empty ones."""
    following = next((row for row in rows[place : place + 4] if row.strip()), "")
    return QUOTED_ROW.match(following) is not None


def _is_answer(rows: list[str], place: int) -> bool:
    """Return whether a divider begins the mail that is answered: a header follows it, or it says so."""
    if not rows[place].strip().startswith("_"):
        return True
    return any(_HEADER.match(row) for row in rows[place + 1 : place + 4])


def _header_block(rows: list[str], place: int) -> bool:
    """Return whether the headers of the mail that is answered begin here: three of them, one after another."""
    return place + 2 < len(rows) and all(_HEADER.match(row) for row in rows[place : place + 3])
