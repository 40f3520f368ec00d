"""Battles played out thousands at once, in lanes of numpy arrays, by the tables of one battle.

Every lane is one battle; all are in the same phase. No number here is a rule: what a step does is read from the tables,
what a policy wants from `wants`, and the order of phases is that of `battle.phases`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..battle.pieces import ATTACKER, DEFENDER
from ..battle.pieces import OFF as NOWHERE
from .policies import RANDOM, policies
from .table import GUIDE, PART, UNSURE, Table
from .wants import Wants

Array = NDArray[Any]

_LOW = np.uint32((1 << PART) - 1)
_SHIFT = np.uint32(PART)


def _selection() -> tuple[Array, Array]:
    """Return how many bits each half of a mask has, and the place of each of its bits in turn."""
    size = 1 << PART
    counts = np.bitwise_count(np.arange(size, dtype=np.uint32)).astype(np.int64)
    places = np.zeros((size, PART), dtype=np.uint8)
    masks = np.arange(size)
    rank = np.zeros(size, dtype=np.int64)
    for place in range(PART):
        has = (masks >> place & 1).astype(bool)
        places[masks[has], rank[has]] = place
        rank[has] += 1
    return counts, places.reshape(-1)


_COUNTS, _PLACES = _selection()


class Choice(NamedTuple):
    """What pieces did in some lanes, for a record: a move to hexes, or hits on enemies."""

    kind: str
    piece: int
    lanes: Array
    where: Array
    hits: Array | None = None


class Ended(NamedTuple):
    """How lanes ended: who has left (a mask of pieces), the round, and whether by time loss."""

    lanes: Array
    gone: Array
    round: int
    time_loss: bool


class Lanes:
    """So many battles from the same start, and how those that are over have ended."""

    def __init__(
        self,
        table: Table,
        number: int,
        chance: np.random.Generator,
        record: bool = False,
        wants: tuple[Wants, Wants] | None = None,
    ) -> None:
        """Begin them; with `record`, the choices of every phase are kept in `record`.

        `wants` are those of attacker and defender; both play by `random` if there are none.
        """
        self.table = table
        self.wants = wants or (Wants(table, policies()[RANDOM]),) * 2
        self.chance = chance
        self.number = number
        pieces, fight = table.pieces, table.fight
        self.lanes = np.arange(number)
        self.hex = np.empty((len(pieces), number), dtype=np.int64)
        self.hits = np.empty((len(pieces), number), dtype=np.int16)
        for row, piece in enumerate(pieces):
            self.hex[row] = table.off if piece.hex == NOWHERE else piece.hex
            self.hits[row] = piece.hits
        self.gone = np.zeros(number, dtype=np.uint32)
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
        self.record: list[tuple[tuple[int, int, str], list[Choice]]] | None = [] if record else None
        self.of = [[n for n, side in enumerate(table.side) if side == own] for own in (ATTACKER, DEFENDER)]
        self.members = [np.uint32(sum(1 << n for n in self.of[side])) for side in (ATTACKER, DEFENDER)]
        vital = [n for n, piece in enumerate(pieces) if piece.profile.vital]
        self.power = np.array(table.power, dtype=np.int16)
        self.vital = np.uint32(sum(1 << n for n in vital))

    # phases

    def play(self) -> list[Ended]:
        """Play every battle to its end; return how they ended."""
        fight = self.table.fight
        round_, active = fight.round, fight.active
        if fight.striking_phase:
            done = {n for n, piece in enumerate(self.table.pieces) if piece.struck}
            parts = (active, 1 - active) if fight.striking == active else (1 - active,)
            self._strike_phase(round_, active, parts, done)
            round_, active = self._next(round_, active)
        moved = {n for n, piece in enumerate(self.table.pieces) if piece.moved}
        while len(self.lanes):
            self._maneuver(round_, active, moved)
            moved = set()
            if round_ == 1:
                self._leave_outside(round_, active)
            if len(self.lanes):
                self._harm(active)
                self._strike_phase(round_, active, (active, 1 - active), set())
            round_, active = self._next(round_, active)
        return self.ended

    def _next(self, round_: int, active: int) -> tuple[int, int]:
        """Return the next round and side; after the last round the battles left end by time loss (LoT 10.3, 10.5)."""
        if active == DEFENDER:
            return round_, ATTACKER
        if round_ >= self.table.rounds and len(self.lanes):
            self._end(np.ones(len(self.lanes), dtype=bool), round_, time_loss=True)
        return round_ + 1, DEFENDER

    def _note(self, round_: int, active: int, phase: str) -> None:
        if self.record is not None:
            self.record.append(((round_, active, phase), []))

    def _chose(self, kind: str, piece: int, lanes: Array, where: Array, hits: Array | None = None) -> None:
        if self.record is not None:
            self.record[-1][1].append(Choice(kind, piece, self.lanes[lanes], where.copy(), hits))

    # maneuver

    def _maneuver(self, round_: int, active: int, moved: Iterable[int]) -> None:
        self._note(round_, active, "maneuver")
        table, fight = self.table, self.table.fight
        off = table.off
        setting_up = bool(table.board.deploy) and round_ == 1 and active == DEFENDER and fight.deploying
        for piece in self.of[active]:
            if piece in moved:
                continue
            where = self.hex[piece]
            if not setting_up and self.wants[active].moves:
                free = (table.contact[where] & self.on[1 - active]) == 0
                lanes = np.flatnonzero(free & (where < off))
                if len(lanes):
                    self._go(piece, active, lanes, self._reach(piece, where[lanes], self._occupied(lanes)))
            if round_ == 1:
                outside = np.flatnonzero(where == off)
                if len(outside):
                    occupied = self._occupied(outside)
                    mask = np.uint32(table.board.deploy) & ~occupied if setting_up else self._enter(piece, occupied)
                    self._go(piece, active, outside, mask)

    def _remaining(self, pieces: list[int], lanes: Array) -> Array:
        """Return the hits that pieces can still take, with a row for each."""
        rows = np.array(pieces)[:, None]
        found: Array = np.subtract(self.power[rows], self.hits[rows, lanes])
        return found

    def _occupied(self, lanes: Array) -> Array:
        found: Array = self.on[0][lanes] | self.on[1][lanes]
        return found

    def _reach(self, piece: int, where: Array, occupied: Array) -> Array:
        """Return the sets of hexes where a piece on the map may end its move."""
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

    def _enter(self, piece: int, occupied: Array) -> Array:
        """Return the sets of hexes where a piece off the map may end its entry."""
        mover = self.table.movers[piece]
        if mover.walk is None:
            found: Array = np.uint32(mover.enters) & ~occupied
            return found
        free = ~occupied
        return self._walk(piece, {cost: np.uint32(mask) & free for cost, mask in mover.begins}, free)

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
            low, high = (fresh & _LOW).astype(np.intp), (fresh >> _SHIFT).astype(np.intp)
            for cost in costs:
                found = (walk.low[cost][low] | walk.high[cost][high]) & free
                known = reached.get(spent + cost)
                reached[spent + cost] = found if known is None else known | found
        return seen

    def _choose(self, mask: Array) -> tuple[Array, Array, Array]:
        """Return which sets have a hex, a uniformly drawn hex of each of these, and what is left of the draws."""
        low, high = (mask & _LOW).astype(np.intp), (mask >> _SHIFT).astype(np.intp)
        first = _COUNTS[low]
        counts = first + _COUNTS[high]
        some = np.flatnonzero(counts)
        if len(some) < len(mask):
            low, high, first, counts = low[some], high[some], first[some], counts[some]
        drawn = self.chance.random(len(some)) * counts
        rank = drawn.astype(np.intp)
        drawn -= rank
        upper = rank >= first
        half = np.where(upper, high, low)
        rank -= np.where(upper, first, 0)
        return some, _PLACES[half * PART + rank] + np.where(upper, PART, 0), drawn

    def _go(self, piece: int, side: int, lanes: Array, mask: Array) -> None:
        """Move a piece in some lanes to a drawn hex of the best of their sets; it stays where there is none."""
        table, wants = self.table, self.wants[side]
        if wants.maneuver:
            every = list(range(len(table.pieces)))
            left = self._remaining(every, lanes)
            mask = wants.best_hexes(piece, self.hex[piece][lanes], mask, self.hex[:, lanes], left)
        some, target, _ = self._choose(mask)
        if len(some) < len(lanes):
            lanes = lanes[some]
        change = table.bit[self.hex[piece][lanes]] | table.bit[target]
        self.on[side][lanes] ^= change
        self.living[side][lanes] ^= change
        self.hex[piece][lanes] = target
        self.at.reshape(-1)[self.base[lanes] + target] = piece
        self._chose("move", piece, lanes, target)

    def _leave_outside(self, round_: int, active: int) -> None:
        """Remove those who have not entered in the first Maneuver Phase, and end the battles that this decides."""
        lost: Array = np.zeros(len(self.lanes), dtype=bool)
        for piece in self.of[active]:
            outside = (self.hex[piece] == self.table.off) & ((self.gone >> np.uint32(piece) & np.uint32(1)) == 0)
            self.gone[outside] |= np.uint32(1 << piece)
            lost |= outside
        if lost.any():
            self._end(lost & self._decided(), round_)

    # strikes

    def _harm(self, active: int) -> None:
        """Heal and hurt by the ground (LoT 11.7)."""
        table = self.table
        for piece, (healed, done) in table.harm.items():
            place = active * table.width + self.hex[piece]
            was = self.hits[piece]
            now = np.minimum(was - np.minimum(healed[place], was) + done[place], table.power[piece])
            fallen = np.flatnonzero((now >= table.power[piece]) & (was < table.power[piece]))
            self.hits[piece] = now
            self._fall(piece, fallen)

    def _fall(self, piece: int, lanes: Array) -> None:
        """Note that a piece is slain in some lanes; it stays until the phase ends."""
        if len(lanes):
            self.living[self.table.side[piece]][lanes] &= ~self.table.bit[self.hex[piece][lanes]]

    def _strike_phase(self, round_: int, active: int, parts: Iterable[int], struck: set[int]) -> None:
        self._note(round_, active, "strike")
        for side in parts:
            for piece in self.of[side]:
                if piece not in struck:
                    self._strike(piece, side)
                    if side == active and piece in self.table.shots:
                        self._shoot(piece, side)
        self._clear(round_)

    def _strike(self, piece: int, side: int) -> None:
        """Strike one enemy in contact in each lane where there is one."""
        table = self.table
        where = self.hex[piece]
        mask = table.contact[where] & self.living[1 - side]
        lanes = np.flatnonzero(mask)
        if not len(lanes):
            return
        mask = mask[lanes]
        if self.wants[side].strike:
            mask = self._best_to_strike(piece, side, lanes, mask)
        _, target, drawn = self._choose(mask)
        enemy = self.at.reshape(-1)[self.base[lanes] + target]
        index = (where[lanes] * table.width + target) * len(table.pieces) + enemy
        self._score("strike", piece, lanes, enemy, table.strikes[piece][index], drawn)

    def _best_to_strike(self, piece: int, side: int, lanes: Array, mask: Array) -> Array:
        """Return the hexes of the enemies that are best to strike, of the hexes of those in contact."""
        table = self.table
        enemies = table.enemies(piece)
        rows = np.array(enemies)[:, None]
        hexes = self.hex[rows, lanes]
        index = (self.hex[piece][lanes] * table.width + hexes) * len(table.pieces) + rows
        bits = table.bit[hexes]
        can = (bits & mask) != 0
        best = self.wants[side].best_enemies(enemies, can, table.strikes[piece][index], self._remaining(enemies, lanes))
        found: Array = np.where(best, bits, np.uint32(0)).sum(axis=0, dtype=np.uint32)
        return found

    def _score(self, kind: str, piece: int, lanes: Array, enemy: Array, roll: Array, drawn: Array) -> None:
        """Roll, each lane by its own draw, and score the hits."""
        table = self.table
        part = (drawn * GUIDE).astype(np.intp)
        hits = table.guide[roll.astype(np.intp) * GUIDE + part]
        unsure = np.flatnonzero(hits == UNSURE)
        if len(unsure):
            sure = table.cumulative[roll[unsure]] <= drawn[unsure, None]
            hits[unsure] = sure.sum(axis=1)
        self._chose(kind, piece, lanes, enemy, hits)
        flat = enemy.astype(np.intp) * self.hits.shape[1] + lanes
        taken = self.hits.reshape(-1)
        power = self.power[enemy]
        now = np.minimum(taken[flat] + hits, power)
        taken[flat] = now
        slain = np.flatnonzero(now == power)
        if len(slain):
            fallen = lanes[slain]
            side = 1 - table.side[piece]
            self.living[side][fallen] &= ~table.bit[self.hex.reshape(-1)[flat[slain]]]

    def _shoot(self, piece: int, side: int) -> None:
        """Rangestrike one enemy by its best free line in each lane where nobody is in contact and there is one."""
        table = self.table
        where = self.hex[piece]
        apart = (table.contact[where] & self.on[1 - side]) == 0
        lanes = np.flatnonzero(apart & (where < table.off))
        if not len(lanes):
            return
        occupied = self._occupied(lanes)
        start = where[lanes] * table.width
        enemies = table.enemies(piece)
        rolls: Array = np.full((len(enemies), len(lanes)), -1, dtype=np.int16)
        for row, enemy in enumerate(enemies):
            shots = table.shots[piece][enemy]
            place = start + self.hex[enemy][lanes]
            alive = self.hits[enemy][lanes] < table.power[enemy]
            for blockers, line in zip(reversed(shots.blockers), reversed(shots.rolls), strict=True):
                found = line[place]
                free = ((blockers[place] & occupied) == 0) & (found >= 0) & alive
                rolls[row] = np.where(free, found, rolls[row])
        can = rolls >= 0
        if self.wants[side].strike:
            can = self.wants[side].best_enemies(enemies, can, rolls, self._remaining(enemies, lanes))
        counts = can.sum(axis=0)
        some = np.flatnonzero(counts)
        if not len(some):
            return
        drawn = self.chance.random(len(some)) * counts[some]
        rank = drawn.astype(np.intp)
        drawn -= rank
        chosen = (can[:, some].cumsum(axis=0) <= rank).sum(axis=0)
        enemy = np.array(enemies, dtype=np.int8)[chosen]
        self._score("shoot", piece, lanes[some], enemy, rolls[chosen, some], drawn)

    # ends

    def _clear(self, round_: int) -> None:
        """Remove the slain at the end of a Strike Phase, and end the battles that this decides (LoT 12.6)."""
        table = self.table
        any_: Array = np.zeros(len(self.lanes), dtype=bool)
        for piece in range(len(table.pieces)):
            slain = (self.hits[piece] >= table.power[piece]) & (self.hex[piece] < table.off)
            lanes = np.flatnonzero(slain)
            if len(lanes):
                any_ |= slain
                self.gone[lanes] |= np.uint32(1 << piece)
                self.on[table.side[piece]][lanes] &= ~table.bit[self.hex[piece][lanes]]
                self.hex[piece][lanes] = table.off
        if round_ > 1 or any_.any():
            self._end(self._decided(), round_)

    def _decided(self) -> Array:
        """Return the lanes in which a Titan has fallen, or nobody is left of a legion (LoT 12.6, 19.3)."""
        over: Array = (self.gone & self.vital) != 0
        for members in self.members:
            over |= (self.gone & members) == members
        return over

    def _end(self, over: Array, round_: int, time_loss: bool = False) -> None:
        """Take the lanes that are over out."""
        if not over.any():
            return
        self.ended.append(Ended(self.lanes[over], self.gone[over], round_, time_loss))
        left = ~over
        self.lanes, self.gone = self.lanes[left], self.gone[left]
        self.hex, self.hits = np.ascontiguousarray(self.hex[:, left]), np.ascontiguousarray(self.hits[:, left])
        self.on, self.living = np.ascontiguousarray(self.on[:, left]), np.ascontiguousarray(self.living[:, left])
        self.at = np.ascontiguousarray(self.at[left])
        self.base = self.base[: len(self.lanes)]
