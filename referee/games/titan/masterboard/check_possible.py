"""Report what on a Masterboard the rules make impossible."""

from __future__ import annotations

from referee.core.documents.problems import listed

from ..counters import too_many
from ..rules import TitanRules
from .check_standing import impossible, sharing
from .graph import graph_of
from .state import MasterboardState


def masterboard_impossibilities(board: MasterboardState, rules: TitanRules) -> list[str]:
    """Return everything on a Masterboard that is impossible, each as a sentence with its rules."""
    out = too_many(board.outside_stacks(), rules)
    if board.is_complete:
        return out + [message for _, message in impossible(board, rules)]
    owners: dict[str, set[str]] = {}
    for legion in board.legions:
        owners.setdefault(str(legion.land), set()).add(legion.player)
    cites = ", ".join(rules.cite("engagement"))
    for land, players in owners.items():
        if len(players) > 2:
            where = graph_of(rules).titled(land)
            out.append(f"{listed(sorted(players))} stand in {where}; an Engagement is between two ({cites})")
    return out + [message for _, message in sharing(board, rules)]
