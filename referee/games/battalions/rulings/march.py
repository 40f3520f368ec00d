"""Movement in a combat, simultaneous and one Space at a time (Q-4 of the procedures, BN-CMD-2, BN-COL)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from ..board.battlefield import Unit
from ..board.grid import ahead, field_of, space_said
from ..state import Direction, Place


class MarchStop(NamedTuple):
    """Why a unit went no farther: a sentence, and the keys of the rules."""

    why: str
    keys: tuple[str, ...]


@dataclass(slots=True)
class Mover:
    """A moving unit: its direction by name and as a vector, and the most Spaces it may go."""

    unit: Unit
    heading: Direction
    vector: Place
    steps: int


@dataclass(slots=True)
class Contest:
    """A Space that units of several sides enter at once; each keeps the Space it came from (BN-COL-1)."""

    space: Place
    units: list[Unit]


@dataclass(slots=True)
class March:
    """The result of all movement; `behind` names, for each unit stopped by an occupied Space, the occupant."""

    at: dict[str, Place]
    moved: dict[str, int] = field(default_factory=dict)
    stops: dict[str, MarchStop] = field(default_factory=dict)
    followed: set[str] = field(default_factory=set)
    left: dict[str, Place] = field(default_factory=dict)
    contests: list[Contest] = field(default_factory=list)
    filled: dict[Place, Contest] = field(default_factory=dict)
    behind: dict[str, Unit] = field(default_factory=dict)


Closed = Callable[[Unit, Place], MarchStop | None]


def march(units: list[Unit], movers: list[Mover], used: list[Place], size: Place, closed: Closed) -> March:
    """Move all units; `units` are all units on the grid, the movers included.

    `closed` returns why a unit cannot cross into a Field that is not used, None where it can (BN-RET-1).
    """
    out = March({unit.id: unit.at for unit in units if unit.at is not None})
    out.moved = {mover.unit.id: 0 for mover in movers}
    grounds = set(used)
    step = 1
    while any(m.steps >= step and m.unit.id not in out.stops and m.unit.id not in out.left for m in movers):
        _step(units, [m for m in movers if m.steps >= step], grounds, size, closed, out)
        step += 1
    _fill(out)
    return out


def _fill(out: March) -> None:
    """Report for each unit stopped behind a contestant that its Space counts as filled, even if left (BN-COL-4)."""
    contested = {unit.id: contest.space for contest in out.contests for unit in contest.units}
    for ident, unit in out.behind.items():
        if unit.id in contested:
            taken, wanted = space_said(out.at[unit.id]), space_said(contested[unit.id])
            why = f"{taken} counts as filled while {unit.id} contests {wanted}"
            out.stops[ident] = MarchStop(why, ("filled",))


def _step(units: list[Unit], movers: list[Mover], grounds: set[Place], size: Place, closed: Closed, out: March) -> None:
    going: dict[str, Place] = {}
    leaving: dict[str, Place] = {}
    by_id = {mover.unit.id: mover.unit for mover in movers}
    for mover in sorted(movers, key=lambda m: m.unit.id):
        ident = mover.unit.id
        if ident in out.stops or ident in out.left:
            continue
        want = ahead(out.at[ident], mover.vector)
        beyond = field_of(want, size)
        if beyond in grounds:
            going[ident] = want
            continue
        stop = closed(mover.unit, beyond)
        if stop is None:
            leaving[ident] = beyond
        else:
            out.stops[ident] = stop
    vacated = {out.at[ident] for ident in (*going, *leaving)}
    standing = {out.at[u.id]: u for u in units if u.id not in going and u.id not in leaving and u.id not in out.left}
    contests = _settle(going, by_id, standing, out)
    for contest in contests:
        if contest.space in standing:
            _void(contest, standing[contest.space], out)
        else:
            out.contests.append(contest)
            out.filled[contest.space] = contest
    for ident, place in going.items():
        if place in vacated:
            out.followed.add(ident)
        out.at[ident] = place
        out.moved[ident] += 1
    for ident, beyond in leaving.items():
        out.left[ident] = beyond
        out.moved[ident] += 1
        del out.at[ident]


def _settle(going: dict[str, Place], units: dict[str, Unit], standing: dict[Place, Unit], out: March) -> list[Contest]:
    """Stop the units that cannot go in this step, until nothing changes; return the contests, void ones included.

    Stopping only takes room away, so the order in which reasons are found does not matter.
    """
    contests: list[Contest] = []

    def halt(ident: str, why: str, *keys: str) -> None:
        out.stops[ident] = MarchStop(why, keys)
        del going[ident]
        standing[out.at[ident]] = units[ident]

    changed = True
    while changed:
        changed = False
        at = {out.at[ident]: ident for ident in going}
        for ident in list(going):
            other = at.get(going[ident]) if ident in going else None
            if other is not None and going.get(other) == out.at[ident]:
                halt(ident, f"{other} comes the other way, and neither can pass", "swap")
                halt(other, f"{ident} comes the other way, and neither can pass", "swap")
                changed = True
        for ident in list(going):
            want = going[ident]
            if want in standing:
                out.behind[ident] = standing[want]
                halt(ident, f"{standing[want].id} stands on {space_said(want)}", "obstruction")
                changed = True
            elif want in out.filled:
                names = " and ".join(unit.id for unit in out.filled[want].units)
                halt(ident, f"{space_said(want)} is contested by {names}", "filled")
                changed = True
        if not changed:
            changed = _same_space(going, units, contests, halt)
    return contests


def _same_space(
    going: dict[str, Place], units: dict[str, Unit], contests: list[Contest], halt: Callable[..., None]
) -> bool:
    """Settle the first Space that several units want, by X and then Y; return whether there was one (BN-G-19)."""
    wanted: dict[Place, list[Unit]] = {}
    for ident, want in going.items():
        wanted.setdefault(want, []).append(units[ident])
    for space in sorted(wanted):
        rivals = wanted[space]
        if len(rivals) < 2:
            continue
        sides: dict[str, list[Unit]] = {}
        for unit in sorted(rivals, key=lambda u: (-u.cost, u.id)):
            sides.setdefault(unit.player, []).append(unit)
        for first, *others in sides.values():
            for other in others:
                halt(other.id, f"{first.id} of its own side goes to {space_said(space)} before it", "friends")
        if len(sides) > 1:
            firsts = sorted((side[0] for side in sides.values()), key=lambda u: u.id)
            contests.append(Contest(space, firsts))
            for unit in firsts:
                names = " and ".join(u.id for u in firsts if u is not unit)
                halt(unit.id, f"{space_said(space)} is contested with {names}", "contest")
        return True
    return False


def _void(contest: Contest, occupant: Unit, out: March) -> None:
    """Undo a contest for a Space whose occupant did not leave: its contestants have merely stopped."""
    for unit in contest.units:
        out.stops[unit.id] = MarchStop(
            f"{occupant.id} stands on {space_said(contest.space)} after all", ("obstruction",)
        )
