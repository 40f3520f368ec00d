"""What is wrong with a line of a mail."""

from __future__ import annotations

from typing import NamedTuple


class Problem(NamedTuple):
    """A line for which the mail that holds it is held up.

    One that `asks` only asks whether the orders that were understood are meant: their player may say so with a word.
    One that is `unread` may be an order itself, for which others can be proposed.
    """

    number: int
    line: str
    message: str
    asks: bool = False
    unread: bool = False
