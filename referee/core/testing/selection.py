"""Which cases to run: `carry and not titan-valley`, words in the file or the name of a case."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from ..documents import Unreadable
from ..documents.problems import Argument

Chosen = Callable[[str], bool]
_TOKENS = re.compile(r"\(|\)|'[^']*'|\"[^\"]*\"|[^\s()]+")


@lru_cache(maxsize=4)
def selection(text: str) -> Chosen:
    """Return whether a text has the words of an expression with `and`, `or`, `not` and brackets; raises Unreadable.

    Words are looked for anywhere, in any letters; those with blanks or brackets are put in quotes.
    """
    tokens = _TOKENS.findall(text)
    chosen, rest = _either(tokens)
    if rest:
        raise Unreadable.of(Argument("k"), f"'{rest[0]}' is not expected in '{text}'")
    return lambda name: chosen(name.casefold())


def _either(tokens: list[str]) -> tuple[Chosen, list[str]]:
    first, rest = _both(tokens)
    if rest and rest[0] == "or":
        second, rest = _either(rest[1:])
        return (lambda name: first(name) or second(name)), rest
    return first, rest


def _both(tokens: list[str]) -> tuple[Chosen, list[str]]:
    first, rest = _one(tokens)
    if rest and rest[0] not in ("or", ")"):
        second, rest = _both(rest[1:] if rest[0] == "and" else rest)
        return (lambda name: first(name) and second(name)), rest
    return first, rest


def _one(tokens: list[str]) -> tuple[Chosen, list[str]]:
    if not tokens or tokens[0] in ("and", "or", ")"):
        raise Unreadable.of(Argument("k"), f"a word is missing {f'before {tokens[0]!r}' if tokens else 'at the end'}")
    word, rest = tokens[0], tokens[1:]
    if word == "not":
        inner, rest = _one(rest)
        return (lambda name: not inner(name)), rest
    if word == "(":
        inner, rest = _either(rest)
        if not rest or rest[0] != ")":
            raise Unreadable.of(Argument("k"), "a bracket is not closed")
        return inner, rest[1:]
    wanted = word.strip("'\"").casefold()
    return (lambda name: wanted in name), rest
