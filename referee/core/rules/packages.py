"""What installed Python packages offer through entry points: folders of rulesets, and games."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ..documents import Unreadable

RULESETS = "referee.rulesets"
GAMES = "referee.games"


class EntryPoint(msgspec.Struct, frozen=True, order=True):
    """An entry point: its group, its name, what it points to (`module` or `module:object`), and the package."""

    group: str
    name: str
    value: str
    package: str

    def __str__(self) -> str:
        return f"the package {self.package} (entry point {self.group}: {self.name} = {self.value})"

    def folder(self) -> Path:
        """Return the folder of the Python package that this points to; raises Unreadable where there is none."""
        import importlib.util

        module, _, rest = self.value.partition(":")
        if rest:
            raise self.broken("must name a Python package that is a folder of rulesets, without ':'")
        try:
            spec = importlib.util.find_spec(module)
        except (Exception, SystemExit) as error:
            raise self.broken(f"cannot be imported: {_said(error)}") from None
        found = list(spec.submodule_search_locations or ()) if spec is not None else []
        if spec is None:
            raise self.broken(f"names no Python package: there is no '{module}'")
        if not found or not Path(found[0]).is_dir():
            raise self.broken("must name a Python package that is a folder of rulesets")
        return Path(found[0])

    def load(self) -> Any:
        """Return the object that this points to; raises Unreadable where it cannot be had."""
        module, _, names = self.value.partition(":")
        _loaded[module.partition(".")[0]] = self.package
        try:
            found: Any = importlib.import_module(module)
            for name in names.split(".") if names else ():
                found = getattr(found, name)
        except (Exception, SystemExit) as error:
            raise self.broken(f"cannot be imported: {_said(error)}") from None
        return found

    def broken(self, message: str) -> Unreadable:
        """Return the error that this offer cannot be used."""
        return Unreadable.of("", f"{self} {message}")


# the packages whose objects were loaded, by their topmost module
_loaded: dict[str, str] = {}


def package_of(module: str) -> str | None:
    """Return the installed package whose game a module is part of, None where it is of none."""
    return _loaded.get(module.partition(".")[0])


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".rstrip(": ")


def offers(group: str) -> list[EntryPoint]:
    """Return the entry points of a group, by name and package."""
    return [offer for offer in _all(tuple(sys.path)) if offer.group == group]


@cache
def _all(path: Sequence[str]) -> list[EntryPoint]:
    if not any(map(_mentions, path)):
        return []
    from importlib.metadata import distributions

    out: dict[str, list[EntryPoint]] = {}
    for one in distributions(path=list(path)):
        found = [entry for entry in one.entry_points if entry.group in (RULESETS, GAMES)]
        package = one.metadata["Name"] or "without a name"
        # of two versions on the path the first one counts, as for an import
        out.setdefault(package.casefold(), [EntryPoint(e.group, e.name, e.value, package) for e in found])
    return sorted(offer for offers in out.values() for offer in offers)


def _mentions(folder: str) -> bool:
    """Return whether a package installed in a folder may offer something.

    Reading the files that pip writes is faster than loading importlib.metadata, which every command would wait for.
    """
    try:
        with os.scandir(folder or ".") as entries:
            names = [entry.path for entry in entries if entry.name.endswith((".dist-info", ".egg-info"))]
    except OSError:
        return False
    return any(_has_group(f"{name}/entry_points.txt") for name in names)


def _has_group(file: str) -> bool:
    try:
        with open(file, "rb") as opened:
            return b"[referee." in opened.read().replace(b" ", b"")
    except OSError:
        return False
