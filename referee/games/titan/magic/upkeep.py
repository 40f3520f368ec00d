"""What Spells do at the turns of a battle: when they end, and who may cast (MM 11.4, 16.5)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.game.recorder import Recorder

from ..battle.fight import Piece
from ..battle.position import BattlePosition
from ..battle.upkeep import Upkeep
from .able import able_casters
from .expiry import end_due, end_with, settle_fresh


class SpellUpkeep(Upkeep[BattlePosition]):
    """What happens between the orders of a battle under Spells."""

    def maneuver_ends(self, position: BattlePosition, recorder: Recorder) -> None:
        end_due(position, recorder)
        settle_fresh(position)

    def strike_ends(self, position: BattlePosition, recorder: Recorder) -> None:
        settle_fresh(position)

    def removed(self, position: BattlePosition, recorder: Recorder, pieces: Sequence[Piece]) -> None:
        end_with(position, recorder, pieces)

    def able(self, position: BattlePosition) -> list[str]:
        return [piece.id for piece in able_casters(position)]
