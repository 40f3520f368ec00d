"""What hazards do at the start of a Strike Phase to those who stand in them (LoT 11.7)."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.modifiers import Fact

from ...rules import Profile
from ..board import Board, rows_for


class Harm(NamedTuple):
    """The hits of one Strike Phase's start, and the titles of the hazards that do them."""

    ledger: Ledger
    hazards: tuple[str, ...]


def harm(board: Board, profile: Profile, hex_: int, active: bool) -> Harm:
    """Return what the hazards of a hex do to a character in it; `active` is whose side has just maneuvered."""
    entries: list[Entry] = []
    hazards: list[str] = []
    for hazard in board.hazards[hex_]:
        facts: dict[str, Fact] = {"occupant": profile.native(hazard), "active": active}
        for row in rows_for(board, hazard, "damage", facts):
            entries.append(Entry("add", row.hits or 0, row.why, row.cites))
            hazards.append(board.rules.hazards.hazards[hazard].title)
    return Harm(Ledger("hits", entries), tuple(dict.fromkeys(hazards)))
