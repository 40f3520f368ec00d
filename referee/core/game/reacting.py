"""Orders that react: `if`, `else`, `try` and `always` read as a flat list of orders, each with what it waits for.

Consecutive lines under one condition are a block, and `else` answers the block before it. A block is decided once, when
its first line has its turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from itertools import pairwise
from typing import Any, NamedTuple

from ..documents import Document, Path, Problem, Unreadable
from ..documents.problems import listed
from ..notation import line_writer
from ..notation.condition_lines import condition_line, read_condition
from ..notation.conditions import Condition, Test, condition_of, tests_of
from ..notation.tokens import Misread
from .submissions import Guard, Standing, SubmittedOrder

_WORDS = ("if", "else", "try", "always")
# what an order begins with that reacts; `on 5` is `if roll 5`
_FIRST = re.compile(r"\s*((?:if|else|try|always)\b|on(?=\s+(?:an?\s+)?[0-9][^:]*:(?![0-9])))\s*(:?)\s*", re.IGNORECASE)
_ELSE_IF = re.compile(r"\s*else\s+if\b\s*", re.IGNORECASE)
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_ONE_WORD = re.compile(r"\s*([A-Za-z_]+)\s*[.!]?\s*\Z")
_NESTED = 10
_MOST_TRIED = 20

ReadOne = Callable[[Any, Path, int], SubmittedOrder]


class _Link(NamedTuple):
    """One guard of a line; a `chained` one was written `else if`."""

    guard: Guard
    chained: bool = False


def reacts(value: Any) -> bool:
    """Return whether an order as given is one that reacts."""
    if isinstance(value, str):
        return _FIRST.match(value) is not None
    return isinstance(value, dict) and any(isinstance(key, str) and key.lower() in _WORDS for key in value)


class Reacting:
    """Reads the orders of one document, those that react among them."""

    def __init__(self, document: Document, read_one: ReadOne, terms: Collection[str] = ()) -> None:
        self.document = document
        self.read_one = read_one
        self.terms = terms
        self.orders: list[SubmittedOrder] = []
        self.standing: list[Standing] = []
        self._number = 0
        self._chain: list[_Link] = []

    def add(self, value: Any, path: Path) -> None:
        """Read an order as given, which may hold several; raises Unreadable."""
        if not reacts(value):
            self._chain = []
            self._take(value, path, [])
        elif isinstance(value, str):
            self._line(value, path)
        else:
            self._chain = []
            self._mapping(value, path, [], 0)

    # lines

    def _line(self, text: str, path: Path) -> None:
        """Read a line: what it waits for, then an order, `try` or `always`."""
        chain, begin = self._prefix(text, path)
        self._chain = chain
        first = _FIRST.match(text, begin)
        if first is not None and first[1].lower() == "always":
            if chain:
                said = "a standing order has no condition of its own; write 'always:' on a line by itself"
                raise Unreadable([self.document.problem_in(path, begin, said)])
            self._stand(text[first.end() :], path, first.end())
        elif first is not None and first[1].lower() == "try":
            self._try_line(text, first.end(), path, chain)
        elif not text[begin:].strip():
            raise Unreadable([self.document.problem_in(path, begin, "an order is missing after the colon")])
        else:
            self._take(_padded(text, begin, len(text)), path, chain)

    def _prefix(self, text: str, path: Path) -> tuple[list[_Link], int]:
        """Return the guards of a line and where its order begins."""
        chain: list[_Link] = []
        before, begin, follows = self._chain, 0, True
        while (first := _FIRST.match(text, begin)) is not None and first[1].lower() in ("if", "else", "on"):
            if len(chain) > _NESTED:
                raise Unreadable([self.document.problem_in(path, begin, "conditions are nested too deeply")])
            linked = _ELSE_IF.match(text, begin)
            if first[1].lower() == "else":
                if not follows or len(chain) >= len(before):
                    said = "'else' answers an 'if'; there is none directly before this line"
                    raise Unreadable([self.document.problem_in(path, begin, said)])
                chain.append(_Link(before[len(chain)].guard.denied(), before[len(chain)].chained))
                while len(chain) < len(before) and before[len(chain)].chained:
                    if before[len(chain)].guard.wanted and linked is not None:
                        break
                    chain.append(_Link(before[len(chain)].guard.denied(), True))
                if linked is None:
                    begin = self._past_colon(first, path)
                    continue
            head = first.start(1) if first[1].lower() == "on" else (linked or first).end()
            colon = _colon(text, head)
            if colon is None:
                said = "a colon is missing after the condition, as in 'if roll 5: ORDER'"
                raise Unreadable([self.document.problem_in(path, len(text.rstrip()), said)])
            condition = self._condition(text[head:colon], path, head)
            old = before[len(chain)] if follows and len(chain) < len(before) else None
            if linked is not None and old is not None and old.chained and old.guard.condition != condition:
                chain.append(_Link(old.guard.denied(), True))
                old = None
            same = old is not None and old.guard.wanted and old.guard.condition == condition
            if same and old is not None and old.chained == (linked is not None):
                chain.append(old)
            else:
                follows = False
                chain.append(_Link(Guard(object(), condition, True), linked is not None))
            begin = colon + 1
        return chain, begin

    def _past_colon(self, first: re.Match[str], path: Path) -> int:
        if not first[2]:
            said = "a colon is missing after 'else', as in 'else: ORDER'"
            raise Unreadable([self.document.problem_in(path, first.end(), said)])
        return first.end()

    def _condition(self, text: str, path: Path, offset: int) -> Condition:
        try:
            return read_condition(text, self.terms)
        except Misread as error:
            raise Unreadable([self.document.problem_in(path, offset + error.offset, error.message)]) from None

    def _try_line(self, text: str, begin: int, path: Path, chain: list[_Link]) -> None:
        cuts = [begin, *(place + 1 for place in _places(text, begin, "|")), len(text) + 1]
        pieces = [(_padded(text, one, other - 1), path) for one, other in pairwise(cuts)]
        for (piece, _), cut in zip(pieces, cuts, strict=False):
            if not piece.strip():
                raise Unreadable([self.document.problem_in(path, cut, "an order is missing here; write try A | B")])
        self._alternatives(pieces, path, chain)

    # mappings

    def _mapping(self, value: dict[Any, Any], path: Path, chain: list[_Link], depth: int) -> None:
        """Read `{if, then, else}`, `{try: [...]}` or `{always: ...}`."""
        small = {key.lower() if isinstance(key, str) else key: given for key, given in value.items()}
        allowed = ("if", "then", "else") if "if" in small else ("try",) if "try" in small else ("always",)
        problems = []
        if strange := [str(key) for key in small if key not in allowed]:
            how = "an order stands under 'then', as in {if: {roll: [5]}, then: [{end: PHASE}]}" if "if" in small else ""
            said = how or f"'{allowed[0]}' stands alone"
            message = f"{listed([repr(key) for key in strange], 'and')} cannot stand beside '{allowed[0]}'; {said}"
            problems.append(self.document.problem(path, message, strange[0]))
        elif "if" in small and "then" not in small:
            problems.append(self.document.problem(path, "'then' is missing beside 'if'"))
        if depth > _NESTED:
            problems.append(self.document.problem(path, "conditions are nested too deeply"))
        if problems:
            raise Unreadable(problems)
        if "always" in small:
            if chain:
                said = "a standing order has no condition of its own; give it as an order by itself"
                raise Unreadable([self.document.problem(path, said)])
            if not isinstance(small["always"], str):
                raise Unreadable([self.document.problem(path, "'always' takes the name of a policy", "always")])
            self._stand(small["always"], path, 0)
        elif "try" in small:
            given = small["try"]
            if not isinstance(given, list) or not given:
                raise Unreadable([self.document.problem(path, "'try' takes a list of orders", "try")])
            self._alternatives([(one, (*path, "try", n)) for n, one in enumerate(given)], path, chain)
        else:
            guard = Guard(object(), self._said(small["if"], path), True)
            for key, asked in (("then", guard), ("else", guard.denied())):
                if key in small:
                    self._branch(small[key], (*path, key), [*chain, _Link(asked)], depth)

    def _said(self, value: Any, path: Path) -> Condition:
        try:
            return condition_of(value, lambda text: read_condition(text, self.terms))
        except Misread as error:
            raise Unreadable([self.document.problem((*path, "if"), error.message)]) from None

    def _branch(self, value: Any, path: Path, chain: list[_Link], depth: int) -> None:
        given = value if isinstance(value, list) else [value]
        problems: list[Problem] = []
        for index, one in enumerate(given):
            at = (*path, index) if isinstance(value, list) else path
            try:
                if isinstance(one, dict) and reacts(one):
                    self._mapping(one, at, chain, depth + 1)
                elif reacts(one):
                    said = "a line that reacts stands by itself; inside a mapping write {if: ..., then: [...]}"
                    raise Unreadable([self.document.problem(at, said)])
                else:
                    self._take(one, at, chain)
            except Unreadable as error:
                problems += error.problems
        if problems:
            raise Unreadable(problems)

    # orders

    def _take(self, value: Any, path: Path, chain: list[_Link]) -> None:
        """Add one order under some guards."""
        self._number += 1
        given, said = self._one(value, path, chain)
        if chain or given.offer is not None:
            given.guards = tuple(link.guard for link in chain)
            given.says = f"{_written(chain)}{said}"
        self.orders.append(given)

    def _alternatives(self, pieces: Iterable[tuple[Any, Path]], path: Path, chain: list[_Link]) -> None:
        """Add the first of several orders that is legal."""
        self._number += 1
        read = [self._one(value, at, chain) for value, at in pieces]
        if len(read) > _MOST_TRIED:
            raise Unreadable([self.document.problem(path, f"'try' takes up to {_MOST_TRIED} orders")])
        given = read[0][0].copy()
        given.alternatives = tuple(one for one, _ in read)
        given.guards = tuple(link.guard for link in chain)
        given.says = f"{_written(chain)}try {' | '.join(said for _, said in read)}"
        self.orders.append(given)

    def _one(self, value: Any, path: Path, chain: list[_Link]) -> tuple[SubmittedOrder, str]:
        """Return an order and its line; a verb alone under an offer is completed with what the offer is about."""
        bare = _ONE_WORD.match(value) if isinstance(value, str) else None
        offer = _offer_of(chain) if bare is not None else None
        if bare is None or offer is None:
            given = self.read_one(value, path, self._number)
            return given, line_writer.line(given.source, type(given.order))
        given = self.read_one(f"{bare[1]} {offer.of}", path, self._number)
        given.offer = offer
        return given, bare[1].lower()

    def _stand(self, text: str, path: Path, offset: int) -> None:
        """Add a standing order; the game knows its policy."""
        words = text.split()
        if not words:
            raise Unreadable([self.document.problem_in(path, offset, "'always' needs the name of a policy")])
        self._number += 1
        self.standing.append(Standing(tuple(words), self._number, path, f"always: {' '.join(words)}"))


def _written(chain: list[_Link]) -> str:
    """Return what a line waits for as it is written before its order."""
    out = ""
    for place, (guard, _) in enumerate(chain):
        following = chain[place + 1] if place + 1 < len(chain) else None
        if guard.wanted:
            out += f"if {condition_line(guard.condition)}: "
        elif following is None or not following.chained:
            out += "else: "
        elif following.guard.wanted:
            out += "else "
    return out


def _offer_of(chain: list[_Link]) -> Test | None:
    """Return the first offer that the guards of a line ask for."""
    tests = [test for link in chain for test in tests_of(link.guard.condition)]
    return next((test for test in tests if test.what == "offered"), None)


def _padded(text: str, begin: int, end: int) -> str:
    """Return a part of a line with blanks before it, so that its words keep their places."""
    return " " * begin + text[begin:end]


def _colon(text: str, begin: int) -> int | None:
    """Return the place of the colon that ends a condition, None if there is none."""
    return next(iter(_places(text, begin, ":")), None)


def _places(text: str, begin: int, sign: str) -> list[int]:
    """Return the places of a sign in a line, outside quoted words and brackets."""
    covered = [match.span() for match in _QUOTED.finditer(text)]
    out, depth = [], 0
    for place in range(begin, len(text)):
        if any(start <= place < end for start, end in covered):
            continue
        depth += (text[place] in "[{") - (text[place] in "]}")
        if text[place] == sign and depth <= 0:
            out.append(place)
    return out
