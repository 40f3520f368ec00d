"""Whether an attacker may retreat, and by whom it leaves a rearguard (MM 22.4, REF magi-113)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.game.orders import Objection

from ...masterboard.legion import Legion
from ...masterboard.position import MasterboardPosition
from ...rules import TitanRules


def option_objections(rules: TitanRules) -> list[Objection]:
    """Return the objection that no attacker retreats in this game."""
    if rules.retreats is not None:
        return []
    message = "no attacker retreats in this game; the option 'attackers_retreat' allows it"
    return [Objection(message, rules.cite("retreat"))]


def way_back_objections(position: MasterboardPosition, attacker: Legion) -> Sequence[Objection]:
    """Return why an attacker cannot go back to the Land from which it came."""
    cite = position.rules.cite("retreat")
    if attacker.came_from is None:
        return [Objection(f"{attacker.id} has come by a teleport, and cannot retreat", cite)]
    if position.at(attacker.came_from):
        where = position.graph.titled(attacker.came_from)
        return [Objection(f"{where}, from which {attacker.id} came, is not vacant", cite)]
    return []


def rearguards(position: MasterboardPosition, attacker: Legion) -> list[str]:
    """Return whom the defender may choose as the rearguard of an attacker that retreats before the battle."""
    row = position.rules.retreats
    names = dict.fromkeys(position.rules.in_chart_order(attacker.contents or ()))
    return [name for name in names if row is not None and position.rules.characters[name].cls == row.rearguard]
