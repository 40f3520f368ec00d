"""Dice: who rolled, for which event, and where the dice came from; the sources are asked in order.

An event names the occasion and the roller, not the choice, and is unique in a game. So the order of rolling, the
grouping of orders into submissions and the choice of a target do not change a drawn die.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from .drawing import DiceTerms

USED_ONCE = "used once"
RollSource = Literal["supplied", "file", "drawn"]
# the end of the names of events at which dice are rolled again
_AGAIN = "/again"


class Face(NamedTuple):
    """A face that counts otherwise: as so many hits, and its die may be rolled `again` once.

    The first roll of such a die `keeps` its hits, or the second replaces it.
    """

    shown: int
    hits: int = 1
    again: bool = False
    keeps: bool = True


class Roll(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
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

    @property
    def counting(self) -> list[int]:
        """The dice that count: those of a reroll, where there is one."""
        return self.reroll if self.reroll is not None else self.dice


class Throw(msgspec.Struct, frozen=True, gc=False):
    """Dice that must be rolled; `number` is the least face that hits, if there is one.

    `special` are the faces that count otherwise. `older` are former names of the event, which older traces and files of
    dice use.
    """

    event: str
    by: str
    count: int
    faces: int = 6
    number: int | None = None
    older: tuple[str, ...] = ()
    special: tuple[Face, ...] = ()

    @property
    def once_more(self) -> bool:
        """Whether its dice are some that are rolled again."""
        return self.event.endswith(_AGAIN)

    def further(self, dice: Sequence[int]) -> Throw | None:
        """Return the throw of the dice that are rolled again where these are shown, None if there are none."""
        faces = self.rolled_again
        count = sum(die in faces for die in dice)
        plain = tuple(face._replace(again=False) for face in self.special)
        return replace(self, event=f"{self.event}{_AGAIN}", count=count, older=(), special=plain) if count else None

    @property
    def rolled_again(self) -> list[int]:
        """The faces whose dice are rolled again."""
        return [face.shown for face in self.special if face.again]

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


class DiceSource:
    """A source of dice. A subclass needs `find`; `referee.core.game.dice_sources` has those of the referee.

    The dice of a `known` source are settled before they are rolled, so `check` judges with them. Those of a `replaying`
    one come from a trace. With `spare`, dice that no roll asks for are no problem.
    """

    known: bool = True
    replaying: bool = False
    spare: bool = False

    def find(self, throw: Throw) -> Roll | None:
        """Return the roll for a throw, None if this source has no dice for it; asked twice, it gives the same."""
        raise NotImplementedError

    def take(self, throw: Throw) -> None:
        """Note that the dice found for a throw are used."""

    def place(self, throw: Throw) -> str:
        """Return in words where the dice for a throw are."""
        return "the dice file"

    def left(self, throws: Iterable[Throw]) -> dict[str, list[int]]:
        """Return the dice that none of some throws uses, by event."""
        return {}

    def as_recorded(self, throw: Throw, roll: Roll) -> Roll:
        """Return a roll, of any source, as a trace records it while this source is among those asked."""
        return roll

    def fresh(self) -> DiceSource:
        """Return the source with none of its dice used."""
        return self


class OrderDice(DiceSource):
    """The dice in an order, given by a player for one roll."""

    def __init__(self, dice: list[int], player: str | None) -> None:
        self.dice = dice
        self.player = player

    def find(self, throw: Throw) -> Roll:
        """Return the roll with the dice of the order."""
        by_another = self.player if self.player != throw.by else None
        return Roll(throw.event, throw.by, list(self.dice), "supplied", throw.faces, supplied_by=by_another)


class Dice:
    """The dice of a submission, on the terms of its game: its sources, asked in order, and the rolls made."""

    def __init__(self, terms: DiceTerms | None = None, sources: Sequence[DiceSource] = ()) -> None:
        self.terms = terms or DiceTerms()
        self.sources = list(sources)
        self.rolls: list[Roll] = []
        self._thrown: dict[str, Throw] = {}

    def source_of(self, throw: Throw) -> DiceSource | None:
        """Return the first source whose dice for a throw are known before it is rolled, None if there is none."""
        return next((source for source in self.sources if source.known and source.find(throw) is not None), None)

    def given(self, throw: Throw) -> list[int] | None:
        """Return the dice for a throw in a file or a trace, None if there are none."""
        source = self.source_of(throw)
        roll = source.find(throw) if source is not None else None
        return roll.dice if roll is not None else None

    def foretold(self, throw: Throw) -> bool:
        """Return whether the dice for a throw are supplied, and so known in advance."""
        source = self.source_of(throw)
        roll = source.find(throw) if source is not None else None
        return roll is not None and roll.source != "drawn"

    def known_only(self) -> Dice:
        """Return the dice of the known sources, none of them rolled."""
        return Dice(self.terms, [source.fresh() for source in self.sources if source.known])

    def unasked(self, expected: Iterable[Throw]) -> list[str]:
        """Return the events of supplied dice that are not rolled or expected; none where dice may be spare."""
        throws = [*self._thrown.values(), *expected]
        return [event for source in self.sources if not source.spare for event in source.left(throws)]

    def left(self) -> dict[str, list[int]]:
        """Return the supplied dice that no roll has used, by event."""
        return {event: dice for one in self.sources for event, dice in one.left(self._thrown.values()).items()}

    def roll(
        self, throw: Throw, given: list[int] | None = None, reroll: list[int] | None = None, player: str | None = None
    ) -> Roll:
        """Return a roll, with the dice of a player's order if they are given, else of the first source that has some.

        Raises MissingDice, and RolledTwice for an event that has already been rolled.
        """
        if throw.event in self._thrown:
            raise RolledTwice(throw.event)
        asked = self.sources if given is None else [OrderDice(given, player), *self.sources]
        source, roll = next(((one, found) for one in asked if (found := one.find(throw)) is not None), (None, None))
        if source is None or roll is None:
            raise MissingDice(throw)
        self._thrown[throw.event] = throw
        source.take(throw)
        for one in self.sources:
            roll = one.as_recorded(throw, roll)
        if roll.source == "supplied" and reroll is not None:
            roll = replace(roll, reroll=reroll)
        self.rolls.append(roll)
        return roll
