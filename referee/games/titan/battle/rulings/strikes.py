"""Strikes: dice, strike-number, and carry-over of surplus hits (LoT 12)."""

from __future__ import annotations

from functools import cache
from math import comb

import msgspec

from referee.core.game.orders import Objection
from referee.core.rules import modifiers
from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.modifiers import Fact

from ...rules import Profile
from ...tables import TitanRow
from ..board import Board, rows_for

HIGHEST = 6


class StrikeRuling(msgspec.Struct, frozen=True):
    """The dice and strike-number of one strike; the same characters across the same hazards share one.

    `gains` names what striking down a hexside gains; `forgone_dice` and `forgone_number` hold without it. `up` are the
    hazards whose hexsides the strike crosses upwards.
    """

    dice: int
    number: int
    ledgers: tuple[Ledger, ...]
    forgone_dice: int
    forgone_number: int
    gains: frozenset[str]
    up: frozenset[str]


def strike_of(board: Board, striker: Profile, source: int, target: Profile, at: int) -> StrikeRuling:
    """Return the ruling on a strike between two hexes in contact (LoT 12.0, 12.2, 12.7)."""
    key = ("strike", striker.number, target.number, board.along((source, at)))
    return board.rules.remember(key, lambda: _rule(board, striker, source, target, at))


def _rule(board: Board, striker: Profile, source: int, target: Profile, at: int) -> StrikeRuling:
    rows: list[TitanRow] = []
    gains: set[str] = set()
    facts: dict[str, Fact] = {"roll": "strike", "unhindered": striker.unhindered}
    for where, h in (("striker", source), ("target", at)):
        for hazard in board.hazards[h]:
            facts |= {"at": where, "striker": striker.native(hazard), "target": target.native(hazard)}
            rows += rows_for(board, hazard, "modifiers", facts)
    facts.pop("at", None)
    crossings = board.crossings.get((source, at), ())
    for hazard, crossing in crossings:
        facts |= {"crossing": crossing, "striker": striker.native(hazard), "target": target.native(hazard)}
        for row in rows_for(board, hazard, "modifiers", facts):
            rows.append(row)
            if row.forgo:
                gains.add(f"{hazard} {row.why}")
    cite = board.rules.cite
    grown = cite("titan_power") if striker.grows else ()
    power = Entry("add", striker.power, f"Power-factor of {striker.named}", (*cite("dice"), *grown))
    dice = Ledger("dice", [power, *modifiers.entries(rows, facts, "dice")])
    number, ledgers = number_ledgers(board, striker, target, rows)
    kept = [row for row in rows if not row.forgo]
    forgone_dice = power.value + sum(row.dice or 0 for row in kept)
    forgone_number = number_ledgers(board, striker, target, kept)[0].total if gains else number.total
    up = frozenset(hazard for hazard, crossing in crossings if crossing == "up")
    return StrikeRuling(
        dice.total,
        number.total,
        (dice, *ledgers),
        forgone_dice,
        forgone_number,
        frozenset(gains),
        up,
    )


def number_ledgers(
    board: Board, striker: Profile, target: Profile, rows: list[TitanRow]
) -> tuple[Ledger, tuple[Ledger, ...]]:
    """Return the ledger of the strike-number, and all ledgers that lead to it (LoT 12.7)."""
    rules = board.rules
    chart = rules.combat.strike_chart
    skill = Ledger(
        "skill",
        [
            Entry("add", striker.skill, f"Skill-factor of {striker.named}", rules.cite("skill")),
            *modifiers.entries(rows, {}, "skill"),
        ],
    )
    why = f"Skill-factor {skill.total} against {target.skill}"
    entries = [
        Entry("add", chart.number(skill.total, target.skill), why, (chart.cite,)),
        *modifiers.entries(rows, {}, "number"),
    ]
    raw = Ledger("", entries).total
    outside = target.skill - skill.total
    if not chart.lowest < outside < chart.lowest + len(chart.numbers) or not 1 < raw <= HIGHEST:
        rules.note(("strike_chart_edges",))
    edges = rules.options["strike_chart_edges"]
    if edges == "two_to_six":
        entries.append(Entry("at_least", 2, "a 1 always misses", rules.cite("chart_edges")))
    over = Ledger("", entries).total > HIGHEST
    if over and edges != "above_six_misses":
        entries.append(Entry("at_most", HIGHEST, "a 6 can always hit", rules.cite("chart_edges")))
    number = Ledger("strike-number", entries)
    return number, ((skill, number) if len(skill.entries) > 1 else (number,))


def declared_ledgers(board: Board, strike: StrikeRuling, dice: int, number: int, forgone: bool) -> list[Ledger]:
    """Return the ledgers of a strike, with what the player declared as the last entry (LoT 12.4, 12.5)."""
    cite = board.rules.cite
    out = []
    for ledger in strike.ledgers:
        if forgone and ledger.quantity == "dice" and dice != ledger.total:
            ledger = ledger.plus(Entry("set", dice, "the gain is forgone", cite("benefit")))
        if ledger.quantity == "strike-number":
            if forgone and strike.forgone_number != ledger.total:
                ledger = ledger.plus(Entry("set", strike.forgone_number, "the gain is forgone", cite("benefit")))
            if number != ledger.total:
                ledger = ledger.plus(Entry("set", number, "declared before the roll", cite("higher_number")))
        out.append(ledger)
    return out


class Carry:
    """Another enemy in contact with the striker, and the dice and number of a strike at it (LoT 12.4, 12.5)."""

    __slots__ = ("barred", "bars", "dice", "id", "number", "other")

    def __init__(
        self, board: Board, first: StrikeRuling, ident: str, other: StrikeRuling, source: int, at: int
    ) -> None:
        self.id = ident
        self.other = other
        self.dice = other.dice
        self.number = other.number
        self.barred = [
            row
            for hazard, crossing in board.crossings.get((source, at), ())
            for row in _carry_rows(board, hazard, crossing, hazard in first.up)
            if row.forbid
        ]
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


def _carry_rows(board: Board, hazard: str, crossing: str, went_up: bool) -> list[TitanRow]:
    facts: dict[str, Fact] = {"crossing": crossing, "strike_crossing": "up" if went_up else "none"}
    rows = board.rules.hazards.hazards[hazard].carry
    return list(board.rules.ruled(rows.values(), facts))


class DeclaredStrike(msgspec.Struct, frozen=True):
    """A strike that may be declared; `carry` lists the enemies that may take its surplus hits."""

    dice: int
    number: int
    forgone: bool
    carry: tuple[str, ...]

    def kill(self, remaining: int) -> float:
        """Return the chance, 0 to 1, to slay a target that can still take `remaining` hits."""
        return at_least(self.dice, self.number, remaining)

    def surplus(self, remaining: int) -> float:
        """Return the chance, 0 to 1, that a hit is left to carry over."""
        return at_least(self.dice, self.number, remaining + 1) if self.carry else 0.0


def declarable(board: Board, strike: StrikeRuling, others: list[Carry], remaining: int) -> list[DeclaredStrike]:
    """Return the plain strike, then each weaker one that allows a carry-over no stronger one does (LoT 12.4, 12.5)."""
    plain = declared_strike(board, strike, others, remaining, strike.number, False)
    if not others:
        return [plain]
    possible = [plain]
    for forgone in (False, True) if strike.gains else (False,):
        lowest = strike.forgone_number if forgone else strike.number + 1
        possible += [declared_strike(board, strike, others, remaining, n, forgone) for n in range(lowest, HIGHEST + 1)]
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
    if dice <= remaining:
        return DeclaredStrike(dice, number, forgone, ())
    carry = tuple(other.id for other in others if not other.objections(board, dice, number, forgone))
    return DeclaredStrike(dice, number, forgone, carry)


@cache
def at_least(dice: int, number: int, hits: int) -> float:
    """Return the chance, 0 to 1, of at least `hits` hits with `dice` dice at a strike-number."""
    if hits <= 0:
        return 1.0
    if hits > dice or number > HIGHEST:
        return 0.0
    good = HIGHEST + 1 - max(number, 1)
    ways = sum(comb(dice, k) * good**k * (HIGHEST - good) ** (dice - k) for k in range(hits, dice + 1))
    return float(ways / HIGHEST**dice)


def expected(dice: int, number: int) -> float:
    """Return the mean number of hits of so many dice at a strike-number."""
    return dice * max(HIGHEST + 1 - max(number, 1), 0) / HIGHEST
