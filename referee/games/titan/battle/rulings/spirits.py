"""Spirits: what on a hex may hit one enemy beside it at the start of each Strike Phase, by choice (MM 18.7)."""

from __future__ import annotations

from typing import NamedTuple

from ...carriers import Spirit
from ...sides import SIDES
from ..fight import Piece
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
        name = rules.laid_by_spell(spell.spell)
        spirit = rules.effects[name].spirit if name is not None else None
        if spirit is not None and spell.hex is not None and spell.id is not None:
            side = spell.side or position.laid_by(spell.by)
            near = fight.in_touch_with(fight.board.index[spell.hex])
            out.append(SpiritAt(spell.id, spirit, [p for p in near if not p.slain and SIDES[p.side] != side]))
    return out
