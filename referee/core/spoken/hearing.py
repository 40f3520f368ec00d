"""Cut a text into terms of a vocabulary; a word that is in none is reported, and a misspelt name corrected."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from .terms import Term
from .vocabulary import Pattern, Phrase, Vocabulary

# a word with its apostrophe, a number, or a mark
_PIECE = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*['’]?|\d+|[^\s\w]|_")
# marks that part nothing, those that end a clause, and those that begin and end an aside
_NOTHING = "\"“”‘’'*_`´+&…%=@"
_DASH = "-–—"
_CLAUSE = ",:/|"
_STOP = ";.?!\n"
# names this short are not corrected
_SHORT = 4
_FAR = 8


class Heard(msgspec.Struct, frozen=True):
    """The terms of a text, the words that are in no vocabulary, and what was corrected."""

    terms: list[Term]
    unknown: list[Term]
    corrected: list[str]


class _Piece(msgspec.Struct, frozen=True):
    text: str
    begin: int
    end: int


def hear(text: str, vocabulary: Vocabulary, names: Sequence[Pattern] = ()) -> Heard:
    """Return the terms of a text in order, marks among them: `clause`, `stop`, `open` and `close`.

    `names` are patterns of one state alone, which come before those of the vocabulary.
    """
    pieces = _pieces(text, vocabulary, (*names, *vocabulary.patterns))
    out: list[Term] = []
    unknown: list[Term] = []
    corrected: list[str] = []
    place = 0
    while place < len(pieces):
        piece = pieces[place]
        if isinstance(piece, Term):
            out.append(piece)
            place += 1
            continue
        found = _phrase(pieces, place, vocabulary)
        if found is not None:
            phrase, end = found
            out.append(_term(phrase, text, piece.begin, pieces[end - 1].end))
            place = end
            continue
        near = None if piece.text.isdecimal() else _misspelt(piece.text, vocabulary)
        if near is not None:
            out.append(_term(near, text, piece.begin, piece.end))
            corrected.append(f"'{text[piece.begin : piece.end]}' is read as {' '.join(near.words)}")
        elif piece.text.isdecimal() and len(piece.text) < 10:
            out.append(Term("num", int(piece.text), piece.text, piece.begin, piece.end))
        else:
            unknown.append(Term("unknown", piece.text, text[piece.begin : piece.end], piece.begin, piece.end))
            out.append(unknown[-1])
        place += 1
    return Heard(out, unknown, corrected)


def _pieces(text: str, vocabulary: Vocabulary, patterns: Sequence[Pattern]) -> list[_Piece | Term]:
    """Cut a text into words, marks as terms, and the terms that patterns find."""
    small = text.lower()
    patterns = [pattern for pattern in patterns if any(sign in small for sign in pattern.signs)]
    out: list[_Piece | Term] = []
    place = 0
    while place < len(text):
        found = _pattern(text, place, patterns)
        if found is not None:
            place = _after_genitive(text, found.end)
            out.append(found._replace(text=text[found.begin : place], end=place))
            continue
        match = _PIECE.match(text, place)
        if match is None:
            place += 1
            continue
        word, place = match[0], match.end()
        mark = _mark(word) if word not in _DASH else _dash(text, match.start())
        if mark == "stop" and out and isinstance(out[-1], _Piece) and out[-1].text in vocabulary.short:
            mark = ""
        if mark is not None:
            out += [Term(mark, word, word, match.start(), place)] if mark else []
            continue
        word = word.lower().replace("’", "'").removesuffix("'s").replace("'", "")
        out.append(_Piece(word, match.start(), place))
    return _same(out, vocabulary)


def _after_genitive(text: str, place: int) -> int:
    """Return where a genitive ends that is written at a place, the place itself where none is."""
    end = place + 2
    ends = not text[end : end + 1].isalnum() and text[end : end + 1] != "_"
    return end if text[place:end] in ("'s", "’s") and ends else place


def _mark(text: str) -> str | None:
    """Return the kind of a mark, an empty text for one that parts nothing, None for a word."""
    if text in _STOP:
        return "stop"
    if text in _CLAUSE:
        return "clause"
    if text in "([{":
        return "open"
    if text in ")]}":
        return "close"
    return "" if text in _NOTHING else None


def _dash(text: str, place: int) -> str:
    """Return the kind of a dash: it parts clauses between blanks, and nothing within a word."""
    return "clause" if text[place - 1 : place].isspace() and text[place + 1 : place + 2].isspace() else ""


def _pattern(text: str, place: int, patterns: Sequence[Pattern]) -> Term | None:
    if place and (text[place - 1].isalnum() and text[place].isalnum()):
        return None
    for pattern in patterns:
        match = pattern.expression.match(text, place)
        if match is not None and match.end() > place:
            return Term(pattern.kind, pattern.value(match), match[0], place, match.end())
    return None


def _same(pieces: list[_Piece | Term], vocabulary: Vocabulary) -> list[_Piece | Term]:
    """Replace words that stand for others."""
    longest = max(map(len, vocabulary.same), default=0)
    out: list[_Piece | Term] = []
    place = 0
    while place < len(pieces):
        for length in range(min(longest, len(pieces) - place), 0, -1):
            row = pieces[place : place + length]
            if any(isinstance(one, Term) for one in row):
                continue
            meant = vocabulary.same.get(tuple(one.text for one in row))
            if meant is not None:
                begin, end = row[0].begin, row[-1].end
                out += [_Piece(word, begin, end) for word in meant]
                place += length
                break
        else:
            out.append(pieces[place])
            place += 1
    return out


def _phrase(pieces: list[_Piece | Term], place: int, vocabulary: Vocabulary) -> tuple[Phrase, int] | None:
    """Return the longest phrase that begins at a place, and where it ends."""
    first = pieces[place]
    for phrase in vocabulary.beginning(first.text):
        end = place + len(phrase.words)
        row = pieces[place:end]
        if len(row) == len(phrase.words) and all(
            isinstance(one, _Piece) and one.text == word for one, word in zip(row, phrase.words, strict=True)
        ):
            return phrase, end
    return None


def _term(phrase: Phrase, text: str, begin: int, end: int) -> Term:
    value = phrase.value if phrase.value is not None else " ".join(phrase.words)
    return Term(phrase.kind, value, text[begin:end], begin, end, phrase.many)


def _misspelt(word: str, vocabulary: Vocabulary) -> Phrase | None:
    """Return the one name that a word misspells: a letter too many, too few, wrong, or two exchanged."""
    if len(word) < _SHORT - 1 or word in vocabulary.unmistaken or word in vocabulary.parts:
        return None
    near = [
        phrase
        for said, phrase in vocabulary.names.items()
        if len(said) >= _SHORT and _apart(word, said) <= (2 if min(len(word), len(said)) >= _FAR else 1)
    ]
    near = near or [phrase for said, phrase in vocabulary.long.items() if _apart(word, said) <= 1]
    meant = {(phrase.kind, phrase.value) for phrase in near}
    if len(meant) != 1:
        return None
    return min(near, key=lambda phrase: _apart(word, phrase.words[0]))


def _apart(one: str, other: str) -> int:
    """Return how many letters are added, left out, wrong or exchanged between two words."""
    if abs(len(one) - len(other)) > 2:
        return 3
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        older, before, row = before, row, [i]
        for j, wanted in enumerate(other, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                best = min(best, older[j - 2] + 1)
            row.append(best)
    return row[-1]
