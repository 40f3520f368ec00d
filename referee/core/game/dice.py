"""Dice: who rolled, for which event, and where the dice came from.

An event names the occasion and the roller, not the choice, and is unique in a game. So the order of rolling, the
grouping of orders into submissions and the choice of a target do not change a drawn die.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

import msgspec

from .drawing import DiceTerms, draw

USED_ONCE = "used once"
RollSource = Literal["supplied", "file", "drawn"]


class Roll(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Dice that were rolled, with values from 1 to `faces`.

    The `source` says whether they were `supplied` in an order (by the roller, or by the player `supplied_by`), came
    from the master's `file` of dice, or were `drawn`.
    """

    event: str
    by: str
    dice: list[int]
    source: RollSource
    faces: Annotated[int, msgspec.Meta(ge=2, le=256)] = 6
    reroll: list[int] | None = None
    supplied_by: str | None = None


class Throw(msgspec.Struct, frozen=True):
    """Dice that must be rolled; `number` is the least face that hits, if there is one.

    `older` are former names of the event, which older traces and files of dice use.
    """

    event: str
    by: str
    count: int
    faces: int = 6
    number: int | None = None
    older: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names under which its dice may be recorded or supplied."""
        return self.event, *self.older


class MissingDice(Exception):
    """A roll has no dice, and they cannot be drawn."""

    def __init__(self, throw: Throw) -> None:
        super().__init__(throw.event)
        self.throw = throw


class RolledTwice(Exception):
    """An event would be rolled a second time."""

    def __init__(self, event: str) -> None:
        super().__init__(f"'{event}' would be rolled a second time; an event is rolled once in a game")


class Dice:
    """The source of the dice of a submission; a secret used `once` is not kept and proves nothing.

    With `spare`, supplied dice may be for rolls of later submissions. Rolls that were `recorded` are repeated. An
    `older` record does not distinguish dice of a file from those of orders. A `renamed` one may use older names of
    events.
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
        # the event that used the supplied dice of each event
        self._taken: dict[str, str] = {}

    def given(self, throw: Throw) -> list[int] | None:
        """Return the dice for a roll in a file or a trace, None if there are none."""
        recorded = self._recorded(throw)
        if recorded is not None:
            return recorded.dice
        event = self._supplied_as(throw)
        return None if event is None else self.supplied[event]

    def replays(self, throw: Throw) -> bool:
        """Return whether a roll repeats one that a trace recorded."""
        return self._recorded(throw) is not None

    def place(self, throw: Throw) -> str:
        """Return in words where the dice given for a roll are: in the trace that is replayed, or in a file."""
        roll = self._recorded(throw)
        if roll is None:
            return "the dice file"
        return f"rolls[{[*self.recorded].index(roll.event) + 1}] of the trace"

    def foretold(self, throw: Throw) -> bool:
        """Return whether the dice for a roll are supplied, and so known in advance."""
        recorded = self._recorded(throw)
        return recorded.source != "drawn" if recorded is not None else self._supplied_as(throw) is not None

    def supplied_only(self) -> Dice:
        """Return a source with the same supplied dice, none of them rolled, that draws none."""
        return Dice(
            self.game,
            self.terms,
            supplied=self.supplied,
            recorded=self.recorded,
            older=self.older,
            renamed=self.renamed,
        )

    def unasked(self, expected: Iterable[Throw]) -> list[str]:
        """Return the events of supplied dice that are not rolled or expected; none if dice may be spare."""
        if self.spare:
            return []
        asked = {self._supplied_as(throw) for throw in (*self._thrown.values(), *expected)}
        return [event for event in self.supplied if event not in asked]

    def left(self) -> dict[str, list[int]]:
        """Return the supplied dice that no roll has used, by event."""
        taken = {self._supplied_as(throw) for throw in self._thrown.values()}
        return {event: dice for event, dice in self.supplied.items() if event not in taken}

    def roll(
        self, throw: Throw, given: list[int] | None = None, reroll: list[int] | None = None, player: str | None = None
    ) -> Roll:
        """Return a roll: with the dice of a player's order, or recorded or supplied ones, or else drawn ones.

        Raises MissingDice, and RolledTwice for an event that has already been rolled.
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
        """Return the event under which dice are supplied for a roll: its own name, or one that differs only in case.

        The same dice are not used for two rolls whose names differ only in case.
        """
        alike = [event for name in throw.names for event in self._in_any_case.get(name.casefold(), ())]
        exact = next((name for name in throw.names if name in self.supplied), None)
        found = alike[0] if exact is None and len(alike) == 1 else exact
        return found if found is not None and self._taken.get(found, throw.event) == throw.event else None

    def _recorded(self, throw: Throw) -> Roll | None:
        # a newer record does not use older names, which could fit two rolls
        names = throw.names if self.renamed else (throw.event,)
        return next((self.recorded[name] for name in names if name in self.recorded), None)

    def _dice(self, throw: Throw, given: list[int] | None) -> tuple[list[int], RollSource]:
        if given is not None:
            return given, "supplied"
        recorded = self._recorded(throw)
        if recorded is not None:
            # dice that are not in an order were not supplied by a player
            unplaced = recorded.source == "supplied" and not self.older
            return recorded.dice, "file" if unplaced else recorded.source
        supplied = self.given(throw)
        if supplied is not None:
            return supplied, "file"
        if self.secret is None:
            raise MissingDice(throw)
        return draw(self.secret, self.game, self.terms, throw.event, throw.count, throw.faces), "drawn"
