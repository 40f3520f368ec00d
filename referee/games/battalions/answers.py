"""The keys of the answers to each question of Battalions, for schemas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, UnsetType

from referee.core.game.answer_types import AnswerType, Because


class ArmyProblem(AnswerType, kw_only=True):
    """A rule that an army list breaks, and where."""

    battalion: str | None
    rule: str
    unit: str | None


class ArmyAnswer(AnswerType, kw_only=True):
    """Is every army list legal, and what each player spends."""

    legal: bool
    total: dict[str, int]
    problems: list[ArmyProblem]


class AttackAnswer(AnswerType, kw_only=True):
    """The units hit by a command, and how far away they are."""

    allowed: bool | UnsetType = UNSET
    because: list[Because] | UnsetType = UNSET
    direction: str | UnsetType = UNSET
    targets: list[str]
    distance: int | None
    reach: int


ANSWERS: Mapping[str, type[Any]] = {"army": ArmyAnswer, "attack": AttackAnswer}
