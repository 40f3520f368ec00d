"""What a policy makes of the hexes and enemies of many lanes at once, by tables of one battle.

It is what `Chooser` makes of them for the judge, with the same quantities and weights (policies.yaml).
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..battle.rulings.chances import at_least, dealt
from .carrying import Blows, Carrying
from .masks import Array
from .policies import SAME, Policy
from .table import Table


class Wants:
    """What the side of a policy wants, if it weighs anything.

    A set of hexes is a mask, and `remaining` are hits that a piece can still take.
    """

    def __init__(self, table: Table, policy: Policy) -> None:
        self.table = table
        self.moves = policy.moves
        self.maneuver = {name: weight for name, weight in policy.maneuver.items() if weight}
        self.strike = {name: weight for name, weight in policy.strike.items() if weight}
        self.carrying = Carrying(table, policy) if policy.carries else None
        self._exchanges: dict[tuple[str, int, int, bool], Array] = {}

    # hexes

    def best_hexes(self, piece: int, where: Array, mask: Array, hexes: Array, remaining: Array) -> Array:
        """Return the best hexes of sets, none where the piece stays.

        `where` is the hex of the piece in each lane; `hexes` and `remaining` have a row for each piece.
        """
        table = self.table
        worth = self._worth(piece, hexes, remaining)
        offered = (mask[:, None] & table.bit[: table.off]) != 0
        sums = np.where(offered, worth, -np.inf)
        most = sums.max(axis=1, keepdims=True)
        best = offered & (sums > most - SAME)
        found: Array = (best @ table.bit[: table.off].astype(np.int64)).astype(np.uint32)
        on = np.flatnonzero(where < table.off)
        stays = on[worth[on, where[on]] > most[on, 0] - SAME]
        found[stays] = 0
        return found

    def _worth(self, piece: int, hexes: Array, remaining: Array) -> Array:
        """Return what each hex is worth to a piece, with a row for each lane."""
        table = self.table
        enemies = table.enemies(piece)
        worth: Array = np.zeros((hexes.shape[1], table.off))
        for name, weight in self.maneuver.items():
            quantity: Array = np.zeros_like(worth)
            if name == "distance":
                quantity = self._steps[hexes[enemies[0]]] if enemies else quantity
                for enemy in enemies[1:]:
                    np.minimum(quantity, self._steps[hexes[enemy]], out=quantity)
                quantity = np.where(np.isinf(quantity), 0.0, quantity)
            for enemy in enemies if name != "distance" else ():
                if name == "takes":
                    found = self._exchange("deals", enemy, piece, mirrored=True)
                    quantity += found[remaining[piece], hexes[enemy]]
                else:
                    found = self._exchange(name, piece, enemy)
                    np.maximum(quantity, found[remaining[enemy], hexes[enemy]], out=quantity)
            worth += weight * quantity
        return worth

    @cached_property
    def _steps(self) -> Array:
        """The steps from each hex to each; from off the map there are none."""
        table = self.table
        found = np.full((table.width, table.off), np.inf)
        for one in range(table.off):
            found[one] = [table.board.steps(one, other) for other in range(table.off)]
        return found

    def _exchange(self, name: str, striker: int, target: int, mirrored: bool = False) -> Array:
        """Return what a strike deals, or its chance to slay, by the target's remaining hits, its hex and the striker's.

        With `mirrored`, by its remaining hits, the striker's hex and its own. It is 0 between hexes not in contact.
        """
        table = self.table
        key = (name, table.pieces[striker].profile.number, table.pieces[target].profile.number, mirrored)
        if key in self._exchanges:
            return self._exchanges[key]
        rolls = table.strikes[striker].reshape(table.width, table.width, -1)[: table.off, : table.off, target]
        contact = (table.contact[: table.off, None] & table.bit[: table.off]) != 0
        rows = self._of_rolls(name, table.power[target])
        by_striker = np.where(contact, rows[rolls].transpose(2, 0, 1), 0.0)
        found = np.zeros((table.power[target] + 1, table.width, table.off))
        found[:, : table.off] = by_striker if mirrored else by_striker.transpose(0, 2, 1)
        self._exchanges[key] = found
        return found

    def _of_rolls(self, name: str, power: int) -> Array:
        """Return what each roll deals, or its chance to slay, by the remaining hits of the target up to its Power."""
        faces = self.table.faces
        rows = [
            [
                at_least(roll.dice, roll.number, left, faces)
                if name == "slays"
                else dealt(roll.dice, roll.number, 0, left, faces)
                for left in range(power + 1)
            ]
            for roll in self.table.rolls
        ]
        return np.array(rows, dtype=float).reshape(len(rows), power + 1)

    # enemies

    def of_enemies(self, enemies: list[int], rolls: Array, remaining: Array) -> Array:
        """Return what it is worth to attack each of some enemies; each array has a row for each of `enemies`."""
        sums: Array = np.zeros(rolls.shape)
        for name, weight in self.strike.items():
            sums += weight * (self._values(enemies) if name == "value" else self._targets[name][rolls, remaining])
        return sums

    def of_blows(self, enemies: list[int], blows: Blows) -> Array:
        """Return what strikes from which hits may carry over are worth."""
        out = blows.worth
        if "value" in self.strike:
            out = out + self.strike["value"] * self._values(enemies)[blows.enemy, 0]
        return out

    def _values(self, enemies: list[int]) -> Array:
        return np.array([[self.table.pieces[n].profile.value] for n in enemies], dtype=float)

    @cached_property
    def _targets(self) -> dict[str, Array]:
        """What each roll deals, and its chance to slay, by the remaining hits of any target."""
        most = max(self.table.power)
        return {name: self._of_rolls(name, most) for name in ("deals", "slays")}


def best(can: Array, sums: Array) -> Array:
    """Return which of the rows that can be chosen are best, for each column."""
    able = np.where(can, sums, -np.inf)
    found: Array = can & (able > able.max(axis=0) - SAME)
    return found
