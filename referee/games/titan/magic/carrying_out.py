"""What a cast that works does to the battle: hits, heals, Spells laid and ended, pieces brought (MM 11 to 18)."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.core.game.trace import Change

from ..battle.events import hits_change
from ..battle.fight import Piece
from ..battle.position import BattlePosition
from ..battle.state import SpellState
from .casts import Cast
from .in_effect import end_spells, end_storm, free_name, lay_spell


class Done(msgspec.Struct):
    """What has been done: the changes, remarks, and rules behind it beside those of the cast."""

    changes: list[Change] = []
    notes: list[str] = []
    cites: list[str] = []


def carry_out(position: BattlePosition, cast: Cast, counter: str, hits: int, promised: dict[str, Any]) -> Done:
    """Do what a cast that works does; `hits` are those of its roll, and `promised` what was foretold of it."""
    done = Done()
    if cast.storm:
        done.changes += end_storm(position)
    elif cast.row is not None:
        done.changes += end_spells(position, [row for row in position.spells if row.id in promised["ends"]])
    if cast.piece is not None:
        _do_to_piece(position, cast, cast.piece, hits, promised, done)
        lays = cast.spell.lasts not in ("immediate", "until-removed")
        if lays and position.rules.laid_by_spell(counter) is not None:
            row = SpellState(id=free_name(position, counter), spell=counter, on=cast.piece.id, by=cast.caster.id)
            row.fresh = True
            done.changes += lay_spell(position, row)
    return done


def _do_to_piece(
    position: BattlePosition, cast: Cast, target: Piece, hits: int, promised: dict[str, Any], done: Done
) -> None:
    """Hurt or heal the piece at which a Spell is cast."""
    roll, cite = cast.spell.roll, position.rules.cite
    was = target.hits
    if roll is not None and roll.damage is not None:
        taken = position.fight.hit(target, hits)
        if taken < hits:
            done.notes.append(f"{hits - taken} surplus: no damage of a Spell carries over")
            done.cites += cite("spell_surplus")
    target.hits -= promised.get("heals", 0)
    if target.hits != was:
        done.changes.append(hits_change(position, target, target.hits - was))
