"""The keys of the answers to each question of Titan, for schemas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, UnsetType, field

from referee.core.game.answer_types import AnswerType, Because

Reasons = list[Because] | UnsetType
Probability = float | int


class Needs(AnswerType, kw_only=True):
    """The dice and the Strike-number that a carry-over needs."""

    dice: int
    strike_number: int


class Withheld(AnswerType, kw_only=True):
    """Why a piece may not receive hits that are carried over."""

    because: list[Because]
    needs: Needs | None


class DeclaredAnswer(AnswerType, kw_only=True):
    """A way to declare a strike: its dice and number, whom it may carry over to, and the chances."""

    dice: int
    strike_number: int
    forgo: bool | UnsetType = UNSET
    carry: list[str]
    kill_probability: Probability
    carry_probability: Probability


class Verdict(AnswerType, kw_only=True):
    """Whether something is allowed, and why not."""

    allowed: bool
    because: Reasons = UNSET


class StrikeAnswer(Verdict, kw_only=True):
    """May one piece strike another, with how many dice at which number."""

    dice: int | UnsetType = UNSET
    strike_number: int | UnsetType = UNSET
    expected_hits: Probability | UnsetType = UNSET
    kill_probability: Probability | UnsetType = UNSET
    options: list[DeclaredAnswer] | UnsetType = UNSET
    refused: dict[str, Withheld] | UnsetType = UNSET
    declared: DeclaredAnswer | UnsetType = UNSET


class PathAnswer(AnswerType, kw_only=True):
    """Another path of a rangestrike, with what blocks it."""

    path: list[str]
    dice: int
    strike_number: int
    because: Reasons = UNSET


class RangestrikeAnswer(Verdict, kw_only=True):
    """May one piece rangestrike another, and by which path."""

    dice: int | UnsetType = UNSET
    strike_number: int | UnsetType = UNSET
    path: list[str] | UnsetType = UNSET
    range: int | UnsetType = UNSET
    expected_hits: Probability | UnsetType = UNSET
    kill_probability: Probability | UnsetType = UNSET
    other_paths: list[PathAnswer] | UnsetType = UNSET


class HarmAnswer(AnswerType, kw_only=True):
    """Whom what lies on the map hurts, with so many hits, and whom each Spirit may choose."""

    harm: dict[str, int]
    spirits: dict[str, list[str]]


class CastAnswer(Verdict, kw_only=True):
    """May a piece cast a Spell: near or far, what it rolls with the chance of any effect, how long it lasts, its deeds.

    `plus` are hits added to the pips of the die, `charms_from` the least sum that works, and `hurts_at` the one that
    hurts the caster. `hexes` are those where a reinforcement may enter. `ends` lists Spells in effect, `nullifies` a
    printed hazard, and `harm` hits done at once. On the Masterboard: whether a legion is `captured`, how many
    characters are `returned`, and what of a Mage is `seen`.
    """

    mode: str | UnsetType = UNSET
    dice: int | UnsetType = UNSET
    strike_number: int | UnsetType | None = UNSET
    chance: Probability | UnsetType = UNSET
    lasts: str | UnsetType = UNSET
    plus: int | UnsetType = UNSET
    heals: int | UnsetType = UNSET
    charms_from: int | UnsetType = UNSET
    hurts_at: int | UnsetType = UNSET
    ends: list[str] | UnsetType = UNSET
    nullifies: str | UnsetType | None = UNSET
    harm: dict[str, int] | UnsetType = UNSET
    captured: bool | UnsetType | None = UNSET
    returned: int | UnsetType | None = UNSET
    points: int | UnsetType = UNSET
    seen: list[str] | UnsetType = UNSET
    hexes: list[str] | UnsetType = UNSET


class UndoAnswer(Verdict, kw_only=True):
    """May a Mage end a Spell of its own, and what ends with it."""

    ends: list[str] | UnsetType = UNSET


class ShiftAnswer(Verdict, kw_only=True):
    """May a Mage move a Spell of its own to another hex."""


class UseAnswer(Verdict, kw_only=True):
    """May a piece use an ability, and with which effect or roll."""

    path: list[str] | UnsetType = UNSET
    hits: int | UnsetType = UNSET
    heals: int | UnsetType = UNSET
    dice: int | UnsetType = UNSET
    strike_number: int | UnsetType = UNSET
    expected_hits: Probability | UnsetType = UNSET
    kill_probability: Probability | UnsetType = UNSET
    lays: Any = UNSET
    shifts: Any = UNSET
    sends: Any = UNSET
    ends: Any = UNSET


class GoingAnswer(Verdict, kw_only=True):
    """Where may a piece go or enter: all hexes, or the way to one."""

    hexes: list[str] | UnsetType = UNSET
    path: list[str] | UnsetType = UNSET
    cost: int | UnsetType = UNSET
    allowance: int | UnsetType = UNSET


class TravelAnswer(AnswerType, kw_only=True):
    """Where may a legion go, by which sides it enters each Land, and where it may teleport."""

    destinations: dict[str, list[str]]
    teleports: dict[str, list[str]]
    because: Reasons = UNSET


class MusterAnswer(AnswerType, kw_only=True):
    """What may a legion muster, and by showing what.

    Each way is a character and a number, and who stands in for one more of it; or empty for nothing.
    """

    recruits: dict[str, list[list[str | int]]]
    because: Reasons = UNSET


class DrawAnswer(AnswerType, kw_only=True):
    """How many Spells each Mage draws for the terrain; or how many a victory allots, and how many of them fit."""

    draws: dict[str, int] | UnsetType = UNSET
    bars_muster: bool | UnsetType = UNSET
    allotted: int | UnsetType = UNSET
    count: int | UnsetType = UNSET
    room: dict[str, int] | UnsetType = UNSET
    because: Reasons = UNSET


class ValueAnswer(AnswerType, kw_only=True):
    """The points of a legion, and those for its flight."""

    points: int | None
    may_flee: bool | None
    points_for_flight: int | None
    because: Reasons = UNSET


class OverfullAnswer(AnswerType, kw_only=True):
    """What an overfull legion loses, and what is left."""

    removed: list[str]
    left: list[str]


class AcquireAnswer(AnswerType, kw_only=True):
    """What points add to a legion: the characters by the multiple that brings them."""

    score: int
    multiples: dict[str, list[str]]
    room: int | None
    because: Reasons = UNSET


class InvokeAnswer(Verdict, kw_only=True):
    """May a legion use an ability on the Masterboard, and what it shows, lays and ends."""

    shows: str | UnsetType = UNSET
    lays: str | UnsetType = UNSET
    ends: list[str] | UnsetType = UNSET


class CarryWay(AnswerType, kw_only=True):
    """A strike that carries over to an enemy: its dice and number, and the chances."""

    dice: int
    strike_number: int
    forgo: bool | UnsetType = UNSET
    kill_probability: Probability
    carry_probability: Probability
    second_kill_probability: Probability


class CarryAnswer(Verdict, kw_only=True):
    """May hits of a strike go to another enemy, and by which strikes."""

    dice: int | UnsetType = UNSET
    strike_number: int | UnsetType = UNSET
    needs: Needs | UnsetType = UNSET
    ways: list[CarryWay] | UnsetType = UNSET


class LockedAnswer(AnswerType, kw_only=True):
    """Who keeps a piece from moving, and whom it keeps."""

    locked: bool
    by: list[str]
    holds: list[str]
    because: Reasons = UNSET


class MustStrikeAnswer(AnswerType, kw_only=True):
    """Must a piece strike, and whom."""

    must: bool
    targets: list[str]
    because: Reasons = UNSET


class SightPath(AnswerType, kw_only=True):
    """A path of a line: the hexes between, and what blocks it."""

    path: list[str]
    open: bool
    because: Reasons = UNSET


class SeesAnswer(AnswerType, kw_only=True):
    """How long a line is, and whether a path of it is open."""

    sees: bool
    range: int
    paths: list[SightPath]


class SummonAnswer(AnswerType, kw_only=True):
    """May somebody be summoned, and from which legions."""

    allowed: bool
    from_: list[str] = field(name="from")
    because: Reasons = UNSET


class ReinforceAnswer(AnswerType, kw_only=True):
    """May the defender take a reinforcement, and whom."""

    allowed: bool
    who: list[str]
    because: Reasons = UNSET


class TimeLossAnswer(AnswerType, kw_only=True):
    """When a battle is lost by time, and by whom."""

    over: bool
    rounds_left: int
    last_round: int
    eliminated: str
    points: int
    slayer: str | UnsetType | None = UNSET


class TeleportAnswer(AnswerType, kw_only=True):
    """Where a legion may teleport, by which sides it enters, whom it shows; null where its contents are not known."""

    allowed: bool | None
    to: dict[str, list[str]]
    shows: list[str] | UnsetType = UNSET
    because: Reasons = UNSET


class FleeAnswer(AnswerType, kw_only=True):
    """May a legion flee, and for how many points."""

    allowed: bool
    points: int | None
    because: Reasons = UNSET


class ConcedeAnswer(AnswerType, kw_only=True):
    """May a legion or a side concede, for how many points, and what else comes of it."""

    allowed: bool
    points: int | None
    winner: str | UnsetType = UNSET
    out: bool | UnsetType = UNSET
    winner_loses: list[str] | UnsetType = UNSET
    because: Reasons = UNSET


class TitanSlainAnswer(AnswerType, kw_only=True):
    """Who scores what when a Titan is slain, and who takes the markers."""

    points: dict[str, int]
    half_points: dict[str, int]
    markers: str | None
    out: str | None
    plays_on: list[str] | UnsetType = UNSET


class StandingAnswer(AnswerType, kw_only=True):
    """The total of each player, and who leads."""

    totals: dict[str, int | None]
    leaders: list[str] | None
    because: Reasons = UNSET


ANSWERS: Mapping[str, type[Any]] = {
    "strike": StrikeAnswer,
    "carry": CarryAnswer,
    "rangestrike": RangestrikeAnswer,
    "use": UseAnswer,
    "cast": CastAnswer,
    "undo": UndoAnswer,
    "shift": ShiftAnswer,
    "harm": HarmAnswer,
    "locked": LockedAnswer,
    "must_strike": MustStrikeAnswer,
    "sees": SeesAnswer,
    "summon": SummonAnswer,
    "reinforce": ReinforceAnswer,
    "time_loss": TimeLossAnswer,
    "reach": GoingAnswer,
    "enter": GoingAnswer,
    "travel": TravelAnswer,
    "muster": MusterAnswer,
    "draw": DrawAnswer,
    "value": ValueAnswer,
    "overfull": OverfullAnswer,
    "acquire": AcquireAnswer,
    "teleport": TeleportAnswer,
    "flee": FleeAnswer,
    "concede": ConcedeAnswer,
    "titan_slain": TitanSlainAnswer,
    "invoke": InvokeAnswer,
    "standing": StandingAnswer,
}
