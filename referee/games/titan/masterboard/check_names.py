"""Check the names of players and legions on a Masterboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.core.documents import Path, nearest
from referee.core.game.game import StateProblems

from ..rules import TitanRules
from .graph import graph_of
from .state import MasterboardState

if TYPE_CHECKING:
    from ..rules import TitanRules
    from ..state import State


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


BOARD = "masterboard"
Names = Iterator[tuple[Path, str]]


def unknown_names(state: State, board: MasterboardState, rules: TitanRules) -> StateProblems:
    """Return every unknown name of a player or a legion, with its path."""
    return _players(board) + _legions(state, board) + _clock(board, rules)


def _players(board: MasterboardState) -> StateProblems:
    """Check the names of players; in a situation, which may omit players, only misspelt names are reported."""
    known = board.players or list(dict.fromkeys(legion.player for legion in board.legions))
    wrong = [(path, name, nearest(name, known)) for path, name in _named_players(board) if name not in known]
    return [(path, f"'{name}' is no player of this game{near}") for path, name, near in wrong if near or board.players]


def _named_players(board: MasterboardState) -> Names:
    for field in ("towers", "rolled", "score", "markers", "reserves", "trading"):
        for name in getattr(board, field):
            yield (BOARD, field, name), name
    for field in ("mover", "shut"):
        if (named := getattr(board, field)) is not None:
            yield (BOARD, field), named
    for field in ("stopping", "titan_lost"):
        for number, name in enumerate(getattr(board, field)):
            yield (BOARD, field, number), name
    for number, fallen in enumerate(board.fallen):
        yield (BOARD, "fallen", number, "player"), fallen.player
        if fallen.by is not None:
            yield (BOARD, "fallen", number, "by"), fallen.by
    for number, offence in enumerate(board.offences):
        yield (BOARD, "offences", number, "offender"), offence.offender
        yield (BOARD, "offences", number, "offended"), offence.offended
    for number, seen in enumerate(board.revealed):
        yield (BOARD, "revealed", number, "mover"), seen.mover
        for place, name in enumerate(seen.to if seen.to != "all" else ()):
            yield (BOARD, "revealed", number, "to", place), name
    yield from _in_engagement(board)
    if board.outcome is not None:
        for number, name in enumerate(board.outcome.winners):
            yield (BOARD, "outcome", "winners", number), name
        for name in board.outcome.totals:
            yield (BOARD, "outcome", "totals", name), name


def _in_engagement(board: MasterboardState) -> Names:
    """Yield the players that an Engagement names, other than by its legions."""
    now, path = board.engagement, (BOARD, "engagement")
    if now is None:
        return
    if now.slayer is not None:
        yield (*path, "slayer"), now.slayer
    for field in ("fallen", "exposed", "resigned"):
        for number, name in enumerate(getattr(now, field)):
            yield (*path, field, number), name
    for number, owed in enumerate(now.owed):
        yield (*path, "owed", number, "player"), owed.player
    for number, proposal in enumerate(now.proposals):
        yield (*path, "proposals", number, "player"), proposal.player
    if now.gains is not None:
        yield (*path, "gains", "player"), now.gains.player


def _legions(state: State, board: MasterboardState) -> StateProblems:
    """Check the names of legions; a legion off the board must be a free marker, if these are given."""
    known = {legion.id for legion in board.legions}
    markers = {marker for free in board.markers.values() for marker in free}
    out: StateProblems = []
    for path, name, gone in _named_legions(state, board):
        # a record of a legion that has left goes on with its marker
        lost = board.is_complete and path[1] == "revealed"
        if name in known or (gone and (name in markers or not (markers or lost))):
            continue
        near = nearest(name, [*known, *markers] if gone else known)
        out.append((path, f"'{name}' is no legion on the board{' and no free marker' if gone else ''}{near}"))
    return out


def _named_legions(state: State, board: MasterboardState) -> Iterator[tuple[Path, str, bool]]:
    """Yield each legion that is named, and whether it may have left the board since."""
    for number, seen in enumerate(board.revealed):
        yield (BOARD, "revealed", number, "legion"), seen.legion, True
        if seen.of is not None:
            yield (BOARD, "revealed", number, "of"), seen.of, True
        for place, name in enumerate(seen.over):
            yield (BOARD, "revealed", number, "over", place), name, True
    for number, legion in enumerate(board.legions):
        if legion.split_from is not None and board.phase not in ("commencement", "movement"):
            yield (BOARD, "legions", number, "split_from"), legion.split_from, True
    now = board.engagement
    if now is not None and now.stage == "gains":
        # the loser's legion is off the board
        yield (BOARD, "engagement", "attacker"), now.attacker, True
        yield (BOARD, "engagement", "defender"), now.defender, True
    if now is not None:
        for number, proposal in enumerate(now.proposals):
            for place, name in enumerate(proposal.eliminate):
                # terms that were agreed may stay in the state until the gains are taken
                yield (BOARD, "engagement", "proposals", number, "eliminate", place), name, now.stage == "gains"
    if board.passage is not None:
        yield (BOARD, "passage", "legion"), board.passage.legion, False
    if state.battle is not None:
        for field, pieces in (("pieces", state.battle.pieces), ("slain", state.battle.slain)):
            for number, piece in enumerate(pieces):
                if piece.through is not None:
                    yield ("battle", field, number, "through"), piece.through, True
        for number, able in enumerate(state.battle.may_summon):
            yield ("battle", "may_summon", number, "legion"), able.legion, False
        if state.battle.summoned_from is not None:
            yield ("battle", "summoned_from"), state.battle.summoned_from, True


def _clock(board: MasterboardState, rules: TitanRules) -> StateProblems:
    """Check that the legion that must move after time was called is the Mover's, in the Movement Phase (LoT 21.2)."""
    if board.clock is None:
        return []
    path, cite = (BOARD, "clock"), ", ".join(rules.cite("clock"))
    if rules.options["clock"] != "on":
        return [(path, f"no clock is used in this game; the option 'clock' allows it ({cite})")]
    late = next((legion for legion in board.legions if legion.id == board.clock), None)
    if late is None:
        near = nearest(board.clock, [legion.id for legion in board.legions])
        return [(path, f"'{board.clock}' is no legion on the board{near}")]
    if board.mover is not None and late.player != board.mover:
        return [(path, f"{late.id} belongs to {late.player}; time is called on the Mover, {board.mover} ({cite})")]
    if board.phase not in (None, "movement"):
        return [(path, f"a legion that must move as time was called belongs to the Movement Phase ({cite})")]
    return []
