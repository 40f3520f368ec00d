"""What a player owes before a phase may end, and what the game waits for (LoT 4.3, 6.2, 6.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.trace import Awaiting

from .judge import travel
from .teleports import teleports

if TYPE_CHECKING:
    from .work import Legion, MasterWork


def can_move(work: MasterWork, legion: Legion) -> bool:
    """Return whether a legion that has not moved has a move it could be held to make (LoT 4.3, 6.2, 8.3)."""
    if legion.moved or work.roll is None:
        return False
    if travel(work, legion, work.roll):
        return True
    return work.rules.options["separation"] == "teleports_too" and bool(teleports(work, legion, work.roll))


def crowded(work: MasterWork) -> list[list[Legion]]:
    """Return the mover's legions that share a Land, Land by Land."""
    lands: dict[str, list[Legion]] = {}
    for legion in work.own(work.mover):
        lands.setdefault(legion.land, []).append(legion)
    return [legions for legions in lands.values() if len(legions) > 1]


def parting(work: MasterWork) -> list[Legion]:
    """Return the legions that must leave a Land they share, because they can (LoT 4.3)."""
    return [legion for legions in crowded(work) for legion in legions if can_move(work, legion)]


def idle(work: MasterWork) -> list[Legion]:
    """Return the legions one of which must move, where none has and some can (LoT 6.2)."""
    own = work.own(work.mover)
    if any(legion.moved for legion in own):
        return []
    return [legion for legion in own if can_move(work, legion)]


def awaiting(work: MasterWork) -> list[Awaiting]:
    """Return whom the game waits for on the Masterboard, and what he must do."""
    must: list[str] = []
    if work.stage == "movement":
        must = [
            f"move one of {', '.join(x.id for x in legions)}"
            for legions in crowded(work)
            if any(can_move(work, x) for x in legions)
        ]
        waiting = idle(work)
        if waiting and not must:
            must = [f"move {'one of ' if len(waiting) > 1 else ''}{', '.join(legion.id for legion in waiting)}"]
        if work.clock is not None:
            must = [f"move {work.clock}"]
    elif work.stage == "engagement" and work.engagement is None:
        must = [f"engage {land}" for land in work.engaged()]
    elif work.stage == "setup":
        must = ["roll tower" if player not in work.towers else "start" for player in work.acting()]
        return [Awaiting(player, work.stage, [owed]) for player, owed in zip(work.acting(), must, strict=True)]
    elif work.engagement is not None:
        land, stage = work.engagement.land, work.engagement.stage
        said = {"answer": f"flee or stand {land}", "talks": f"agree or fight {land}", "gains": "end engagement"}
        return [Awaiting(player, "engagement", [said[stage]]) for player in work.acting()]
    return [Awaiting(player, work.stage, must) for player in work.acting()]
