"""What the readers of a combat share."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from referee.core.spoken.steps import StepReader
from referee.core.spoken.terms import Terms

from ..rules import HordesRules


class Element(msgspec.Struct):
    """An element in a text, with the facts said about it as a strict line writes them."""

    type: str
    party: str | None = None
    die: int | None = None
    going: str | None = None
    facts: dict[str, Any] = {}


class CombatReader(StepReader):
    """What the readers of a combat share: both elements, and the one that was named last."""

    skipped: ClassVar[tuple[str, ...]] = ("noise", "asks", "clause", "stop", "open", "close", "them")

    def __init__(self, terms: Terms, rules: HordesRules) -> None:
        super().__init__(terms)
        self.rules = rules
        self.found: list[Element] = []
        self.last: Element | None = None
        self.kind = "close"
        self.of_both: dict[str, Any] = {}
        self.passive = False
        self.party: str | None = None
        self.roller: str | None = None
        self.result = self.odds = False
        self.faults: list[str] = []
        self.second: list[int] = []
        # readings of a going that may be said about either or of both
        self.loose: list[str] = []
        self.charged: str | None = None
        self.attacked = False
        # two dice said before the second element, whether a General is to be named, and whether one kills another
        self.scored: tuple[int, int] | None = None
        self.leads = False
        # whether the two are joined by `and`, so that what follows may be about both
        self.joined = False
        # a die said before the element that it is for
        self.waiting: int | None = None
        # one that fights uphill, so that the other is above it
        self.climber: Element | None = None
        self.kills = self.fights = self.beats = self.course = False

    def _on_course(self, place: int) -> int:
        self.terms.use(place)
        self.course = True
        return place + 1

    def _roll(self, element: Element, number: int) -> None:
        if element.die not in (None, number):
            self.faults.append(f"{element.type}: it rolled {element.die} and {number}")
        element.die = number
