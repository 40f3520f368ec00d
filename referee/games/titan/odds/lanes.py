"""Battles played out thousands at once, in lanes of numpy arrays, by the tables of one battle.

Every lane is one battle; all are in the same phase. No number here is a rule: what a step does is read from the tables,
what a policy wants from `wants`, and the order of phases is that of `battle.phases`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from referee.core.game.odds import RANDOM

from ..battle.pieces import ATTACKER, DEFENDER
from .carrying import Blows, Carrying, Faced
from .field import DUE, OPEN, PAST, Ended, Field
from .masks import Array, choose, pick
from .policies import policies
from .table import GUIDE, UNSURE, Table
from .wants import Wants, best


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


class Lanes(Field):
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
        super().__init__(table, number)
        self.wants = wants or (Wants(table, policies()[RANDOM]),) * 2
        self.chance = chance
        self.record: list[tuple[tuple[int, int, str], list[Choice]]] | None = [] if record else None

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
            self.summons[self.summons == DUE] = OPEN
            return round_, ATTACKER
        if round_ >= self.table.rounds and len(self.lanes):
            self.end(np.ones(len(self.lanes), dtype=bool), round_, time_loss=True)
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
        for piece in self._present(active):
            if piece in moved:
                continue
            where = self.hex[piece]
            if not setting_up and self.wants[active].moves:
                free = (table.contact[where] & self.on[1 - active]) == 0
                lanes = np.flatnonzero(free & (where < off))
                if len(lanes):
                    self._go(piece, active, lanes, self.from_hex(piece, where[lanes], self.occupied(lanes)))
            if round_ == 1 and piece < table.begun:
                outside = np.flatnonzero(where == off)
                if len(outside):
                    others = self.occupied(outside)
                    mask = self.set_up(others) if setting_up else self.from_outside(piece, others)
                    self._go(piece, active, outside, mask)
        if table.newcomers[active]:
            self._bring(round_, active)

    def _present(self, side: int) -> list[int]:
        """Return the pieces of a side that are in the battle in some lane."""
        return [piece for piece in self.of[side] if piece in self.there]

    def _bring(self, round_: int, active: int) -> None:
        """Muster or summon the best who can enter, in the lanes where the rules let one come (LoT 14.0, 15.0)."""
        table = self.table
        if active == DEFENDER:
            may = np.full(len(self.lanes), round_ == table.reinforcement_round)
        else:
            may = self.summons == OPEN
        lanes = np.flatnonzero(may & (np.bitwise_count(~self.gone & self.members[active]) < table.legion_most))
        for piece in table.newcomers[active]:
            if len(lanes):
                mask = self.from_outside(piece, self.occupied(lanes))
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

    def _go(self, piece: int, side: int, lanes: Array, mask: Array) -> None:
        """Move a piece in some lanes to a drawn hex of the best of their sets; it stays where there is none."""
        table, wants = self.table, self.wants[side]
        if wants.maneuver:
            every = list(range(len(table.pieces)))
            left = self.remaining(every, lanes)
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
            self.end(lost & self.decided(), round_)

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
            self.fall(piece, fallen)

    def _strike_phase(self, round_: int, active: int, parts: Iterable[int], struck: set[int]) -> None:
        self._note(round_, active, "strike")
        for side in parts:
            for piece in self._present(side):
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
        if wants.strike:
            self._weigh(piece, wants, lanes, mask[lanes])
            return
        _, target, drawn = choose(mask[lanes], self.chance)
        enemy = self.at.reshape(-1)[self.base[lanes] + target]
        index = (where[lanes] * table.width + target) * len(table.pieces) + enemy
        roll = table.strikes[piece][index]
        if wants.carrying is None:
            self._score("strike", piece, lanes, enemy, roll, drawn)
        else:
            self._spill(piece, wants.carrying, lanes, mask[lanes], enemy, roll, drawn)

    def _spill(
        self, piece: int, carrying: Carrying, lanes: Array, mask: Array, enemy: Array, roll: Array, drawn: Array
    ) -> None:
        """Strike plainly; where hits are left, have others take them."""
        table = self.table
        hits = self._rolled(roll, drawn)
        left = hits - self.take(enemy, lanes, hits)
        over = np.flatnonzero((left > 0) & (mask != table.bit[self.hex[enemy, lanes]]))
        takers: Array = np.full((0, len(lanes)), -1, dtype=np.int64)
        if len(over):
            faced = self._faced(piece, carrying, lanes[over], mask[over])
            rows = np.array(table.enemies(piece))
            found = carrying.takers(piece, faced, np.searchsorted(rows, enemy[over]))
            takers = np.full((len(found), len(lanes)), -1, dtype=np.int64)
            takers[:, over] = np.where(found < 0, -1, rows[found])
        self._chose("strike", piece, lanes, enemy, hits, roll, np.zeros(len(lanes), dtype=bool), takers)
        self._give(takers, lanes, left)

    def _weigh(self, piece: int, wants: Wants, lanes: Array, mask: Array) -> None:
        """Strike the enemy that is best to strike, of those on the hexes in contact."""
        enemies = self.table.enemies(piece)
        faced = self._faced(piece, wants.carrying, lanes, mask)
        sums = wants.of_enemies(enemies, faced.rolls, faced.remaining)
        blows = wants.carrying.declare(piece, faced) if wants.carrying is not None else None
        if blows is not None:
            sums[blows.enemy, blows.lane] = wants.of_blows(enemies, blows)
        _, chosen, drawn = pick(best(faced.can, sums), self.chance)
        enemy = np.array(enemies, dtype=np.int8)[chosen]
        roll = faced.rolls[chosen, np.arange(len(lanes))]
        if blows is None:
            self._score("strike", piece, lanes, enemy, roll, drawn)
        else:
            self._carry_over(piece, lanes, enemies, chosen, roll, drawn, blows)

    def _faced(self, piece: int, carrying: Carrying | None, lanes: Array, mask: Array) -> Faced:
        """Return the strikes that a piece may make at the enemies on the hexes of sets."""
        table = self.table
        enemies = table.enemies(piece)
        rows = np.array(enemies)[:, None]
        hexes = self.hex[rows, lanes]
        between = self.hex[piece][lanes] * table.width + hexes
        can = (table.bit[hexes] & mask) != 0
        rolls = table.strikes[piece][between * len(table.pieces) + rows]
        ground = between if carrying is None else carrying.ground[between]
        return Faced(can, rolls, self.remaining(enemies, lanes), hexes, ground)

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
        self._give(takers, lanes, hits - self.take(rows[chosen], lanes, hits))

    def _give(self, takers: Array, lanes: Array, left: Array) -> None:
        """Have others take the surplus hits in turn."""
        for taker in takers:
            over = np.flatnonzero((left > 0) & (taker >= 0))
            if len(over):
                left[over] -= self.take(taker[over], lanes[over], left[over])

    def _score(self, kind: str, piece: int, lanes: Array, enemy: Array, roll: Array, drawn: Array) -> None:
        """Roll, each lane by its own draw, and score the hits."""
        hits = self._rolled(roll, drawn)
        self._chose(kind, piece, lanes, enemy, hits, roll)
        self.take(enemy, lanes, hits)

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

    def _shoot(self, piece: int, side: int) -> None:
        """Rangestrike one enemy by its best free line in each lane where nobody is in contact and there is one."""
        table = self.table
        where = self.hex[piece]
        apart = (table.contact[where] & self.on[1 - side]) == 0
        lanes = np.flatnonzero(apart & (where < table.off))
        if not len(lanes):
            return
        occupied = self.occupied(lanes)
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
            can = best(can, wants.of_enemies(enemies, rolls, self.remaining(enemies, lanes)))
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
            self.end(self.decided(), round_)
