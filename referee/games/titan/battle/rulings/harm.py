"""Hits that hazards do to the characters in them at the start of a Strike Phase (LoT 11.7)."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.modifiers import Fact

from ...rules import Profile
from ..board import Board, rows_for


class Harm(NamedTuple):
    """The hits at the start of one Strike Phase, and the titles of the hazards that do them."""

    ledger: Ledger
    hazards: tuple[str, ...]


def harm(board: Board, profile: Profile, hex_: int, active: bool) -> Harm:
    """Return the hits of a hex's hazards on a character in it; `active`: its side has just maneuvered (LoT 11.7)."""
    entries: list[Entry] = []
    hazards: list[str] = []
    for hazard in board.hazards[hex_]:
        facts: dict[str, Fact] = {"occupant": profile.native(hazard), "active": active}
        for row in rows_for(board, hazard, "damage", facts):
            entries.append(Entry("add", row.hits or 0, row.why, row.cites))
            hazards.append(board.rules.hazards.hazards[hazard].title)
    return Harm(Ledger("hits", entries), tuple(dict.fromkeys(hazards)))
