"""Legions with more characters than they may hold (LoT 4.1)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ...rules import TitanRules
from ..legion import Legion
from ..position import MasterboardPosition


def surplus(rules: TitanRules, contents: Iterable[str]) -> list[str]:
    """Return what an overfull legion loses, in order: by the table, the most valuable first within a row (LoT 4.1)."""
    left = list(contents)
    out: list[str] = []
    for row in rules.masterplay.overfull:
        kinds = [row] if isinstance(row, str) else row
        found = [name for name in left if name in kinds or rules.characters[name].cls in kinds]
        # of equal values, the first in the alphabet is lost first (REF titan-45)
        for name in sorted(found, key=lambda n: (-rules.least_value(n), n)):
            if len(left) > rules.combat.legion_most:
                left.remove(name)
                out.append(name)
    return out


def kept(rules: TitanRules, contents: list[str]) -> list[str]:
    """Return what a legion keeps when it is reduced to as many as it may hold (LoT 4.1)."""
    left = list(contents)
    for name in surplus(rules, contents):
        left.remove(name)
    return left


def giving_back(position: MasterboardPosition, legion: Legion) -> int:
    """Return how many of a legion go back by its player's choice, as it has captured another (MM 9.4.1)."""
    gains = position.engagement.gains if position.engagement is not None else None
    return gains.gives_back if gains is not None and gains.legion == legion.id else 0


def reduce(position: MasterboardPosition, recorder: Recorder, legion: Legion, by_referee: bool = False) -> None:
    """Show an overfull legion to all players and remove what it loses; one that gives back is not (LoT 4.1)."""
    if giving_back(position, legion):
        return
    if legion.contents is None:
        legion.count = min(legion.count, position.rules.combat.legion_most)
        return
    was, lost = list(legion.contents), surplus(position.rules, legion.contents)
    if not lost:
        return
    position.returned += legion.release(lost)
    position.bury(lost)
    position.reveal(legion.id, "reduced", list(legion.contents))
    recorder.write(
        f"{position.named(legion)} is found to hold {position.title(was)}, and loses {position.title(lost)}",
        cites=position.rules.cite("overfull"),
        changes=[Change(legion.id, "contents", None, None, f"now {legion.height} high")],
        by_referee=by_referee,
    )
