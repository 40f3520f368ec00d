"""Conditions on a line, as in `roll 5 and not lion-1 lives`: read and written.

`not` binds closest, then `and`, then `or`; round brackets group.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection

from .conditions import KNOWN, OF_A_PIECE, All, Any_, Condition, Not, Numbers, Test, negated
from .line_writer import word
from .tokens import Misread, Token, strip_stops, tokens

_JOINS = ("and", "or")
_MORE, _LESS = ("more", "better", "higher"), ("less", "fewer", "lower")
_WHOLE = ("roll", "on", "round", "phase", "score", "offered", "asked")
# before what happens to everybody: the roll, I roll
_WHOSE = ("the", "my", "i", "we")
# after one of these, it is the roll
_ROLLED = ("get", "throw", "rolled")
_NESTED = 20
# numbers that one range may hold
_MOST_SOME = 100


_BRACKET = re.compile(r"[()]|[^()]+")


def read_condition(text: str, terms: Collection[str] = ()) -> Condition:
    """Return the condition on a line; `terms` are the fields of an offer in this game. Raises Misread."""
    words = [part for token in strip_stops(tokens(text, "()")) for part in _parts(token)]
    reader = _Reader(words, len(text), terms)
    found = reader.any_of(0)
    if reader.left:
        raise Misread(f"'{reader.left[0].text}' is not understood here; join conditions by 'and' or 'or'", reader.at)
    return found


def _parts(token: Token) -> list[Token]:
    """Return a word with its round brackets as words of their own."""
    if token.quoted or token.text[0] in "[{":
        return [token]
    return [Token(found[0], token.offset + found.start()) for found in _BRACKET.finditer(token.text)]


class _Reader:
    """The words of a condition that are still to be read."""

    def __init__(self, words: list[Token], end: int, terms: Collection[str]) -> None:
        self.left = words
        self.end = end
        self.known_terms = terms

    @property
    def at(self) -> int:
        """The place of the next word."""
        return self.left[0].offset if self.left else self.end

    def next_is(self, *words: str) -> bool:
        """Return whether one of some words comes next."""
        return bool(self.left) and not self.left[0].quoted and self.left[0].text.lower() in words

    def any_of(self, depth: int) -> Condition:
        parts = [self.all_of(depth)]
        while self.next_is("or"):
            self.left = self.left[1:]
            parts.append(self.all_of(depth))
        return parts[0] if len(parts) == 1 else Any_(tuple(parts))

    def all_of(self, depth: int) -> Condition:
        parts = [self.one(depth)]
        while self.next_is("and"):
            self.left = self.left[1:]
            parts.append(self.one(depth))
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def one(self, depth: int) -> Condition:
        if depth > _NESTED:
            raise Misread("this condition is nested too deeply", self.at)
        if not self.left:
            raise Misread(f"a condition is missing here; {KNOWN}", self.at)
        if self.next_is("not"):
            self.left = self.left[1:]
            return negated(self.one(depth + 1))
        if self.next_is("("):
            begin = self.at
            self.left = self.left[1:]
            found = self.any_of(depth + 1)
            if not self.next_is(")"):
                raise Misread("the bracket that opens here is never closed", begin)
            self.left = self.left[1:]
            return found
        return self.test()

    def skip(self, words: Collection[str], before: Callable[[Token], bool]) -> None:
        """Pass over one of some words where what follows it is meant."""
        if len(self.left) > 1 and self.next_is(*words) and not self.left[1].quoted and before(self.left[1]):
            self.left = self.left[1:]

    def test(self) -> Condition:
        begin = self.at
        self.skip(_WHOSE, lambda token: token.text.lower() in (*_WHOLE, *_ROLLED))
        first, self.left = self.left[0], self.left[1:]
        what = first.text.lower()
        if what in _ROLLED and first.offset > begin:
            what = "roll"
        if not first.quoted and what in _WHOLE:
            return self.whole(what, first)
        return self.of_piece(first)

    def whole(self, what: str, first: Token) -> Condition:
        """Return a test that begins with its own name."""
        if what in ("roll", "on", "round"):
            self.skip(("is",), lambda token: True)
            self.skip(("a", "an"), lambda token: token.text[:1].isdecimal())
            return Test("round" if what == "round" else "roll", numbers=self.numbers(first))
        if what == "phase":
            return Test("phase", words=(" ".join(self.words(first)),))
        if what == "asked":
            return Test("asked", words=tuple(self.words(first)))
        named = self.words(first, one=True)[0]
        if what == "score":
            return Test("score", named, numbers=self.numbers(first))
        return Test("offered", named, fields=self.terms())

    def of_piece(self, piece: Token) -> Condition:
        """Return a test that follows the name of a piece."""
        if self.next_is("is", "stands", "has"):
            self.left = self.left[1:]
        opposite = self.next_is("not")
        if opposite:
            self.left = self.left[1:]
        if not self.next_is(*OF_A_PIECE, "at", "dead", "slain", "alive"):
            near = f"'{piece.text}' is no condition; {KNOWN}"
            raise Misread(near, piece.offset)
        verb, self.left = self.left[0], self.left[1:]
        what = verb.text.lower()
        test: Condition
        if what in ("lives", "alive"):
            test = Test("lives", piece.text)
        elif what in ("dead", "slain"):
            test = Not(Test("lives", piece.text))
        elif what == "hits":
            test = Test("hits", piece.text, numbers=self.numbers(verb))
        else:
            test = Test("showed" if what == "showed" else "in", piece.text, tuple(self.words(verb)))
        return negated(test) if opposite else test

    def words(self, before: Token, one: bool = False) -> list[str]:
        """Return the words up to the next join or bracket, at least one; raises Misread."""
        out: list[str] = []
        while self.left and not self.next_is(*_JOINS, "not", "(", ")") and not (one and out):
            out.append(self.left[0].text)
            self.left = self.left[1:]
        if not out:
            raise Misread(f"'{before.text}' needs a name after it", before.offset)
        return out

    def numbers(self, before: Token) -> Numbers:
        """Return one number or several, or one with `or more` or `or less`; raises Misread."""
        found: list[int] = []
        while self.left and (some := _some(self.left[0].text)):
            found += some
            self.left = self.left[1:]
            # 2 or 3, unless a test of a piece follows that has a number for its name
            if len(self.left) < 3 or self.left[2].text.lower() in (*_JOINS, ")"):
                self.skip(("or",), lambda token: token.text.isdecimal())
        if not found:
            raise Misread(f"'{before.text}' needs a number after it, as in '{before.text} 5'", before.offset)
        if len(self.left) > 1 and self.next_is("or") and self.left[1].text.lower() in (*_MORE, *_LESS):
            more = self.left[1].text.lower() in _MORE
            if len(found) > 1:
                raise Misread("'or more' and 'or less' follow one number", self.at)
            self.left = self.left[2:]
            return Numbers((), found[0], None) if more else Numbers((), None, found[0])
        return Numbers(tuple(sorted(set(found))))

    def terms(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the terms of an offer: each field of the order that takes it, with its words."""
        found: dict[str, list[str]] = {}
        name = ""
        while self.left and not self.next_is(*_JOINS, "not", "(", ")"):
            token, self.left = self.left[0], self.left[1:]
            if not token.quoted and token.text.lower() in self.known_terms:
                name = token.text.lower()
                found.setdefault(name, [])
            elif name:
                found[name].append(token.text)
            else:
                known = f"; one is {' or '.join(self.known_terms)}" if self.known_terms else " in this game"
                raise Misread(f"'{token.text}' is no term of an offer{known}", token.offset)
        return tuple(sorted((field, tuple(words)) for field, words in found.items()))


def _some(text: str) -> list[int]:
    """Return the numbers that a word says: 5, or those from 1 to 3 for 1-3; none if it says none."""
    first, _, last = text.partition("-")
    if not (first.isdecimal() and (last or first).isdecimal()) or len(text) > 6:
        return []
    return [*range(int(first), int(last or first) + 1)][:_MOST_SOME]


def condition_line(condition: Condition, inner: bool = False) -> str:
    """Return a condition as a line, so that `read_condition` reads it back as the same."""
    if isinstance(condition, Not):
        if isinstance(condition.part, Test) and condition.part.what == "lives":
            return f"{_word(condition.part.of or '')} dead"
        return f"not {condition_line(condition.part, inner=True)}"
    if isinstance(condition, (All, Any_)):
        joined = (" and " if isinstance(condition, All) else " or ").join(
            condition_line(part, inner=True) for part in condition.parts
        )
        return f"({joined})" if inner else joined
    return _test_line(condition)


def _test_line(test: Test) -> str:
    of = [_word(test.of)] if test.of is not None else []
    head = [test.what, *of] if test.what in ("score", "offered") else [*of, test.what]
    numbers = [_numbers_line(test.numbers)] if test.numbers is not None else []
    terms = [f"{field} {' '.join(map(_word, named))}" for field, named in test.fields]
    return " ".join([*head, *numbers, *map(_word, test.words), *terms])


_RESERVED = frozenset((*_WHOLE, *OF_A_PIECE, *_JOINS, "not", "at", "is", "has", "stands", *_MORE, *_LESS))


def _word(said: str) -> str:
    """Return one word, in quotes if it would be read as something else."""
    written = word(said, {})
    plain = said.lower() not in _RESERVED and not set(said) & set("():|")
    return written if plain or written.startswith('"') else json.dumps(said, ensure_ascii=False)


def _numbers_line(numbers: Numbers) -> str:
    if numbers.some:
        return " ".join(map(str, numbers.some))
    return f"{numbers.least} or more" if numbers.least is not None else f"{numbers.most} or less"
