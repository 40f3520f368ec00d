"""Every public function, class and method of the referee has a docstring, its own or the one it overrides."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import referee

pytestmark = pytest.mark.fast


def _modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(referee.__path__, "referee."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def _public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield every public function, class, method and property that a module defines."""
    for name, value in vars(module).items():
        if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
            continue
        if inspect.isfunction(value) or inspect.isclass(value):
            yield f"{module.__name__}.{name}", value
        if inspect.isclass(value):
            for inner, member in vars(value).items():
                plain = member.__func__ if isinstance(member, (classmethod, staticmethod)) else member
                if not inner.startswith("_") and (inspect.isfunction(plain) or isinstance(member, property)):
                    yield f"{module.__name__}.{name}.{inner}", getattr(value, inner)


def _said(value: Any) -> str:
    """Return the docstring of a value; a struct that has none is given its signature, which says nothing."""
    found = (value.__dict__.get("__doc__") if inspect.isclass(value) else inspect.getdoc(value)) or ""
    return "" if inspect.isclass(value) and found.startswith(f"{value.__name__}(") else found


@pytest.mark.slow
def test_everything_public_has_a_docstring() -> None:
    bare = [name for module in _modules() for name, value in _public(module) if not _said(value)]
    assert bare == []


@pytest.mark.slow
def test_a_docstring_begins_with_a_sentence() -> None:
    wrong = []
    for module in _modules():
        for name, value in _public(module):
            first = _said(value).strip().split("\n\n")[0].strip()
            if first and (first[0].islower() or not first.endswith((".", "`", ":"))):
                wrong.append((name, first))
    assert wrong == []
