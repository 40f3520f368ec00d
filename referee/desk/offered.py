"""The orders that mails and pages offer to a player: those that are legal now, and that playing on can take back."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from referee.core.adjudication.legal import legal
from referee.core.game.game import Game
from referee.core.game.orders import Candidate, Order
from referee.core.game.position import Position
from referee.core.notation import line_writer
from referee.core.notation.field_specs import field_specs

# the remark on a line that comes later
LATER = "later, once what must be done is done"


def offered(game: Game, position: Position, player: str, piece: str | None = None) -> list[Candidate]:
    """Return the orders that a player is offered, those that name a piece if one is given."""
    return [row for row in legal(game, position, player, piece) if not type(row.order).irrevocable]


def kinds_now(game: Game, position: Position) -> list[type[Order[Any]]]:
    """Return the kinds of orders of the scope whose turn it is."""
    return list(game.kinds(position.scope() or next(iter(game.orders)), position.rules))


def later(game: Game, position: Position, player: str, lines: Collection[str]) -> list[str]:
    """Return the line that ends a player's phase if it is not among those that are legal now."""
    phase = position.phase()
    kind = next((one for one in kinds_now(game, position) if one.verb == "end"), None)
    if phase is None or player not in phase.players or kind is None:
        return []
    if phase.name not in field_specs(kind)[kind.verb].choices:
        return []
    line = line_writer.line({kind.verb: phase.name}, kind)
    return [line] if line not in lines else []
