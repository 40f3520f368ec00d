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
    "had",
    "survive",
    "tail",
)
# kinds of events that are a blow, and those that name somebody
BLOWS = ("strike", "kill", "against", "shoot")
NAMES = ("who", "it", "person", "me")
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
    """Something said: a mention by its number, a verb, or a word that joins them, at a place among the terms.

    The `form` of a verb is `nominal`, `passive`, `gerund`, `finite`, `past`,
    `suffered`, `mutual`, `infinitive`, `dying`, `fronted` or `bare`; one that is `owned`
    belongs to the one named just before it. A mention is `relative` after `that` or `which`.
    """

    kind: str
    place: int
    mention: int = -1
    form: str = ""
    owned: bool = False
    relative: bool = False


class Relation(NamedTuple):
    """Two mentions that are so many hexes apart, 1 for neighbours."""

    one: int
    other: int
    steps: int


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
    # where a question is asked in the text
    asking: list[int] = []
    relations: list[Relation] = []
    # 1 where the blow goes down the hazard between the two, -1 where it goes up
    down: int = 0
    # the hazard that somebody goes over, and the ground that both stand on
    over: str | None = None
    both: str | None = None
    # hazards that are said to be in a hex, or somewhere near
    printed: list[tuple[str, str]] = []
    # what is said to be printed: Power-factor and Skill-factor
    ratings: list[tuple[int, int]] = []
    # scores of players, `mine` or `theirs`, on which the Power of some depends
    scores: list[tuple[str | None, int]] = []
    # the events that are a strike back, and the mentions that are said to be in contact with an enemy
    backs: list[int] = []
    contacts: list[int] = []
    # who carries hits over, and to whom
    carrier: int | None = None
    carried: list[int] = []
    # who needs a number, and of whom it is asked what they need or roll
    needer: int | None = None
    roller: int | None = None
    # whether a shot is named
    shot: bool = False
    # whether it is asked who survives
    survive: bool = False
    # whether somebody goes to a place that was named before
    thither: bool = False
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
