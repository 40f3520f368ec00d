"""Targets of blows: the nearest enemies ahead of a moving unit, or around one that holds (BN-CMD-3, -4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from ..board.battlefield import Unit
from ..board.grid import between
from ..rules import BattalionsRules
from ..state import Direction, Place
from ..tables import CommandKind
from .unit_rows import reach_of

Measure = Callable[[Place, Place], int | None]


class Aim(NamedTuple):
    """What a unit strikes at: its targets at the smallest distance, and the keys of the rulings that decided it.

    `reach` is how far it strikes, `tie` the sentence that says why it is this one of several, and `command` the one it
    strikes by.
    """

    unit: Unit
    targets: list[Unit]
    distance: int
    keys: tuple[str, ...]
    tie: str = ""
    command: CommandKind | None = None
    reach: int = 0


class UnitSpaces:
    """Where each unit is when the blows fall: a contesting unit is in two Spaces (BN-COL-1)."""

    def __init__(self, spaces: Mapping[str, tuple[Place, ...]], units: Iterable[Unit]) -> None:
        self.spaces = spaces
        self.units = [unit for unit in units if unit.id in spaces]

    def enemies(self, unit: Unit) -> list[Unit]:
        """Return the living units of other sides."""
        return [other for other in self.standing() if other.player != unit.player]

    def standing(self, *without: Unit) -> list[Unit]:
        """Return the living units of every side except those named."""
        return [unit for unit in self.units if unit.status == "alive" and unit not in without]

    def contesting(self, one: Unit, other: Unit) -> bool:
        """Return whether two units contest one Space."""
        return bool(set(self.spaces[one.id]) & set(self.spaces[other.id]))


def aim_of(
    rules: BattalionsRules, ground: UnitSpaces, unit: Unit, command: CommandKind, direction: Direction | None
) -> Aim:
    """Return what a unit strikes at by its command: ahead, behind, around it, or nothing (BN-CMD-3, BN-CMD-4)."""
    reach = reach_of(rules, unit, command).total
    if command.strikes == "around":
        aim = _around(rules, ground, unit, reach)
    elif command.strikes is not None and direction is not None:
        x, y = rules.vectors[direction]
        aim = _in_line(rules, ground, unit, (x, y) if command.strikes == "ahead" else (-x, -y), reach)
    else:
        aim = Aim(unit, [], 0, ())
    return aim._replace(command=command, reach=reach)


def _in_line(rules: BattalionsRules, ground: UnitSpaces, unit: Unit, vector: Place, reach: int) -> Aim:
    """Return the one enemy that a moving unit strikes in one direction (BN-CMD-3, BN-G-21)."""
    found = _reached(rules, ground, unit, reach, lambda one, other: _ahead(rules, vector, one, other))
    return _one(found, ground, unit, ())


def _around(rules: BattalionsRules, ground: UnitSpaces, unit: Unit, reach: int) -> Aim:
    """Return the nearest enemies in the row and the column of a unit that holds (BN-CMD-4, BN-G-22)."""
    found = _reached(rules, ground, unit, reach, _cross)
    if len(found.targets) > 1 and rules.chosen("hold_targets", "one"):
        return _one(found, ground, unit, ("hold_targets",))
    return found._replace(keys=(*found.keys, "hold_targets") if found.targets else found.keys)


def _reached(rules: BattalionsRules, ground: UnitSpaces, unit: Unit, reach: int, measure: Measure) -> Aim:
    """Return every enemy at the smallest distance within reach, as `measure` gives distances."""
    best = 0
    targets: list[Unit] = []
    keys: dict[str, None] = {}
    screened = set()
    for enemy in ground.enemies(unit):
        distance, sighted = _distance(rules, ground, unit, enemy, reach, measure)
        if sighted:
            screened.add(enemy.id)
        if distance is None:
            keys.update({"sight": None} if sighted else {})
        elif not targets or distance < best:
            best, targets = distance, [enemy]
        elif distance == best:
            targets.append(enemy)
    if any(target.id in screened for target in targets):
        keys["sight"] = None
    if targets and any(len(ground.spaces[one.id]) > 1 for one in (unit, *targets)):
        keys["two_spaces"] = None
    return Aim(unit, sorted(targets, key=lambda u: u.id), best, tuple(keys))


def _distance(
    rules: BattalionsRules, ground: UnitSpaces, unit: Unit, enemy: Unit, reach: int, measure: Measure
) -> tuple[int | None, bool]:
    """Return the distance to an enemy from any of the Spaces of either, None where it cannot be reached.

    The second value is whether a unit is in between, so that the ruling on that decided (BN-G-20).
    """
    out: int | None = None
    sighted = False
    for one in ground.spaces[unit.id]:
        for other in ground.spaces[enemy.id]:
            distance = measure(one, other)
            if distance is None or distance > reach or (out is not None and distance >= out):
                continue
            crossed = set(between(one, other))
            screen = [u for u in ground.standing(unit, enemy) if crossed & set(ground.spaces[u.id])] if crossed else []
            sighted = sighted or bool(screen)
            if screen and rules.chosen("los", "blocked_by_any"):
                continue
            if any(u.player != unit.player for u in screen) and rules.chosen("los", "blocked_by_enemy"):
                continue
            out = distance
    return out, sighted


def _ahead(rules: BattalionsRules, vector: Place, one: Place, other: Place) -> int | None:
    dx, dy = other[0] - one[0], other[1] - one[1]
    forward = dx * vector[0] + dy * vector[1]
    sideways = abs(dx * vector[1]) + abs(dy * vector[0])
    widest = forward if rules.chosen("attack_shape", "quadrant") else 0
    return forward if forward >= 0 and sideways <= widest else None


def _cross(one: Place, other: Place) -> int | None:
    dx, dy = abs(other[0] - one[0]), abs(other[1] - one[1])
    return None if dx and dy else dx + dy


def _one(aim: Aim, ground: UnitSpaces, unit: Unit, keys: tuple[str, ...]) -> Aim:
    """Keep one target: a co-contestant, then the lowest Constitution, then the lowest id (BN-G-21)."""
    if not aim.targets:
        return aim
    first, *others = sorted(aim.targets, key=lambda u: (not ground.contesting(unit, u), u.con, u.id))
    if not others:
        return aim._replace(keys=(*aim.keys, *keys))
    tie = _tie(ground, unit, first, others)
    return aim._replace(targets=[first], keys=(*aim.keys, *keys, "shape"), tie=tie)


def _tie(ground: UnitSpaces, unit: Unit, first: Unit, others: list[Unit]) -> str:
    """Return which of several equally near enemies a unit strikes, and what decided it."""
    equals = f"{unit.id}: {' and '.join(f'{u.id} (Constitution {u.con})' for u in (first, *others))} are equally near"
    rivals = [other for other in others if ground.contesting(unit, other) == ground.contesting(unit, first)]
    if not rivals:
        return f"{equals}; it contests a Space with {first.id}"
    return f"{equals}; {first.id} has the lower {'id' if first.con == rivals[0].con else 'Constitution'}"
