"""A cast that may be made now: what it is cast at, by which path, and its roll; or every reason against it."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.core.game.orders import Objection

from ..battle.pieces import OFF, Piece
from ..battle.position import BattlePosition
from ..battle.rulings.rangestrikes import paths
from .carrying_out import outcome_of
from .cast_rolls import NO_ROLL, CastRoll
from .casting import Aimed, bars_of, caster_objections, lines_of, target_objections
from .casts import Cast, mode_of, target_called
from .spellbooks import counter_objections, spell_called


class Ready(NamedTuple):
    """A cast that may be made; `aimed` is its path with its roll, None at a Storm."""

    cast: Cast
    aimed: Aimed | None

    @property
    def roll(self) -> CastRoll:
        """What is rolled for it."""
        return self.aimed[1] if self.aimed is not None else NO_ROLL


def ready_cast(
    position: BattlePosition, player: str, caster: Piece, name: str, at: str | None, via: list[str] | None = None
) -> Ready | list[Objection]:
    """Return a cast by its best open path, or by the path `via`; or every objection to it (MM 11)."""
    spell = spell_called(position.rules, name)
    if spell is None:
        return [Objection(f"'{name}' is no Spell{position.rules.near_spells(name)}", (), "spell")]
    out = caster_objections(position, player, caster, "casting a Spell")
    out += counter_objections(position, caster, name)
    if caster.hex == OFF:
        return out
    out += bars_of(position, caster, spell.name, spell.spell.kind)
    cast = target_called(position, spell, caster, at)
    if isinstance(cast, Objection):
        return [*out, cast]
    out += target_objections(position, cast)
    if cast.storm:
        return out or Ready(cast, None)
    lines = lines_of(position, cast, via) if cast.hex != OFF else []
    refused = [one for one in lines if isinstance(one, Objection)]
    if out or refused:
        return [*out, *(one for one in refused if one not in out)]
    aimed = [one for one in lines if not isinstance(one, Objection)]
    return Ready(cast, min(aimed, key=lambda one: (one[1].number or 0, one[0])))


def promised(position: BattlePosition, ready: Ready) -> dict[str, Any]:
    """Return what a cast rolls and does, as the answer of a question has it."""
    cast, roll = ready.cast, ready.roll
    out: dict[str, Any] = {
        "allowed": True,
        "mode": "storm" if ready.aimed is None else mode_of(position.fight.board, cast),
        "dice": roll.dice,
        "strike_number": roll.number,
        "chance": roll.chance,
    }
    if roll.plus is not None:
        out["plus"] = roll.plus
    if roll.least is not None:
        out |= {"charms_from": roll.least, "hurts_at": roll.hurts}
    return out | outcome_of(position, cast)


def cites_of_cast(position: BattlePosition, cast: Cast, answer: dict[str, Any]) -> list[str]:
    """Return the rules behind a cast: of the Spell, and on how near, how sure, how lasting and how harmful it is."""
    keys = {"near": answer["mode"] == "proximal", "rangespell": answer["mode"] == "ranged"}
    # the side of a line along a hexside, and a hex across a Cliff
    board, caster = position.fight.board, cast.caster
    several = keys["rangespell"] and len(paths(board, caster.hex, cast.hex)) > 1
    keys["rangespell_line"] = several or (keys["rangespell"] and board.steps(caster.hex, cast.hex) == 1)
    roll = cast.spell.roll
    keys["usual_cast"] = bool(answer["dice"]) and roll is not None and roll.damage is None and not roll.sum
    keys["lasting"] = answer["lasts"] != "immediate"
    keys["falls_with"] = len(answer.get("ends", [])) > 1
    keys["dispel_storm"] = cast.storm
    if cast.spell.at == "hex":
        laid = position.rules.laid_by_spells.get(cast.spell.name)
        keys["layers"] = bool(answer.get("ends") or answer.get("nullifies"))
        keys["raised"] = laid is not None and bool(position.rules.effects[laid].raises)
    keys["harm_at_once"] = bool(answer.get("harm"))
    more = [cite for key, holds in keys.items() if holds for cite in position.rules.cite(key)]
    return [*cast.spell.cites, *more]
