"""Moves that a player must make before the Movement Phase may end (LoT 4.3, 6.2, 6.3)."""

from __future__ import annotations

from referee.core.game.orders import Objection

from ..legion import Legion
from ..position import MasterboardPosition
from .judge import travel
from .teleports import teleports


def can_move(position: MasterboardPosition, legion: Legion) -> bool:
    """Return whether a legion has not moved and has a move that the rules can require (LoT 4.3, 6.2, 8.3)."""
    if legion.moved or legion.stays or position.roll is None:
        return False
    if travel(position, legion, position.roll):
        return True
    return position.rules.options["separation"] == "teleports_too" and bool(teleports(position, legion, position.roll))


def legions_sharing_lands(position: MasterboardPosition) -> list[list[Legion]]:
    """Return the Mover's legions that share a Land, a list for each Land."""
    lands: dict[str, list[Legion]] = {}
    for legion in position.own(position.mover):
        lands.setdefault(legion.land, []).append(legion)
    return [legions for legions in lands.values() if len(legions) > 1]


def idle(position: MasterboardPosition) -> list[Legion]:
    """Return the legions of which one must move: those that can, if none has moved yet (LoT 6.2)."""
    own = position.own(position.mover)
    if any(legion.moved for legion in own):
        return []
    return [legion for legion in own if can_move(position, legion)]


def moves_owed(position: MasterboardPosition) -> list[tuple[str, Objection]]:
    """Return the moves that must be made before this Movement Phase ends, each with why (LoT 4.3, 6.2, 21.2)."""
    cite = position.rules.cite
    if position.stage != "movement" or position.roll is None:
        return []
    if position.clock is not None:
        late = position.legions[position.clock]
        owed = f"move {late.id}", Objection(f"{late.id} must move: time was called", cite("clock"))
        return [owed] if can_move(position, late) else []
    out = []
    for legions in legions_sharing_lands(position):
        names, able = [x.id for x in legions], [x.id for x in legions if can_move(position, x)]
        if able:
            where = position.graph.titled(legions[0].land)
            said = f"{' and '.join(names)} share {where}, and {' and '.join(able)} can move"
            # starting legions share a Tower without having been split
            key = "must_part" if any(x.split_from for x in legions) else "starting_part"
            must = f"move {'one of ' if len(able) > 1 else ''}{', '.join(able)}"
            out.append((must, Objection(said, cite(key))))
    waiting = [legion.id for legion in idle(position)]
    if waiting and not out:
        said = f"one legion must move, and {' or '.join(waiting)} can"
        one = "one of " if len(waiting) > 1 else ""
        out.append((f"move {one}{', '.join(waiting)}", Objection(said, cite("must_move"))))
    return out
