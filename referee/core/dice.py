"""Dice as witnesses: a roll knows who rolled, for what, and where it came from.

A drawn die depends on the secret, the game, the step and the event only, so neither the order
of rolling nor the choice of a target can change it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

USED_ONCE = "used once"
Source = Literal["supplied", "drawn"]


class Roll(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Dice that were rolled: faces count from 1."""

    event: str
    by: str
    dice: list[int]
    source: Source
    faces: Annotated[int, msgspec.Meta(ge=2, le=256)] = 6
    reroll: list[int] | None = None


class Throw(msgspec.Struct, frozen=True):
    """Dice that must be rolled; `number` is the least face that hits, where there is one."""

    event: str
    by: str
    count: int
    faces: int = 6
    number: int | None = None


class MissingDice(Exception):
    """A roll has no dice: some were supplied, so none may be drawn."""

    def __init__(self, throw: Throw) -> None:
        super().__init__(throw.event)
        self.throw = throw


def draw(secret: bytes, game: str, step: int, event: str, count: int, faces: int = 6) -> list[int]:
    """Draw dice from a secret: bytes of HMAC-SHA256 over JSON [game, step, event, block], biased bytes left out."""
    import hmac

    limit = 256 - 256 % faces
    out: list[int] = []
    block = 0
    while len(out) < count:
        message = json.dumps([game, step, event, block], separators=(",", ":"), ensure_ascii=False)
        for byte in hmac.digest(secret, message.encode(), hashlib.sha256):
            if byte < limit and len(out) < count:
                out.append(1 + byte % faces)
        block += 1
    return out


def secret_digest(secret: bytes) -> str:
    """Return the SHA-256 of a secret, which a trace may show."""
    return hashlib.sha256(secret).hexdigest()


class Dice:
    """Where the dice of a submission come from; a secret used `once` is kept by nobody and proves nothing."""

    def __init__(
        self,
        game: str = "",
        step: int = 0,
        *,
        secret: bytes | None = None,
        supplied: Mapping[str, list[int]] | None = None,
        recorded: Mapping[str, Roll] | None = None,
        once: bool = False,
    ) -> None:
        self.once = once
        self.game = game
        self.step = step
        self.secret = secret
        self.supplied = dict(supplied or {})
        self.recorded = recorded
        self.rolls: list[Roll] = []

    def given(self, event: str) -> list[int] | None:
        """Return the dice that a file or a trace supplies for an event."""
        if self.recorded is not None and event in self.recorded:
            return self.recorded[event].dice
        return self.supplied.get(event)

    def roll(self, throw: Throw, given: list[int] | None = None, reroll: list[int] | None = None) -> Roll:
        """Roll: the order's own dice, else recorded or supplied ones, else drawn; raises MissingDice."""
        dice, source = self._dice(throw, given)
        roll = Roll(throw.event, throw.by, list(dice), source, throw.faces, reroll if source == "supplied" else None)
        self.rolls.append(roll)
        return roll

    def _dice(self, throw: Throw, given: list[int] | None) -> tuple[list[int], Source]:
        if given is not None:
            return given, "supplied"
        if self.recorded is not None and throw.event in self.recorded:
            recorded = self.recorded[throw.event]
            return recorded.dice, recorded.source
        if throw.event in self.supplied:
            return self.supplied[throw.event], "supplied"
        if self.secret is None:
            raise MissingDice(throw)
        return draw(self.secret, self.game, self.step, throw.event, throw.count, throw.faces), "drawn"

    def proves(self, roll: Roll, secret: bytes) -> bool:
        """Return whether a drawn roll is what a secret gives."""
        return draw(secret, self.game, self.step, roll.event, len(roll.dice), roll.faces) == roll.dice
