"""Where a character may go in one Maneuver Phase (LoT 11.1 to 11.5)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ...profiles import Profile
from ...rows import TitanRow
from ...sections import GivenFacts
from ..board import Board, bits
from .moves import Moves, moves_for
from .rows import further_rows


class Holding(msgspec.Struct, frozen=True):
    """Two enemies in contact, `holder` and `held`: what they are, where they stand, and further facts of theirs."""

    people: Mapping[str, Profile]
    hexes: Mapping[str, int]
    given: GivenFacts


def releasing_rows(board: Board, pair: Holding) -> list[TitanRow]:
    """Return the rows by which the holder does not keep the held one from moving."""
    rules = board.rules
    section = rules.sections["hold"]
    facts = {**section.facts(pair.people), **dict(pair.given)}
    rows = further_rows(board, section, facts, pair.people)
    for carrier, crossing in board.sides.get((pair.hexes["holder"], pair.hexes["held"]), ()):
        rows += rules.rows_on(section, (carrier,), {**facts, "crossing": crossing}, pair.people)
    for role, h in pair.hexes.items():
        rows += rules.rows_on(section, board.borne[h], {**facts, "at": role}, pair.people)
    return [row for row in rows if row.forbid]


class Way(msgspec.Struct, frozen=True, gc=False):
    """How a character may go: at which costs, in flight or on foot, and how far. `borrowed` is flight by an effect."""

    moves: Moves
    allowance: int
    borrowed: bool = False


def forbidding_row(board: Board, profile: Profile, hex_: int) -> TitanRow | None:
    """Return the row that forbids a character to stand on a hex, None where it may."""
    key = board, profile.number, hex_
    found: TitanRow | None = board.rules.recalled["forbidding row"].recall(key, _forbidding_row, board, profile, hex_)
    return found


def _forbidding_row(board: Board, profile: Profile, hex_: int) -> TitanRow | None:
    bars = Moves(board, profile).step(None, hex_, "land" if profile.flies else "enter").bars
    return bars[0] if bars else None


def reach(moves: Moves, allowance: int, start: int, occupied: int) -> int:
    """Return the hexes where a character on a hex may end its move, its own left out."""
    if moves.leaving >> start & 1 if moves.bare is None else moves.leaves(start):
        return moves.away(start, allowance, occupied)
    if moves.flies:
        return moves.landings(1 << start, 0, allowance) & ~(occupied | 1 << start)
    return moves.walk_from(start, allowance, occupied)


def reach_under(
    board: Board, profile: Profile, given: GivenFacts, flies: bool | None, allowance: int, start: int, occupied: int
) -> int:
    """Return the hexes where a character may end its move, as `reach` does, on a board on which something is laid.

    Only the costs of steps that the move may make are worked out.
    """
    key = ("reach", board, board.rules.mover_key(profile), given, flies, allowance, start, occupied)

    def make() -> int:
        assert board.bare is not None
        bare = moves_for(board.bare, profile, given, flies)
        return reach(Moves(board, profile, given, flies, bare), allowance, start, occupied)

    return board.rules.remember(key, make)


def spread(moves: Moves, allowance: int, starts: int) -> int:
    """Return the hexes where a character on any of the hexes `starts` may end its move on an empty map, those too."""
    out = 0
    for h in bits(starts & moves.leaving):
        out |= moves.away(h, allowance, 0)
    starts &= ~moves.leaving
    return out | (moves.landings(starts, 0, allowance) if moves.flies else moves.walk(starts, allowance, 0))


def entry(moves: Moves, allowance: int, side: int, occupied: int) -> int:
    """Return the hexes where a character coming onto the map by a set of hexes may end its move (LoT 11.1)."""
    if moves.flies:
        return moves.landings(0, side, allowance) & ~occupied
    return moves.walk_onto(side, allowance, occupied)
