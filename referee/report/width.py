"""How wide text is wrapped: 72 columns in files and for scripts, the width of the terminal at a terminal."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

COLUMNS = 72
_LEAST, _MOST = 60, 120
_WIDTH = ContextVar("width", default=COLUMNS)


def width() -> int:
    """Return how many columns text may have."""
    return _WIDTH.get()


@contextmanager
def wrapped_at(columns: int) -> Iterator[None]:
    """Wrap text at some columns."""
    token = _WIDTH.set(columns)
    try:
        yield
    finally:
        _WIDTH.reset(token)


def of_terminal() -> int:
    """Return the columns of the terminal, from 60 to 120, or 72 where standard output is none."""
    if sys.stdout is None or not sys.stdout.isatty():
        return COLUMNS
    return max(_LEAST, min(shutil.get_terminal_size().columns, _MOST))
