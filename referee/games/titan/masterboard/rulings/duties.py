"""Moves that a player must make before the Movement Phase may end (LoT 4.3, 6.2, 6.3)."""

from __future__ import annotations

from typing import NamedTuple

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


class MoveOwed(NamedTuple):
    """A move that must still be made before the Movement Phase may end: what to do, and why."""

    must: str
    why: str
    cites: tuple[str, ...]

    def objection(self) -> Objection:
        """Return the objection to ending the phase before the move is made."""
        return Objection(self.why, self.cites)


def moves_owed(position: MasterboardPosition) -> list[MoveOwed]:
    """Return the moves that must still be made in this Movement Phase (LoT 4.3, 6.2, 21.2)."""
    cite = position.rules.cite
    if position.stage != "movement" or position.roll is None:
        return []
    if position.clock is not None:
        late = position.legions[position.clock]
        said = f"{late.id} must move: time was called"
        return [MoveOwed(f"move {late.id}", said, cite("clock"))] if can_move(position, late) else []
    out = []
    for legions in legions_sharing_lands(position):
        names, able = [x.id for x in legions], [x.id for x in legions if can_move(position, x)]
        if able:
            where = position.graph.titled(legions[0].land)
            said = f"{' and '.join(names)} share {where}, and {' and '.join(able)} can move"
            # starting legions share a Tower without having been split
            key = "must_part" if any(x.split_from for x in legions) else "starting_part"
            out.append(MoveOwed(f"move {'one of ' if len(able) > 1 else ''}{', '.join(able)}", said, cite(key)))
    waiting = [legion.id for legion in idle(position)]
    if waiting and not out:
        said = f"one legion must move, and {' or '.join(waiting)} can"
        one = "one of " if len(waiting) > 1 else ""
        out.append(MoveOwed(f"move {one}{', '.join(waiting)}", said, cite("must_move")))
    return out
