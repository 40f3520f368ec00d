"""Moves towards the enemy, which `legal` does not list: a table has more places than can be enumerated."""

from __future__ import annotations

from referee.core.game.orders import Candidate

from ..field.elements import Element
from ..field.geometry import along, apart, bearing, minus
from ..orders.move import Move
from ..position import HordesPosition
from ..rulings.reach import allowances
from ..rulings.reports import place_of
from ..state import Pose

APPROACH = "approach"
# the elements nearest to an enemy that are tried, and the shares of the way
_MOST = 3
_SHARES = (1.0, 0.5)


def approaches(position: HordesPosition, player: str) -> list[Candidate]:
    """Return a legal move towards the nearest enemy for each of the elements that stand nearest to one."""
    foes = position.field.friends(position.other(player))
    near = {
        element: min(foes, key=lambda foe: apart(element.base.centre, foe.base.centre))
        for element in (Move.able(position, player, None) if foes else [])
    }
    order = sorted(near, key=lambda element: apart(element.base.centre, near[element].base.centre))
    found = (_approach(position, player, element, near[element]) for element in order[:_MOST])
    return [candidate for candidate in found if candidate is not None]


def _approach(position: HordesPosition, player: str, element: Element, foe: Element) -> Candidate | None:
    """Return the longest of some moves straight at an enemy that is legal; it ends facing that enemy."""
    way = minus(foe.base.front, element.base.front)
    length = apart(foe.base.front, element.base.front)
    if not length:
        return None
    direction = way[0] / length, way[1] / length
    for share in _SHARES:
        front = along(element.base.front, direction, min(length, max(allowances(element).values())) * share)
        x, y, facing = place_of(element.base.at(front, bearing(way)).rounded())
        order = Move(move=element.id, path=[Pose(x=x, y=y, facing=facing)])
        if not order.check(position, player):
            return Candidate(order)
    return None
