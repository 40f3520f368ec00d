"""The numbers of magic as types."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from referee.core.rules.ledger import Cites, cites_of

from ..numbers import Count, Options


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class VictoryDraw(_Table, frozen=True):
    """How many Spells a victory of so many points or more brings (MM 7.4)."""

    points: Annotated[int, Meta(ge=0, le=100_000)]
    spells: Annotated[int, Meta(ge=0, le=100)]


class StormRounds(_Table, frozen=True):
    """How many rounds longer a battle lasts that a Storm has affected for so many whole `rounds` (MM 10.5)."""

    rounds: Annotated[int, Meta(ge=0, le=100)] = 0
    more: Annotated[int, Meta(ge=0, le=100)] = 0
    cite: Cites = []


class Retreats(_Table, frozen=True):
    """Under which options an attacker may retreat, and of which class the rearguard is (MM 22.4)."""

    when: Options
    rearguard: str
    cite: Cites

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules behind it."""
        return cites_of(self.cite)


class SpellMuster(_Table, frozen=True):
    """Whom a Spell lets a legion muster (MM 9.4).

    That is one of the first `rungs` of the ladder by its caster, or where there is no ladder one of `instead`; or one
    of those of a class that have been slain, by the ordinary ways.
    """

    cite: Cites
    rungs: Count | None = None
    instead: list[str] = []
    slain: str | None = None

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules behind it."""
        return cites_of(self.cite)


class Emptied(_Table, frozen=True):
    """The options that together leave nothing of a supplement, and the ruleset to play `instead`."""

    when: Options
    instead: str
    cite: Cites


class Magic(_Table, frozen=True):
    """The numbers of magic: what a victory draws, the greatest first, whom Spells let a legion muster, Storms.

    `when` gives the options under which there are Spells, `emptied` those under which nothing is used, and `coven` how
    many Magi of a type are a Coven. `retreat` says whether an attacker may retreat.
    """

    when: Options = {}
    emptied: Emptied | None = None
    victory_draws: list[VictoryDraw] = []
    storm: StormRounds = StormRounds()
    retreat: Retreats | None = None
    coven: Annotated[int, Meta(ge=2, le=100)] = 3
    musters: dict[str, SpellMuster] = {}

    def drawn_for(self, points: int) -> int:
        """Return how many Spells a victory of so many points brings."""
        return next((row.spells for row in self.victory_draws if points >= row.points), 0)
