"""The leader and the unit of a new file, fitted to the limits that the players have set (BN-ARM-3, -4)."""

from __future__ import annotations

import msgspec

from ..rules import BattalionsRules
from ..tables import Body

_STATS = ("s", "d", "i", "c")


def fitted(rules: BattalionsRules, leader: Body, unit: Body, alone: bool) -> tuple[Body, Body]:
    """Return a leader and a unit as near to those given as the limits allow, with the leader worth enough.

    Where nothing fits, the result is still illegal, and the check of the army says why.
    """
    least, cap = rules.number("stat_min"), rules.number("stat_cap")
    cheapest = rules.constants.unit_cost_min
    leader, unit = (_within(body, least, cap) for body in (leader, unit))
    while _cost(rules, unit) < cheapest and _lowest(unit) < cap:
        unit = _changed(unit, 1)
    while _cost(rules, leader) < cheapest and _lowest(leader) < cap:
        leader = _changed(leader, 1)
    while not alone and _cost(rules, leader) < rules.leader_least(_cost(rules, unit), "").total:
        if _lowest(leader) < cap:
            leader = _changed(leader, 1)
        elif _highest(unit) > least and _cost(rules, unit) > cheapest:
            unit = _changed(unit, -1)
        else:
            break
    return leader, unit


def _cost(rules: BattalionsRules, body: Body) -> int:
    return rules.cost({stat: getattr(body, stat) for stat in _STATS})


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
