"""Where an order rolls and writes."""

from __future__ import annotations

from ..rules.ledger import Ledger
from .dice import Dice, Roll, Throw
from .trace import Change, Source, Step


class Recorder:
    """Where an order rolls and writes.

    At the first reading, `uncertain` holds the pieces whose fate hangs on unrolled dice, `position_unknown` those of
    which it is not even known where they are, and `beyond` tells that the phase itself hangs on them;
    `refused_pieces` holds the pieces whose orders are refused, so that what only follows from it is not told as well;
    `pending_pieces` holds the names of pieces that an order makes which may not come to be; `supposed` is the face
    that a die is supposed to show.
    """

    def __init__(self, dice: Dice | None) -> None:
        self.dice = dice
        self.steps: list[Step] = []
        self.uncertain: set[str] = set()
        self.position_unknown: set[str] = set()
        self.beyond = False
        self.refused_pieces: set[str] = set()
        self.pending_pieces: set[str] = set()
        self.supposed: int | None = None
        self.source: Source | None = None

    def copy(self) -> Recorder:
        """Return a recorder to which the same is uncertain."""
        other = Recorder(self.dice)
        other.uncertain, other.position_unknown, other.refused_pieces = (
            set(self.uncertain),
            set(self.position_unknown),
            set(self.refused_pieces),
        )
        other.pending_pieces, other.beyond = set(self.pending_pieces), self.beyond
        return other

    @property
    def doubts(self) -> tuple[frozenset[str] | bool, ...]:
        """All that is uncertain here, to tell it from another."""
        return (
            frozenset(self.uncertain),
            frozenset(self.position_unknown),
            frozenset(self.refused_pieces),
            frozenset(self.pending_pieces),
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
