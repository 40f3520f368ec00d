"""The keys of the answers to each question of Hordes, for schemas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, UnsetType

from referee.core.game.answer_types import AnswerType, Because

Number = int | float


class PlaceAnswer(AnswerType, kw_only=True):
    """Where an element stands, in paces, and its facing in degrees."""

    x: Number
    y: Number
    facing: Number


class BothTotals(AnswerType, kw_only=True):
    """The totals of the two elements of a combat."""

    a: int
    b: int


class BothModifiers(AnswerType, kw_only=True):
    """The modifiers of the two elements, each with its words and its number."""

    a: list[list[str | int]]
    b: list[list[str | int]]


class BothOutcomes(AnswerType, kw_only=True):
    """What becomes of the two elements of a combat."""

    a: str
    b: str


class LikelyOutcomes(AnswerType, kw_only=True):
    """What becomes of the two elements, with its probability as a fraction."""

    a: str
    b: str
    p: str


class CombatAnswer(AnswerType, kw_only=True):
    """The result of a combat, or its odds where dice are not given; why there is none where it cannot be."""

    legal: bool | UnsetType = UNSET
    because: list[Because] | UnsetType = UNSET
    totals: BothTotals | UnsetType = UNSET
    modifiers: BothModifiers | UnsetType = UNSET
    grade: str | UnsetType = UNSET
    loser: str | UnsetType | None = UNSET
    outcome: BothOutcomes | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    self_ensorcelled: bool | UnsetType = UNSET
    grades: list[int] | UnsetType = UNSET
    outcomes: list[LikelyOutcomes] | UnsetType = UNSET


class MoveAnswer(AnswerType, kw_only=True):
    """May elements make a move, where they end, and what it costs them in paces."""

    legal: bool
    pose: PlaceAnswer | UnsetType | None = UNSET
    poses: dict[str, PlaceAnswer] | UnsetType = UNSET
    cost: Number | None
    allowance: Number | None
    rules: list[str]


class ContactsAnswer(AnswerType, kw_only=True):
    """Which elements are in contact, and with which edge."""

    front: list[list[str]]
    left_flank: list[list[str]]
    right_flank: list[list[str]]
    rear: list[list[str]]
    stronghold: list[list[str]]
    overlap: list[list[str]]
    engaged: list[str]


class RangeAnswer(AnswerType, kw_only=True):
    """May one element shoot at, or bespell, another."""

    distance: Number | None
    in_range: bool
    in_arc: bool
    allowed: bool
    rules: list[str]


class PipsAnswer(AnswerType, kw_only=True):
    """The price in PIPs of each action, and the PIPs left."""

    costs: list[int | None]
    left: int | None
    rules: list[str]


class ArmyAnswer(AnswerType, kw_only=True):
    """Is an army list legal, and what it costs."""

    ap: int
    low_ap: int
    legal: bool
    rules: list[str]


class GeneralAnswer(AnswerType, kw_only=True):
    """May a type be the General."""

    allowed: bool


class VictoryAnswer(AnswerType, kw_only=True):
    """The AP that each army has lost, and by what those that are beaten are."""

    lost_ap: dict[str, Number]
    beaten: dict[str, list[str]]


class SupportRow(AnswerType, kw_only=True):
    """Who supports one element from behind, what it adds, and why others do not."""

    element: str
    supported: bool
    by: list[str]
    bonus: int
    rules: list[str]
    behind: list[str]
    general_behind: bool
    general_rules: list[str]
    because: list[Because]


class SupportAnswer(AnswerType, kw_only=True):
    """Who supports each element that is asked about."""

    supported: bool
    elements: list[SupportRow]


class TurnToFaceAnswer(AnswerType, kw_only=True):
    """Whether an element turns to face an enemy when the movement ends, whom, and where it then stands."""

    turns: bool
    to: str | None
    pose: PlaceAnswer | None
    attackers: list[str]
    because: list[Because]


class ChargeWay(AnswerType, kw_only=True):
    """One edge on which an enemy may be attacked, or why not, and what the move costs."""

    edge: str
    legal: bool
    corner: str | UnsetType = UNSET
    at: list[Number] | UnsetType = UNSET
    side: int | UnsetType | None = UNSET
    cost: Number | None
    allowance: Number | None
    pose: PlaceAnswer | UnsetType = UNSET
    rules: list[str]
    because: list[Because]
    cite: list[str]


class ChargeAnswer(AnswerType, kw_only=True):
    """May an element reach an enemy, on which edges, at what cost in paces and PIPs."""

    allowed: bool
    distance: Number
    pips: int
    edges: list[ChargeWay]


class CommandRow(AnswerType, kw_only=True):
    """Whether one element is in command, how far the General is, and what a move costs."""

    element: str
    in_command: bool
    general: str | None
    distance: Number | None
    sees: bool | UnsetType = UNSET
    pips: int


class CommandAnswer(AnswerType, kw_only=True):
    """Whether all are in command, and each by itself."""

    all: bool
    elements: list[CommandRow]


class CourseStep(AnswerType, kw_only=True):
    """One change in the course of a fight: of which element, in which field, from what to what."""

    element: str
    field: str
    was: Any
    now: Any
    says: str


class Course(AnswerType, kw_only=True):
    """One course that a fight may take: its share of all throws, the result, and what follows."""

    grade: str
    loser: str | None
    outcome: BothOutcomes
    steps: list[CourseStep]
    notes: list[str]
    rules: list[str]
    throws: int
    p: str


class CourseAnswer(AnswerType, kw_only=True):
    """The whole course of a fight, or every course that its throws may take."""

    legal: bool | UnsetType = UNSET
    because: list[Because] | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    totals: BothTotals | UnsetType = UNSET
    grade: str | UnsetType = UNSET
    loser: str | UnsetType | None = UNSET
    outcome: BothOutcomes | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    courses: list[Course] | UnsetType = UNSET


ANSWERS: Mapping[str, type[Any]] = {
    "result": CombatAnswer,
    "odds": CombatAnswer,
    "combat": CombatAnswer,
    "attack": MoveAnswer,
    "move": MoveAnswer,
    "group": MoveAnswer,
    "break_off": MoveAnswer,
    "contacts": ContactsAnswer,
    "range": RangeAnswer,
    "pips": PipsAnswer,
    "army": ArmyAnswer,
    "general": GeneralAnswer,
    "victory": VictoryAnswer,
    "support": SupportAnswer,
    "turn_to_face": TurnToFaceAnswer,
    "charge": ChargeAnswer,
    "in_command": CommandAnswer,
    "course": CourseAnswer,
}
