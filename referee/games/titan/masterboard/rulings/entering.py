"""How a legion comes into a Land: by which side it enters where an enemy stands, and what it then is (LoT 7, 10)."""

from __future__ import annotations

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection

from ...sides import MapSide
from ..legion import Legion
from ..position import ROLL, MasterboardPosition
from .judge import in_engagement


def arrive(
    position: MasterboardPosition, legion: Legion, target: str, side: MapSide | None, before: str | None = None
) -> None:
    """Move a legion into a Land; the side of entry is kept only if an enemy is there.

    `before` is the Land from which it comes there, None for a teleport.
    """
    legion.came_from = before if position.rules.retreats is not None else None
    legion.origin, legion.land, legion.moved = legion.land, target, True
    legion.side = side if in_engagement(position, legion) else None


def side_cites(position: MasterboardPosition, target: str, key: str = "entry_side") -> tuple[str, ...]:
    """Return the citation for the sides of entry of a Land, by `key` where it is no Tower (LoT 10.1, 10.2, 10.4)."""
    return position.rules.cite("tower_entry" if position.graph.is_tower(target) else key)


def side_of(
    position: MasterboardPosition,
    target: str,
    open_sides: list[MapSide],
    named: MapSide | None,
    key: str = "entry_side",
) -> MapSide | list[Objection]:
    """Return the side of entry: the one named, or the only one; else the objections."""
    cite = side_cites(position, target, key)
    land = position.graph.titled(target)
    if named is not None:
        if named in open_sides:
            return named
        message = f"{land} is not entered from the {named} here; it is from the {listed(open_sides)}"
        return [Objection(message, cite, "side", (ROLL,))]
    if len(open_sides) > 1 and position.at(target):
        message = f"{land} can be entered from the {listed(open_sides)}; name the side"
        return [Objection(message, cite, None, (ROLL,))]
    return open_sides[0]
