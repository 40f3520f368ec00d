"""What may be declared with a strike before the roll, as `legal` lists it (LoT 12.4, 12.5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

import msgspec

from ..pieces import Piece
from ..position import BattlePosition
from .chances import most_hits
from .judge import carries


class Declaration(msgspec.Struct, frozen=True):
    """Strikes at one target with the same dice, whose surplus hits may go to the same enemies.

    `numbers` are the strike-numbers, ascending, of which the first is `declared` if it is higher than needed. `carry`
    holds the ids of those who may take surplus hits, at most `surplus` in all: none where the target can take all dice.
    """

    dice: int
    numbers: tuple[int, ...]
    declared: bool
    forgo: bool
    carry: tuple[str, ...]
    surplus: int


def declarations(position: BattlePosition, striker: Piece, target: Piece) -> Iterator[Declaration]:
    """Yield what may be declared with a strike in contact: first with its gain, then, where it has one, without."""
    fight = position.fight
    ruling = fight.strike(striker, target)
    others = carries(fight, striker, target)[0] if len(fight.enemies_beside(striker)) > 1 else []
    for forgo in (False, True) if ruling.gains else (False,):
        dice = ruling.forgone_dice if forgo else ruling.dice
        least = ruling.forgone_number if forgo else ruling.number
        highest = position.rules.combat.die.faces
        if position.rules.chosen("higher_number", "to_carry"):
            highest = min(highest, max((other.number for other in others), default=least))
        surplus = max(most_hits(dice, least, position.rules.combat.die.faces, ruling.changes) - target.remaining, 0)
        takers = others if surplus else []
        grid = [
            (number, tuple(one.id for one in takers if not one.objections(fight.board, dice, number, forgo)))
            for number in (least, *range(max(least + 1, 1), highest + 1))
        ]
        for carry, same in groupby(grid, itemgetter(1)):
            numbers = tuple(number for number, _ in same)
            yield Declaration(dice, numbers, numbers[0] > least, forgo, carry, surplus)
