"""The decision that ends a battle."""

from __future__ import annotations

import msgspec

from referee.core.rules.ledger import Ledger

from .pieces import Piece
from .state import How


class Decision(msgspec.Struct):
    """The result of a battle, for a game to carry out or a single battle to report.

    Sides are 0 for the attacker and 1 for the defender. `points` holds the ledger of each side that scores, `fallen`
    the sides whose Titans are slain. `slayer` is the side that scores half points for `aside`, the living of the legion
    that lost its Titan. `summary` is the event in words where nobody wins.
    """

    how: How
    winner: int | None = None
    points: dict[int, Ledger] = {}
    fallen: list[int] = []
    slayer: int | None = None
    aside: list[Piece] = []
    may_muster: bool = False
    may_summon: bool = False
    summary: str = ""
    cites: list[str] = []
