"""The value of characters, and the characters that a growing score may add (LoT 16, 17)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.game.trace import Change
from referee.core.rules.ledger import Ledger

from ...points import points_of, share
from ...rules import TitanRules
from ..legion import Legion
from ..position import MasterboardPosition
from ..tables import Acquired


def value_of(position: MasterboardPosition, names: Iterable[str], player: str, quantity: str = "points") -> Ledger:
    """Return the value of a player's characters: Power times Skill each (LoT 16.0)."""
    profiles = [position.profile(name, player) for name in position.rules.in_chart_order(names)]
    return points_of([(profile.title, profile) for profile in profiles], position.rules.cite("scoring"), quantity)


def flight_points(position: MasterboardPosition, legion: Legion) -> Ledger:
    """Return the points for a legion that flees: half its value, rounded down (LoT 9.2, 16.1)."""
    whole = value_of(position, legion.contents or [], legion.player, "points for flight")
    return whole.plus(*share(position.rules, position.rules.masterplay.shares.flight))


def bound(position: MasterboardPosition, legion: Legion) -> list[str]:
    """Return the characters in a legion that prevent it from fleeing (LoT 9.2)."""
    return [name for name in legion.contents or () if "cannot_flee" in position.rules.profile(name).traits]


def add_score(position: MasterboardPosition, player: str, points: Ledger) -> Change:
    """Add points to a player's score and return the change (LoT 16.2)."""
    was = position.score_of(player)
    position.score[player] = now = was + points.total
    return Change(player, "score", was, now, f"{was} to {now}")


def multiples(rules: TitanRules, before: int, after: int) -> list[int]:
    """Return the multiples that a score has reached or passed; each may add an Angel (LoT 17.0, 17.2)."""
    found = {
        m
        for row in rules.masterplay.acquired
        for m in range(row.every * (before // row.every + 1), after + 1, row.every)
    }
    return sorted(found)


def row_at(rules: TitanRules, multiple: int) -> Acquired:
    """Return the first row of the table that a multiple belongs to (LoT 17.0, 17.3)."""
    return next(row for row in rules.masterplay.acquired if multiple % row.every == 0)


def choices_at(position: MasterboardPosition, multiple: int) -> list[str]:
    """Return the characters that may be added for a multiple and that the caretaker has (LoT 17.1, 17.3)."""
    left = [name for name in row_at(position.rules, multiple).takes if position.stock(name) > 0]
    return left[:1] if len(left) > 1 and position.rules.chosen("angel_for_archangel", "none_left") else left


def assign(position: MasterboardPosition, names: list[str], found: list[int]) -> list[int] | None:
    """Return a multiple for each character to add, or None if these multiples do not allow them all."""
    # the character with the fewest multiples goes first, and takes the multiple that allows the fewest characters
    order = sorted(names, key=lambda name: sum(name in choices_at(position, m) for m in found))
    left = sorted(found, key=lambda m: len(choices_at(position, m)))
    used = []
    for name in order:
        fit = next((m for m in left if name in choices_at(position, m)), None)
        if fit is None:
            return None
        left.remove(fit)
        used.append(fit)
    return used
