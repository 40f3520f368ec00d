"""Caches: a bounded memo, and rules compiled once for each choice of options.

A key holds everything that the answer depends on, so a cached answer is always right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from .index import OptionValue
from .rulesets import Ruleset

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")

_MOST_COMPILED = 256


class Memory(dict[K, V], Generic[K, V]):
    """A dict of at most `most` entries; it is cleared when full."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: K, value: V) -> None:
        if len(self) >= self.most:
            self.clear()
        super().__setitem__(key, value)

    def remember(self, key: K, make: Callable[[], V]) -> V:
        """Return the cached value for a key, made on first use; the key holds all that the value depends on."""
        found = self.get(key)
        if found is None:
            found = self[key] = make()
        return found


class Made(dict[K, V], Generic[K, V]):
    """A dict whose values are made when they are first asked for."""

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        found = self[key] = self._make(key)
        return found


def compiler(
    make: Callable[[Ruleset, Mapping[str, OptionValue | None]], T],
) -> Callable[[Ruleset, Mapping[str, OptionValue | None]], T]:
    """Return a function that compiles a ruleset with options, and caches the result.

    It raises what `make` raises. The values 1, 1.0, true and "1" are four different choices.
    """
    known: Memory[tuple[Ruleset, tuple[tuple[str, str], ...]], T] = Memory(_MOST_COMPILED)

    def compiled(ruleset: Ruleset, chosen: Mapping[str, OptionValue | None]) -> T:
        key = (ruleset, tuple(sorted((option, repr(value)) for option, value in chosen.items())))
        found = known.get(key)
        if found is None:
            found = known[key] = make(ruleset, chosen)
        return found

    return compiled
