"""The hexsides at which an ability may be used: which there are, which way round, and how far away."""

from __future__ import annotations

from collections.abc import Iterator

from ...rows import Ability
from ..effects import Hexside
from ..pieces import Piece
from ..position import BattlePosition


def hexsides(position: BattlePosition, ability: Ability, hex_: int) -> Iterator[Hexside]:
    """Yield the hexsides of a hex, each way round where that makes a difference to what is laid."""
    for beside in position.fight.board.neighbours[hex_]:
        ways = ((hex_, beside), (beside, hex_))
        yield from dict.fromkeys(one_way(position, ability, side) for side in ways)


def one_way(position: BattlePosition, ability: Ability, side: Hexside) -> Hexside:
    """Return a hexside as it is named, or in a fixed order where no row of what is laid asks for its high side."""
    name = ability.lays or ability.shifts
    if name is not None and _has_a_high_side(position, name):
        return side
    first, second = sorted(side)
    return first, second


def _has_a_high_side(position: BattlePosition, name: str) -> bool:
    """Return whether a row of an effect asks how its hexside is crossed."""
    table = position.rules.effects[name]
    sections = (getattr(table, section) for section in table.MOMENTS)
    return any("crossing" in row.when for rows in sections for row in rows.values())


def nearer(position: BattlePosition, user: Piece, side: Hexside) -> int:
    """Return the hex of a hexside that is nearer to a piece, of two alike the first by number."""
    return min(sorted(side), key=lambda h: position.fight.board.steps(user.hex, h))
