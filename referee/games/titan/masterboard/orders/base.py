"""What the orders of Masterplay share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from referee.core.dice import Throw
from referee.core.orders import Objection, Order, dice_objections

from ..judge import own_objections
from ..legion import Legion
from ..work import ROLL, MasterWork


class MasterOrder(Order):
    """An order on the Masterboard: until the roll is known everything hangs on it.

    `rolled_by` names the citation under which stands how many dice are due.
    """

    rolled_by: ClassVar[str] = "movement_roll"

    def without_board(self, work: Any) -> list[Objection]:
        if isinstance(work, MasterWork):
            return []
        said = f"this battle stands alone: there is no Masterboard on which to {self.verb}"
        return [Objection(said, work.rules.cite("sequence"), always=True)]

    def dice_objections(self, work: MasterWork, throw: Throw, dice: list[int]) -> list[Objection]:
        return dice_objections(throw, dice, work.rules.cite(self.rolled_by))

    def concerns(self, work: MasterWork) -> Iterable[str]:
        return (ROLL,)

    def secret(self) -> bool:
        return True

    def suppose(self, work: MasterWork, player: str, desk: Any) -> None:
        if not work.adrift:
            self.apply(work, player, desk)

    def suppose_open(self, work: MasterWork, player: str, desk: Any) -> None:
        desk.uncertain.add(ROLL)
        work.adrift = True


def find_own(work: MasterWork, player: str, ident: str, field: str) -> Legion | list[Objection]:
    """Return a legion of the orderer's, or why it is none."""
    legion = work.find(ident, field)
    if isinstance(legion, Objection):
        return [legion]
    return own_objections(work, player, legion, field) or legion


def free_marker(work: MasterWork, player: str, wanted: str | None, field: str) -> str | list[Objection]:
    """Return the Legion Marker wanted, or the player's first that is free (LoT 4.2, 4.7)."""
    cite = work.rules.cite
    free = work.markers.get(player, [])
    if wanted is None:
        if free:
            return free[0]
        unsaid = "" if player in work.markers else "; those he may still use stand under 'markers' in a state"
        return [Objection(f"{player} has no Legion Marker left{unsaid}", cite("markers"))]
    if wanted in free:
        return wanted
    if wanted in work.legions:
        whose = work.legions[wanted].player
        said = "is on the board already" if whose == player else f"belongs to {whose}"
        return [Objection(f"the marker {wanted} {said}", cite("own_markers"), field)]
    left = ", ".join(free) or "none"
    return [Objection(f"'{wanted}' is no free Legion Marker of {player}; free are {left}", cite("own_markers"), field)]
