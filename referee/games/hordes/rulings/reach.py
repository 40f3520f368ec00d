"""Which edges of an enemy an attack might reach, found without geometry: it leaves out what no geometry can save."""

from __future__ import annotations

from collections.abc import Iterator

from ..field.battlefield import Field
from ..field.elements import Element
from ..field.geometry import Base, along, near_bases, stand_deep, stored
from ..field.placing import attack_base, start_objections
from ..field.ways import leg_cost
from ..state import Edge
from ..tables import EDGES

# paces by which two bases stand in each other where it is certain without their areas: they share 4 square paces
_DEEP = 2
# paces between the places to which a move is tried
_TRIED = 40


def allowances(element: Element) -> dict[str, int]:
    """Return how far an element may go, by what it goes over."""
    move = element.kind.row.move
    return {name: getattr(move, name) for name in ("good", "road_good", "road_bad", "bad", "water")}


def straight_places(element: Element) -> Iterator[Base]:
    """Yield places to which an element might move without turning: its own first, then those around it."""
    base = element.base
    yield base
    for paces in (_TRIED * n for n in range(1, max(allowances(element).values()) // _TRIED + 1)):
        for direction, sign in ((base.ahead, 1), (base.ahead, -1), (base.right, 1), (base.right, -1)):
            yield base.at(along(base.front, direction, sign * paces), base.facing).rounded()


def reachable_edges(field: Field, element: Element, foe: Element) -> Iterator[tuple[Edge, float]]:
    """Yield the edges of an enemy that an element might attack straight from where it stands, and the cost in paces.

    Left out are those that are too far at any rate, that it may not attack from there or at all, and those where it
    would stand on somebody or off the table.
    """
    reach = max(allowances(element).values())
    if not field.can_fight(element, foe) or not near_bases(element.base, foe.base, reach):
        return
    for edge in EDGES:
        goal = attack_base(element.base, foe.base, edge).rounded()
        cost = stored(leg_cost(field, element.base, goal))
        if cost <= reach and not start_objections(field, element, foe, edge) and not _barred(field, element, goal):
            yield edge, cost


def _barred(field: Field, element: Element, goal: Base) -> bool:
    """Return whether a base would certainly stand off the table, or on another."""
    slack, board = field.slack.paces, field.board
    if any(not (-slack <= x <= board.width + slack and -slack <= y <= board.height + slack) for x, y in goal.corners):
        return True
    others = (e for e in field.standing() if e is not element and near_bases(goal, e.base, 0))
    return any(stand_deep(goal, other.base, _DEEP) for other in others)
