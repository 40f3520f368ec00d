"""What the end of a battle decides."""

from __future__ import annotations

import msgspec

from referee.core.rules.ledger import Ledger

from .fight import Piece
from .state import How


class Decision(msgspec.Struct):
    """What the end of a battle decides, for a game to carry out or a single battle to report.

    `points` holds the score of each side that scores. `slayer` is the side that counts as the slayer of a fallen
    Titan, if any; `aside` are the living of its legion, whose half points go to that side.
    """

    how: How
    winner: int | None = None
    points: dict[int, Ledger] = {}
    fallen: list[int] = []
    slayer: int | None = None
    aside: list[Piece] = []
    may_muster: bool = False
    may_summon: bool = False
    said: str = ""
    cites: list[str] = []
