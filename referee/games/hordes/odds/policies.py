"""The policies by which battles are played out; which orders each prefers is data in policies.yaml."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from referee.core import documents
from referee.core.game.odds import WrongPolicy

from ..state import PhaseName

RANDOM = "random"
# groups of verbs, the most wanted first
Groups = Sequence[Sequence[str]]
Policy = Mapping[PhaseName, Groups]


class _Policies(msgspec.Struct, forbid_unknown_fields=True):
    turns: int
    policies: dict[str, dict[PhaseName, list[list[str]]]]


@cache
def _table() -> _Policies:
    path = Path(__file__).with_name("policies.yaml")
    return documents.convert(documents.parse(path.read_bytes(), str(path)), _Policies)


def policies() -> dict[str, Policy]:
    """Return every policy by its name, with the groups of verbs of each phase."""
    table = _table().policies
    return {name: {**table[RANDOM], **policy} for name, policy in table.items()}


def most_turns() -> int:
    """Return after how many turns a battle that is not decided ends."""
    return _table().turns


def chosen_policies(given: Mapping[str, str], armies: Sequence[str]) -> dict[str, str]:
    """Return the name of the policy of each army, random where none is given; raises WrongPolicy.

    The one given for no army, `""`, is that of each army without its own.
    """
    known = policies()
    for army, name in given.items():
        if army and army not in armies:
            known_armies = f"they are {' and '.join(armies)}"
            raise WrongPolicy(f"'{army}' is no army here{documents.nearest(army, armies)}; {known_armies}")
        if name not in known:
            raise WrongPolicy(f"'{name}' is no policy{documents.nearest(name, known)}; they are {', '.join(known)}")
    other = given.get("", RANDOM)
    return {army: given.get(army, other) for army in armies}
