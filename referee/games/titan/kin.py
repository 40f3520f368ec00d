"""What the rules compiled from one ruleset share, whatever options are chosen: carriers, profiles, and values.

A question is asked again under the other values of each option that decided something. Most that it needs does not
depend on that option, and is not made again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary

from referee.core.rules.compiled import CompiledRules
from referee.core.rules.index import OptionValue
from referee.core.rules.memory import Memory
from referee.core.rules.rows import same
from referee.core.rules.rulesets import Ruleset

from .carriers import Carrying
from .profiles import Profile

_MOST_DERIVED = 10_000
_MOST_NUMBERED = 100_000
_MOST_VALUES = 100_000

# what kind of carrier lies there, its name, who laid it for which side, and whether in this phase
Lying = tuple[str, str, str | None, str | None, bool]
# what the options were that a value consulted, and the value with their names
_Kept = tuple[tuple[tuple[str, OptionValue], ...], tuple[Any, frozenset[str]]]


class Kin:
    """What the rules compiled from one ruleset have in common.

    `numbers` gives the numbers by which keys of caches name profiles and other objects.
    """

    def __init__(self) -> None:
        self.profiles: dict[tuple[str, int | None], Profile] = {}
        self.derived: Memory[Hashable, Profile] = Memory(_MOST_DERIVED)
        self.printed: dict[Lying, Carrying] = {}
        self.laid: Memory[Lying, Carrying] = Memory(_MOST_DERIVED)
        self.numbers = count()
        self.numbered: Memory[Hashable, int] = Memory(_MOST_NUMBERED)
        self.mover_keys: Memory[Profile, int] = Memory(_MOST_DERIVED)
        self._values: Memory[Hashable, tuple[_Kept, ...]] = Memory(_MOST_VALUES)

    def known(self, rules: CompiledRules, key: Hashable) -> tuple[Any, frozenset[str]] | None:
        """Return a value made for a key under the same values of the options that it consulted, and those options."""
        for chosen, found in self._values.get(key, ()):
            if not chosen or all(same(rules.options[name], value) for name, value in chosen):
                return found
        return None

    def share(self, rules: CompiledRules, key: Hashable, make: Callable[[], Any]) -> tuple[Any, frozenset[str]]:
        """Return a value for a key with the options that it consulted, made under other values of these at most once.

        The key holds all else that the value depends on.
        """
        if (found := self.known(rules, key)) is not None:
            return found
        made = rules.made(make)
        chosen = tuple([(name, rules.options[name]) for name in sorted(made[1])]) if made[1] else ()
        self._values[key] = (*self._values.get(key, ()), (chosen, made))
        return made


_kin: WeakKeyDictionary[Ruleset, Kin] = WeakKeyDictionary()


def kin_of(ruleset: Ruleset) -> Kin:
    """Return what all rules compiled from a ruleset share."""
    found = _kin.get(ruleset)
    if found is None:
        found = _kin[ruleset] = Kin()
    return found
