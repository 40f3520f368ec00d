"""What the rules compiled from one ruleset share, whatever options are chosen: carriers, profiles, and values.

A question is asked again under the other values of each option that decided something. Most that it needs does not
depend on that option, and is not made again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import count
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from referee.core.rules.compiled import CompiledRules
from referee.core.rules.memory import Memory
from referee.core.rules.rows import same
from referee.core.rules.rulesets import OptionValue, Ruleset

from .carriers import Carrying
from .profiles import Profile

T = TypeVar("T")

_MOST_DERIVED = 10_000
_MOST_NUMBERED = 100_000
_MOST_VALUES = 100_000

# what kind of carrier lies there, its name, who laid it for which side, and whether in this phase
Lying = tuple[str, str, str | None, str | None, bool]
# a value with what the options were that it consulted
_Found = tuple[tuple[tuple[str, OptionValue], ...], Any]


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
        self._values: Memory[Hashable, tuple[_Found, ...]] = Memory(_MOST_VALUES)

    def value(self, rules: CompiledRules, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value for a key under rules, made where none was made under the same values of what it consulted.

        The key holds all else that the value depends on. Record the options that it consulted.
        """
        known = self._values.get(key, ())
        for consulted, value in known:
            if all(same(rules.options[name], chosen) for name, chosen in consulted):
                rules.note([name for name, _ in consulted])
                found: T = value
                return found
        with rules.consulting() as names:
            made = make()
        self._values[key] = (*known, (tuple([(name, rules.options[name]) for name in sorted(names)]), made))
        return made


_kin: WeakKeyDictionary[Ruleset, Kin] = WeakKeyDictionary()


def kin_of(ruleset: Ruleset) -> Kin:
    """Return what all rules compiled from a ruleset share."""
    found = _kin.get(ruleset)
    if found is None:
        found = _kin[ruleset] = Kin()
    return found
