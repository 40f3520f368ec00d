"""Spirits: what on a hex may hit one enemy beside it at the start of each Strike Phase, by choice (MM 18.7)."""

from __future__ import annotations

from typing import NamedTuple

from ...carriers import Spirit
from ...sides import SIDES
from ..pieces import Piece
from ..position import BattlePosition


class SpiritAt(NamedTuple):
    """A Spirit that may choose: the id of the Spell, its table, and the living enemies beside it."""

    id: str
    spirit: Spirit
    able: list[Piece]


def standing_spirits(position: BattlePosition) -> list[SpiritAt]:
    """Return the Spirits in effect, the oldest first."""
    rules, fight = position.rules, position.fight
    out = []
    for spell in position.spells:
        name = rules.laid_by_spells.get(spell.spell)
        spirit = rules.effects[name].spirit if name is not None else None
        if spirit is not None and spell.hex is not None and spell.id is not None:
            side = spell.side or position.laid_by(spell.by)
            near = fight.in_touch_with(fight.board.index[spell.hex])
            out.append(SpiritAt(spell.id, spirit, [p for p in near if not p.slain and SIDES[p.side] != side]))
    return out


def to_choose(position: BattlePosition) -> list[str]:
    """Return the Spirits that have somebody to choose, those of the side that has just maneuvered first (MM 18.7)."""
    mover = SIDES[position.fight.active]
    able = [one.id for one in standing_spirits(position) if one.able]
    return sorted(able, key=lambda ident: position.caster_side(ident) != mover)


def choose_next(position: BattlePosition, chosen: str) -> None:
    """Let the Spirits that are left choose; those that have nobody to choose any more do not."""
    able = {one.id for one in standing_spirits(position) if one.able}
    position.spirits = [ident for ident in position.spirits if ident != chosen and ident in able]
