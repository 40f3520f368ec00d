"""A mode in which cached values are computed again where they are used, so that an incomplete key is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any
from unittest.mock import patch

import msgspec

from referee.core.rules.compiled import CompiledRules, Recalled
from referee.core.rules.ledger import Ledger
from referee.core.rules.memory import Memory
from referee.core.rules.rows import Row
from referee.games.hordes.field.ground import Ground
from referee.games.titan.battle.board import Board
from referee.games.titan.battle.rulings.moves import Moves
from referee.games.titan.carriers import Carrying
from referee.games.titan.masterboard.graph import Graph
from referee.games.titan.profiles import Profile
from referee.games.titan.rules import TitanRules

# how many hits of each key are all compared
_FIRST = 8


class IncompleteKey(AssertionError):
    """A cached value differs from the value computed again for the same key."""


@contextmanager
def hits_recomputed() -> Iterator[Counter[str]]:
    """Compute cached values again at their hits, and raise IncompleteKey if one differs.

    The first hits of each key are compared, then ever fewer. Yield how many were compared, by the name of the value.
    While a value is computed again, no cache is used.
    """
    hits: Counter[str] = Counter()
    of_key: Counter[tuple[int, Hashable]] = Counter()
    remember, recall, share = CompiledRules.remember, Memory.remember, TitanRules.share
    recall_short = Recalled.recall
    again = False

    def due(cache: object, key: Hashable) -> bool:
        of_key[id(cache), key] += 1
        number = of_key[id(cache), key]
        return number <= _FIRST or number & (number - 1) == 0

    def compared(key: Hashable, cached: Any, make: Callable[[], Any]) -> None:
        nonlocal again
        again = True
        try:
            if found := differences(cached, make()):
                raise IncompleteKey(f"{key}: {found}")
        finally:
            again = False
        hits[_name(key)] += 1

    def remembering(rules: CompiledRules, key: Hashable, make: Callable[[], Any]) -> Any:
        if again:
            return make()
        if (known := rules._remembered.get(key)) is not None and due(rules, key):
            with rules.unnoted(), rules.consulting() as consulted:
                compared(key, known[0], make)
            if consulted != known[1]:
                raise IncompleteKey(f"{key}: consulted {sorted(known[1])}, and now {sorted(consulted)}")
        return remember(rules, key, make)

    def sharing(
        rules: TitanRules, key: Hashable, make: Callable[[], Any], adopt: Callable[[Any], Any] | None = None
    ) -> Any:
        if again:
            return make()
        # what rules with other options have made is compared, too
        known = rules._remembered.get(key) or rules.kin.known(rules, key)
        if known is not None and due(rules.kin, key):
            with rules.unnoted(), rules.consulting() as consulted:
                compared(key, known[0], make)
            if consulted != known[1]:
                raise IncompleteKey(f"{key}: consulted {sorted(known[1])}, and now {sorted(consulted)}")
        return share(rules, key, make, adopt)

    def recalling(memory: Memory[Any, Any], key: Hashable, make: Callable[[], Any]) -> Any:
        if again:
            return make()
        if (known := memory.get(key)) is not None and due(memory, key):
            compared((type(known).__name__,), known, make)
        return recall(memory, key, make)

    def recalling_short(memory: Recalled[Any, Any], key: Hashable, make: Callable[..., Any], *given: Any) -> Any:
        if again:
            return make(*given)
        if (known := memory.known(key)) is not None and due(memory, key):
            rules = memory._rules
            with rules.unnoted(), rules.consulting() as consulted:
                compared((memory.name, key), known[0], lambda: make(*given))
            if consulted != known[1]:
                raise IncompleteKey(f"{key}: consulted {sorted(known[1])}, and now {sorted(consulted)}")
        return recall_short(memory, key, make, *given)

    with (
        patch.object(Recalled, "recall", recalling_short),
        # whoever looks for an answer first must ask for it
        patch.object(Recalled, "get", lambda memory, key: None),
        patch.object(CompiledRules, "remember", remembering),
        patch.object(TitanRules, "share", sharing),
        patch.object(Memory, "remember", recalling),
    ):
        yield hits


def _name(key: Hashable) -> str:
    return str(key[0] if isinstance(key, tuple) else key)


def differences(cached: Any, made: Any) -> list[str]:
    """Return how two values differ in all that rulings read of them."""
    if isinstance(cached, Moves):
        return _moves(cached, made)
    one, other = plain(cached), plain(made)
    if isinstance(one, dict) and isinstance(other, dict):
        unlike = [name for name in one | other if one.get(name) != other.get(name)]
        return [f"{name}: {one.get(name)} and {other.get(name)}" for name in unlike]
    return [] if one == other else [f"{one} and {other}"]


def _moves(cached: Moves, made: Moves) -> list[str]:
    """Return how the costs of steps differ, as far as they were computed; what is private follows from them."""
    out = [
        f"{name}: {getattr(cached, name)} and {getattr(made, name)}"
        for name in _lazy(cached)
        if not name.startswith("_") and getattr(cached, name) != getattr(made, name)
    ]
    return out + [f"step {key}" for key, step in cached._steps.items() if plain(step) != plain(made.step(*key))]


def _lazy(value: Any) -> list[str]:
    """Return the names of the cached properties that an object has computed."""
    kind = type(value)
    return [name for name in vars(value) if isinstance(getattr(kind, name, None), cached_property)]


# what a key names, or what differs between two objects that say the same
_BESIDE = {"rules", "grounds", "rolled", "graph", "number", "bare"}


def plain(value: Any) -> Any:
    """Return a value as data to compare; rows and what carries them are compared by identity."""
    if isinstance(value, Ledger):
        return value.plain()
    if isinstance(value, (Row, Carrying)):
        return value
    if isinstance(value, Profile):
        return {name: plain(getattr(value, name)) for name in Profile.__slots__ if name not in _BESIDE}
    if isinstance(value, Moves):
        return value.board.name, value.flies, value.into, value.landing if value.flies else value.steps
    if isinstance(value, (Board, Graph, Ground)):
        names = [name for name in vars(value) if name not in _BESIDE and not name.startswith("_")]
        return {name: plain(getattr(value, name)) for name in names if name not in _lazy(value)}
    if isinstance(value, msgspec.Struct):
        return type(value), [plain(getattr(value, name)) for name in value.__struct_fields__]
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    if type(value).__module__.startswith("referee.") and hasattr(value, "__dict__"):
        return type(value), {name: plain(inner) for name, inner in vars(value).items() if name not in _BESIDE}
    return value
