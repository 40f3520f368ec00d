"""Conditions of orders that react, as types; `condition_lines` reads and writes them on a line, this file as mappings.

They are a closed set, the same in every game. `core.game.facts` says whether one holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from .tokens import Misread

What = Literal["roll", "round", "phase", "score", "in", "lives", "hits", "showed", "offered", "asked"]
# the tests that follow the name of a piece
OF_A_PIECE = ("in", "lives", "hits", "showed")
_MOST = 100


class Numbers(msgspec.Struct, frozen=True):
    """Numbers that a test allows: some, or all from `least` to `most`."""

    some: tuple[int, ...] = ()
    least: int | None = None
    most: int | None = None

    def allows(self, number: int) -> bool:
        """Return whether a number is among them."""
        if self.some:
            return number in self.some
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)


class Test(msgspec.Struct, frozen=True):
    """One test: `what` is looked at, `of` which piece, player or offer, and the words or numbers that it must have.

    `fields` are the terms of an offer by the fields of the order that takes it.
    """

    what: What
    of: str | None = None
    words: tuple[str, ...] = ()
    numbers: Numbers | None = None
    fields: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Not(msgspec.Struct, frozen=True):
    """The opposite of a condition."""

    part: Condition


class All(msgspec.Struct, frozen=True):
    """Conditions that hold together."""

    parts: tuple[Condition, ...]


class Any_(msgspec.Struct, frozen=True):
    """Conditions of which one holds."""

    parts: tuple[Condition, ...]


Condition = Test | Not | All | Any_


def negated(condition: Condition) -> Condition:
    """Return the opposite of a condition; of one that is itself negated, its part."""
    return condition.part if isinstance(condition, Not) else Not(condition)


def tests_of(condition: Condition) -> list[Test]:
    """Return the single tests of a condition."""
    if isinstance(condition, Test):
        return [condition]
    parts = (condition.part,) if isinstance(condition, Not) else condition.parts
    return [test for part in parts for test in tests_of(part)]


def condition_of(value: Any, read_line: Any) -> Condition:
    """Return the condition that a mapping, or with `read_line` a text, says; raises Misread."""
    if isinstance(value, str):
        found: Condition = read_line(value)
        return found
    if not isinstance(value, Mapping) or not value:
        raise Misread("a condition is a mapping such as {roll: [5]}, or a text such as 'roll 5'")
    keys = list(value)
    if keys == ["not"]:
        return negated(condition_of(value["not"], read_line))
    if keys in (["and"], ["or"]):
        parts = value[keys[0]]
        if not isinstance(parts, list) or not 1 < len(parts) <= _MOST:
            raise Misread(f"'{keys[0]}' takes a list of two conditions or more")
        read = tuple(condition_of(part, read_line) for part in parts)
        return All(read) if keys == ["and"] else Any_(read)
    if "piece" in value and len(keys) == 2:
        return _of_piece(value)
    if keys[0] == "offered":
        fields = {key: tuple(_words(key, value[key])) for key in keys[1:]}
        return Test("offered", _word("offered", value["offered"]), fields=tuple(sorted(fields.items())))
    if len(keys) == 1 and keys[0] in ("roll", "round"):
        return Test(keys[0], numbers=_numbers(keys[0], value[keys[0]]))
    if keys == ["phase"]:
        return Test("phase", words=(_word("phase", value["phase"]),))
    if keys == ["asked"]:
        return Test("asked", words=tuple(_words("asked", value["asked"])))
    if keys == ["score"] and isinstance(value["score"], Mapping) and len(value["score"]) == 1:
        ((player, numbers),) = value["score"].items()
        return Test("score", _word("score", player), numbers=_numbers("score", numbers))
    raise Misread(f"'{', '.join(map(str, keys))}' is no condition; {KNOWN}")


KNOWN = (
    "known are roll, round, phase, score, offered, asked, a piece with in, lives, hits or showed, and these joined by "
    "and, or, not"
)


def _of_piece(value: Mapping[str, Any]) -> Condition:
    """Return the test of a piece, `{piece: bu02, in: [32]}`; raises Misread."""
    piece = _word("piece", value["piece"])
    what = next(key for key in value if key != "piece")
    given = value[what]
    if what in ("lives", "dead"):
        if not isinstance(given, bool):
            raise Misread(f"'{what}' is true or false")
        test = Test("lives", piece)
        return test if given == (what == "lives") else negated(test)
    if what == "hits":
        return Test("hits", piece, numbers=_numbers("hits", given))
    if what in ("in", "showed"):
        return Test("in" if what == "in" else "showed", piece, tuple(_words(what, given)))
    raise Misread(f"'{what}' is no test of a piece; one is {', '.join(OF_A_PIECE)} or dead")


def _word(key: str, value: Any) -> str:
    if isinstance(value, list) and value and all(isinstance(one, int) for one in value):
        # a place on a grid or a table
        return f"[{','.join(map(str, value))}]"
    if isinstance(value, bool) or not isinstance(value, (str, int)) or not str(value).strip():
        raise Misread(f"'{key}' takes one name")
    return str(value)


def _words(key: str, value: Any) -> list[str]:
    given = value if isinstance(value, list) else [value]
    if not 0 < len(given) <= _MOST:
        raise Misread(f"'{key}' takes one name or several")
    return [_word(key, word) for word in given]


def _numbers(key: str, value: Any) -> Numbers:
    if isinstance(value, Mapping) and value and set(value) <= {"at_least", "at_most"}:
        bounds = {bound: _number(key, value[bound]) if bound in value else None for bound in ("at_least", "at_most")}
        return Numbers((), bounds["at_least"], bounds["at_most"])
    given = value if isinstance(value, list) else [value]
    if not 0 < len(given) <= _MOST:
        raise Misread(f"'{key}' takes one number, a list of them, or {{at_least: N}} or {{at_most: N}}")
    return Numbers(tuple(sorted({_number(key, number) for number in given})))


def _number(key: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 1_000_000:
        raise Misread(f"'{key}' takes one number, a list of them, or {{at_least: N}} or {{at_most: N}}")
    return value
