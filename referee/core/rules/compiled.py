"""A ruleset compiled with its options. It caches answers, and records the options that decide them.

To learn which options decided an answer, ask while `consulting`:

    with rules.consulting() as consulted:
        ruling = strike(rules, ...)
    # consulted: {"carry_over"}
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

from ..documents import Unreadable
from .index import OptionValue
from .memory import Made, Memory
from .rows import Conditions, Facts, Row, holds
from .rulesets import Ruleset

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
R = TypeVar("R", bound=Row)

_MOST_REMEMBERED = 100_000
_MOST_RECALLED = 50_000
_NO_OPTIONS: frozenset[str] = frozenset()


class Consulting:
    """Record the options consulted inside `with`; a class rather than a generator, since every strike enters it.

    Enclosing collections get them too, unless they are `hidden`.
    """

    __slots__ = ("consulted", "hidden", "rules")

    def __init__(self, rules: CompiledRules, hidden: bool = False) -> None:
        self.rules = rules
        self.hidden = hidden
        self.consulted: set[str] = set()

    def __enter__(self) -> set[str]:
        self.rules.listening.append(self.consulted)
        return self.consulted

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.rules.listening.pop()
        if kind is None and not self.hidden:
            self.rules.note(self.consulted)


class Recalled(Memory[K, T]):
    """Answers of one name by short keys, with the options they consulted, as `CompiledRules.remember` keeps the others.

    It serves what is asked again and again: in a battle played out, strikes by their numbers alone. Each name has a
    memory of its own, its keys are not hashed with the name, and what makes an answer is given without a closure. Its
    items are the answers that consulted no option, so that they can also be had by `get`.
    """

    def __init__(self, rules: CompiledRules, name: str) -> None:
        super().__init__(_MOST_RECALLED)
        self._rules = rules
        self.name = name
        self._others: Memory[K, tuple[T, frozenset[str]]] = Memory(_MOST_RECALLED)

    def recall(self, key: K, make: Callable[..., T], *given: Any) -> T:
        """Return the answer for a key, made from what is `given` on first use; it records the options it consulted."""
        found = self.get(key)
        if found is not None:
            return found
        other = self._others.get(key)
        if other is None:
            other = self._rules.made(make, *given)
            if not other[1] and other[0] is not None:
                self[key] = other[0]
                return other[0]
            self._others[key] = other
        self._rules.note(other[1])
        return other[0]

    def known(self, key: K) -> tuple[T, frozenset[str]] | None:
        """Return the answer that is kept for a key, with the options it consulted; None where there is none."""
        return (self[key], _NO_OPTIONS) if key in self else self._others.get(key)


class _Options(dict[str, OptionValue]):
    """The values of the options; one that a step needs and no ruling gives raises Unreadable."""

    def __init__(self, ruleset: Ruleset, values: Mapping[str, OptionValue]) -> None:
        super().__init__(values)
        self._ruleset = ruleset

    def __missing__(self, name: str) -> OptionValue:
        message = f"no ruling gives the option '{name}', which the rules of this game need"
        raise Unreadable.of(str(self._ruleset.layers[-1]), message, "rulings")


class CompiledRules:
    """The tables, options and citations of a ruleset under the chosen options; each game adds its own tables.

    Raises ValueError for an unknown option, or a value that the option cannot have.
    """

    def __init__(self, ruleset: Ruleset, chosen: Mapping[str, OptionValue | None]) -> None:
        self.ruleset = ruleset
        self.options = _Options(ruleset, ruleset.resolve(chosen))
        self._cites: dict[str, tuple[str, ...]] = {}
        # the sets that record the options consulted, the innermost last
        self.listening: list[set[str]] = []
        self._conditions: dict[Row, tuple[Conditions, Conditions]] = {}
        self._remembered: Memory[Hashable, tuple[Any, frozenset[str]]] = Memory(_MOST_REMEMBERED)
        # the answers that are kept by short keys, by their names
        self.recalled = Made[str, Recalled[Any, Any]](lambda name: Recalled(self, name))

    # citations

    def cite(self, *keys: str) -> tuple[str, ...]:
        """Return the rules behind some steps of a procedure, by the keys of `citations`, without duplicates."""
        if len(keys) == 1:
            return self._cites.get(keys[0]) or self._cited(keys[0])
        return tuple(dict.fromkeys(cite for key in keys for cite in self._cited(key)))

    def citing(self, message: str, *keys: str) -> str:
        """Return a message with the rules behind it in brackets."""
        return f"{message} ({', '.join(self.cite(*keys))})"

    def _cited(self, key: str) -> tuple[str, ...]:
        found = self._cites.get(key)
        if found is None:
            found = self._cites[key] = self.ruleset.cite(key)
        return found

    @cached_property
    def rulings_by_option(self) -> dict[str, str]:
        """The number of the ruling behind each option."""
        return {r.option: number for number, r in self.ruleset.rulings.items() if r.option is not None}

    def decided(self, consulted: Iterable[str]) -> list[str]:
        """Return the numbers of the rulings behind the options consulted."""
        return [self.rulings_by_option[option] for option in sorted(consulted)]

    # options

    def option(self, name: str) -> OptionValue:
        """Return the value of an option, and record it as consulted."""
        self.note((name,))
        return self.options[name]

    def chosen(self, name: str, value: OptionValue) -> bool:
        """Return whether an option has a value, and record it as consulted."""
        return self.option(name) == value

    def ruled(self, rows: Iterable[R], facts: Facts) -> Iterator[R]:
        """Yield the rows that hold under the options, and record every option that decided about a row.

        An option decides about a row if all other conditions of the row hold, whether or not the row then holds.
        """
        for row in rows:
            plain, named = self._conditions.get(row) or self._split(row)
            if holds(plain, facts):
                if named:
                    self.note(name for name, _ in named)
                    if not holds(named, self.options):
                        continue
                yield row

    def _split(self, row: Row) -> tuple[Conditions, Conditions]:
        """Return the conditions of a row on facts, and those on options."""
        plain = tuple((name, wanted) for name, wanted in row.when.items() if name not in self.options)
        named = tuple((name, wanted) for name, wanted in row.when.items() if name in self.options)
        self._conditions[row] = plain, named
        return plain, named

    def consulting(self) -> Consulting:
        """Collect the options consulted inside `with`; enclosing collections get them too."""
        return Consulting(self)

    def unnoted(self) -> Consulting:
        """Collect the options consulted inside `with`, and hide them from enclosing collections."""
        return Consulting(self, hidden=True)

    def note(self, options: Iterable[str]) -> None:
        """Record options as consulted."""
        if self.listening:
            self.listening[-1].update(options)

    # caching

    def remember(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the cached value for a key, made on first use, and record the options it consulted.

        The key begins with the name of the value and holds all facts that it depends on, except the options. A full
        cache is cleared.
        """
        found = self._remembered.get(key)
        if found is None:
            found = self._remembered[key] = self.made(make)
        if found[1]:
            self.note(found[1])
        made: T = found[0]
        return made

    def made(self, make: Callable[..., T], *given: Any) -> tuple[T, frozenset[str]]:
        """Make a value, and return it with the options that it consulted, which nobody else hears of."""
        consulted: set[str] = set()
        self.listening.append(consulted)
        try:
            made = make(*given)
        finally:
            self.listening.pop()
        return made, frozenset(consulted) if consulted else _NO_OPTIONS
