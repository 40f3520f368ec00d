"""The sources of dice beside the orders: a file of dice, the record of a trace, and a secret."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from .dice import Dice, DiceSource, Roll, Throw
from .drawing import DiceTerms, draw

if TYPE_CHECKING:
    from random import Random


class DiceFile(DiceSource):
    """Dice supplied by event, as in the master's file; with `spare`, some may be for rolls of later submissions."""

    def __init__(self, supplied: Mapping[str, list[int]], spare: bool = False) -> None:
        self.supplied = dict(supplied)
        self.spare = spare
        self._in_any_case: dict[str, list[str]] = {}
        for event in self.supplied:
            self._in_any_case.setdefault(event.casefold(), []).append(event)
        # the event that used the supplied dice of each event
        self._taken: dict[str, str] = {}

    def find(self, throw: Throw) -> Roll | None:
        event = self._supplied_as(throw)
        return None if event is None else Roll(throw.event, throw.by, list(self.supplied[event]), "file", throw.faces)

    def take(self, throw: Throw) -> None:
        if (event := self._supplied_as(throw)) is not None:
            self._taken[event] = throw.event

    def left(self, throws: Iterable[Throw]) -> dict[str, list[int]]:
        asked = {self._supplied_as(throw) for throw in throws}
        return {event: dice for event, dice in self.supplied.items() if event not in asked}

    def fresh(self) -> DiceFile:
        return DiceFile(self.supplied, self.spare)

    def _supplied_as(self, throw: Throw) -> str | None:
        """Return the event under which dice are supplied for a roll: its own name, or one that differs only in case.

        The same dice are not used for two rolls whose names differ only in case.
        """
        alike = [event for name in throw.names for event in self._in_any_case.get(name.casefold(), ())]
        exact = next((name for name in throw.names if name in self.supplied), None)
        found = alike[0] if exact is None and len(alike) == 1 else exact
        return found if found is not None and self._taken.get(found, throw.event) == throw.event else None


class RandomDice(DiceSource):
    """Dice of a pseudo-random sequence, for playouts: no game is adjudicated with them."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def find(self, throw: Throw) -> Roll:
        dice = [self.chance.randint(1, throw.faces) for _ in range(throw.count)]
        return Roll(throw.event, throw.by, dice, "drawn", throw.faces)


class Record(DiceSource):
    """The rolls of a trace, which are repeated.

    An `older` record does not distinguish dice of a file from those of orders. A `renamed` one may use older names of
    events.
    """

    replaying = True

    def __init__(self, rolls: Mapping[str, Roll], older: bool = False, renamed: bool = False) -> None:
        self.rolls = rolls
        self.older = older
        self.renamed = renamed or older

    def find(self, throw: Throw) -> Roll | None:
        roll = self._recorded(throw)
        if roll is None:
            return None
        # dice that are not in an order were not supplied by a player
        unplaced = roll.source == "supplied" and not self.older
        return Roll(roll.event, throw.by, list(roll.dice), "file" if unplaced else roll.source, throw.faces)

    def place(self, throw: Throw) -> str:
        roll = self._recorded(throw)
        return f"rolls[{[*self.rolls].index(roll.event) + 1}] of the trace" if roll is not None else "the trace"

    def as_recorded(self, throw: Throw, roll: Roll) -> Roll:
        recorded = self._recorded(throw)
        return replace(
            roll,
            event=roll.event if recorded is None else recorded.event,
            supplied_by=None if self.older else roll.supplied_by,
        )

    def _recorded(self, throw: Throw) -> Roll | None:
        # a newer record does not use older names, which could fit two rolls
        names = throw.names if self.renamed else (throw.event,)
        return next((self.rolls[name] for name in names if name in self.rolls), None)


class Secret(DiceSource):
    """A secret from which the dice of a game are drawn; one used `once` is not kept and proves nothing."""

    known = False

    def __init__(self, secret: bytes, game: str = "", terms: DiceTerms | None = None, once: bool = False) -> None:
        self.secret = secret
        self.game = game
        self.terms = terms or DiceTerms()
        self.once = once

    def find(self, throw: Throw) -> Roll:
        dice = draw(self.secret, self.game, self.terms, throw.event, throw.count, throw.faces)
        return Roll(throw.event, throw.by, dice, "drawn", throw.faces)


def make_dice(
    game: str = "",
    terms: DiceTerms | None = None,
    *,
    secret: bytes | None = None,
    supplied: Mapping[str, list[int]] | None = None,
) -> Dice:
    """Return dice that are supplied, or else drawn for a game from a secret if there is one."""
    sources: list[DiceSource] = [DiceFile(supplied)] if supplied else []
    return Dice(terms, [*sources, Secret(secret, game, terms)] if secret is not None else sources)
