"""Vacations that players ask for by mail, which move their deadlines; only so many days of one game."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .archive import Archive

# further ones the master enters
MOST_DAYS = 30


def vacation(archive: Archive, player: str, days: tuple[str, str]) -> tuple[bool, str]:
    """Return whether a vacation by its first and last day counts, and why, in words for its player."""
    if archive.settings.deadline is None:
        return False, "this game has no deadlines"
    try:
        first, last = map(date.fromisoformat, days)
    except ValueError:
        return False, "there is no such day; write it as in 'away 2026-12-24 to 2027-01-02'"
    if last < first:
        return False, "it ends before it begins"
    taken = sum((one.last - one.first).days + 1 for one in archive.away.get(player, []))
    if taken + (last - first).days + 1 > MOST_DAYS:
        return False, f"by mail {MOST_DAYS} days of a game may be taken, {MOST_DAYS - taken} are left; ask the master"
    return True, "nothing of yours is due in it"
