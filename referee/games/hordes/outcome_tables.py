"""The outcomes of combats as the table composes them: steps that the game carries out (P-13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from referee.core.notation.field_specs import Title
from referee.core.rules.rows import GivenFields

Paces = Annotated[int, Meta(ge=1, le=10_000)]
Degrees = Annotated[int, Meta(ge=1, le=359)]
# the status of an element after a step that takes it off the board
_LEAVES = {"destroy": "destroyed", "ensorcel": "ensorcelled"}
MOVES = frozenset({"recoil", "push", "flee", "advance", "turn"})


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a table of a Hordes ruleset."""


class Setting(Table, frozen=True, kw_only=True):
    """A measure that an option decides: a number of paces, or `depth`."""

    option: str


Measure = int | str | Setting


class Deed(GivenFields, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A step of an outcome with its measure, one of these: paces, or the degrees of a turn, clockwise."""

    recoil: Paces | Literal["depth"] | Setting | None = None
    push: Paces | Literal["depth"] | Setting | None = None
    flee: Paces | Literal["field"] | Setting | None = None
    advance: Paces | Literal["depth"] | Setting | None = None
    turn: Degrees | None = None


OutcomeStep = Literal["stand", "destroy", "ensorcel", "capture"] | Deed
OutcomeSteps = Annotated[list[OutcomeStep], Meta(max_length=20)]


class OutcomeKind(Table, frozen=True, kw_only=True):
    """An outcome: in words, and step by step what becomes of the one it befalls, and of the winner of a close combat.

    `severity` says which of two outcomes is the worse. A victor's outcome is what it does itself, not the result of a
    row, and has none.
    """

    says: Title
    does: OutcomeSteps
    severity: Annotated[int, Meta(ge=0, le=1000)] | None = None
    winner: OutcomeSteps = []
    victor: bool = False

    @property
    def deeds(self) -> list[tuple[str, Measure | None]]:
        """The steps by name, each with its measure, if it has one."""
        return deeds_of(self.does)

    @property
    def defeats(self) -> bool:
        """Whether it is a defeat: it does something, and is no deed of a victor (HS-G-71)."""
        return not self.victor and any(name != "stand" for name, _ in self.deeds)

    @property
    def moves(self) -> bool:
        """Whether one of its steps moves an element on the table."""
        return any(name in MOVES and measure != "field" for name, measure in self.deeds)

    @property
    def recoils(self) -> bool:
        """Whether one of its steps is a recoil."""
        return any(name == "recoil" for name, _ in self.deeds)

    def leaves(self, status: str) -> bool:
        """Return whether one of its own steps takes an element off the board with a status."""
        if status in ("fled", "off_board"):
            return ("flee", "field") in self.deeds
        return any(_LEAVES.get(name) == status for name, _ in self.deeds)


def deeds_of(steps: Iterable[OutcomeStep]) -> list[tuple[str, Measure | None]]:
    """Return steps by name, each with its measure, if it has one."""
    out: list[tuple[str, Measure | None]] = []
    for step in steps:
        out += [(step, None)] if isinstance(step, str) else [(name, getattr(step, name)) for name in step.given]
    return out


class Ends(Table, frozen=True, kw_only=True):
    """The outcome reported for an end that no row gives.

    `companions` is what becomes of friends on the winner's flank or rear (HS-G-68).
    """

    unhurt: str
    unmoved: str
    advanced: str
    companions: str
    destroyed: str
    ensorcelled: str
    fled: str
    off_board: str
