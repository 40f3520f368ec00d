"""What is wrong with a line of a mail."""

from __future__ import annotations

from typing import NamedTuple


class Problem(NamedTuple):
    """A line for which the mail that holds it is held up."""

    number: int
    line: str
    message: str
