"""What a text in words of a player's own may order: proposals, which count only once the player confirms them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from functools import cached_property

from .doubts import is_doubted
from .likely import FEW, Likely
from .matching import COUNTED, NUMBERS, TO, TRAILS, WORD, is_thought
from .order_reader import OrderReader
from .phrases import phrases
from .vocabulary import words_of

# between what may be orders by themselves
_CLAUSES = re.compile(
    r"(?:[,;:.!…]+|\s[-–—]+)(?:\s+|\Z)|\s*\b(?:and|then|und|et|while)\b\s*|\s[/&+]\s|\s*[()]\s*|\n", re.IGNORECASE
)
_WHY = "|".join(phrases()["reasons"])
# a reason goes on to the end of its clause
_REASON = re.compile(rf"(?:(?<=[.!\n])|\A)\s*(?:{_WHY})\b[^,.!;\n]*,|,?\s+(?:{_WHY})\b[^,.!;\n]*", re.IGNORECASE)
# a question, and what stands around a text that is struck out
_MARKS = re.compile(r"[?~<>*❌]|//|^\s*;")
# what somebody wants is more than a thought
_WISH = re.compile(rf"(?:{'|'.join(phrases()['wish'])})\b", re.IGNORECASE)
_PASSIVE = re.compile(rf"{'|'.join(phrases()['passive'])}", re.IGNORECASE)
_TIMES = re.compile(r"\b([^\W\d_]+) ?x ?([2-7])\b|\b([2-7]) ?x ?([^\W\d_]+)\b", re.IGNORECASE)
_BOTH = re.compile(rf"\b(?:{'|'.join(phrases()['both'])})\b", re.IGNORECASE)
# a text with one of these hangs on something, or leaves something open; one of the others points elsewhere
_OPEN, _POINTS = frozenset(phrases()["unproposed"]), frozenset(phrases()["points"])
# behind an order they deny it
_DENIALS = frozenset((*phrases()["denied"], *phrases()["none"])) - {"nobody", "nothing", "none"}
# how alike a slip is, and how long at least; so many clauses are looked at, and so many together may be one order
_ALIKE, _LONG, _MOST, _JOINED = 0.8, 4, 24, 3
# a longer text tells a story
_MOST_LETTERS = 1_200


class Proposer:
    """Finds the legal orders that a text may mean."""

    def __init__(self, reader: OrderReader) -> None:
        self.reader = reader
        self.matcher = reader.matcher
        self.vocabulary = reader.vocabulary
        self.likely = Likely(reader)

    def orders(self, text: str) -> list[str]:
        """Return the orders that a text may mean, in turn; none where it asks, hangs on something, or names more."""
        if len(text) > _MOST_LETTERS or _MARKS.search(TO.sub("", text)):
            return []
        plain = _REASON.sub(" ", text)
        if any(self._acts(word) for found in _REASON.finditer(text) for word in words_of(found[0])):
            return []
        clauses = [one for one in _CLAUSES.split(self._mended(plain)) if words_of(one)]
        words = {word.casefold().strip(".,!?:") for one in clauses for word in words_of(one)}
        if not words.isdisjoint(_OPEN) or len(clauses) > _MOST:
            return []
        if any(is_thought(_WISH.sub("", one), self.vocabulary) or _PASSIVE.search(one) for one in clauses):
            return []
        found: list[str] = []
        # whom a clause names that is none by itself goes with the places after it
        subject, place, count = "", 0, 0
        while place < len(clauses):
            clause = clauses[place]
            named = [word for word in words_of(clause) if self.vocabulary.is_kind(word)]
            said = f"{subject} {clause}" if subject and self._is_bare_place(clause) else clause
            count, order = self._order_at([said, *clauses[place + 1 :]], found)
            follows = clauses[place + 1] if place + 1 < len(clauses) else ""
            if order is None and self._is_missed(clause, found) and not (named and self._is_bare_place(follows)):
                return []
            if count > 1 and any(is_doubted(one) for one in clauses[place : place + count]):
                return []
            subject = " ".join(named) or subject
            found += [order] if order is not None and order not in found else []
            place += count
        acting = [one.split()[1] for one in found if not one.startswith("end ")]
        return found if len({*acting}) == len(acting) and self._all_told(clauses, found) else []

    def _all_told(self, clauses: Sequence[str], found: Sequence[str]) -> bool:
        """Return whether orders name as many of a kind as a text does, which may count them or have a plural."""
        told = [word for order in found for word in order.casefold().split()]
        for clause in clauses:
            several = {found[2]: NUMBERS.get(found[1], 2) for found in COUNTED.finditer(clause.casefold())}
            several |= {word.casefold(): 2 for word in words_of(clause) if self.vocabulary.is_plural(word)}
            for word, count in several.items():
                kinds = self.vocabulary.kinds_of(word)
                named = sum(not kinds.isdisjoint(self.vocabulary.names_of(one)) for one in told)
                held = any(self.vocabulary.holds(one, word) for one in told)
                if kinds and named < count and not (held or self.matcher.alone(word)):
                    return False
        return True

    def _is_bare_place(self, clause: str) -> bool:
        """Return whether a clause names a place, and nobody who goes there."""
        words, known = words_of(clause), self.vocabulary
        named = any(known.is_kind(word) or (known.is_piece(word) and not word.isdecimal()) for word in words)
        return not named and any(map(known.is_place, words))

    def _acts(self, word: str) -> bool:
        """Return whether a word names what may be ordered, or where it may go."""
        known = self.vocabulary
        small = word.casefold().strip(".,!?:")
        rows = [row.values for row in self.matcher.rows if row.values]
        own = known.is_piece(word) and any(small == values[0] for values in rows)
        return own or (known.is_place(word) and any(small in values for values in rows))

    def _order_at(self, clauses: Sequence[str], before: Sequence[str]) -> tuple[int, str | None]:
        """Return how many of some clauses are one order, and the order, None if the first is none."""
        best: tuple[int, str | None] = 1, None
        for count in range(1, min(_JOINED, len(clauses)) + 1):
            order = self.likely.order(" ".join(clauses[:count]), before)
            if order is not None and (best[1] is None or len(order.split()) > len(best[1].split())):
                best = count, order
            following = clauses[count] if count < len(clauses) else ""
            whole = best[1] is not None and best[1] in self._legal
            # a piece at its head begins another order
            begins = any(map(self.vocabulary.is_piece, words_of(following)[:1]))
            if begins or not self._mentions(following) or (whole and self.likely.order(following, before) is not None):
                break
        return best

    def _is_missed(self, clause: str, found: Sequence[str]) -> bool:
        """Return whether a clause that is no order may be one: it names what the orders found do not, or points at it.

        One that says that somebody stays, or does nothing, may be an order where it names what could be done.
        """
        words, known = words_of(clause), self.vocabulary
        small = {word.casefold() for word in words}
        denied = not small.isdisjoint(_DENIALS) or TRAILS.search(clause) is not None
        if len(words) <= FEW and denied and not self._mentions(clause):
            # "not!" or "back" behind an order
            return True
        if self.likely.stays(words):
            order = self.likely.found(self.reader.bare(clause).casefold(), found)
            return order is not None and any(map(known.is_place, order.split()[2:]))
        # "the middle one"
        if is_doubted(clause) or (len(words) <= FEW and not _POINTS.isdisjoint(word.casefold() for word in words)):
            return True
        told = {name for order in found for word in order.casefold().split() for name in known.names_of(word)}
        given = {word.casefold() for order in found for word in order.split()}
        # a number, and one more of a list
        listed = all(map(self.likely.names, words)) and not given.issuperset(word.casefold() for word in words)
        if listed or any(word.isdecimal() and word not in given for word in words):
            return True
        # one more choice, as a side or a direction
        chosen = [choice for choice in known.choices - given for word in words if known.means(word, choice)]
        if chosen and not any(known.means(word, verb) for word in words for verb in known.verbs):
            return True
        named = (word for word in words if known.is_piece(word) or known.is_spot(word) or known.is_kind(word))
        return any(told.isdisjoint(known.names_of(word)) for word in named)

    @cached_property
    def _legal(self) -> frozenset[str]:
        return frozenset(self.reader.legal())

    def _mentions(self, clause: str) -> bool:
        """Return whether a clause names something."""
        return any(map(self.likely.names, words_of(clause)))

    def _mended(self, text: str) -> str:
        """Return a text with slips mended, as far as one name or verb is like them, and numbers before their kind."""
        text = _BOTH.sub("two", TO.sub(" to ", text))
        for spaced, name in self._spaced.items():
            text = spaced.sub(name, text)
        text = _TIMES.sub(lambda one: f"{one[2] or one[3]} {one[1] or one[4]}", text)
        return WORD.sub(lambda word: self._known(word[0]), text)

    def _known(self, word: str) -> str:
        """Return a word, or the one name or verb that it is like."""
        small, dash, number = word.casefold().partition("-")
        known = self.vocabulary
        if number.isdecimal():
            return f"{self._known(small)}{dash}{number}"
        if dash or len(small) < _LONG - 1 or not small.isalpha() or known.is_prose(small) or known.is_kind(small):
            return word
        if small in self._words or self.matcher.means_something(small):
            return word
        begun = {one for one in self._words if one.startswith(small)}
        if len(begun) == 1:
            return begun.pop()
        like = difflib.get_close_matches(small, self._words, 2, _ALIKE) if len(small) >= _LONG else []
        return next((one for one in like if one[0] == small[0]), word)

    @cached_property
    def _spaced(self) -> dict[re.Pattern[str], str]:
        """Names of pieces that are written with a dash, by how people write them."""
        stems = {value.rpartition("-")[0] for row in self.matcher.rows for value in row.values}
        return {re.compile(rf"\b{one.replace('-', ' ')}(?= |\Z)", re.I): one for one in sorted(stems) if "-" in one}

    @cached_property
    def _words(self) -> set[str]:
        """The words of legal orders and the kinds that they name."""
        words = {word.strip('",').casefold() for line in self.reader.legal() for word in line.split()}
        named = {kind for word in words for kind in self.vocabulary.names_of(word)}
        return {
            one for word in words | named for one in (word, *word.split("_")) if one.isalpha() and len(one) >= _LONG
        }
