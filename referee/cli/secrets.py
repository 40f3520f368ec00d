"""Sources of dice: a file of dice, the secret of a game, a seed; and the creation of a secret."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from referee.core import documents
from referee.core.documents import Unreadable
from referee.core.game import drawing

from .common import read
from .ending import written
from .files import refuse_existing

_LONGEST = 1000

F = TypeVar("F", bound=Callable[..., Any])

in_orders_option = click.option(
    "--dice-in-orders",
    "in_orders",
    type=click.Choice(["take", "refuse"]),
    default="take",
    help="Take or refuse the dice that orders give [take].",
)
secret_option = click.option(
    "--secret", metavar="FILE", help="Draw dice from the secret in this file, to which the state is committed."
)
new_secret_option = click.option(
    "--secret", metavar="FILE", help="Make a new secret in this file, and commit the state to it."
)


def dice_options(function: F) -> F:
    """Add --dice, --secret, --seed and --dice-in-orders to a command."""
    for option in (
        in_orders_option,
        click.option("--seed", metavar="TEXT", help="Draw dice from a text: for tests and examples only."),
        secret_option,
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


def read_secret(path: str | None, seed: str | None) -> bytes | None:
    """Return the key that dice are drawn with: 32 bytes of a file, or a seed's text; raises Unreadable."""
    if path is not None and seed is not None:
        raise Unreadable.of("--seed", "is given with --secret; give only one of them")
    if seed is not None:
        return seed.encode(errors="surrogateescape")
    if path is None:
        return None
    try:
        with open(path, encoding="ascii") as file:
            key = bytes.fromhex(file.read(_LONGEST).strip())
    except FileNotFoundError:
        message = "there is no such file; a secret is made by `referee new` or `referee commit`"
        raise Unreadable.of(path, message) from None
    except OSError as error:
        raise Unreadable.of(path, f"cannot be read: {error.strerror or error}") from None
    except ValueError:
        key = b""
    if len(key) != 32:
        raise Unreadable.of(path, "is not a secret of 64 hexadecimal digits")
    return key


def strong(path: str | None, key: bytes | None) -> bytes | None:
    """Return the key of a file; raises Unreadable for a key that could be guessed."""
    if path is not None and key is not None and (weak := drawing.weakness(key)):
        raise Unreadable.of(path, weak)
    return key


def refuse_old_secret(path: str, outputs: Sequence[str | None]) -> None:
    """Raise Unreadable if no new secret can be made at a path, before anything is done."""
    if path == "-":
        raise Unreadable.of("--secret", "a secret is kept in a file; name one")
    if os.path.lexists(path):
        raise Unreadable.of(path, "already exists; every game has its own secret, in a new file")
    refuse_existing([path, *outputs], force=True)


@contextmanager
def made_secret(path: str | None) -> Iterator[str | None]:
    """Make a secret in a new file that only its owner can read, and return its commitment; None without a file.

    The file is written before the commitment, and removed only if the state with the commitment could not be
    written, so no commitment is published without its secret. Raises Unreadable.
    """
    if path is None:
        yield None
        return
    key = drawing.new_secret()
    _make(path, drawing.text_of(key))
    try:
        yield drawing.commitment(key)
    except (Unreadable, OSError):
        os.unlink(path)
        raise
    written.append(path)


def _make(path: str, text: str) -> None:
    """Write a new private file completely; raises Unreadable if it exists."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise Unreadable.of(path, f"cannot be made: {error.strerror or error}") from None
    try:
        with os.fdopen(handle, "w", encoding="ascii", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        os.unlink(path)
        raise Unreadable.of(path, f"cannot be written: {error.strerror or error}") from None
