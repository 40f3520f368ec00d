"""The three containers of `rpds` that jsonschema uses, in plain Python: that package is not compiled for browsers."""

from __future__ import annotations

from typing import Any


class HashTrieMap(dict):  # type: ignore[type-arg]
    """A mapping whose changes are new mappings."""

    @classmethod
    def convert(cls, value: Any) -> HashTrieMap:
        """Return a mapping of the given pairs or mapping."""
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key: Any, value: Any) -> HashTrieMap:
        """Return this mapping with one more key."""
        return HashTrieMap({**self, key: value})

    def remove(self, key: Any) -> HashTrieMap:
        """Return this mapping without a key."""
        return HashTrieMap({one: self[one] for one in self if one != key})

    def update(self, *given: Any, **more: Any) -> HashTrieMap:  # type: ignore[override]
        """Return this mapping with the keys of others."""
        return HashTrieMap({**self, **dict(*given, **more)})

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


class HashTrieSet(frozenset):  # type: ignore[type-arg]
    """A set whose changes are new sets."""

    def insert(self, value: Any) -> HashTrieSet:
        """Return this set with one more value."""
        return HashTrieSet(self | {value})

    def update(self, *given: Any) -> HashTrieSet:
        """Return this set with the values of others."""
        return HashTrieSet(self.union(*given))


class List(tuple):  # type: ignore[type-arg]
    """A list that grows at its front."""

    def push_front(self, value: Any) -> List:
        """Return this list with one more value before the others."""
        return List((value, *self))
