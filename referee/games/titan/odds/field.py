"""The pieces of many battles at once: where they stand, their hits, who has left, and the battles that are over.

Every lane is one battle, a column of the arrays; pieces are rows, in the order of the table.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..battle.pieces import ATTACKER, DEFENDER
from ..battle.pieces import OFF as NOWHERE
from .masks import Array, parts
from .table import Table

# when the attacker may summon, in this order (LoT 15.0)
SUMMONS = ("closed", "due", "open", "past")
CLOSED, DUE, OPEN, PAST = range(4)


class Ended(NamedTuple):
    """How lanes ended: who is not there and who has joined (masks of pieces), the round, and whether by time loss."""

    lanes: Array
    gone: Array
    came: Array
    round: int
    time_loss: bool


class Field:
    """The pieces of so many battles from the same start, of which those that are over have `ended`.

    `on` and `living` are the hexes of each side with its pieces, and with those not slain; `at` has the piece on each
    hex. `gone` are the pieces that are not there, `came` the newcomers that have joined, and `there` those in any lane.
    """

    def __init__(self, table: Table, number: int) -> None:
        self.table = table
        pieces, fight = table.pieces, table.fight
        self.lanes = np.arange(number)
        self.hex = np.empty((len(pieces), number), dtype=np.int64)
        self.hits = np.empty((len(pieces), number), dtype=np.int16)
        for row, piece in enumerate(pieces):
            self.hex[row] = table.off if piece.hex == NOWHERE else piece.hex
            self.hits[row] = piece.hits
        # newcomers are gone until they come
        self.gone = np.full(number, sum(1 << n for n in range(table.begun, len(pieces))), dtype=np.uint32)
        self.came = np.zeros(number, dtype=np.uint32)
        self.summons = np.full(number, SUMMONS.index(table.position.summons), dtype=np.int8)
        self.there = set(range(table.begun))
        self.on = np.empty((2, number), dtype=np.uint32)
        self.living = np.empty((2, number), dtype=np.uint32)
        for side in (ATTACKER, DEFENDER):
            self.on[side] = fight.on[side]
            self.living[side] = sum(1 << p.hex for p in fight.living(side) if p.hex != NOWHERE)
        self.at = np.zeros((number, table.width), dtype=np.int8)
        for row, piece in enumerate(pieces):
            if piece.hex != NOWHERE:
                self.at[:, piece.hex] = row
        self.base = np.arange(number) * table.width
        self.ended: list[Ended] = []
        self.of = [[n for n, side in enumerate(table.side) if side == own] for own in (ATTACKER, DEFENDER)]
        self.members = [np.uint32(sum(1 << n for n in self.of[side])) for side in (ATTACKER, DEFENDER)]
        vital = [n for n, piece in enumerate(pieces) if piece.profile.vital]
        self.power = np.array(table.power, dtype=np.int16)
        self.vital = np.uint32(sum(1 << n for n in vital))

    def remaining(self, pieces: list[int], lanes: Array) -> Array:
        """Return the hits that pieces can still take, with a row for each."""
        rows = np.array(pieces)[:, None]
        found: Array = np.subtract(self.power[rows], self.hits[rows, lanes])
        return found

    def occupied(self, lanes: Array) -> Array:
        """Return the occupied hexes of some lanes."""
        found: Array = self.on[0][lanes] | self.on[1][lanes]
        return found

    def fall(self, piece: int, lanes: Array) -> None:
        """Note that a piece is slain in some lanes; it stays until the phase ends."""
        if len(lanes):
            self.living[self.table.side[piece]][lanes] &= ~self.table.bit[self.hex[piece][lanes]]

    def take(self, enemy: Array, lanes: Array, hits: Array) -> Array:
        """Score hits, at most until the enemy of each lane is slain; return how many it took."""
        table = self.table
        flat = enemy.astype(np.intp) * self.hits.shape[1] + lanes
        taken = self.hits.reshape(-1)
        was, power = taken[flat], self.power[enemy]
        now = np.minimum(was + hits, power)
        taken[flat] = now
        slain = np.flatnonzero(now == power)
        if len(slain):
            # all enemies of a piece are of one side
            side = table.side[int(enemy[0])]
            self.living[side][lanes[slain]] &= ~table.bit[self.hex.reshape(-1)[flat[slain]]]
        found: Array = now - was
        return found

    def decided(self) -> Array:
        """Return the lanes in which a Titan has fallen, or nobody is left of a legion (LoT 12.6, 19.3)."""
        over: Array = (self.gone & self.vital) != 0
        for members in self.members:
            over |= (self.gone & members) == members
        return over

    def end(self, over: Array, round_: int, time_loss: bool = False) -> None:
        """Take the lanes that are over out."""
        if not over.any():
            return
        self.ended.append(Ended(self.lanes[over], self.gone[over], self.came[over], round_, time_loss))
        left = ~over
        self.lanes, self.gone, self.came = self.lanes[left], self.gone[left], self.came[left]
        self.summons = self.summons[left]
        self.hex, self.hits = np.ascontiguousarray(self.hex[:, left]), np.ascontiguousarray(self.hits[:, left])
        self.on, self.living = np.ascontiguousarray(self.on[:, left]), np.ascontiguousarray(self.living[:, left])
        self.at = np.ascontiguousarray(self.at[left])
        self.base = self.base[: len(self.lanes)]

    def from_hex(self, piece: int, where: Array, occupied: Array) -> Array:
        """Return the sets of hexes, as masks, where a piece on the map may end its move."""
        mover = self.table.movers[piece]
        if mover.lands is not None:
            found: Array = mover.lands[where] & ~occupied
            return found
        assert mover.walk is not None
        free = ~occupied
        reached: dict[int, Array] = {}
        for cost in mover.walk.costs:
            if cost <= mover.allowance:
                reached[cost] = mover.walk.near[cost][where] & free
        return self._walk(piece, reached, free)

    def from_outside(self, piece: int, occupied: Array) -> Array:
        """Return the sets of hexes where a piece off the map may end its entry."""
        mover = self.table.movers[piece]
        if mover.walk is None:
            found: Array = np.uint32(mover.enters) & ~occupied
            return found
        free = ~occupied
        return self._walk(piece, {cost: np.uint32(mask) & free for cost, mask in mover.begins}, free)

    def set_up(self, occupied: Array) -> Array:
        """Return the sets of hexes where a piece off the map may be set up."""
        found: Array = np.uint32(self.table.board.deploy) & ~occupied
        return found

    def _walk(self, piece: int, reached: dict[int, Array], free: Array) -> Array:
        """Spread on foot over the free hexes, the cheapest first."""
        mover = self.table.movers[piece]
        walk = mover.walk
        assert walk is not None
        seen: Array = np.zeros(len(free), dtype=np.uint32)
        for spent in range(min(reached, default=0), mover.allowance + 1):
            fresh = reached.get(spent)
            if fresh is None:
                continue
            fresh = fresh & ~seen
            seen |= fresh
            costs = [cost for cost in walk.costs if spent + cost <= mover.allowance]
            if not costs:
                continue
            low, high = parts(fresh)
            for cost in costs:
                found = (walk.low[cost][low] | walk.high[cost][high]) & free
                known = reached.get(spent + cost)
                reached[spent + cost] = found if known is None else known | found
        return seen
