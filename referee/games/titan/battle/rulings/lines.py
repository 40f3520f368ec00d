"""What blocks a line: rows of sight, and characters on the hexes between (LoT 13.3, 11.7)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Literal

from referee.core.game.orders import Objection
from referee.core.rules.rows import Fact

from ...carriers import Carrying
from ...profiles import Profile
from ...rows import TitanRow
from ...sections import GivenFacts
from ..board import bits
from ..position import BattlePosition
from .rangestrikes import crossed, line_blockers
from .rows import further_rows


def blocking(
    position: BattlePosition,
    people: Mapping[str, Profile],
    whole: tuple[int, ...],
    given: GivenFacts,
    line: Literal["rangestrike", "rangespell"],
    unhindered: bool,
) -> list[Objection]:
    """Return what blocks one path, both ends included, each with the hexes between; `people` are striker and target.

    Nobody stands in the line of one who is unhindered.
    """
    fight, rules = position.fight, position.rules
    board = fight.board
    section = rules.sections["sight"]
    facts: dict[str, Fact] = {"unhindered": unhindered, "line": line, "range": len(whole), **crossed(board, whole)}
    facts |= {**section.facts(people), **dict(given)}
    bars: list[TitanRow] = []
    for h in whole[1:-1]:
        bars += rules.rows_on(section, board.borne[h], {**facts, "at": "between"}, people)
    for carrier, crossing in _crossings(position, whole):
        bars += rules.rows_on(section, (carrier,), {**facts, "crossing": crossing}, people)
    bars += further_rows(board, section, facts, people)
    through = ", ".join(board.labels[h] for h in whole[1:-1]) or "the hexside between"
    out = [Objection(f"by way of {through}: {row.why}", row.cites, "at") for row in bars if row.forbid]
    if unhindered:
        return out
    for h in bits(line_blockers(board, whole) & fight.occupied):
        piece = fight.at[h]
        if piece is not None:
            message = f"by way of {through}: {position.named(piece)} stands in the line"
            out.append(Objection(message, rules.cite("blocked_by_character"), "at", (piece.id,)))
    return out


def _crossings(position: BattlePosition, whole: tuple[int, ...]) -> list[tuple[Carrying, str]]:
    """Return what lies on the hexsides of a path, each hazard once, with how it is crossed first."""
    sides = position.fight.board.sides
    out: dict[str, tuple[Carrying, str]] = {}
    for pair in pairwise(whole):
        for carrier, crossing in sides.get(pair, ()):
            out.setdefault(carrier.name, (carrier, crossing))
    return list(out.values())
