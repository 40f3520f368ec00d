"""Check the names of players and legions on a Masterboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.core.documents import Path, nearest
from referee.core.game.game import StateProblems
from referee.core.game.state import named

from ..rules import TitanRules
from .graph import graph_of
from .state import MasterboardState

if TYPE_CHECKING:
    from ..state import State

Names = list[tuple[Path, str]]
BOARD = "masterboard"
# the fields in which a Masterboard names a character, a Land, a player, and who may be a Mage by its id
CHARACTERS = frozenset(
    {
        *("LegionState.contents", "LegionState.drew:keys", "LegionState.fought:keys", "Reveal.characters"),
        *("MageState.evoked_killed", "MageState.evoked_banished", "LaidState.character", "EngagementState.slain:keys"),
        *(f"MasterboardState.{field}" for field in ("caretaker:keys", "slain:keys", "dead:keys", "reserves")),
    }
)
LANDS = frozenset(
    {
        *("LegionState.land", "LegionState.origin", "LegionState.came_from", "EngagementState.land"),
        *("MasterboardState.towers", "MasterboardState.no_muster_lands", "LaidState.land", "StormState.land"),
        *("Passage.land", "Passage.to"),
    }
)
PLAYERS = frozenset(
    {
        *(
            f"MasterboardState.{field}:keys"
            for field in ("towers", "rolled", "score", "markers", "reserves", "trading")
        ),
        *(f"MasterboardState.{field}" for field in ("mover", "shut", "stopping", "titan_lost")),
        *(f"EngagementState.{field}" for field in ("slayer", "fallen", "exposed", "resigned")),
        *("Fallen.player", "Fallen.by", "Offence.offender", "Offence.offended", "Reveal.mover", "Reveal.to"),
        *("Owed.player", "Proposal.player", "Gains.player", "GameResult.winners", "GameResult.totals:keys"),
    }
)
MEMBERS = frozenset({"EngagementState.gives_back", "Proposal.losses"})


def unknown_lands(board: MasterboardState, rules: TitanRules) -> StateProblems:
    """Return every unknown Land on a Masterboard, with its path."""
    known = graph_of(rules).lands
    wrong = [(path, land) for path, land in named(board, LANDS, (BOARD,)) if land not in known]
    return [(path, f"'{land}' is no Land{nearest(land, known)}") for path, land in wrong]


def character_names(board: MasterboardState) -> Names:
    """Yield the name of every character on a Masterboard, with its path."""
    return named(board, CHARACTERS, (BOARD,))


def member_names(board: MasterboardState) -> Names:
    """Yield the name of every member of a legion that may be that of a Mage by its id, with its path."""
    return named(board, MEMBERS, (BOARD,))


def unknown_names(state: State, board: MasterboardState, rules: TitanRules) -> StateProblems:
    """Return every unknown name of a player or a legion, with its path."""
    return _players(board) + _legions(state, board) + _clock(board, rules)


def _players(board: MasterboardState) -> StateProblems:
    """Check the names of players; in a situation, which may omit players, only misspelt names are reported."""
    known = board.players or list(dict.fromkeys(legion.player for legion in board.legions))
    # what all have seen names no player
    given = [row for row in named(board, PLAYERS, (BOARD,)) if (row[0][-1], row[1]) != ("to", "all")]
    wrong = [(path, name, nearest(name, known)) for path, name in given if name not in known]
    return [(path, f"'{name}' is no player of this game{near}") for path, name, near in wrong if near or board.players]


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
