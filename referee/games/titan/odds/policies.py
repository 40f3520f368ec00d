"""The policies by which battles are played out; what each wants is data in policies.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from referee.core import documents
from referee.core.game.odds import WrongPolicy

from ..profiles import Profile
from ..sides import SIDES

RANDOM = "random"
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


def chosen_policies(given: Mapping[str, str]) -> tuple[str, str]:
    """Return the names of the policies of attacker and defender, random where none is given; raises WrongPolicy.

    The one given for no side, `""`, is that of each side without its own.
    """
    known = policies()
    for side, name in given.items():
        if side and side not in SIDES:
            raise WrongPolicy(f"'{side}' is no side{documents.nearest(side, SIDES)}; they are {' and '.join(SIDES)}")
        if name not in known:
            raise WrongPolicy(f"'{name}' is no policy{documents.nearest(name, known)}; they are {', '.join(known)}")
    other = given.get("", RANDOM)
    return given.get(SIDES[0], other), given.get(SIDES[1], other)


def preference(policy: Policy, newcomer: Profile) -> tuple[float, str]:
    """Return what those who may come into a battle are sorted by: the best first, and equals by name."""
    worth = sum(weight * {"value": newcomer.value}[name] for name, weight in policy.newcomer.items())
    return -worth, newcomer.name
