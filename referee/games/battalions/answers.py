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


class UnitFate(AnswerType, kw_only=True):
    """What becomes of a unit: stands, worn, retreats, destroyed or lost; its Space and its Constitution after it."""

    fate: str
    at: list[int] | None
    con: int
    field: list[int] | UnsetType = UNSET


class TurnAnswer(AnswerType, kw_only=True):
    """What becomes of every unit in a combat turn, whether the combat is over, and where its battalions then stand."""

    allowed: bool
    because: list[Because] | UnsetType = UNSET
    units: dict[str, UnitFate] | UnsetType = UNSET
    over: bool | UnsetType = UNSET
    hold_banned: bool | UnsetType = UNSET
    winner: str | UnsetType | None = UNSET
    draw: bool | UnsetType = UNSET
    fields: dict[str, list[int] | None] | UnsetType = UNSET
    choose: dict[str, list[list[int]]] | UnsetType = UNSET


class MoveAnswer(AnswerType, kw_only=True):
    """Where an over-world move ends, and the combat that it begins or joins."""

    allowed: bool
    because: list[Because] | UnsetType = UNSET
    ends: list[int] | UnsetType = UNSET
    facing: str | UnsetType | None = UNSET
    steps: int | UnsetType = UNSET
    whole: bool | UnsetType = UNSET
    attacks: list[int] | UnsetType | None = UNSET
    joins: str | UnsetType | None = UNSET
    meets: list[str] | UnsetType = UNSET


class Meeting(AnswerType, kw_only=True):
    """A combat that a battalion may join or begin: by which path, in which Field, with whom."""

    combat: str | UnsetType = UNSET
    path: list[str]
    field: list[int]
    battalions: list[str]


class JoinAnswer(AnswerType, kw_only=True):
    """The combats that a battalion may join in an over-world move, and the enemies that it may attack."""

    allowed: bool
    because: list[Because] | UnsetType = UNSET
    joins: list[Meeting]
    attacks: list[Meeting]


class WayOut(AnswerType, kw_only=True):
    """One direction of a retreat: the Field beyond, the Spaces to it, and the commands that lead there now."""

    direction: str
    field: list[int]
    spaces: int
    open: bool
    commands: list[str]
    this_turn: bool
    because: list[Because] | UnsetType = UNSET


class RetreatAnswer(AnswerType, kw_only=True):
    """Whether a unit may retreat from its combat, each direction, and whether it leads its battalion."""

    allowed: bool
    ways: list[WayOut]
    leader: bool


class PlacementAnswer(AnswerType, kw_only=True):
    """Where each battalion stands after a combat, the units lost for want of a Field, and what owners choose."""

    fields: dict[str, list[int] | None]
    lost: list[str]
    choose: dict[str, list[list[int]]] | UnsetType = UNSET


ANSWERS: Mapping[str, type[Any]] = {
    "army": ArmyAnswer,
    "attack": AttackAnswer,
    "turn": TurnAnswer,
    "move": MoveAnswer,
    "join": JoinAnswer,
    "retreat": RetreatAnswer,
    "placement": PlacementAnswer,
}
