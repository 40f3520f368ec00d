"""What the orders on the Masterboard share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic

from referee.core.game.dice import Throw
from referee.core.game.forecast import Forecast, OfOrder, Unknown
from referee.core.game.orders import Objection, Order, Remarks, dice_objections
from referee.core.game.recorder import Recorder

from ..legion import Legion
from ..position import ROLL, MasterboardPosition
from ..rulings.judge import own_objections


class MasterForecast(Forecast[OfOrder, MasterboardPosition], Generic[OfOrder]):
    """Until a roll is known, everything on the Masterboard depends on it."""

    def concerns(self, order: OfOrder, position: MasterboardPosition) -> Iterable[str]:
        return (ROLL,)

    def suppose(
        self, order: OfOrder, position: MasterboardPosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        if not position.position_unknown:
            order.apply(position, player, recorder)

    def suppose_open(
        self, order: OfOrder, position: MasterboardPosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        unknown.uncertain.add(ROLL)
        position.position_unknown = True


class MasterOrder(Order[MasterboardPosition]):
    """An order on the Masterboard.

    `rolled_by` is the key of the rule that says how many dice are due.
    """

    forecast: ClassVar[Forecast] = MasterForecast()
    rolled_by: ClassVar[str] = "movement_roll"

    def dice_objections(self, position: MasterboardPosition, throw: Throw, dice: list[int]) -> list[Objection]:
        return dice_objections(throw, dice, position.rules.cite(self.rolled_by))

    def secret(self) -> bool:
        return True


def find_own(position: MasterboardPosition, player: str, ident: str, field: str) -> Legion | list[Objection]:
    """Return the player's legion with this marker, or the objections."""
    legion = position.find(ident, field)
    if isinstance(legion, Objection):
        return [legion]
    return own_objections(position, player, legion, field) or legion


def free_marker(position: MasterboardPosition, player: str, wanted: str | None, field: str) -> str | list[Objection]:
    """Return the Legion Marker wanted, or the player's first free one, or the objections (LoT 4.2, 4.7)."""
    cite = position.rules.cite
    free = position.markers.get(player, [])
    if wanted is None:
        if free:
            return free[0]
        unsaid = "" if player in position.markers else "; 'markers' in a state lists those still free"
        return [Objection(f"{player} has no Legion Marker left{unsaid}", cite("markers"))]
    if wanted in free:
        return wanted
    if wanted in position.legions:
        whose = position.legions[wanted].player
        said = "is on the board already" if whose == player else f"belongs to {whose}"
        return [Objection(f"the marker {wanted} {said}", cite("own_markers"), field)]
    left = ", ".join(free) or "none"
    return [Objection(f"'{wanted}' is no free Legion Marker of {player}; free are {left}", cite("own_markers"), field)]


def other_markers(position: MasterboardPosition, player: str, *fields: str) -> Remarks:
    """Return the remark on the Legion Markers that may be named: every free one, in each of some fields."""
    free = position.markers.get(player, [])
    return {"values": {field: list(free) for field in fields}} if len(free) > 1 else {}
