"""The command of a unit in a combat turn."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.game.trace import Source

from ..state import Direction
from ..tables import CommandKind


class Told(NamedTuple):
    """The command of one unit; a unit that holds has no direction."""

    command: CommandKind
    number: int
    direction: Direction | None
    source: Source | None
