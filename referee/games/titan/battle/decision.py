"""What the end of a battle decides."""

from __future__ import annotations

import msgspec

from referee.core.rules.ledger import Ledger

from .fight import Piece
from .state import How


class Decision(msgspec.Struct):
    """What the end of a battle decides, for a game to carry out or for a battle that stands alone to tell.

    `points` holds what each side scores that scores at all. A Titan that fell has `slayer` on its side's opponent,
    if anybody counts as one; `aside` are the living of its legion, whose half points are his.
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
