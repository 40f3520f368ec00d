"""The further round of a battle that a Storm has affected long enough (MM 10.5, REF magi-56)."""

from __future__ import annotations

from referee.core.game.recorder import Recorder
from referee.core.rules.ledger import cites_of

from ..battle.position import BattlePosition


def count_storm(position: BattlePosition, recorder: Recorder) -> None:
    """Count a round under the Storm as it ends, and tell of a further round after the last."""
    if position.storm is not None:
        position.storm_rounds = position.fight.round
    more = rounds_by_storm(position)
    if more and position.fight.round == position.rules.combat.rounds:
        text = f"the Storm has lasted {position.storm_rounds} rounds: the battle goes on for a round more"
        recorder.write(text, cites=cites_of(position.rules.magic.storm.cite), by_referee=True)


def rounds_by_storm(position: BattlePosition) -> int:
    """Return how many rounds longer the battle lasts; a Storm that is still there has lasted from the first round."""
    table = position.rules.magic.storm
    whole = position.storm_rounds if position.storm is None else position.fight.round - 1
    return table.more if max(whole, position.storm_rounds) >= table.rounds else 0
