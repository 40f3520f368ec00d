"""The places of effects: hexsides at which an ability may be used, and where effects that were laid may be moved."""

from __future__ import annotations

from collections.abc import Iterator

from ...rows import Ability
from ..effects import Hexside, full, same_place, where
from ..pieces import Piece
from ..position import BattlePosition
from ..state import EffectState


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


def own_laid(position: BattlePosition, user: Piece, name: str) -> list[EffectState]:
    """Return the effects of a name that a piece has laid."""
    return [effect for effect in position.effects if effect.effect == name and effect.by == user.id]


def lying_on(effect: EffectState) -> str:
    """Return what an effect lies on as an order names it: a hex, a hexside or a piece."""
    return effect.hex or effect.hexside or effect.piece or ""


def cannot_shift(
    position: BattlePosition, user: Piece, ability: Ability, effect: EffectState, target: EffectState | None
) -> str:
    """Return why an ability does not move an effect to another place, or an empty string."""
    table = position.rules.effects[effect.effect]
    if target is None:
        return f"{table.title} lies on a {table.lies}, and none is there"
    if same_place(effect, target):
        return f"{table.title} lies there already"
    least, most = ability.range
    distance = position.fight.board.steps(user.hex, _hex_of(position, user, effect)) + 1
    if ability.at not in ("self", "none") and not least <= distance <= most:
        reaches = f"{least}" if least == most else f"{least} to {most}"
        there = where(position, effect)
        return f"{table.title} {there} is at a range of {distance} hexes, both ends counted; it reaches {reaches}"
    return full(position, target, effect)


def _hex_of(position: BattlePosition, user: Piece, effect: EffectState) -> int:
    """Return the hex where an effect lies: its own, the nearer one of its hexside, or that of its piece."""
    board = position.fight.board
    if effect.hexside is not None:
        high, low = (board.index[label] for label in effect.hexside.split(">"))
        return nearer(position, user, (high, low))
    return position.fight.pieces[effect.piece].hex if effect.piece is not None else board.index[effect.hex or ""]
