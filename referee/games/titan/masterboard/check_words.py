"""Check the names on a Masterboard against the tables."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.documents import Path, nearest
from referee.core.game.game import StateProblems

from ..rules import TitanRules
from .graph import graph_of
from .state import MasterboardState


def unknown_lands(board: MasterboardState, rules: TitanRules) -> StateProblems:
    """Return every unknown Land on a Masterboard, with its path."""
    known = graph_of(rules).lands
    named: list[tuple[Path, int | str | None]] = []
    for number, legion in enumerate(board.legions):
        named.append((("masterboard", "legions", number, "land"), legion.land))
        named.append((("masterboard", "legions", number, "origin"), legion.origin))
        named.append((("masterboard", "legions", number, "came_from"), legion.came_from))
    named += [(("masterboard", "towers", player), land) for player, land in board.towers.items()]
    named += [(("masterboard", "effects", number, "land"), laid.land) for number, laid in enumerate(board.effects)]
    named += [(("masterboard", "storms", number, "land"), storm.land) for number, storm in enumerate(board.storms)]
    named += [(("masterboard", "no_muster_lands", number), land) for number, land in enumerate(board.no_muster_lands)]
    if board.passage is not None:
        named.append((("masterboard", "passage", "land"), board.passage.land))
        named.append((("masterboard", "passage", "to"), board.passage.to))
    if board.engagement is not None:
        named.append((("masterboard", "engagement", "land"), board.engagement.land))
    wrong = [(path, str(land)) for path, land in named if land is not None and str(land) not in known]
    return [(path, f"'{land}' is no Land{nearest(land, known)}") for path, land in wrong]


def character_names(board: MasterboardState) -> Iterator[tuple[Path, str]]:
    """Yield the name of every character on a Masterboard, with its path."""
    top = "masterboard"
    for number, legion in enumerate(board.legions):
        for place, name in enumerate(legion.contents or ()):
            yield (top, "legions", number, "contents", place), name
        for field, counts in (("drew", legion.drew), ("fought", legion.fought)):
            for name in counts:
                yield (top, "legions", number, field, name), name
        for row, mage in enumerate(legion.magi):
            for field in ("evoked_killed", "evoked_banished"):
                for place, name in enumerate(getattr(mage, field)):
                    yield (top, "legions", number, "magi", row, field, place), name
    for number, seen in enumerate(board.revealed):
        for place, name in enumerate(seen.characters):
            yield (top, "revealed", number, "characters", place), name
    for field, counts in (("caretaker", board.caretaker), ("slain", board.slain), ("dead", board.dead)):
        for name in counts:
            yield (top, field, name), name
    for player, kept in board.reserves.items():
        for place, name in enumerate(kept):
            yield (top, "reserves", player, place), name
    for number, laid in enumerate(board.effects):
        if laid.character is not None:
            yield (top, "effects", number, "character"), laid.character
    if board.engagement is not None:
        for name in board.engagement.slain:
            yield (top, "engagement", "slain", name), name


def member_names(board: MasterboardState) -> Iterator[tuple[Path, str]]:
    """Yield the name of every member of a legion that may be that of a Mage by its id, with its path."""
    now, path = board.engagement, ("masterboard", "engagement")
    if now is not None:
        for place, name in enumerate(now.gives_back):
            yield (*path, "gives_back", place), name
        for number, proposal in enumerate(now.proposals):
            for place, name in enumerate(proposal.losses):
                yield (*path, "proposals", number, "losses", place), name
