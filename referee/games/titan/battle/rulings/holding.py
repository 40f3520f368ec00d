"""Who holds whom: an enemy in contact keeps a character from moving, unless a row says otherwise (LoT 11.3)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ...profiles import Profile
from ...rows import TitanRow
from ...sections import GivenFacts
from ..board import Board
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
