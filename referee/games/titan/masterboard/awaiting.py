"""The players the game waits for on the Masterboard."""

from __future__ import annotations

from referee.core.game.trace import Awaiting

from .orders.base import MasterOrder
from .orders.gains import Acquire, Summon
from .orders.movement import Move, Mulligan
from .orders.muster import Muster
from .orders.splits import Split
from .orders.teleport import Teleport
from .orders.use import UseBoardAbility
from .position import MasterboardPosition
from .rulings.duties import moves_owed
from .rulings.engagements import donors, open_gains
from .rulings.scoring import bound


def awaiting(position: MasterboardPosition) -> list[Awaiting]:
    """Return the players the game waits for on the Masterboard, what they must do and what they may do."""
    return [
        Awaiting(player, position.stage, must := _due(position, player), _may(position, player, must))
        for player in position.acting()
    ]


def _may(position: MasterboardPosition, player: str, must: list[str]) -> list[str]:
    """Return what a player may do beyond what they must, such as `move bk01, bk02`; only that player sees it."""
    if position.stage == "engagement":
        return _gains(position)
    if position.viewer not in (None, player):
        return []
    may = []
    for kind in (Split, Move, Teleport, Mulligan, Muster, UseBoardAbility):
        verb, field = ("muster in", "in_") if kind is Muster else (kind.verb, kind.verb)
        if named := subjects(position, player, kind, field):
            may.append(f"{verb} {', '.join(named)}")
    return [said for said in may if said not in must]


def subjects(position: MasterboardPosition, player: str, kind: type[MasterOrder], field: str) -> list[str]:
    """Return what a field names in the orders of a kind that a player may give now."""
    out = list[str]()
    for one in kind.candidates(position, player):
        subject = getattr(one.order, field)
        if subject is not None and subject not in out and (one.checked or not one.order.check(position, player)):
            out.append(subject)
    return out


def _gains(position: MasterboardPosition) -> list[str]:
    """Return what the winner of an Engagement may still gain; only that player sees the list.

    If the contents of a legion are not given, it is what all players can see.
    """
    seen, gains = open_gains(position), position.gains
    if not seen or gains is None:
        return []
    if position.viewer not in (None, gains.player):
        return []
    legion = position.legions[gains.legion]
    if any(one.contents is None for one in (legion, *donors(position, legion))):
        return seen
    kinds: tuple[type[MasterOrder], ...] = (Acquire, Summon, Muster)
    open_ = {kind.verb for kind in kinds if may_be_given(position, kind, gains.player)}
    return [said for said in seen if said.split()[0] in open_]


def may_be_given(position: MasterboardPosition, kind: type[MasterOrder], player: str) -> bool:
    """Return whether a player may give an order of a kind now."""
    return any(not candidate.order.check(position, player) for candidate in kind.candidates(position, player))


def _due(position: MasterboardPosition, player: str) -> list[str]:
    if position.passage is not None:
        asking = position.passage.legion
        return [f"grant {asking} or refuse {asking}"]
    if position.stage == "setup":
        return ["start" if player in position.towers else "roll tower"]
    if position.stage == "engagement":
        return _engaging(position)
    return [must for must, _ in moves_owed(position)]


def _engaging(position: MasterboardPosition) -> list[str]:
    if position.engagement is None:
        return [f"engage {land}" for land in position.engaged()]
    land, stage = position.engagement.land, position.engagement.stage
    defender = position.legions.get(position.engagement.defender)
    gains = position.engagement.gains
    if gains is not None and gains.drawn:
        return [f"give {counter}" for counter in gains.drawn]
    if gains is not None and gains.gives_back:
        return ["give-back"]
    first = "stand" if defender is not None and bound(position, defender) else "flee or stand"
    said = {
        "consider": f"expose {land}",
        "answer": f"{first} {land}",
        "talks": f"agree or fight {land}",
        "gains": "end engagement",
    }
    return [said[stage]]
