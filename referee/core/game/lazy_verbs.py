"""Orders or questions by verb, each imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any


class LazyVerbs(Mapping[str, type[Any]]):
    """Orders or questions by verb, `{verb: "module:Class"}`, each imported when it is first asked for."""

    def __init__(self, package: str, places: Mapping[str, str]) -> None:
        self.package = package
        self.places = places
        self._found: dict[str, type[Any]] = {}

    def __getitem__(self, verb: str) -> type[Any]:
        if verb not in self._found:
            module, _, name = self.places[verb].partition(":")
            self._found[verb] = getattr(import_module(f"{self.package}.{module}"), name)
        return self._found[verb]

    def __contains__(self, verb: object) -> bool:
        return verb in self.places

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)


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
