"""Orders, questions, tables and functions by name, each imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any


class LazyTypes(Mapping[str, type[Any]]):
    """Types by name, `{name: "module:Class"}`, each imported when it is first asked for."""

    def __init__(self, package: str, places: Mapping[str, str]) -> None:
        self.places = {name: f"{package}.{place}" for name, place in places.items()}
        self._found: dict[str, type[Any]] = {}

    def __or__(self, other: LazyTypes) -> LazyTypes:
        """Return both together; a name that both have is of the other."""
        joined = LazyTypes("", {})
        joined.places = {**self.places, **other.places}
        return joined

    def __getitem__(self, name: str) -> type[Any]:
        if name not in self._found:
            module, _, found = self.places[name].partition(":")
            self._found[name] = getattr(import_module(module), found)
        return self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in self.places

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)


def lazily(package: str, place: str) -> Callable[..., Any]:
    """Return a function that imports another, `module:function`, when it is called, and calls it.

    What is no function is returned instead.
    """
    module, _, name = place.partition(":")

    def call(*given: Any) -> Any:
        found = getattr(import_module(f"{package}.{module}"), name)
        return found(*given) if callable(found) else found

    return call


class AllVerbs(Mapping[str, type[Any]]):
    """The orders of several scopes by verb: each verb once, as the first scope has it."""

    def __init__(self, scopes: Mapping[str, Mapping[str, type[Any]]]) -> None:
        self.scopes = scopes

    def __getitem__(self, verb: str) -> type[Any]:
        for verbs in self.scopes.values():
            if verb in verbs:
                return verbs[verb]
        raise KeyError(verb)

    def __contains__(self, verb: object) -> bool:
        return any(verb in verbs for verbs in self.scopes.values())

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(verb for verbs in self.scopes.values() for verb in verbs))

    def __len__(self) -> int:
        return len(list(iter(self)))
