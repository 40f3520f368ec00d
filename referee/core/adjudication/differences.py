"""Differences between two values of plain data, in words with their places."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from ..documents.problems import written

RECORDED = ("recorded", "comes out", "come out")
WRITTEN = ("written", "is here", "are here")
_MOST = 5


def first_difference(one: Any, other: Any, words: tuple[str, str, str] = RECORDED, *, shared: bool = False) -> str:
    """Return the first difference between two values in words, or an empty text."""
    return next(differences(one, other, words, shared=shared), "")


def some_differences(one: Any, other: Any, words: tuple[str, str, str]) -> str:
    """Return the first few differences between two values in words, or an empty text."""
    found = list(islice(differences(one, other, words), _MOST + 1))
    return "; ".join(found[:_MOST]) + ("; and more" if len(found) > _MOST else "")


def differences(
    one: Any, other: Any, words: tuple[str, str, str] = RECORDED, path: str = "", *, shared: bool = False
) -> Iterator[str]:
    """Yield every difference between two values; with `shared`, only keys that both mappings have are compared."""
    was, now_one, now_many = words
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(k for k in other if k not in one)]:
            where = f"{path}.{key}" if path else key
            if shared and not (key in one and key in other):
                continue
            if key not in other:
                yield f"{where}: {written(one[key])} is {was}, nothing {now_one}"
            elif key not in one:
                yield f"{where}: nothing is {was}, {written(other[key])} {now_one}"
            else:
                yield from differences(one[key], other[key], words, where, shared=shared)
    elif isinstance(one, list) and isinstance(other, list):
        for number, (left, right) in enumerate(zip(one, other, strict=False)):
            yield from differences(left, right, words, f"{path}[{number + 1}]", shared=shared)
        if len(one) != len(other):
            yield f"{path}: {len(one)} are {was}, {len(other)} {now_many}"
    elif one != other or isinstance(one, bool) != isinstance(other, bool):
        yield f"{path}: {written(one)} is {was}, {written(other)} {now_one}"
