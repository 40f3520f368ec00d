"""The policies by which battles are played out; what each wants is data in policies.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from referee.core import documents

from ..profiles import Profile

# sums that differ by less are equal
SAME = 1e-9


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a policy wants: how much each quantity of a hex, of a target and of a newcomer counts.

    Surplus hits carry over where it `carries`. Nobody is mustered or summoned where nothing of a `newcomer` counts.
    """

    moves: bool = True
    maneuver: Mapping[str, float] = {}
    strike: Mapping[str, float] = {}
    carries: bool = False
    newcomer: Mapping[str, float] = {}


class _Policies(msgspec.Struct, forbid_unknown_fields=True):
    policies: dict[str, Policy]


@cache
def policies() -> dict[str, Policy]:
    """Return every policy by its name."""
    path = Path(__file__).with_name("policies.yaml")
    return documents.convert(documents.parse(path.read_bytes(), str(path)), _Policies).policies


def preference(policy: Policy, newcomer: Profile) -> tuple[float, str]:
    """Return what those who may come into a battle are sorted by: the best first, and equals by name."""
    worth = sum(weight * {"value": newcomer.value}[name] for name, weight in policy.newcomer.items())
    return -worth, newcomer.name
