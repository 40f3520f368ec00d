"""The one legal order that a clause in words of a player's own most likely means.

Words that no order has are passed over. What it finds may only be proposed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cached_property

from .doubts import UNMOVED
from .matching import COUNTED, FILL, FROM, NUMBERS, OTHERS, TRAILS, WORD, Row
from .order_reader import OrderReader
from .phrases import phrases
from .vocabulary import forms_of, words_of

# what says where somebody stands, how many dice there are, and that all of it is for now, is no part of an order
_BESIDE = re.compile(rf"\b(?:{'|'.join(phrases()['beside'])})\b", re.IGNORECASE)
_IDLE = UNMOVED | frozenset(phrases()["notyet"])
_NONE, _DONE, _ALL, _SO = (frozenset(phrases()[name]) for name in ("none", "done", "all", "so"))
_CLOSES, _BEING = frozenset(phrases()["closes"]), frozenset(phrases()["being"])
_OVER = _DONE | frozenset(phrases()["over"])
# more words without the name of a phase say more than that it is over
FEW = 4


def _is_short(word: str, phases: Sequence[str]) -> bool:
    """Return whether a word may be short for the phase that an order ends, or is written like it."""
    if len(word) < 3 or not phases or word[0] != phases[-1][0]:
        return False
    letters = iter(phases[-1])
    return all(letter in letters for letter in word) or bool(get_close_matches(word, phases, 1, 0.7))


class Likely:
    """Finds the legal order that a clause may mean."""

    def __init__(self, reader: OrderReader) -> None:
        self.reader = reader
        self.matcher = reader.matcher
        self.vocabulary = reader.vocabulary

    def order(self, clause: str, before: Sequence[str]) -> str | None:
        """Return the legal order that a clause means, None if it means none."""
        words = [word.casefold() for word in words_of(clause)]
        if OTHERS.match(clause):
            return None
        if self.stays(words):
            return self._end(words, before) if self._is_none(words, before) else None
        if (end := self._end(words, before)) is not None:
            return end
        if (whole := self.reader.order_of(clause)) is not None:
            return self.reader.says(whole)
        bare = self.reader.bare(clause).casefold()
        found = self._told(clause) or self.found(bare, before) or self._goes(bare, before)
        return found if found is not None and self.reader.is_offered(found) else None

    def _told(self, clause: str) -> str | None:
        """Return the order that the known words of a clause give in the words of a question, if it has a number."""
        known = self.vocabulary
        words = [
            word for word in words_of(clause) if known.is_strong(word) or self.matcher.means_something(word.casefold())
        ]
        if not any(word.isdecimal() for word in words) or not any(map(known.is_piece, words)):
            return None
        return self.reader.told_order(" ".join(words))

    def stays(self, words: Sequence[str]) -> bool:
        """Return whether words say that somebody stays, or does nothing."""
        return any(word.casefold() in self._idle or word.casefold().endswith("n't") for word in words)

    def _is_none(self, words: Sequence[str], before: Sequence[str]) -> bool:
        """Return whether words say of a whole phase that nothing is done in it."""
        acts = "nothing" in words or any(self.vocabulary.is_verb(word, self.vocabulary.verbs) for word in words)
        return acts and not before and len(words) <= 2 * FEW and "yet" not in words

    @cached_property
    def _idle(self) -> frozenset[str]:
        """The words of those who stay, and of what is not yet, other than what is ordered."""
        return _IDLE - self.vocabulary.choices - {value for row in self.matcher.rows for value in row.values}

    def _end(self, words: Sequence[str], before: Sequence[str]) -> str | None:
        """Return the end of a phase that words without a name mean: it is over, or nothing is done in it."""
        if any(self.vocabulary.is_strong(word) or self.vocabulary.is_named(word) for word in words):
            return None
        idle = self._is_none(words, before) and not _NONE.isdisjoint(words)
        # the end that a phase is offered comes last
        ends = [row for row in self.matcher.rows if row.verb == "end"]
        if not _OVER.isdisjoint(words) or {*words} >= _ALL or {*words} >= _SO:
            # a verb that begins a clause is no name of a phase: move over
            phases = words[words[0] in self.vocabulary.verbs - {"end"} :]
            for row in reversed(ends):
                if any(self.matcher.is_said(word, value) for word in phases for value in row.values):
                    return " ".join(row.words)
        small = {"".join(word.split("'")) for word in words}
        done = len(words) <= FEW and (words[-1] == "pass" or not _DONE.isdisjoint(words))
        done = done or (bool(before) and small <= _CLOSES and len(small) > 1)
        # "end mvmt"
        done = done or (words[0] == "end" and len(words) == 2 and bool(ends) and _is_short(words[1], ends[-1].values))
        return " ".join(ends[-1].words) if ends and (done or idle) else None

    def found(self, text: str, before: Sequence[str]) -> str | None:
        """Return the one legal order that has what a text names, or what the orders that have it begin with."""
        plain = _BESIDE.sub("", self.matcher.with_actor_first(self.matcher.joined(text)))
        said = WORD.findall(COUNTED.sub(self.matcher.repeated, plain))
        known = self.vocabulary
        origins = {word for word in FROM.findall(plain) if known.is_place(word) and not known.is_piece(word)}
        if not _BEING.isdisjoint(said) or TRAILS.search(plain):
            return None
        words = [word for word in said if word not in FILL and (self.names(word) or self.matcher.means_something(word))]
        acting = [row for row in self.matcher.rows if row.verb != "end"]
        acting = [row for row in acting if origins.isdisjoint(row.values)]
        fits = [(fit, row) for row in acting if (fit := self._fit(words, row)) is not None]
        best = min((fit for fit, _ in fits), default=(0, 0, 0, 0))
        rows = [row for fit, row in fits if fit == best]
        if best[0] and (len(rows) > 1 or len(said) > FEW + 1):
            # what is left open may be any of them
            return None
        lines = self._free(list(dict.fromkeys(" ".join(self._counted(words, row)) for row in rows)), before)
        # where every word is known, a list of names orders nothing: it may say where each of them is already
        placed = any(known.is_spot(one) for row in rows for value in row.values[:1] for one in known.said_of(value))
        whole = placed and all(word in FILL or word in words for word in said)
        if not lines or (whole and not self.matcher.is_linked(text, words, lines)):
            return None
        return self.matcher.shared(lines)

    def _free(self, lines: Sequence[str], before: Sequence[str]) -> Sequence[str]:
        """Return the first of several orders that differ only in the piece that acts, if that has no order yet."""
        acted = {one.split()[1] for one in before if " " in one}
        free = [line for line in lines if line.split()[1] not in acted]
        kinds = {self._without_number(line) for line in free}
        return free[:1] if len(lines) > 1 and len(kinds) == 1 else lines

    def _goes(self, text: str, before: Sequence[str]) -> str | None:
        """Return the order of the one piece and the one place that a text names, where an order above may allow it."""
        known, acted = self.vocabulary, {one.split()[1] for one in before if " " in one}
        words = words_of(text)
        own = list(dict.fromkeys(row.values[0] for row in self.matcher.rows if row.verb in known.going and row.values))
        named = [one for one in own if one not in acted and any(self._is_said(word, one) for word in words)]
        there = {value for row in self.matcher.rows for one in row.values for value in (one, *known.said_of(one))}
        places = [word for word in words if known.is_spot(word) and not known.is_piece(word) and word in there]
        places = [word for word in places if not any(self._is_true(word, one) for one in named)]
        kinds = {one.rpartition("-")[0] or one for one in named}
        if len(places) != 1 or len(kinds) != 1 or any(map(self._is_verb, words)):
            return None
        return self.reader.later(f"{named[0]} to {places[0]}")

    def _without_number(self, line: str) -> str:
        """Return an order with its first piece as its kind."""
        verb, _, rest = line.partition(" ")
        piece, _, others = rest.partition(" ")
        return f"{verb} {piece.rpartition('-')[0] or piece} {others}"

    def _fit(self, words: Sequence[str], row: Row) -> tuple[int, int, int, int] | None:
        """Return how far an order is from what words name: pieces and places, words, values and what is but described.

        None where they name a piece or a place that it has not, or say too little.
        """
        known, values = self.vocabulary, row.values
        left = list(range(len(values)))
        named = strange = described = 0
        used: list[int] = []
        for word in words:
            fitting = [at for at in left if self._is_said(word, values[at])]
            fitting.sort(key=lambda at: values[at].rpartition("-")[0] != word and values[at] != word)
            counts = [at for at in left if at in row.free and word in NUMBERS]
            held = [at for at in left if known.holds(values[at], word) and not known.kinds_of(word) & {*values}]
            if (at := [*fitting, *counts, *held][:1]) or (
                at := [at for at in left if known.is_place(values[at]) and word in known.said_of(values[at])][:1]
            ):
                left.remove(at[0])
                used += at if known.is_piece(values[at[0]]) else []
                named += 1
            elif known.is_kind(word) and words.count(word) > 1:
                # one more of them than it has
                return None
            elif known.is_piece(word) and any(map(known.is_piece, values[1:])) and word not in values:
                return None
            elif word in values or any(self._is_true(word, value) for value in values):
                described += 1
            elif known.means(word, row.verb) or not row.fields.isdisjoint({word}):
                named += 1
            elif self.names(word) or self._is_verb(word) or self._is_other(word, row):
                return None
            else:
                strange += 1
        strong = [at for at in left if known.is_piece(values[at]) or known.is_place(values[at])]
        missing = [at for at in strong if at not in row.implied and at not in row.free]
        plain = {value for value in values if not (known.is_piece(value) or known.is_place(value))}
        sure = named > 1 or any(known.means(word, row.verb) or word in plain for word in words)
        # who acts is named before who is acted on, and an order of many parts by its verb
        pieces = [at for at, value in enumerate(values) if known.is_piece(value)]
        first = not used or used[0] == pieces[0]
        many = sum(known.is_piece(value) or known.is_place(value) for value in values) > 2
        sure = sure and first and (not many or any(known.means(word, row.verb) for word in words))
        return (len(missing), strange, len(left), described) if sure else None

    def _is_said(self, word: str, value: str) -> bool:
        """Return whether a word names a value: one or several of its kind, or as `Matcher` has it."""
        several = self.vocabulary.is_plural(word) and not self.vocabulary.kinds_of(word).isdisjoint(
            self.vocabulary.names_of(value)
        )
        return several or self.matcher.is_said(word, value)

    def _is_true(self, word: str, value: str) -> bool:
        """Return whether a word says something of what a value names: its kind, its place, or whom it holds."""
        known = self.vocabulary
        if value.rpartition("-")[0] in forms_of(word):
            return True
        return word in known.said_of(value) or value in known.said_of(word) or known.holds(value, word)

    def _is_other(self, word: str, row: Row) -> bool:
        """Return whether a word is a field of an order that it does not give, or what another of its verb chooses."""
        chosen = any(word in other.values for other in self.matcher.rows if other.verb == row.verb)
        return chosen or word in self.vocabulary.specs(row.verb)

    def _is_verb(self, word: str) -> bool:
        return any(self.vocabulary.means(word, verb) for verb in self.vocabulary.verbs)

    def _counted(self, words: Sequence[str], row: Row) -> list[str]:
        """Return the words of an order with the numbers that words say, without those that they leave out."""
        line = list(row.words)
        said = [word for word in words if word in NUMBERS and word not in row.values]
        for number in sorted(row.free, reverse=True):
            at = row.places[number]
            if said:
                line[at] = str(NUMBERS[said.pop()])
            else:
                del line[at - 1 : at + 1]
        return line

    def names(self, word: str) -> bool:
        """Return whether a word names a piece, a kind of it, a place or a number."""
        return self.vocabulary.is_strong(word) or self.vocabulary.is_kind(word)
