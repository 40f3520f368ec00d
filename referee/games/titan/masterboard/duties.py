"""What a player owes before a phase may end, and what the game waits for (LoT 4.3, 6.2, 6.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.core.orders import Objection
from referee.core.trace import Awaiting

from .engagements import donors, open_gains
from .judge import travel
from .scoring import bound
from .teleports import teleports

if TYPE_CHECKING:
    from .legion import Legion
    from .work import MasterWork


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


def idle(work: MasterWork) -> list[Legion]:
    """Return the legions one of which must move, where none has and some can (LoT 6.2)."""
    own = work.own(work.mover)
    if any(legion.moved for legion in own):
        return []
    return [legion for legion in own if can_move(work, legion)]


class Owed(NamedTuple):
    """A move that must still be made before the Movement Phase may end: what to do, and why."""

    must: str
    why: str
    cites: tuple[str, ...]

    def objection(self) -> Objection:
        return Objection(self.why, self.cites)


def owed(work: MasterWork) -> list[Owed]:
    """Return what must still be moved in this Movement Phase (LoT 4.3, 6.2, 21.2)."""
    cite = work.rules.cite
    if work.stage != "movement" or work.roll is None:
        return []
    if work.clock is not None:
        late = work.legions[work.clock]
        said = f"{late.id} must move: time was called"
        return [Owed(f"move {late.id}", said, cite("clock"))] if can_move(work, late) else []
    out = []
    for legions in crowded(work):
        names, able = [x.id for x in legions], [x.id for x in legions if can_move(work, x)]
        if able:
            where = work.graph.titled(legions[0].land)
            said = f"{' and '.join(names)} share {where}, and {' and '.join(able)} can move"
            # the starting legions share their Tower without a split
            key = "must_part" if any(x.split_from for x in legions) else "starting_part"
            out.append(Owed(f"move {'one of ' if len(able) > 1 else ''}{', '.join(able)}", said, cite(key)))
    waiting = [legion.id for legion in idle(work)]
    if waiting and not out:
        said = f"one legion must move, and {' or '.join(waiting)} can"
        one = "one of " if len(waiting) > 1 else ""
        out.append(Owed(f"move {one}{', '.join(waiting)}", said, cite("must_move")))
    return out


def awaiting(work: MasterWork) -> list[Awaiting]:
    """Return whom the game waits for on the Masterboard, what he must do and what he may."""
    may = _gains(work)
    return [Awaiting(player, work.stage, _due(work, player), may) for player in work.acting()]


def _gains(work: MasterWork) -> list[str]:
    """Return what the winner of an Engagement may still gain: what is listed for him, told to nobody else.

    Of legions given without their contents it is what everybody can see.
    """
    seen = open_gains(work)
    if not seen or work.engagement is None or work.engagement.gains is None:
        return []
    gains = work.engagement.gains
    if work.viewer not in (None, gains.player):
        return []
    legion = work.legions[gains.legion]
    if any(one.contents is None for one in (legion, *donors(work, legion))):
        return seen
    listed = {verb for row in work.legal() for verb in row}
    return [said for said in seen if said.split()[0] in listed]


def _due(work: MasterWork, player: str) -> list[str]:
    if work.stage == "setup":
        return ["start" if player in work.towers else "roll tower"]
    if work.stage == "engagement":
        return _engaging(work)
    return [one.must for one in owed(work)]


def _engaging(work: MasterWork) -> list[str]:
    if work.engagement is None:
        return [f"engage {land}" for land in work.engaged()]
    land, stage = work.engagement.land, work.engagement.stage
    defender = work.legions.get(work.engagement.defender)
    first = "stand" if defender is not None and bound(work, defender) else "flee or stand"
    said = {"answer": f"{first} {land}", "talks": f"agree or fight {land}", "gains": "end engagement"}
    return [said[stage]]
