"""Battles played out by the judge: each order is one that `check` accepts, carried out as in `adjudicate`."""

from __future__ import annotations

from random import Random

from referee.core.game.dice import Dice
from referee.core.game.dice_sources import RandomDice
from referee.core.game.game import Game
from referee.core.game.odds import Playing
from referee.core.game.orders import Candidate
from referee.core.game.recorder import Recorder

from ..phases import lost_ap
from ..position import HordesPosition
from ..rules import HordesRules
from ..state import State
from .approach import APPROACH, approaches
from .policies import Groups, most_turns, policies
from .tally import BattleTally


class BattlePlaying(Playing):
    """Plays a battle on a table out."""

    size = 4
    default = 100

    def __init__(self, game: Game, state: State, rules: HordesRules, names: dict[str, str]) -> None:
        self.game = game
        self.state = state
        self.rules = rules
        self.names = names
        self.scope = next(iter(game.orders))

    def policies(self) -> dict[str, str]:
        return self.names

    def play(self, seed: str, chunk: int, playouts: int) -> BattleTally:
        chance = Random(f"{seed}/{chunk}")
        out = BattleTally(list(self.names))
        for _ in range(playouts):
            count(out, self.to_the_end(chance))
        return out

    def to_the_end(self, chance: Random) -> HordesPosition:
        """Play one battle until it is decided, or has lasted too long; return where it ends."""
        position = HordesPosition(self.state, self.rules)
        recorder = Recorder(Dice(None, [RandomDice(chance)]))
        known, last = policies(), position.turn + most_turns()
        while (phase := position.phase()) is not None and position.turn < last:
            player = phase.players[0]
            wanted = known[self.names[player]][position.phase_name]
            order = chance.choice(self._wanted(position, player, wanted)).order
            order.apply(position, player, recorder)
            position.settle(self.scope, recorder)
            recorder.steps.clear()
        return position

    def _wanted(self, position: HordesPosition, player: str, groups: Groups) -> list[Candidate]:
        """Return the legal orders of the first group of verbs that has any."""
        for group in groups:
            kinds = [kind for kind in self.game.kinds(self.scope, self.rules) if kind.verb in group]
            offered = (one for kind in kinds for one in kind.candidates(position, player))
            found = [one for one in offered if one.checked or not one.order.check(position, player)]
            if APPROACH in group:
                found += approaches(position, player)
            if found:
                return found
        raise AssertionError(f"no policy has an order for {position.phase_name}")


def count(tally: BattleTally, position: HordesPosition) -> None:
    """Count a battle that is over, or has lasted too long."""
    result = position.result
    standing = [e for e in position.field.elements.values() if e.stands]
    tally.count(
        result.winner if result is not None else None,
        position.turn if result is not None else None,
        {army: lost_ap(position, army).total for army in position.players},
        {army: tuple(sorted(e.kind.name for e in standing if e.army == army)) for army in position.players},
    )
