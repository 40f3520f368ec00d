"""The recorder, through which an order rolls dice and writes steps of the trace."""

from __future__ import annotations

from ..rules.ledger import Ledger
from .dice import Dice, Roll, Throw
from .trace import Change, Source, Step


class Recorder:
    """Rolls dice and writes steps for the order that is carried out.

    `source` is that order, None for acts of the referee, and `hidden` its fields that only its player sees. `supposed`
    is the face that a die is supposed to show while looking ahead.
    """

    def __init__(self, dice: Dice | None) -> None:
        self.dice = dice
        self.steps: list[Step] = []
        self.supposed: int | None = None
        self.source: Source | None = None
        self.hidden: tuple[str, ...] = ()

    def roll(self, throw: Throw, given: list[int] | None = None, reroll: list[int] | None = None) -> Roll:
        """Roll dice; raises MissingDice, RolledTwice, and RuntimeError for an order whose `throws` do not say that."""
        if self.supposed is not None:
            return Roll(throw.event, throw.by, [self.supposed], "supplied", throw.faces, reroll)
        if self.dice is None:
            raise RuntimeError(f"an order rolls {throw.event} and does not say so in 'throws'")
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
        """Write one step of the trace; with `by_referee`, it belongs to no order."""
        ledgers = reasons or []
        cited = dict.fromkeys([*cites, *(cite for ledger in ledgers for cite in ledger.cites)])
        self.steps.append(
            Step(
                what=what,
                status="referee" if by_referee else "done",
                order=None if by_referee else self._source(seen_by is None),
                reasons=[ledger.plain() for ledger in ledgers],
                rolled=rolled or [],
                changes=changes or [],
                notes=notes or [],
                cites=list(cited),
                seen_by=seen_by if seen_by is not None else "all",
            )
        )

    def _source(self, public: bool) -> Source | None:
        """Return the order that is carried out; in a step that all see, without its hidden fields."""
        source = self.source
        if source is None or not public or not self.hidden:
            return source
        shown = {name: value for name, value in source.order.items() if name not in self.hidden}
        return Source(source.player, source.number, shown, by=source.by)
