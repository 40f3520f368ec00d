"""The players a battle waits for."""

from __future__ import annotations

from referee.core.game.trace import Awaiting

from .orders.arrive import Muster, Summon
from .pieces import DEFENDER
from .position import BattlePosition


def awaiting(position: BattlePosition) -> list[Awaiting]:
    """Return whom a battle waits for, the pieces that must act, and those that may; empty after the end."""
    phase = position.phase()
    if phase is None:
        return []
    if position.spirits:
        first = position.caster_side(position.spirits[0])
        own = [f"spirit {ident}" for ident in position.spirits if position.caster_side(ident) == first]
        return [Awaiting(phase.players[0], phase.name, own, [])]
    player, striking = phase.players[0], position.fight.striking_phase
    may = [p.id for p in (position.may_rangestrike() if striking else position.may_move())]
    if position.rules.abilities:
        from .rulings.abilities import able_pieces

        may += [piece.id for piece in able_pieces(position) if piece.id not in may]
    may += [ident for ident in position.upkeep.able(position) if ident not in may]
    if not striking:
        may += [
            f"{kind.verb} {order.character()}" for kind in (Muster, Summon) for order in kind.open(position, player)
        ]
        may += [said for said in position.upkeep.open(position, player) if said not in may]
    must = [p.id for p in position.must_strike()]
    out = [Awaiting(player, phase.name, must, may)]
    if position.retreat:
        # the defender may consent while the attacker's Maneuver Phase goes on
        out.append(Awaiting(position.player(DEFENDER), phase.name, [], ["consent battle"]))
    return out
