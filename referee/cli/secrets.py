"""Where dice come from: a file of dice, a file with a secret, a seed, or a secret used once."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from typing import Any, TypeVar

import click

from referee.core import documents
from referee.core.documents import Problem, Unreadable

from .common import read
from .files import refuse_existing, write_whole

_LONGEST = 1000

F = TypeVar("F", bound=Callable[..., Any])


def dice_options(function: F) -> F:
    """Add --dice, --secret and --seed to a command."""
    for option in (
        click.option("--seed", metavar="TEXT", help="Draw dice from a text: for tests and examples only."),
        click.option("--secret", metavar="FILE", help="Draw dice from this secret; made if absent."),
        click.option(
            "--dice", "dice_file", metavar="FILE", help="Dice rolled elsewhere, by event: `{event: [values]}`."
        ),
    ):
        function = option(function)
    return function


def read_dice(path: str | None) -> dict[str, list[int]] | None:
    """Return the dice of a file; raises Unreadable."""
    if path is None:
        return None
    return documents.convert(read(path), dict[str, list[int]])


def read_secret(path: str | None, seed: str | None, make: bool = True) -> bytes | None:
    """Return the key that dice are drawn with: 32 bytes of a file, new ones if it is absent, or a seed's text."""
    if path is not None and seed is not None:
        raise Unreadable([Problem("--seed", 0, 0, "", "stands beside --secret; give one of them")])
    if seed is not None:
        return seed.encode(errors="surrogateescape")
    if path is None:
        return None
    if make and not os.path.lexists(path):
        refuse_existing([path], force=False)
        return used_once()
    try:
        with open(path, encoding="ascii") as file:
            key = bytes.fromhex(file.read(_LONGEST).strip())
    except OSError as error:
        raise Unreadable([Problem(path, 0, 0, "", f"cannot be read: {error.strerror or error}")]) from None
    except ValueError:
        key = b""
    if len(key) != 32:
        raise Unreadable([Problem(path, 0, 0, "", "is no secret of 64 hexadecimal digits")])
    return key


def keep_secret(path: str | None, key: bytes | None) -> None:
    """Write a secret that was made anew, for its owner's eyes, once something is drawn with it."""
    if path is not None and key is not None and not os.path.lexists(path):
        write_whole(path, key.hex() + "\n", force=False, mode=0o600)


def used_once() -> bytes:
    """Return a secret for one submission."""
    return secrets.token_bytes(32)
