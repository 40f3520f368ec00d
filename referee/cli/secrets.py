"""Where dice come from: a file of dice, a file with a secret, a seed, or a secret used once."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from referee.core import documents
from referee.core.documents import Problem, Unreadable

from .common import read
from .files import write_whole

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


def read_dice(path: str | None) -> dict[str, list[int]]:
    """Return the dice of a file; raises Unreadable."""
    if path is None:
        return {}
    return documents.convert(read(path), dict[str, list[int]])


def read_secret(path: str | None, seed: str | None, make: bool = True) -> bytes | None:
    """Return the key that dice are drawn with: 32 bytes of a file, made if absent, or a seed's text; else None."""
    if path is not None and seed is not None:
        raise Unreadable([Problem("--seed", 0, 0, "", "stands beside --secret; give one of them")])
    if seed is not None:
        return seed.encode()
    if path is None:
        return None
    if not Path(path).exists() and make:
        write_whole(path, secrets.token_hex(32) + "\n", force=False)
        os.chmod(path, 0o600)
    try:
        key = bytes.fromhex(Path(path).read_text(encoding="ascii").strip())
    except (OSError, ValueError) as error:
        raise Unreadable([Problem(path, 0, 0, "", f"is no secret of 64 hexadecimal digits: {error}")]) from None
    if len(key) != 32:
        raise Unreadable([Problem(path, 0, 0, "", "is no secret of 64 hexadecimal digits")])
    return key


def used_once() -> bytes:
    """Return a secret for one submission."""
    return secrets.token_bytes(32)
