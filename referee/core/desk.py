"""Where an order rolls and writes."""

from __future__ import annotations

from .dice import Dice, Roll, Throw
from .ledger import Ledger
from .trace import Change, Source, Step


class Desk:
    """Where an order rolls and writes.

    At the first reading, `uncertain` holds the pieces whose fate hangs on unrolled dice, `adrift` those of
    which it is not even known where they are, and `beyond` tells that the phase itself hangs on them;
    `spoiled` holds the pieces whose orders are refused, so that what only follows from it is not told as well;
    `promised` holds the names of pieces that an order makes which may not come to be; `supposed` is the face that a
    die is supposed to show.
    """

    def __init__(self, dice: Dice | None) -> None:
        self.dice = dice
        self.steps: list[Step] = []
        self.uncertain: set[str] = set()
        self.adrift: set[str] = set()
        self.beyond = False
        self.spoiled: set[str] = set()
        self.promised: set[str] = set()
        self.supposed: int | None = None
        self.source: Source | None = None

    def copy(self) -> Desk:
        """Return a desk at which the same is uncertain."""
        other = Desk(self.dice)
        other.uncertain, other.adrift, other.spoiled = set(self.uncertain), set(self.adrift), set(self.spoiled)
        other.promised, other.beyond = set(self.promised), self.beyond
        return other

    @property
    def doubts(self) -> tuple[frozenset[str] | bool, ...]:
        """All that is uncertain at this desk, to tell it from another."""
        return (
            frozenset(self.uncertain),
            frozenset(self.adrift),
            frozenset(self.spoiled),
            frozenset(self.promised),
            self.beyond,
        )

    def roll(self, throw: Throw, given: list[int] | None = None, reroll: list[int] | None = None) -> Roll:
        """Roll dice; raises MissingDice and RolledTwice."""
        if self.supposed is not None:
            return Roll(throw.event, throw.by, [self.supposed], "supplied", throw.faces, reroll)
        assert self.dice is not None
        return self.dice.roll(throw, given, reroll, self.source.player if self.source is not None else None)

    def write(
        self,
        what: str,
        *,
        reasons: list[Ledger] | None = None,
        rolled: list[Roll] | None = None,
        changes: list[Change] | None = None,
        notes: list[str] | None = None,
        cites: tuple[str, ...] | list[str] = (),
        seen_by: list[str] | None = None,
        by_referee: bool = False,
    ) -> None:
        """Write one step of the trace; what the referee does of himself answers no order."""
        ledgers = reasons or []
        cited = dict.fromkeys([*cites, *(cite for ledger in ledgers for cite in ledger.cites)])
        self.steps.append(
            Step(
                what=what,
                status="referee" if by_referee else "done",
                order=None if by_referee else self.source,
                reasons=[ledger.plain() for ledger in ledgers],
                rolled=rolled or [],
                changes=changes or [],
                notes=notes or [],
                cites=list(cited),
                seen_by=seen_by if seen_by is not None else "all",
            )
        )
