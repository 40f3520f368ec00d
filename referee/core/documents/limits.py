"""Limits on the size of documents, applied before anything is built."""

from __future__ import annotations

from . import strict_yaml
from .problems import Problem, Unreadable

# the most bytes of a document of orders, of a line of JSON, and of any other document
MAX_ORDERS = 1 << 20


MAX_LINE = 8 << 20


MAX_BYTES = strict_yaml.MAX_BYTES


def check_size(text: str | bytes, file: str, most: int) -> None:
    """Raise Unreadable for a text that is too large to read."""
    if len(text) > most:
        raise Unreadable([Problem(file, 0, 0, "", f"the file is larger than {most >> 20} MiB")])
