"""Dice as witnesses: a roll knows who rolled, for what, and where it came from.

An event is the occasion and the roller, never the choice, and unique in a game. So neither the order of rolling, nor
how orders are put together into submissions, nor the choice of a target can change a drawn die.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

import msgspec

from .drawing import DiceTerms, draw

USED_ONCE = "used once"
Source = Literal["supplied", "file", "drawn"]


class Roll(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Dice that were rolled: faces count from 1.

    They were `supplied` in an order, by the roller or by the player `supplied_by`, came from the master's `file` of
    dice, or were `drawn`.
    """

    event: str
    by: str
    dice: list[int]
    source: Source
    faces: Annotated[int, msgspec.Meta(ge=2, le=256)] = 6
    reroll: list[int] | None = None
    supplied_by: str | None = None


class Throw(msgspec.Struct, frozen=True):
    """Dice that must be rolled; `number` is the least face that hits, where there is one.

    `older` are the names that the event once had: traces and files of dice that still use them are understood.
    """

    event: str
    by: str
    count: int
    faces: int = 6
    number: int | None = None
    older: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names by which its dice may be recorded or supplied."""
        return self.event, *self.older


class MissingDice(Exception):
    """A roll has no dice, and none may be drawn."""

    def __init__(self, throw: Throw) -> None:
        super().__init__(throw.event)
        self.throw = throw


class RolledTwice(Exception):
    """An event would be rolled a second time."""

    def __init__(self, event: str) -> None:
        super().__init__(f"'{event}' would be rolled a second time; an event is rolled once in a game")


class Dice:
    """Where the dice of a submission come from; a secret used `once` is kept by nobody and proves nothing.

    Where dice may be `spare`, those supplied may be for rolls of later submissions.
    What was `recorded` is rolled again as it was. An `older` record does not tell dice of a file from those of orders.
    A `renamed` one may use the older names of events.
    """

    def __init__(
        self,
        game: str = "",
        terms: DiceTerms | None = None,
        *,
        secret: bytes | None = None,
        supplied: Mapping[str, list[int]] | None = None,
        recorded: Mapping[str, Roll] | None = None,
        older: bool = False,
        renamed: bool = False,
        once: bool = False,
        spare: bool = False,
    ) -> None:
        self.once = once
        self.spare = spare
        self.game = game
        self.terms = terms or DiceTerms()
        self.secret = secret
        self.supplied = dict(supplied or {})
        self.recorded = recorded or {}
        self.older = older
        self.renamed = renamed or older
        self.rolls: list[Roll] = []
        self._thrown: dict[str, Throw] = {}
        self._in_any_case: dict[str, list[str]] = {}
        for event in self.supplied:
            self._in_any_case.setdefault(event.casefold(), []).append(event)
        # which event the supplied dice of each were rolled for
        self._taken: dict[str, str] = {}

    def given(self, throw: Throw) -> list[int] | None:
        """Return the dice that a file or a trace supplies for a roll."""
        recorded = self._recorded(throw)
        if recorded is not None:
            return recorded.dice
        event = self._supplied_as(throw)
        return None if event is None else self.supplied[event]

    def replays(self, throw: Throw) -> bool:
        """Return whether a roll is made again as a trace has recorded it."""
        return self._recorded(throw) is not None

    def place(self, throw: Throw) -> str:
        """Return in words where the dice given for a roll stand: in a trace that is replayed, or in a file."""
        roll = self._recorded(throw)
        if roll is None:
            return "the dice file"
        return f"rolls[{[*self.recorded].index(roll.event) + 1}] of the trace"

    def foretold(self, throw: Throw) -> bool:
        """Return whether the dice for a roll are supplied, so that they are known before it is made."""
        recorded = self._recorded(throw)
        return recorded.source != "drawn" if recorded is not None else self._supplied_as(throw) is not None

    def supplied_only(self) -> Dice:
        """Return a source that holds the same dice, none of them rolled, and draws none."""
        return Dice(
            self.game,
            self.terms,
            supplied=self.supplied,
            recorded=self.recorded,
            older=self.older,
            renamed=self.renamed,
        )

    def unasked(self, expected: Iterable[Throw]) -> list[str]:
        """Return the events of supplied dice that are none of the rolls made or expected, unless they may be spare."""
        if self.spare:
            return []
        asked = {self._supplied_as(throw) for throw in (*self._thrown.values(), *expected)}
        return [event for event in self.supplied if event not in asked]

    def left(self) -> dict[str, list[int]]:
        """Return the supplied dice that no roll has taken, by event."""
        taken = {self._supplied_as(throw) for throw in self._thrown.values()}
        return {event: dice for event, dice in self.supplied.items() if event not in taken}

    def roll(
        self, throw: Throw, given: list[int] | None = None, reroll: list[int] | None = None, player: str | None = None
    ) -> Roll:
        """Roll: the dice of a player's order, else recorded or supplied ones, else drawn.

        Raises MissingDice, and RolledTwice for an event that has been rolled already.
        """
        if throw.event in self._thrown:
            raise RolledTwice(throw.event)
        dice, source = self._dice(throw, given)
        recorded = self._recorded(throw)
        roll = Roll(
            throw.event if recorded is None else recorded.event,
            throw.by,
            list(dice),
            source,
            throw.faces,
            reroll if source == "supplied" else None,
            player if given is not None and player != throw.by and not self.older else None,
        )
        self._thrown[throw.event] = throw
        if source == "file" and (taken := self._supplied_as(throw)) is not None:
            self._taken[taken] = throw.event
        self.rolls.append(roll)
        return roll

    def _supplied_as(self, throw: Throw) -> str | None:
        """Return the event by which dice are supplied for a roll: exactly its own, or the one that differs in case.

        Dice never stand for two rolls, should their names differ in case alone.
        """
        alike = [event for name in throw.names for event in self._in_any_case.get(name.casefold(), ())]
        exact = next((name for name in throw.names if name in self.supplied), None)
        found = alike[0] if exact is None and len(alike) == 1 else exact
        return found if found is not None and self._taken.get(found, throw.event) == throw.event else None

    def _recorded(self, throw: Throw) -> Roll | None:
        # a newer record that uses an older name would have two dice to choose from
        names = throw.names if self.renamed else (throw.event,)
        return next((self.recorded[name] for name in names if name in self.recorded), None)

    def _dice(self, throw: Throw, given: list[int] | None) -> tuple[list[int], Source]:
        if given is not None:
            return given, "supplied"
        recorded = self._recorded(throw)
        if recorded is not None:
            # what stands in no order was supplied by no player
            unplaced = recorded.source == "supplied" and not self.older
            return recorded.dice, "file" if unplaced else recorded.source
        supplied = self.given(throw)
        if supplied is not None:
            return supplied, "file"
        if self.secret is None:
            raise MissingDice(throw)
        return draw(self.secret, self.game, self.terms, throw.event, throw.count, throw.faces), "drawn"
