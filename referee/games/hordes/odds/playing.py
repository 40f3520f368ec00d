"""Battles played out by the judge: each order is one that `check` accepts, carried out as in `adjudicate`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random

import msgspec

from referee.core import documents
from referee.core.game.dice import Dice
from referee.core.game.dice_sources import RandomDice
from referee.core.game.game import Game
from referee.core.game.odds import RANDOM, BattleTally, Playing
from referee.core.game.orders import Candidate
from referee.core.game.recorder import Recorder

from ..field.elements import Element
from ..field.geometry import along, apart, bearing, minus
from ..orders.move import Move
from ..phases import lost_ap
from ..position import HordesPosition
from ..rules import HordesRules
from ..rulings.reach import allowances
from ..rulings.reports import place_of
from ..state import PhaseName, Pose, State

# groups of verbs, the most wanted first
Groups = Sequence[Sequence[str]]
Policy = Mapping[PhaseName, Groups]


class _Policies(msgspec.Struct, forbid_unknown_fields=True):
    turns: int
    policies: dict[str, dict[PhaseName, list[list[str]]]]


@cache
def _table() -> _Policies:
    path = Path(__file__).with_name("policies.yaml")
    return documents.convert(documents.parse(path.read_bytes(), str(path)), _Policies)


def policies() -> dict[str, Policy]:
    """Return every policy by its name, with the groups of verbs of each phase."""
    table = _table().policies
    return {name: {**table[RANDOM], **policy} for name, policy in table.items()}


def most_turns() -> int:
    """Return after how many turns a battle that is not decided ends."""
    return _table().turns


APPROACH = "approach"
# the elements nearest to an enemy that are tried, and the shares of the way
_MOST = 3
_SHARES = (1.0, 0.5)


def approaches(position: HordesPosition, player: str) -> list[Candidate]:
    """Return a legal move towards the nearest enemy for each of the elements that stand nearest to one."""
    foes = position.field.friends(position.other(player))
    near = {
        element: min(foes, key=lambda foe: apart(element.base.centre, foe.base.centre))
        for element in (Move.able(position, player, None) if foes else [])
    }
    order = sorted(near, key=lambda element: apart(element.base.centre, near[element].base.centre))
    found = (_approach(position, player, element, near[element]) for element in order[:_MOST])
    return [candidate for candidate in found if candidate is not None]


def _approach(position: HordesPosition, player: str, element: Element, foe: Element) -> Candidate | None:
    """Return the longest of some moves straight at an enemy that is legal; it ends facing that enemy."""
    way = minus(foe.base.front, element.base.front)
    length = apart(foe.base.front, element.base.front)
    if not length:
        return None
    direction = way[0] / length, way[1] / length
    for share in _SHARES:
        front = along(element.base.front, direction, min(length, max(allowances(element).values())) * share)
        x, y, facing = place_of(element.base.at(front, bearing(way)).rounded())
        order = Move(move=element.id, path=[Pose(x=x, y=y, facing=facing)])
        if not order.check(position, player):
            return Candidate(order)
    return None


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
        out = BattleTally(list(self.names), "lost_ap", "turns")
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
