"""What a player knows of a game or a battle, for the conditions of orders that react."""

from __future__ import annotations

from referee.core.game.facts import Facts, Offer
from referee.core.game.position import Position

from .battle.pieces import OFF
from .battle.position import BattlePosition
from .masterboard.position import MasterboardPosition
from .masterboard.seen import shown_by

_OUTSIDE = "off-map"


def facts_of(position: Position, player: str) -> Facts:
    """Return what a player knows, by the position of their view; in a battle, its rounds and characters."""
    if isinstance(position, MasterboardPosition):
        battle: BattlePosition | None = getattr(position, "battle", None)
        return _on_board(position, battle, player)
    assert isinstance(position, BattlePosition)
    return Facts(round=position.fight.round, places=_places(position), hits=_hits(position))


def _on_board(position: MasterboardPosition, battle: BattlePosition | None, player: str) -> Facts:
    setup = position.stage == "setup"
    legions = {ident: legion.land for ident, legion in position.legions.items()}
    others = {ident: legion for ident, legion in position.legions.items() if legion.player != player}
    return Facts(
        round=position.turn if battle is None else battle.fight.round,
        roll=(position.rolled.get(player) if setup else position.roll) or 0,
        score=dict(position.score),
        places={**legions, **(_places(battle) if battle is not None else {})},
        hits=_hits(battle) if battle is not None else {},
        offers=_offers(position, player),
        showed={ident: tuple(shown_by(position, legion)) for ident, legion in others.items()},
    )


def _places(battle: BattlePosition) -> dict[str, str]:
    """Return the hexes of the characters that live."""
    labels, pieces = battle.fight.board.labels, battle.fight.pieces.values()
    return {piece.id: _OUTSIDE if piece.hex == OFF else labels[piece.hex] for piece in pieces if not piece.slain}


def _hits(battle: BattlePosition) -> dict[str, int]:
    return {piece.id: piece.hits for piece in battle.fight.pieces.values() if not piece.slain}


def _offers(position: MasterboardPosition, player: str) -> tuple[Offer, ...]:
    """Return the terms that others have proposed in the Engagement, each with the order that agrees to them."""
    now = position.engagement
    if now is None:
        return ()
    about = (str(now.land), now.attacker, now.defender)
    return tuple(
        Offer(one.player, about, {"agree": now.land, "eliminate": list(one.eliminate), "losses": list(one.losses)})
        for one in now.proposals
        if one.player != player
    )
