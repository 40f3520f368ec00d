"""What a cast does if it works: how long it lasts, what it ends, what it heals and whom it hurts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..battle.position import BattlePosition
from ..battle.state import SpellState
from .casts import Cast
from .grounds import Ground, ended_by, ground_of, with_dependent
from .laid_hazards import harm_at_once, switched_off
from .spell_tables import SpellType
from .spellbooks import spell_called, type_of


def outcome_of(position: BattlePosition, cast: Cast) -> dict[str, Any]:
    """Return what a cast does, as the answer of a question has it."""
    spell = cast.spell
    out: dict[str, Any] = {"lasts": lasts_of(position, cast)}
    if spell.spell.heals is not None and cast.piece is not None:
        heals = cast.caster.profile.own_power if spell.spell.heals == "power" else spell.spell.heals
        out["heals"] = min(heals, cast.piece.hits)
    if cast.storm:
        out["ends"] = ["storm"]
    elif cast.row is not None:
        out["ends"] = [row.id for row in with_dependent(position, [cast.row])]
    if spell.at == "hex" and spell.evokes is None:
        out["ends"] = [row.id for row in ended_by(position, cast)]
        out["nullifies"] = switched_off(position, cast)
        if position.fight.striking_phase:
            out["harm"] = harm_at_once(position, cast)
    return out


def lasts_of(position: BattlePosition, cast: Cast) -> str:
    """Return how long a Spell lasts; of a Hazard the ground beneath may decide (MM 11.4, 18.0)."""
    spell = cast.spell
    if not spell.spell.lasts_on:
        return spell.lasts
    ground = ground_of(position, cast.hex)
    ended = {row.id for row in ended_by(position, cast)}
    return _lasts_on(position, spell, ground, [row for row in ground.magical if row.id not in ended])


def lasts_of_row(position: BattlePosition, row: SpellState) -> str:
    """Return how long a Spell in effect lasts; of a Hazard the ground beneath may decide."""
    spell = spell_called(position.rules, row.spell)
    assert spell is not None
    if not spell.spell.lasts_on or row.hex is None:
        return spell.lasts
    ground = ground_of(position, position.fight.board.index[row.hex])
    return _lasts_on(position, spell, ground, ground.magical[: ground.magical.index(row)])


def _lasts_on(position: BattlePosition, spell: SpellType, ground: Ground, beneath: Sequence[SpellState]) -> str:
    """Return how long a Hazard lasts on what is printed in its hex and the magical Hazards beneath it."""
    below = [type_of(position.rules, row.spell) for row in beneath][-1:] or list(ground.printed)
    return next((spell.spell.lasts_on[one] for one in below if one in spell.spell.lasts_on), spell.lasts)
