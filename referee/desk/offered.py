"""The orders that mails and pages offer to a player: those that are legal now, and that playing on can take back."""

from __future__ import annotations

from referee.core.adjudication.legal import legal
from referee.core.game.game import Game
from referee.core.game.orders import Candidate
from referee.core.game.position import Position


def offered(game: Game, position: Position, player: str, piece: str | None = None) -> list[Candidate]:
    """Return the orders that a player is offered, those that name a piece if one is given."""
    return [row for row in legal(game, position, player, piece) if not type(row.order).irrevocable]
