"""Carry-over of surplus hits, and what is declared for it before the roll (LoT 12.4, 12.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from referee.core.game.orders import Objection
from referee.core.rules.ledger import Entry, Ledger

from ...profiles import Profile
from ...rows import TitanRow
from ...sections import GivenFacts
from ..board import Board
from .chances import at_least, most_hits
from .rows import further_rows
from .strikes import StrikeRuling


def declared_ledgers(board: Board, strike: StrikeRuling, dice: int, number: int, forgone: bool) -> list[Ledger]:
    """Return the ledgers of a strike, with what the player declared as the last entry (LoT 12.4, 12.5)."""
    cite = board.rules.cite
    out = []
    for one in strike.ledgers:
        if forgone and one.quantity == "dice" and dice != one.total:
            one = one.plus(Entry("set", dice, "the gain is forgone", cite("benefit")))
        if one.quantity == "strike-number":
            if forgone and strike.forgone_number != one.total:
                one = one.plus(Entry("set", strike.forgone_number, "the gain is forgone", cite("benefit")))
            if number != one.total:
                one = one.plus(Entry("set", number, "declared before the roll", cite("higher_number")))
        out.append(one)
    return out


class Carry:
    """Another enemy in contact with the striker, and the dice and number of a strike at it (LoT 12.4, 12.5)."""

    __slots__ = ("barred", "bars", "dice", "id", "number", "other")

    def __init__(self, ident: str, first: StrikeRuling, other: StrikeRuling, barred: Iterable[TitanRow]) -> None:
        self.id = ident
        self.other = other
        self.dice = other.dice
        self.number = other.number
        self.barred = list(barred)
        self.bars = first.gains - other.gains

    def objections(self, board: Board, dice: int, number: int, forgone: bool) -> list[Objection]:
        """Return why a strike with these dice at this number cannot carry over to this enemy."""
        cite = board.rules.cite
        out = [Objection(row.why, row.cites) for row in self.barred]
        if self.number > number:
            out.append(Objection(f"{self.id} needs {self.number}, this strike is made at {number}", cite("carry")))
        if self.dice < dice:
            out.append(
                Objection(f"{self.id} would be struck with {self.dice} dice, this strike has {dice}", cite("benefit"))
            )
        if self.bars and not forgone and not out and board.rules.chosen("carry_benefits", "same_benefit"):
            out.append(Objection(f"the gain of this strike does not apply against {self.id}", cite("benefit_reach")))
        return out


def carry_bars(
    board: Board, people: Mapping[str, Profile], hexes: Mapping[str, int], up: frozenset[str], given: GivenFacts = ()
) -> tuple[TitanRow, ...]:
    """Return the rows that forbid carrying over from one target to another enemy in contact (LoT 12.4, 11.7).

    `people` are the striker, the target and the other by these names, `hexes` where they stand, and `up` the hexsides
    over which the strike went up.
    """
    section = board.rules.sections["carry"]
    if section.on_hexsides_alone:
        crossed = board.sides.get((hexes["striker"], hexes["other"]), ())
        if not [carrier for carrier, _ in crossed if carrier.table.carry]:
            return ()
    kinds = tuple(profile.number for profile in people.values())
    ground = (board.grounds[hexes["striker"], hexes["other"]], board.borne[hexes["target"]])
    key = ("carry bars", kinds, ground, up, given)
    return board.rules.share(key, lambda: _carry_bars(board, people, hexes, up, given))


def _carry_bars(
    board: Board, people: Mapping[str, Profile], hexes: Mapping[str, int], up: frozenset[str], given: GivenFacts
) -> tuple[TitanRow, ...]:
    rules = board.rules
    section = rules.sections["carry"]
    facts = {**section.facts(people), **dict(given)}
    rows: list[TitanRow] = []
    for carrier, crossing in board.sides.get((hexes["striker"], hexes["other"]), ()):
        strike = "up" if carrier.name in up else "none"
        rows += rules.rows_on(section, (carrier,), {**facts, "crossing": crossing, "strike_crossing": strike}, people)
    for role, h in hexes.items():
        rows += rules.rows_on(section, board.borne[h], {**facts, "at": role}, people)
    rows += further_rows(board, section, facts, people)
    return tuple(row for row in rows if row.forbid)


class DeclaredStrike(msgspec.Struct, frozen=True, gc=False):
    """A strike that may be declared; `carry` lists the enemies that may take its surplus hits."""

    dice: int
    number: int
    forgone: bool
    carry: tuple[str, ...]
    faces: int
    changes: tuple[Entry, ...] = ()

    @property
    def most(self) -> int:
        """The most hits that it scores."""
        return most_hits(self.dice, self.number, self.faces, self.changes)

    def kill(self, remaining: int) -> float:
        """Return the chance, 0 to 1, to slay a target that can still take `remaining` hits."""
        return at_least(self.dice, self.number, remaining, self.faces, self.changes)

    def surplus(self, remaining: int) -> float:
        """Return the chance, 0 to 1, that a hit is left to carry over."""
        return self.kill(remaining + 1) if self.carry else 0.0


def declarable(board: Board, strike: StrikeRuling, others: list[Carry], remaining: int) -> list[DeclaredStrike]:
    """Return the plain strike, then each weaker one that allows a carry-over no stronger one does (LoT 12.4, 12.5)."""
    plain = declared_strike(board, strike, others, remaining, strike.number, False)
    if not others:
        return [plain]
    possible = [plain]
    for forgone in (False, True) if strike.gains else (False,):
        lowest = strike.forgone_number if forgone else strike.number + 1
        numbers = range(lowest, board.rules.combat.die.faces + 1)
        possible += [declared_strike(board, strike, others, remaining, n, forgone) for n in numbers]
    worth = [
        one
        for one in possible[1:]
        if one.carry and not any(_no_worse(o, one, possible) for o in possible if o is not one)
    ]
    return [plain, *sorted(worth, key=lambda o: (o.number, -o.dice))]


def _no_worse(one: DeclaredStrike, other: DeclaredStrike, possible: list[DeclaredStrike]) -> bool:
    """Return whether a strike gives all that another gives; of two equal strikes, only the first does."""
    if one.dice < other.dice or one.number > other.number or not set(other.carry) <= set(one.carry):
        return False
    alike = (one.dice, one.number, len(one.carry)) == (other.dice, other.number, len(other.carry))
    return not alike or possible.index(one) < possible.index(other)


def declared_strike(
    board: Board, strike: StrikeRuling, others: list[Carry], remaining: int, number: int, forgone: bool
) -> DeclaredStrike:
    """Return a declared strike, with the enemies that it may carry over to."""
    dice = strike.forgone_dice if forgone else strike.dice
    faces = board.rules.combat.die.faces
    if most_hits(dice, number, faces, strike.changes) <= remaining:
        return DeclaredStrike(dice, number, forgone, (), faces, strike.changes)
    carry = tuple([other.id for other in others if not other.objections(board, dice, number, forgone)])
    return DeclaredStrike(dice, number, forgone, carry, faces, strike.changes)
