"""What property tests try today: other seeds and another part each day, the same for everybody who gives the day."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterable
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


def day() -> int:
    """Return the number of today, or of the day that `REFEREE_SEED` gives as YYYY-MM-DD, to see a failure again."""
    given = os.environ.setdefault("REFEREE_SEED", datetime.date.today().isoformat())
    return datetime.date.fromisoformat(given).toordinal()


def seeds(count: int) -> list[int]:
    """Return so many seeds of the day."""
    return [day() * 100 + number for number in range(count)]


def part(items: Iterable[T], parts: int) -> list[T]:
    """Return every so-manieth item, another part each day; all with `REFEREE_WHOLE=1`."""
    return list(items) if os.environ.get("REFEREE_WHOLE") else list(items)[day() % parts :: parts]


def sampled(items: Iterable[Any], parts: int) -> list[Any]:
    """Return items as parameters of a test: every so-manieth, another part each day, and the others marked slow."""
    given = list(items)
    today = range(day() % parts, len(given), parts)
    others = (pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=pytest.mark.slow) for one in given)
    return [one if n in today else other for n, (one, other) in enumerate(zip(given, others, strict=True))]
