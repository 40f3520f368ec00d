"""Whether an army is legal: its points, the stats of its units, its leaders (BN-ARM)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from referee.core.documents import Path
from referee.core.game.orders import Objection
from referee.core.rules.ledger import Entry, Ledger

from ..rules import BattalionsRules
from ..state import BattalionState, State, UnitState, players_of
from ..tables import Body

_STATS = ("s", "d", "i", "c")


def fitted(rules: BattalionsRules, leader: Body, unit: Body, alone: bool) -> tuple[Body, Body]:
    """Return a leader and a unit as near to those given as the limits allow, with the leader worth enough.

    Where nothing fits, the result is still illegal, and the check of the army says why.
    """
    least, cap = rules.number("stat_min"), rules.number("stat_cap")
    cheapest = rules.constants.unit_cost_min
    leader, unit = (_within(body, least, cap) for body in (leader, unit))
    while rules.cost(unit) < cheapest and _lowest(unit) < cap:
        unit = _changed(unit, 1)
    while rules.cost(leader) < cheapest and _lowest(leader) < cap:
        leader = _changed(leader, 1)
    while not alone and rules.cost(leader) < rules.leader_least(rules.cost(unit), "").total:
        if _lowest(leader) < cap:
            leader = _changed(leader, 1)
        elif _highest(unit) > least and rules.cost(unit) > cheapest:
            unit = _changed(unit, -1)
        else:
            break
    return leader, unit


def _lowest(body: Body) -> int:
    return min(body.s, body.d, body.i, body.c)


def _highest(body: Body) -> int:
    return max(body.s, body.d, body.i, body.c)


def _within(body: Body, least: int, cap: int) -> Body:
    return Body(**{stat: min(max(getattr(body, stat), least), cap) for stat in _STATS})


def _changed(body: Body, by: int) -> Body:
    """Return a body with its lowest stat raised, or its highest lowered, by one."""
    wanted = _lowest(body) if by > 0 else _highest(body)
    stat = next(stat for stat in _STATS if getattr(body, stat) == wanted)
    return msgspec.structs.replace(body, **{stat: wanted + by})


class ArmyOffence(NamedTuple):
    """An offence of an army: the rule, the battalion and the unit it concerns, the message and its place."""

    rule: str
    battalion: str | None
    unit: str | None
    objection: Objection
    path: Path


def totals(state: State, rules: BattalionsRules) -> dict[str, Ledger]:
    """Return what each player's army costs, unit by unit (BN-ARM-1)."""
    owners = {battalion.id: battalion.player for battalion in state.battalions}
    cite = rules.cite("unit_cost")
    return {
        player: Ledger(
            f"points of {player}",
            [
                Entry("add", rules.cost(unit), f"{unit.id} of {unit.battalion}", cite)
                for unit in state.units
                if owners.get(unit.battalion) == player
            ],
        )
        for player in players_of(state)
    }


def offences(state: State, rules: BattalionsRules) -> list[ArmyOffence]:
    """Return everything wrong with the armies of a state: points, then stats, then leaders."""
    out = []
    for player, total in totals(state, rules).items():
        if state.points is not None and total.total > state.points:
            message = f"{player} spends {total.total} points of {state.points}"
            out.append(_offence(rules, "points", message, ("points",)))
    for number, unit in enumerate(state.units):
        out += _unit(rules, unit, ("units", number))
    for number, battalion in enumerate(state.battalions):
        mine = [unit for unit in state.units if unit.battalion == battalion.id]
        out += _leader(rules, battalion, mine, ("battalions", number, "leader"))
    return out


def _offence(
    rules: BattalionsRules, key: str, message: str, path: Path, battalion: str | None = None, unit: str | None = None
) -> ArmyOffence:
    cite = rules.cite(key)
    return ArmyOffence(cite[0], battalion, unit, Objection(message, cite), path)


def _unit(rules: BattalionsRules, unit: UnitState, path: Path) -> list[ArmyOffence]:
    """Check the stats of one unit, and that it costs something (BN-ARM-3)."""
    least, cap = rules.number("stat_min"), rules.number("stat_cap")
    out = []
    for stat, told in rules.constants.stats.items():
        value = getattr(unit, stat)
        if not least <= value <= cap:
            message = f"{unit.id} has {told.title} {value}; a stat is {least} to {cap}"
            out.append(_offence(rules, "stat_range", message, (*path, stat), unit.battalion, unit.id))
    if rules.cost(unit) < rules.constants.unit_cost_min:
        message = f"{unit.id} costs {rules.cost(unit)}; a unit costs at least {rules.constants.unit_cost_min}"
        out.append(_offence(rules, "stat_range", message, path, unit.battalion, unit.id))
    return out


def _leader(rules: BattalionsRules, battalion: BattalionState, units: list[UnitState], path: Path) -> list[ArmyOffence]:
    """Check that a battalion has one leader, worth enough compared with the others (BN-ARM-4)."""
    leader = next((unit for unit in units if unit.id == battalion.leader), None)
    if leader is None:
        named = f"'{battalion.leader}' is none of its units" if battalion.leader else "it names none"
        message = f"{battalion.id} has no leader: {named}"
        return [_offence(rules, "leader", message, path, battalion.id, battalion.leader)]
    others = [rules.cost(unit) for unit in units if unit is not leader]
    needed = rules.leader_least(max(others, default=0), leader.id).total
    worth = rules.cost(leader)
    if worth >= needed:
        return []
    message = f"{leader.id} is worth {worth}; the leader of {battalion.id} is worth at least {needed}"
    return [_offence(rules, "leader", message, path, battalion.id, leader.id)]
