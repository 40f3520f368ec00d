"""The value of characters (LoT 16.0)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import entries

from .masterboard.tables import ShareRow
from .profiles import Profile
from .rules import TitanRules


def points_of(named: Iterable[tuple[str, Profile]], cite: tuple[str, ...], quantity: str = "points") -> Ledger:
    """Return the value of characters, each with its printed name: Power times Skill (LoT 16.0)."""
    return Ledger(quantity, [Entry("add", p.value, f"{name}: {p.power} x {p.skill}", cite) for name, p in named])


def share(rules: TitanRules, row: ShareRow, what: str = "") -> list[Entry]:
    """Return what a row makes of points, half of them as printed; `what` says of what (LoT 16.1, 19.4)."""
    found = entries(rules.ruled((row,), {}), {}, "points")
    return [msgspec.structs.replace(entry, why=f"{entry.why}{what}") for entry in found]
