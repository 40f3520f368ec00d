"""Verbs whose classes are imported when first asked for, so that a lone combat loads no geometry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any


class Lazily(Mapping[str, Any]):
    """A mapping of verbs to classes: `{verb: (module, class)}`, modules as seen from a package."""

    def __init__(self, package: str, places: Mapping[str, tuple[str, str]]) -> None:
        self.package = package
        self.places = places
        self._found: dict[str, Any] = {}

    def __getitem__(self, verb: str) -> Any:
        if verb not in self._found:
            module, name = self.places[verb]
            self._found[verb] = getattr(import_module(f"{self.package}.{module}"), name)
        return self._found[verb]

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)

    def __contains__(self, verb: object) -> bool:
        return verb in self.places
