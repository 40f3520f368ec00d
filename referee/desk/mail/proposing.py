"""What a text in words of a player's own may order: proposals, which count only once the player confirms them.

Other than what is read as an order, a proposal passes over the words that no order has, and mends slips.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from functools import cached_property

from .doubts import UNMOVED, is_doubted
from .matching import COUNTED, FILL, FROM, NUMBERS, OTHERS, Row, is_thought
from .order_reader import OrderReader
from .phrases import phrases
from .vocabulary import forms_of, words_of

# between what may be orders by themselves
_CLAUSES = re.compile(
    r"(?:[,;:.!…]+|\s[-–—]+)(?:\s+|\Z)|\s*\b(?:and|then|und|et|while)\b\s*|\s[/&+]\s|\s*[()]\s*|\n", re.IGNORECASE
)
_WHY = "|".join(phrases()["reasons"])
# a reason goes on to the end of its sentence, or to a comma where it begins one
_REASON = re.compile(rf"(?:(?<=[.!\n])|\A)\s*(?:{_WHY})\b[^,.!;\n]*,|,?\s+(?:{_WHY})\b[^.!;\n]*", re.IGNORECASE)
_ARROW = re.compile(r"\s*(?:[-=]+>|[→⇒])\s*")
# a question, and what stands around a text that is struck out; what somebody wants is more than a thought
_MARKS, _WISH = (
    re.compile(r"[?~<>*❌]|//|^\s*;"),
    re.compile(r"(?:would|should|'d) (?:like|want|love)\b", re.IGNORECASE),
)
# whoever acts stands at the end
_WITH = re.compile(r"\A([a-z_]+) (.+?) (?:with|using|mit|avec) (.+)\Z")
_PASSIVE = re.compile(r"\b\w+(?:ed|en|uck|it) by\b|\A(?:is|are|does|did|can|could|will|has|have)\b", re.IGNORECASE)
# what stands there is where, and not whither
_ASIDE = re.compile(r"\bin front of (?:it|him|her|them|me)\b|\bnext to (?:it|him|her|them|me)\b", re.IGNORECASE)
_TIMES = re.compile(r"\b([^\W\d_]+) ?x ?([2-7])\b|\b([2-7]) ?x ?([^\W\d_]+)\b", re.IGNORECASE)
_BOTH = re.compile(r"\b(?:both|the pair of)(?: of)?(?: the| my| your)*\b", re.IGNORECASE)
_NAME = re.compile(r"[^\W_][\w'-]*")
# a text with one of these hangs on something, or leaves something open
_OPEN = frozenset(phrases()["unproposed"])
_IDLE = UNMOVED | frozenset(phrases()["notyet"])
_NONE, _DONE, _ALL, _SO = (frozenset(phrases()[name]) for name in ("none", "done", "all", "so"))
_CLOSES, _BEING = frozenset(phrases()["closes"]), frozenset(phrases()["being"])
_POINTS = frozenset(phrases()["points"])
_OVER = _DONE | frozenset(phrases()["over"])
# how many dice a strike has is no part of its order, and all of it is for now
_DICE = re.compile(
    r"\b(?:with |rolling |its |his |her |the )*[0-9a-z]+ dice\b|\bthis (?:turn|round|time|phase)\b", re.I
)
# how alike a slip is, and how long at least; so many clauses are looked at, and so many together may be one order
_ALIKE, _LONG, _MOST, _JOINED = 0.8, 4, 24, 3
# more words without the name of a phase say more than that it is over
_FEW = 4


class Proposer:
    """Finds the legal orders that a text may mean."""

    def __init__(self, reader: OrderReader) -> None:
        self.reader = reader
        self.matcher = reader.matcher
        self.vocabulary = reader.vocabulary

    def orders(self, text: str) -> list[str]:
        """Return the orders that a text may mean, in turn; none where it asks, hangs on something, or names more."""
        plain = _REASON.sub(" ", text)
        if any(self._acts(word) for found in _REASON.finditer(text) for word in words_of(found[0])):
            return []
        clauses = [one for one in _CLAUSES.split(self._mended(plain)) if words_of(one)]
        words = {word.casefold().strip(".,!?:") for one in clauses for word in words_of(one)}
        if _MARKS.search(_ARROW.sub("", text)) or not words.isdisjoint(_OPEN) or len(clauses) > _MOST:
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
        """Return whether a word names what may be ordered, or a hex."""
        known = self.vocabulary
        small = word.casefold().strip(".,!?:")
        rows = [row.values for row in self.matcher.rows if row.values]
        own = known.is_piece(word) and any(small == values[0] for values in rows)
        return own or (known.is_spot(word) and any(small in values for values in rows))

    def _order_at(self, clauses: Sequence[str], before: Sequence[str]) -> tuple[int, str | None]:
        """Return how many of some clauses are one order, and the order, None if the first is none."""
        best: tuple[int, str | None] = 1, None
        for count in range(1, min(_JOINED, len(clauses)) + 1):
            order = self._order(" ".join(clauses[:count]), before)
            if order is not None and (best[1] is None or len(order.split()) > len(best[1].split())):
                best = count, order
            following = clauses[count] if count < len(clauses) else ""
            whole = best[1] is not None and best[1] in self._legal
            if not self._mentions(following) or (whole and self._order(following, before) is not None):
                break
        return best

    def _order(self, clause: str, before: Sequence[str]) -> str | None:
        """Return the legal order that a clause means, None if it means none."""
        words = [word.casefold() for word in words_of(clause)]
        if OTHERS.match(clause):
            return None
        if self._stays(words):
            return self._end(words, before) if self._is_none(words, before) else None
        if (end := self._end(words, before)) is not None:
            return end
        if (whole := self.reader.order_of(clause)) is not None:
            return self.reader.says(whole)
        bare = self.reader.bare(clause).casefold()
        found = self._told(clause) or self._found(bare, before) or self._goes(bare, before)
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

    def _stays(self, words: Sequence[str]) -> bool:
        """Return whether words say that somebody stays, or does nothing."""
        return any(word.casefold() in self._idle or word.casefold().endswith("n't") for word in words)

    def _is_none(self, words: Sequence[str], before: Sequence[str]) -> bool:
        """Return whether words say of a whole phase that nothing is done in it."""
        verbs = {row.verb for row in self.matcher.rows}
        acts = "nothing" in words or any(self.vocabulary.is_verb(word, verbs) for word in words)
        return acts and not before and len(words) <= 2 * _FEW and "yet" not in words

    @cached_property
    def _legal(self) -> frozenset[str]:
        return frozenset(self.reader.legal())

    @cached_property
    def _idle(self) -> frozenset[str]:
        """The words of those who stay, and of what is not yet, other than what is ordered."""
        return _IDLE - self.vocabulary.choices - {value for row in self.matcher.rows for value in row.values}

    def _end(self, words: Sequence[str], before: Sequence[str]) -> str | None:
        """Return the end of a phase that words mean which name nobody: that it is over, or that nothing is done."""
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
        done = len(words) <= _FEW and (words[-1] == "pass" or not _DONE.isdisjoint(words))
        done = done or (bool(before) and small <= _CLOSES and len(small) > 1)
        return " ".join(ends[-1].words) if ends and (done or idle) else None

    def _found(self, text: str, before: Sequence[str]) -> str | None:
        """Return the one legal order that has what a text names, or what the orders that have it begin with."""
        text = self.matcher.joined(text)
        if (turned := _WITH.match(text)) is not None and self.matcher.means_something(turned[1]):
            text = " ".join(turned.group(1, 3, 2))
        plain = _ASIDE.sub("", _DICE.sub("", text))
        said = _NAME.findall(COUNTED.sub(self.matcher.repeated, plain))
        known = self.vocabulary
        origins = {word for word in FROM.findall(plain) if known.is_place(word) and not known.is_piece(word)}
        if not _BEING.isdisjoint(said):
            return None
        words = [
            word for word in said if word not in FILL and (self._names(word) or self.matcher.means_something(word))
        ]
        acting = [row for row in self.matcher.rows if row.verb != "end"]
        acting = [row for row in acting if origins.isdisjoint(row.values)]
        fits = [(fit, row) for row in acting if (fit := self._fit(words, row)) is not None]
        best = min((fit for fit, _ in fits), default=(0, 0, 0, 0))
        rows = [row for fit, row in fits if fit == best]
        if best[0] and (len(rows) > 1 or len(said) > _FEW + 1):
            # what is left open may be any of them
            return None
        lines = list(dict.fromkeys(" ".join(self._counted(words, row)) for row in rows))
        if len(lines) > 1:
            # of several alike, the first that has no order yet
            acted = {one.split()[1] for one in before if " " in one}
            free = [line for line in lines if line.split()[1] not in acted]
            kinds = {self._without_number(line) for line in free}
            lines = free[:1] if len(kinds) == 1 else lines
        # where every word is known, a list of names orders nothing
        whole = all(word in FILL or word in words for word in said)
        if not lines or (whole and not self.matcher.is_linked(text, words, lines)):
            return None
        return self.matcher.shared(lines)

    def _goes(self, text: str, before: Sequence[str]) -> str | None:
        """Return the order of the one piece and the one place that a text names, where an order above may allow it."""
        known, acted = self.vocabulary, {one.split()[1] for one in before if " " in one}
        words = words_of(text)
        own = list(dict.fromkeys(row.values[0] for row in self.matcher.rows if row.verb in known.going and row.values))
        named = [one for one in own if one not in acted and any(self._is_said(word, one) for word in words)]
        places = [word for word in words if known.is_spot(word) and not any(self._is_true(word, one) for one in named)]
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
            elif word in values or any(self._is_true(word, value) for value in values):
                described += 1
            elif known.means(word, row.verb) or not row.fields.isdisjoint({word}):
                named += 1
            elif self._names(word) or self._is_verb(word) or self._is_other(word, row):
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

    def _mentions(self, clause: str) -> bool:
        """Return whether a clause names something."""
        return any(map(self._names, words_of(clause)))

    def _names(self, word: str) -> bool:
        """Return whether a word names a piece, a kind of it, a place or a number."""
        return self.vocabulary.is_strong(word) or self.vocabulary.is_kind(word)

    def _is_missed(self, clause: str, found: Sequence[str]) -> bool:
        """Return whether a clause that is no order may be one: it names what the orders found do not, or points at it.

        One that says that somebody stays, or does nothing, may be an order where it names what could be done.
        """
        words, known = words_of(clause), self.vocabulary
        if self._stays(words):
            order = self._found(self.reader.bare(clause).casefold(), found)
            return order is not None and any(map(known.is_place, order.split()[2:]))
        # "the middle one"
        if is_doubted(clause) or (len(words) <= _FEW and not _POINTS.isdisjoint(word.casefold() for word in words)):
            return True
        told = {name for order in found for word in order.casefold().split() for name in known.names_of(word)}
        given = {word.casefold() for order in found for word in order.split()}
        # a number, and one more of a list
        listed = all(map(self._names, words)) and not given.issuperset(word.casefold() for word in words)
        if listed or any(word.isdecimal() and word not in given for word in words):
            return True
        named = (word for word in words if known.is_piece(word) or known.is_spot(word) or known.is_kind(word))
        return any(told.isdisjoint(known.names_of(word)) for word in named)

    def _mended(self, text: str) -> str:
        """Return a text with slips mended, as far as one name or verb is like them, and numbers before their kind."""
        text = _BOTH.sub("two", _ARROW.sub(" to ", text))
        for spaced, name in self._spaced.items():
            text = spaced.sub(name, text)
        text = _TIMES.sub(lambda one: f"{one[2] or one[3]} {one[1] or one[4]}", text)
        return _NAME.sub(lambda word: self._known(word[0]), text)

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
        return like[0] if like else word

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
