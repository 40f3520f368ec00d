"""The scene of a battle in a text: who is mentioned, where they stand, and what is done, in order."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

# kinds that carry nothing wherever they stand
SKIPPED = (
    "noise",
    "topic",
    "dice",
    "number",
    "clause",
    "open",
    "close",
    "where",
    "get",
    "need",
    "person",
    "me",
    "had",
    "survive",
)
# forms of a verb that also say whose somebody is
ADJECTIVES = ("attacking",)
# words for a side, and marks that end what is said about somebody
PARTIES = ("mine", "theirs", "colour")
SIDES = ("attacker", "defender")


class Mention(msgspec.Struct):
    """A character in a scene, with what is said about it; `level` is 1 above the hazard of a hexside, -1 below it."""

    who: str
    place: int
    hex: str | None = None
    hits: int | None = None
    left: int | None = None
    power: int | None = None
    side: str | None = None
    party: str | None = None
    ground: str | None = None
    level: int = 0
    beside: bool = False


class Event(NamedTuple):
    """Something said: a mention by its number, a verb, or a word that joins them, at a place among the terms."""

    kind: str
    place: int
    mention: int = -1


class Scene(msgspec.Struct):
    """What a text says of a battle, before it is settled who does what."""

    mentions: list[Mention] = []
    events: list[Event] = []
    land: str | None = None
    attacker_side: str | None = None
    hazard: str | None = None
    target: str | None = None
    toward: str | None = None
    via: list[str] = []
    number: int | None = None
    forgo: bool = False
    range: int | None = None
    # the events that are blows in an active form, and whose the one is who asks about a blow: do I hit?
    active: list[int] = []
    speaker: str | None = None
    # the events that are a blow of the one named before: the ogre's strike
    owned: list[int] = []
    # those of them in the third person: the ogre strikes
    finite: list[int] = []
    # whether it is asked who survives
    survive: bool = False
    # whether it is asked where somebody may go
    where: bool = False
    faults: list[str] = []


class Waiting(msgspec.Struct):
    """What is said before the name of the character it belongs to."""

    hex: str | None = None
    hits: int | None = None
    left: int | None = None
    power: int | None = None
    side: str | None = None
    party: str | None = None
    another: bool = False
    count: int | None = None
