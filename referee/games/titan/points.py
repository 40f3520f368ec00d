"""The value of characters (LoT 16.0)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.rules.ledger import Entry, Ledger

from .profiles import Profile


def points_of(named: Iterable[tuple[str, Profile]], cite: tuple[str, ...], quantity: str = "points") -> Ledger:
    """Return the value of characters, each with its printed name: Power times Skill (LoT 16.0)."""
    return Ledger(quantity, [Entry("add", p.value, f"{name}: {p.power} x {p.skill}", cite) for name, p in named])
