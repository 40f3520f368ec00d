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
from .carrying import Blows, Faced
from .masks import choose, pick
from .policies import RANDOM, policies
from .reaches import Reaches
from .table import GUIDE, UNSURE, Table
from .wants import Wants, best

Array = NDArray[Any]

# when the attacker may summon, in this order (LoT 15.0)
SUMMONS = ("closed", "due", "open", "past")
CLOSED, DUE, OPEN, PAST = range(4)


class Choice(NamedTuple):
    """What pieces did in some lanes, for a record: a move to hexes, or hits on enemies with a roll.

    Of a strike, `forgone` says whether its gain is, and `takers` are those who take surplus hits in turn, else -1.
    """

    kind: str
    piece: int
    lanes: Array
    where: Array
    hits: Array | None = None
    roll: Array | None = None
    forgone: Array | None = None
    takers: Array | None = None


class Ended(NamedTuple):
    """How lanes ended: who is not there and who has joined (masks of pieces), the round, and whether by time loss."""

    lanes: Array
    gone: Array
    came: Array
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
        self.reaches = Reaches(table)
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

    def _chose(self, kind: str, piece: int, lanes: Array, where: Array, *rolled: Array) -> None:
        if self.record is not None:
            self.record[-1][1].append(Choice(kind, piece, self.lanes[lanes], where.copy(), *rolled))

    # maneuver

    def _maneuver(self, round_: int, active: int, moved: Iterable[int]) -> None:
        self._note(round_, active, "maneuver")
        table, fight = self.table, self.table.fight
        off = table.off
        setting_up = bool(table.board.deploy) and round_ == 1 and active == DEFENDER and fight.deploying
        for piece in self._of(active):
            if piece in moved:
                continue
            where = self.hex[piece]
            if not setting_up and self.wants[active].moves:
                free = (table.contact[where] & self.on[1 - active]) == 0
                lanes = np.flatnonzero(free & (where < off))
                if len(lanes):
                    self._go(piece, active, lanes, self.reaches.from_hex(piece, where[lanes], self._occupied(lanes)))
            if round_ == 1 and piece < table.begun:
                outside = np.flatnonzero(where == off)
                if len(outside):
                    occupied = self._occupied(outside)
                    mask = (
                        np.uint32(table.board.deploy) & ~occupied
                        if setting_up
                        else self.reaches.from_outside(piece, occupied)
                    )
                    self._go(piece, active, outside, mask)
        if table.newcomers[active]:
            self._bring(round_, active)

    def _of(self, side: int) -> list[int]:
        """Return the pieces of a side that are in the battle in some lane."""
        return [piece for piece in self.of[side] if piece in self.there]

    def _bring(self, round_: int, active: int) -> None:
        """Muster or summon the best who can enter, in the lanes where the rules let one come (LoT 14.0, 15.0)."""
        table = self.table
        if active == DEFENDER:
            may = np.full(len(self.lanes), round_ == table.reinforcement_round)
        else:
            self.summons[self.summons == DUE] = OPEN
            may = self.summons == OPEN
        lanes = np.flatnonzero(may & (np.bitwise_count(~self.gone & self.members[active]) < table.legion_most))
        for piece in table.newcomers[active]:
            if len(lanes):
                mask = self.reaches.from_outside(piece, self._occupied(lanes))
                can = (mask != 0) & self._qualified(piece, lanes)
                self._come(piece, active, lanes[can], mask[can])
                lanes = lanes[~can]
        if active == ATTACKER:
            self.summons[self.summons == OPEN] = PAST

    def _qualified(self, piece: int, lanes: Array) -> Array:
        """Return in which lanes the living let a newcomer join."""
        found: Array = np.ones(len(lanes), dtype=bool)
        if piece in self.table.mustered:
            able = self.table.mustered[piece]
            living = np.zeros(len(lanes), dtype=np.intp)
            for place, defender in enumerate(self.table.defenders if len(able) > 1 else ()):
                living |= ((~self.gone[lanes] >> np.uint32(defender)) & np.uint32(1)).astype(np.intp) << place
            found = able[living]
        return found

    def _come(self, piece: int, side: int, lanes: Array, mask: Array) -> None:
        """Have a newcomer enter in some lanes."""
        if len(lanes):
            self.there.add(piece)
            self.gone[lanes] &= np.uint32(~(1 << piece) & 0xFFFFFFFF)
            self.came[lanes] |= np.uint32(1 << piece)
            self._go(piece, side, lanes, mask)

    def _remaining(self, pieces: list[int], lanes: Array) -> Array:
        """Return the hits that pieces can still take, with a row for each."""
        rows = np.array(pieces)[:, None]
        found: Array = np.subtract(self.power[rows], self.hits[rows, lanes])
        return found

    def _occupied(self, lanes: Array) -> Array:
        found: Array = self.on[0][lanes] | self.on[1][lanes]
        return found

    def _go(self, piece: int, side: int, lanes: Array, mask: Array) -> None:
        """Move a piece in some lanes to a drawn hex of the best of their sets; it stays where there is none."""
        table, wants = self.table, self.wants[side]
        if wants.maneuver:
            every = list(range(len(table.pieces)))
            left = self._remaining(every, lanes)
            mask = wants.best_hexes(piece, self.hex[piece][lanes], mask, self.hex[:, lanes], left)
        some, target, _ = choose(mask, self.chance)
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
            if active == DEFENDER and self.table.unentered_opens_summons:
                self.summons[lost] = DUE
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
            for piece in self._of(side):
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
        wants = self.wants[side]
        if wants.strike or wants.carrying is not None:
            self._weigh(piece, wants, lanes, mask[lanes])
            return
        _, target, drawn = choose(mask[lanes], self.chance)
        enemy = self.at.reshape(-1)[self.base[lanes] + target]
        index = (where[lanes] * table.width + target) * len(table.pieces) + enemy
        self._score("strike", piece, lanes, enemy, table.strikes[piece][index], drawn)

    def _weigh(self, piece: int, wants: Wants, lanes: Array, mask: Array) -> None:
        """Strike the enemy that is best to strike, of those on the hexes in contact."""
        table = self.table
        enemies = table.enemies(piece)
        rows = np.array(enemies)[:, None]
        hexes = self.hex[rows, lanes]
        between = self.hex[piece][lanes] * table.width + hexes
        can = (table.bit[hexes] & mask) != 0
        rolls = table.strikes[piece][between * len(table.pieces) + rows]
        remaining = self._remaining(enemies, lanes)
        sums = wants.of_enemies(enemies, rolls, remaining)
        blows = None
        if wants.carrying is not None:
            faced = Faced(can, rolls, remaining, hexes, wants.carrying.ground[between])
            blows = wants.carrying.declare(piece, faced)
        if blows is not None:
            sums[blows.enemy, blows.lane] = wants.of_blows(enemies, blows)
        _, chosen, drawn = pick(best(can, sums), self.chance)
        enemy = np.array(enemies, dtype=np.int8)[chosen]
        roll = rolls[chosen, np.arange(len(lanes))]
        if blows is None:
            self._score("strike", piece, lanes, enemy, roll, drawn)
        else:
            self._carry_over(piece, lanes, enemies, chosen, roll, drawn, blows)

    def _carry_over(
        self, piece: int, lanes: Array, enemies: list[int], chosen: Array, roll: Array, drawn: Array, blows: Blows
    ) -> None:
        """Strike as declared, and have others take the surplus hits in turn (LoT 12.4)."""
        rows = np.array(enemies, dtype=np.int8)
        number = np.full((len(enemies), len(lanes)), -1)
        number[blows.enemy, blows.lane] = np.arange(len(blows.enemy))
        number = number[chosen, np.arange(len(lanes))]
        some = np.flatnonzero(number >= 0)
        roll[some] = blows.roll[number[some]]
        takers = np.where(blows.may, rows[blows.takers], -1)[:, number]
        takers[:, number < 0] = -1
        hits = self._rolled(roll, drawn)
        self._chose("strike", piece, lanes, rows[chosen], hits, roll, (number >= 0) & blows.forgone[number], takers)
        left = hits - self._take(rows[chosen], lanes, hits)
        for taker in takers:
            over = np.flatnonzero((left > 0) & (taker >= 0))
            if len(over):
                left[over] -= self._take(taker[over], lanes[over], left[over])

    def _score(self, kind: str, piece: int, lanes: Array, enemy: Array, roll: Array, drawn: Array) -> None:
        """Roll, each lane by its own draw, and score the hits."""
        hits = self._rolled(roll, drawn)
        self._chose(kind, piece, lanes, enemy, hits, roll)
        self._take(enemy, lanes, hits)

    def _rolled(self, roll: Array, drawn: Array) -> Array:
        """Return the hits of rolls, each by its own draw."""
        table = self.table
        part = (drawn * GUIDE).astype(np.intp)
        hits: Array = table.guide[roll.astype(np.intp) * GUIDE + part]
        unsure = np.flatnonzero(hits == UNSURE)
        if len(unsure):
            sure = table.cumulative[roll[unsure]] <= drawn[unsure, None]
            hits[unsure] = sure.sum(axis=1)
        return hits

    def _take(self, enemy: Array, lanes: Array, hits: Array) -> Array:
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
        wants = self.wants[side]
        if wants.strike:
            can = best(can, wants.of_enemies(enemies, rolls, self._remaining(enemies, lanes)))
        some, chosen, drawn = pick(can, self.chance)
        if len(some):
            at = np.array(enemies, dtype=np.int8)[chosen]
            self._score("shoot", piece, lanes[some], at, rolls[chosen, some], drawn)

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
                if table.side[piece] == DEFENDER:
                    self.summons[lanes] = np.maximum(self.summons[lanes], DUE)
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
        self.ended.append(Ended(self.lanes[over], self.gone[over], self.came[over], round_, time_loss))
        left = ~over
        self.lanes, self.gone, self.came = self.lanes[left], self.gone[left], self.came[left]
        self.summons = self.summons[left]
        self.hex, self.hits = np.ascontiguousarray(self.hex[:, left]), np.ascontiguousarray(self.hits[:, left])
        self.on, self.living = np.ascontiguousarray(self.on[:, left]), np.ascontiguousarray(self.living[:, left])
        self.at = np.ascontiguousarray(self.at[left])
        self.base = self.base[: len(self.lanes)]
