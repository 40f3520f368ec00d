"""Strikes with surplus hits, as a policy declares them in many lanes at once (LoT 12.4, 12.5).

They are those that `Chooser` declares for the judge. What may carry over to whom is asked of the judge, for every pair
of enemies and of the ground between them and a striker.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import permutations
from typing import NamedTuple

import numpy as np

from ..battle.board import bits
from ..battle.pieces import Piece
from ..battle.rulings.chances import at_least
from ..battle.rulings.judge import carry_to
from .masks import Array
from .policies import SAME, Policy
from .table import Table


class Faced(NamedTuple):
    """Strikes of one piece at its enemies, an entry for each lane and a row for each enemy.

    `can` says who is in contact and alive, `rolls` with what it is struck, `remaining` how many hits slay it, and
    `ground` is the number of the ground between.
    """

    can: Array
    rolls: Array
    remaining: Array
    hexes: Array
    ground: Array


class Blows(NamedTuple):
    """Strikes from which hits may carry over, each of the piece in a `lane` at an `enemy`, as the policy declares them.

    `takers` are the rows of those who take surplus hits, in turn, each if it `may`.
    """

    enemy: Array
    lane: Array
    worth: Array
    roll: Array
    forgone: Array
    takers: Array
    may: Array


class Carrying:
    """What one policy declares with strikes whose surplus hits may carry over."""

    def __init__(self, table: Table, policy: Policy) -> None:
        """Ask the judge about every striker; the rolls that may be declared are added to those of the table."""
        self.table = table
        self.slays, self.deals = (policy.strike.get(name, 0.0) for name in ("slays", "deals"))
        self.one = table.rules.chosen("carry_targets", "one")
        self.ground, self._meetings = self._grounds()
        self._size = int(self.ground.max(initial=0)) + 1
        self._known: dict[tuple[int, ...], Array] = {}
        self._allowed = [self._allowed_for(striker) for striker in range(len(table.pieces))]
        self.forgone_rolls = [self._forgone_of(striker) for striker in range(len(table.pieces))]
        self._least = min((roll.number for roll in table.rolls), default=0)
        self._declared = self._declarable()
        self._dice = np.array([roll.dice for roll in table.rolls], dtype=np.int64)
        self._number = np.array([roll.number for roll in table.rolls], dtype=np.int64)
        self._tails = self._chances()
        self._means = self._tails[:, 1:].cumsum(axis=1)
        self._means = np.concatenate([np.zeros((len(table.rolls), 1)), self._means], axis=1)

    # what the judge says

    def _grounds(self) -> tuple[Array, dict[tuple[int, int], tuple[int, int, int]]]:
        """Return the number of the ground between hexes in contact, by `hex * width + hex`, and where two of them meet.

        The number is 0 between other hexes. Two numbers meet in a hex with two others beside it over such ground.
        """
        table = self.table
        numbers: dict[int, int] = {}
        ground = np.zeros(table.width * table.width, dtype=np.int64)
        for one, other, along in table.contacts():
            ground[one * table.width + other] = numbers.setdefault(along, len(numbers) + 1)
        meetings: dict[tuple[int, int], tuple[int, int, int]] = {}
        for h in range(table.off):
            for one, other in permutations(bits(table.board.contact[h]), 2):
                key = int(ground[h * table.width + one]), int(ground[h * table.width + other])
                meetings.setdefault(key, (h, one, other))
        return ground, meetings

    def _allowed_for(self, striker: int) -> Array:
        """Return whether hits may carry over, whatever the strike-number, by enemy, other enemy, and place.

        The place is `(forgone * grounds + ground) * grounds + ground of the other`, `forgone` being 0 or 1.
        """
        pieces, enemies = self.table.pieces, self.table.enemies(striker)
        found = np.zeros((len(enemies), len(enemies), 2 * self._size**2), dtype=bool)
        for row, column in permutations(range(len(enemies)), 2):
            three = pieces[striker], pieces[enemies[row]], pieces[enemies[column]]
            key = tuple(piece.profile.number for piece in three)
            if key not in self._known:
                self._known[key] = self._ask(*three)
            found[row, column] = self._known[key]
        return found

    def _ask(self, striker: Piece, target: Piece, other: Piece) -> Array:
        fight = self.table.fight
        found = np.zeros((2, self._size, self._size), dtype=bool)
        for (one, two), hexes in self._meetings.items():
            with _standing((striker, target, other), hexes):
                ruling = fight.strike(striker, target)
                carry = carry_to(fight, striker, target, other, ruling)
            for forgone, dice in enumerate((ruling.dice, ruling.forgone_dice)):
                found[forgone, one, two] = not carry.objections(fight.board, dice, carry.number, bool(forgone))
        return found.reshape(-1)

    def _forgone_of(self, striker: int) -> Array:
        """Return the roll of a strike whose gain is forgone, by enemy and ground, -1 where there is no gain."""
        table, enemies = self.table, self.table.enemies(striker)
        found = np.full((len(enemies), self._size), -1, dtype=np.int64)
        samples = {ground: (h, one) for (ground, _), (h, one, _) in self._meetings.items()}
        for row, enemy in enumerate(enemies):
            pieces = table.pieces[striker], table.pieces[enemy]
            for ground, hexes in samples.items():
                with _standing(pieces, hexes):
                    ruling = table.fight.strike(*pieces)
                if ruling.gains:
                    found[row, ground] = table.roll(ruling.forgone_dice, ruling.forgone_number)
        return found

    def _declarable(self) -> Array:
        """Return the roll of each number of dice at each strike-number from the least one on."""
        table, faces = self.table, self.table.faces
        rolls = list(table.rolls)
        most = max((roll.dice for roll in rolls), default=0)
        found = np.full((most + 1, max(faces - self._least + 1, 1)), -1, dtype=np.int64)
        for dice in {roll.dice for roll in rolls}:
            for number in range(self._least, faces + 1):
                found[dice, number - self._least] = table.roll(dice, number)
        return found

    def _chances(self) -> Array:
        """Return the chance of at least so many hits, by roll and hits; the last column is 0."""
        most = max((roll.dice for roll in self.table.rolls), default=0) + 2
        rows = [
            [at_least(roll.dice, roll.number, hits, self.table.faces) for hits in range(most)]
            for roll in self.table.rolls
        ]
        return np.array(rows, dtype=float).reshape(len(rows), most)

    def lets(self, striker: int, row: int, column: int, forgone: bool, ground: int, beyond: int) -> bool:
        """Return whether hits may carry over from the enemy of a row to that of a column, if the number allows it."""
        return bool(self._allowed[striker][row, column, (forgone * self._size + ground) * self._size + beyond])

    # what the policy declares

    def declare(self, striker: int, faced: Faced) -> Blows | None:
        """Return the strikes of a piece with which hits may carry over, None where there are none."""
        able = faced.can & (faced.can.sum(axis=0) > 1)
        forgone = np.take_along_axis(self.forgone_rolls[striker], faced.ground, axis=1)
        dice = np.maximum(self._dice[faced.rolls], np.where(forgone < 0, 0, self._dice[forgone]))
        enemy, lane = np.nonzero(able & (dice > faced.remaining))
        if not len(enemy):
            return None
        return self._best(_Pairs(self, striker, faced, enemy, lane, forgone[enemy, lane]))

    def takers(self, striker: int, faced: Faced, enemy: Array) -> Array:
        """Return who takes surplus hits of a plain strike at one enemy in each lane: rows in turn, else -1."""
        lanes = np.arange(len(enemy))
        pairs = _Pairs(self, striker, faced, enemy, lanes, np.full(len(enemy), -1))
        may = pairs.takers_at(False, self._number[pairs.roll], lanes)
        return np.where(may, pairs.takers, -1)

    def _best(self, pairs: _Pairs) -> Blows:
        """Return the best declaration of each strike, the plain one if no other is better."""
        roll = pairs.roll.copy()
        may = pairs.takers_at(False, self._number[roll], np.arange(len(roll)))
        worth = self._worth(pairs.remaining, pairs.others, roll, may)
        forgone = np.zeros(len(roll), dtype=bool)
        for number in range(self._least, self.table.faces + 1):
            for gives_up in (False, True):
                rows, rolls = pairs.declaring(number, gives_up)
                if not len(rows):
                    continue
                takes = pairs.takers_at(gives_up, np.full(len(rows), number), rows)
                found = self._worth(pairs.remaining[rows], pairs.others[:, rows], rolls, takes)
                better = (found > worth[rows] + SAME) & takes.any(axis=0)
                chosen = rows[better]
                worth[chosen], roll[chosen], may[:, chosen] = found[better], rolls[better], takes[:, better]
                forgone[chosen] = gives_up
        return Blows(pairs.enemy, pairs.lane, worth, roll, forgone, pairs.takers, may)

    def _worth(self, remaining: Array, others: Array, roll: Array, may: Array) -> Array:
        """Return what strikes are worth: the hits on each who takes some, and the chance to slay it."""
        last = self._tails.shape[1] - 1
        upto = np.minimum(remaining + np.where(may, others, 0).cumsum(axis=0), last)
        found: Array = self.slays * self._tails[roll, np.minimum(remaining, last)]
        found = found + self.slays * np.where(may, self._tails[roll, upto], 0.0).sum(axis=0)
        found += self.deals * self._means[roll, upto[-1]]
        return found


class _Pairs:
    """Strikes of one piece, each in a lane at an enemy, and the others in contact as they would take surplus hits."""

    def __init__(
        self, carrying: Carrying, striker: int, faced: Faced, enemy: Array, lane: Array, forgone: Array
    ) -> None:
        self.carrying, self.enemy, self.lane, self.forgone = carrying, enemy, lane, forgone
        self.roll = faced.rolls[enemy, lane].astype(np.int64)
        self.remaining = faced.remaining[enemy, lane].astype(np.int64)
        here = faced.can[:, lane].copy()
        here[enemy, np.arange(len(enemy))] = False
        most = int(here.sum(axis=0).max())
        left = faced.remaining[:, lane].astype(np.int64)
        # equals by their hexes
        order = np.where(here, left * carrying.table.width + faced.hexes[:, lane], np.iinfo(np.int64).max)
        self.takers = order.argsort(axis=0)[:most]
        self.here = np.take_along_axis(here, self.takers, axis=0)
        self.others = np.take_along_axis(left, self.takers, axis=0)
        rolls = np.take_along_axis(faced.rolls[:, lane], self.takers, axis=0)
        self.needs = carrying._number[rolls]
        size = carrying._size
        ground = np.take_along_axis(faced.ground[:, lane], self.takers, axis=0)
        place = faced.ground[enemy, lane] * size + ground
        allowed = carrying._allowed[striker]
        self.allowed = [allowed[enemy, self.takers, place + half] & self.here for half in (0, size * size)]

    def takers_at(self, gives_up: bool, number: Array, rows: Array) -> Array:
        """Return who takes surplus hits of strikes at a strike-number, with a row for each of `takers`."""
        carrying = self.carrying
        dice = carrying._dice[np.where(gives_up, self.forgone[rows], self.roll[rows])]
        may = self.allowed[gives_up][:, rows] & (self.needs[:, rows] <= number) & (dice > self.remaining[rows])
        found: Array = may & (may.cumsum(axis=0) == 1) if carrying.one else may
        return found

    def declaring(self, number: int, gives_up: bool) -> tuple[Array, Array]:
        """Return which strikes may be declared at a number that lets hits go to one more, and their rolls."""
        carrying = self.carrying
        own = self.forgone if gives_up else self.roll
        needed = ((self.needs == number) & self.allowed[gives_up]).any(axis=0)
        higher = needed & (carrying._number[own] < number)
        if gives_up:
            rows = np.flatnonzero((own >= 0) & (higher | (carrying._number[own] == number)))
        else:
            rows = np.flatnonzero(higher)
        least = carrying._number[own[rows]]
        declared = carrying._declared[carrying._dice[own[rows]], number - carrying._least]
        return rows, np.where(least == number, own[rows], declared)


@contextmanager
def _standing(pieces: Sequence[Piece], hexes: Sequence[int]) -> Iterator[None]:
    """Have pieces stand on hexes for a while."""
    before = [piece.hex for piece in pieces]
    for piece, hex_ in zip(pieces, hexes, strict=True):
        piece.hex = hex_
    yield
    for piece, hex_ in zip(pieces, before, strict=True):
        piece.hex = hex_
