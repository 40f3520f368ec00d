"""What Spells do at the turns of a battle: when they end, who leaves, who may cast (MM 10.5, 11.4, 16.5, 17.1)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.game.recorder import Recorder

from ..battle.events import remove_slain
from ..battle.pieces import Piece
from ..battle.position import BattlePosition
from ..battle.upkeep import Upkeep
from ..points import Worth
from .able import able_casters
from .awaiting import open_in_battle
from .banishing import leave_banished
from .expiry import end_due, end_with, settle_fresh
from .leaving import dismiss, dismiss_all
from .newcomers import drawers, give_back
from .reserves import end_call, note_slain, open_call
from .spellbooks import note_cast
from .storm_rounds import count_storm, rounds_by_storm
from .worth import worth_of


class SpellUpkeep(Upkeep[BattlePosition]):
    """What happens between the orders of a battle under Spells."""

    def opened(self, position: BattlePosition) -> None:
        note_cast(position)

    def maneuver_begins(self, position: BattlePosition, recorder: Recorder) -> None:
        open_call(position)

    def maneuver_ends(self, position: BattlePosition, recorder: Recorder) -> None:
        end_call(position)
        end_due(position, recorder)
        leave_banished(position, recorder)
        remove_slain(position, recorder, lambda piece: piece.by is not None)
        settle_fresh(position)

    def strikes_over(self, position: BattlePosition, recorder: Recorder) -> None:
        leave_banished(position, recorder)

    def strike_ends(self, position: BattlePosition, recorder: Recorder) -> None:
        settle_fresh(position)

    def round_ends(self, position: BattlePosition, recorder: Recorder) -> None:
        count_storm(position, recorder)

    def battle_ends(self, position: BattlePosition, recorder: Recorder) -> None:
        dismiss_all(position, recorder)
        give_back(position, (*position.fight.pieces.values(), *position.fight.gone))

    def removed(self, position: BattlePosition, recorder: Recorder, pieces: Sequence[Piece]) -> None:
        end_with(position, recorder, pieces)
        note_slain(position, pieces)
        dismiss(position, recorder, pieces)

    def worth(self, position: BattlePosition, piece: Piece) -> Worth:
        return worth_of(position, piece)

    def further_rounds(self, position: BattlePosition) -> int:
        return rounds_by_storm(position)

    def able(self, position: BattlePosition) -> list[str]:
        return list(dict.fromkeys(piece.id for piece in (*able_casters(position), *drawers(position))))

    def open(self, position: BattlePosition, player: str) -> list[str]:
        return open_in_battle(position, player)
