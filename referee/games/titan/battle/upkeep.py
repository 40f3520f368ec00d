"""What a supplement does at the turns of a battle; the Law of Titan alone does nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from referee.core.game.recorder import Recorder

from ..points import Worth
from .pieces import Piece

P = TypeVar("P")


class Upkeep(Generic[P]):
    """What happens between the orders of a battle; `P` is its position. A supplement has a subclass."""

    def opened(self, position: P) -> None:
        """Set what play would have set, where a hand-written state does not say."""

    def maneuver_begins(self, position: P, recorder: Recorder) -> None:
        """Do what begins with a Maneuver Phase."""

    def maneuver_ends(self, position: P, recorder: Recorder) -> None:
        """Do what ends with a Maneuver Phase, before those leave who change sides."""

    def strike_begins(self, position: P, recorder: Recorder) -> None:
        """Do what begins a Strike Phase, after the damage of the ground."""

    def strikes_over(self, position: P, recorder: Recorder) -> None:
        """Do what ends with the strikes of a Strike Phase, before the slain leave."""

    def strike_ends(self, position: P, recorder: Recorder) -> None:
        """Do what ends with a Strike Phase, before those leave who change sides."""

    def round_ends(self, position: P, recorder: Recorder) -> None:
        """Do what ends with a round."""

    def battle_ends(self, position: P, recorder: Recorder) -> None:
        """Do what ends with the battle, before it is scored."""

    def removed(self, position: P, recorder: Recorder, pieces: Sequence[Piece]) -> None:
        """End what hangs on pieces that have just left the battle."""

    def worth(self, position: P, piece: Piece) -> Worth:
        """Return what a piece is scored as."""
        return Worth(f"{piece.profile.title} {piece.id}", piece.profile)

    def able(self, position: P) -> Sequence[str]:
        """Return the ids of the pieces that may act otherwise than by moves, strikes and abilities now."""
        return ()

    def open(self, position: P, player: str) -> Sequence[str]:
        """Return what else a player may order in a Maneuver Phase: ids of pieces, or orders such as `enter giant`."""
        return ()

    def further_rounds(self, position: P) -> int:
        """Return how many rounds longer than printed the battle lasts."""
        return 0
